"""One showing again, as the rater's page drew it: its template, style, script and pictures in a single document."""

from __future__ import annotations

import base64
import json
import posixpath
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from beholder.engine.serving.showing_content import ItemView, MediaPart, view_item
from beholder.errors import BeholderError
from beholder.media import encode_mask_png
from beholder.protocols import Declaration, Item, Protocol
from beholder.study import Definition
from beholder.study.picture_store import Pictures, ingest
from beholder.study.settings import Settings
from beholder.web.kind_files import kind_scripts, kind_styles
from beholder.web.render import Renderer
from beholder.web.static_tree import StaticTree

__all__ = ["PastShowing", "replay_boot", "replay_document"]

_STYLES = ("tokens", "base", "components", "fields", "rate", "journey")
_ENTRY = "rate/replay.js"
_IMPORT = re.compile(r"""((?:^|\n)\s*(?:import|export)\s[^"'();]*?["'])(\.{1,2}/[^"']+)(["'])""")
_URL = re.compile(r"""url\(["']?([^"')]+)["']?\)""")
_NOWHERE = "replay://static/"
_MISSING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#999"/>'
    '<path d="M0 0 640 480M640 0 0 480" stroke="#777"/></svg>'
)


# bytes of a clip that a document carries inside itself; a longer one stays in its folder
_MOST_CLIP = 24 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class PastShowing:
    """What was shown: the frozen definition of that version, the item, the systems per place, and what was answered.

    `media` is the folder of the study's pictures, None where they are not at hand.
    """

    version: Mapping[str, Any]
    protocol: Protocol
    item: Item
    slots: Sequence[Sequence[str]]
    number: int
    language: str
    theme: str
    payload: Mapping[str, Any] | None
    media: Path | None


def replay_document(past: PastShowing) -> str:
    """The page as one document that opens without a server or a network."""
    definition = _definition(past)
    files = StaticTree([past.protocol])
    base = f"protocols/{past.protocol.name}"
    with tempfile.TemporaryDirectory(prefix="beholder-replay-") as scratch:
        pictures = _pictures(definition, past, Path(scratch))
        sizes = pictures.by_name if pictures else {}

        def size_of(name: str) -> dict[str, float] | None:
            found = sizes.get(name)
            return found.measures() if found else None

        renderer = Renderer(definition, root="", static=_NOWHERE.rstrip("/"), size_of=size_of)
        language = renderer.language(past.language)
        slots = [list(slot) for slot in past.slots]
        view = view_item(json.dumps(past.item.to_json()), definition.declaration)
        addresses = [_address(part, view, pictures) for part in view.media(slots)]
        fragment = renderer.fragment(
            view,
            item=0,
            slots=json.dumps(slots),
            lease="replay",
            number=past.number,
            language=language,
            address=lambda _lease, number: addresses[number],
        )
        script = f"{base}/page.js" if f"{base}/page.js" in files else ""
        kinds = kind_scripts(renderer.fields())
        boot = replay_boot(
            renderer, definition, language, media=fragment.media, script=script, kinds=kinds, payload=past.payload
        )
        names = [f"style/{name}.css" for name in _STYLES]
        # those of kinds stand before the page's own, as on the rater's page
        names[names.index("style/rate.css") : names.index("style/rate.css")] = kind_styles(renderer.fields())
        styles = [_style(files, name) for name in (*names, f"{base}/page.css") if name in files]
        return renderer.page(
            "replay.html",
            language,
            title=definition.title.to(language),
            theme=past.theme if past.theme in ("light", "dark") else "",
            styles=[Markup(style) for style in styles],  # noqa: S704 - our own files and the protocol's
            modules={"imports": _modules(files, [_ENTRY, *kinds.values(), *([script] if script else [])])},
            entry=_ENTRY,
            boot=boot,
            fragment=Markup(fragment.html),  # noqa: S704 - Jinja has escaped it
        )


def replay_boot(
    renderer: Renderer,
    definition: Definition,
    language: str,
    *,
    media: Sequence[str],
    script: str,
    kinds: Mapping[str, str],
    payload: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """What `rate/replay.js` needs to draw a showing; `script` and `kinds` are addresses, as for the rater's page."""
    session = {
        "form": definition.declaration.form.to_wire(language),
        "params": definition.params.model_dump(mode="json"),
        "timing": definition.declaration.timing.model_dump(mode="json"),
    }
    return {
        "messages": renderer.words(language).for_script(),
        "session": session,
        "lease": {"media": media},
        "payload": payload,
        "script": script,
        "kinds": kinds,
    }


def _definition(past: PastShowing) -> Definition:
    """The study as it was frozen in that version; files of the folder play no part in it."""
    data = past.version
    settings = Settings.model_validate({**data["settings"], "protocol": past.protocol.name, "items": "items.jsonl"})
    return Definition(
        folder=past.media or Path(),
        settings=settings.model_copy(update={"media": "."}),
        protocol=past.protocol,
        declaration=Declaration.model_validate(data["declaration"]),
        params=past.protocol.params.model_validate(data["params"]),
        items=(past.item,),
    )


def _pictures(definition: Definition, past: PastShowing, cache: Path) -> Pictures | None:
    """The item's pictures, made ready as for raters; None where they are not at hand or no longer what they were."""
    if past.media is None:
        return None
    try:
        pictures, version = ingest(replace(definition, items=(past.item,)), cache)
    except (BeholderError, OSError):
        return None
    frozen = past.version.get("media", {})
    same = all(frozen.get(name, digest) == digest for name, digest in version.data.get("media", {}).items())
    return pictures if same else None


def _address(part: MediaPart, view: ItemView, pictures: Pictures | None) -> str:
    if pictures is None:
        return _data("image/svg+xml", _MISSING.encode())
    if part.kind == "mask":
        return _data("image/png", encode_mask_png(pictures.mask(part.value, view.main_image() or "")))
    if part.kind == "video":
        opened = pictures.open(part.value)
        opened.file.close()
        if opened.size > _MOST_CLIP:
            return ""
    content, form = pictures.read(part.value)
    return _data(f"{'video' if part.kind == 'video' else 'image'}/{form}", content)


def _modules(files: StaticTree, entries: Sequence[str]) -> dict[str, str]:
    """The scripts and all they import as data, under the names by which they now import each other."""
    found: dict[str, str] = {}
    waiting = list(entries)
    while waiting:
        name = waiting.pop()
        given = files.get(name)
        if name in found or given is None:
            continue

        def renamed(match: re.Match[str], name: str = name) -> str:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[2]))
            waiting.append(target)
            return f"{match[1]}{target}{match[3]}"

        text = _IMPORT.sub(renamed, given.content.decode()).replace("import.meta.url", f'"{_NOWHERE}{name}"')
        found[name] = _data("text/javascript", text.encode())
    return found


def _style(files: StaticTree, name: str) -> str:
    """A style sheet with the pictures it names inside it."""

    def inside(match: re.Match[str]) -> str:
        found = files.get(posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1])))
        return f"url({_data(found.kind, found.content)})" if found else match[0]

    given = files.get(name)
    return _URL.sub(inside, given.content.decode()) if given else ""


def _data(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
