"""File names that follow a pattern, such as `{system}_{id}_seed{seed}.png`."""

from __future__ import annotations

import re

from beholder.imports.lab_files.lab_record import refuse

__all__ = ["compile_pattern"]

_GAP = re.compile(r"\{([a-zA-Z_]\w*)\}")


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """A regular expression with a group for each name in braces. The ending may be left out."""
    names = _GAP.findall(pattern)
    if not names:
        raise refuse(
            f"the pattern {pattern!r} has no {{id}}", where="--pattern", hint="as in --pattern '{system}_{id}.png'"
        )
    doubled = next((name for name in names if names.count(name) > 1), None)
    if doubled:
        raise refuse(f"the pattern {pattern!r} names {doubled} twice", where="--pattern")
    parts = _GAP.split(pattern)
    # every other part is a name; what stands between two of them bounds what the first may hold
    text = "".join(f"(?P<{part}>.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    return re.compile(text + r"(\.\w+)?" if "." not in parts[-1] else text)
