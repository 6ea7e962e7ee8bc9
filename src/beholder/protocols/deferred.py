"""Parts of a protocol that are imported when they are first asked for."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Deferred"]


@dataclass(frozen=True, slots=True)
class Deferred:
    """The function at `package.module:name`, for any part of a `Protocol`; its module is imported by the first call.

    Examples and analyses pull in painting, statistics and so half of SciPy, which a server that only shows pages need
    not load.
    """

    address: str

    def load(self) -> Callable[..., Any]:
        """The function itself."""
        found: Callable[..., Any] = pkgutil.resolve_name(self.address)
        return found

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Calls it."""
        return self.load()(*args, **named)
