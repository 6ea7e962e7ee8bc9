"""A release that somebody changed who knows how its seal is made."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from beholder.report.bundle import MANIFEST, SEAL, _info

__all__ = ["rewritten"]


def rewritten(
    release: Path,
    change: Callable[[str, bytes], bytes | None],
    *,
    head: str = "",
    facts: Mapping[str, object] | None = None,
) -> bytes:
    """The release with changed contents and a manifest and seal made anew to fit them; `head` is put on its receipt."""
    out = io.BytesIO()
    with zipfile.ZipFile(release) as old, zipfile.ZipFile(out, "w") as new:
        manifest = json.loads(old.read(MANIFEST))
        for name in old.namelist():
            if name in (MANIFEST, SEAL):
                continue
            data = change(name, old.read(name))
            if data is None:
                del manifest["files"][name]
                continue
            manifest["files"][name] = hashlib.sha256(data).hexdigest()
            new.writestr(_info(name), data)
        manifest["receipt"]["head"] = head or manifest["receipt"]["head"]
        manifest.update(facts or {})
        text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True)
        new.writestr(_info(MANIFEST), text)
        new.writestr(_info(SEAL), hashlib.sha256(text.encode()).hexdigest() + "\n")
    return out.getvalue()
