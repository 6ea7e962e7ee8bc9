"""What the folders of kinds of field bring to a page: their styles and scripts, for those kinds that the page asks."""

from __future__ import annotations

from collections.abc import Iterable

from beholder.fields import Field

__all__ = ["kind_scripts", "kind_styles"]


def kind_styles(fields: Iterable[Field]) -> list[str]:
    """Addresses, below that of the static files, of the styles of these fields' kinds."""
    return list(_files(fields, "element.css").values())


def kind_scripts(fields: Iterable[Field], static: str = "") -> dict[str, str]:
    """The same for scripts, by kind; whole addresses if that of the static files is given. Plain controls need none."""
    return {kind: f"{static}/{path}" if static else path for kind, path in _files(fields, "element.js").items()}


def _files(fields: Iterable[Field], file: str) -> dict[str, str]:
    folders = {field.kind: field.folder() for field in fields}
    return {kind: f"fields/{kind}/{file}" for kind, folder in sorted(folders.items()) if (folder / file).is_file()}
