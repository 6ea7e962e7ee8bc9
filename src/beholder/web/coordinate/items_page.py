"""Items by how far they are, with their pictures; suspending and resuming."""

from __future__ import annotations

from functools import partial
from io import BytesIO

import numpy as np
from PIL import Image
from sqlalchemy.engine import Connection

from beholder.declarations.states import ItemState
from beholder.engine.handlers.suspension import ResumeAll, SuspendItem
from beholder.engine.serving.showing_content import ItemView, MediaPart
from beholder.errors import BeholderError
from beholder.media import lay_mask
from beholder.store.progress import ItemProgress, count_item_states, list_item_progress
from beholder.web.byte_ranges import Clip, file_reply
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import act, back, choice, number, show, text
from beholder.web.coordinate.watch import watch
from beholder.web.media import load_part

__all__ = ["items", "parts_of", "picture", "suspend"]

# divides into rows of 2, 3, 4, 6 and 8, whatever the window's width
_PER_PAGE = 48
# pixels: sharp on a card, and a page of them is small
_THUMB = 240
_HEADERS = [
    (b"cache-control", b"private, max-age=3600"),
    (b"content-security-policy", b"sandbox; default-src 'none'"),
    (b"content-disposition", b"inline"),
]

# frames of a clip cannot be read without decoding it; a sign for one stands on small cards
_FILM = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90"><rect width="120" height="90" fill="#777"/>'
    b'<path d="M48 27v36l30-18z" fill="#fff"/></svg>'
)


async def items(call: Call) -> Reply:
    """A page of the items in one state."""
    study = call.study
    state = choice(call, "state", tuple(ItemState), default=ItemState.PROGRESS) if call.query("state") else ""
    page = number(call, "page", least=1, most=1_000_000, default=1)

    def load(conn: Connection) -> tuple[dict[str, int], str, list[ItemProgress]]:
        counts = count_item_states(conn, study.engine.key)
        chosen = state or next((one for one in ItemState if counts[one]), ItemState.PROGRESS)
        found = list_item_progress(conn, study.engine.key, state=chosen, offset=(page - 1) * _PER_PAGE, most=_PER_PAGE)
        return counts, chosen, found

    counts, chosen, found = await study.read(load)
    views = await study.views([one.item for one in found])
    blind = await watch(study).blind()
    pictures = {one.item: len(parts_of(views[one.item], blind.letters)) for one in found}
    return await show(
        call,
        "items.html",
        here="items",
        counts=counts,
        chosen=chosen,
        listed=found,
        pictures=pictures,
        page=page,
        pages=max(1, -(-counts[chosen] // _PER_PAGE)),
    )


def parts_of(view: ItemView, letters: dict[str, str] | object) -> list[MediaPart]:
    """An item's pictures and masks, then those of its candidates in the order of their letters."""
    order: dict[str, str] = letters if isinstance(letters, dict) else {}
    systems = sorted(view.by_system, key=lambda name: order.get(name, name))
    return [*view.item.media(), *(part for name in systems for part in view.by_system[name].media())]


async def suspend(call: Call) -> Reply:
    """Takes an item out of what is served, or back in (or all that are out); its answers are kept."""
    if call.body.get("suspended", "") == "none":
        await act(call, ResumeAll(call.person.name))
        return back(call, "items")
    suspended = choice(call, "suspended", ("yes", "no")) == "yes"
    wanted = number(call, "item", least=0, most=100_000_000)
    name = await call.study.read(lambda conn: _name_of(conn, call.study.engine.key, wanted))
    await act(call, SuspendItem(call.person.name, name, suspended=suspended))
    if call.body.get("stay", "") == "yes":
        return back(call, f"items/{wanted}")
    return back(call, "items", state=text(call, "state", most=20) if call.body.get("state") else ItemState.PROGRESS)


def _name_of(conn: Connection, study: int, item: int) -> str:
    import json

    from beholder.store.items import load_items

    found = load_items(conn, study, [item])
    if item not in found:
        raise BeholderError("the study has no such item", code="not-found")
    name: str = json.loads(found[item])["id"]
    return name


async def picture(call: Call) -> Reply:
    """A picture or mask of an item; small with `size=small`. Told apart by number only, so that no name is given away."""
    item, index = call.path["item"], call.path["number"]
    size = choice(call, "size", ("small", "full"), default="full")
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in (item, index)):
        raise _nothing()
    study = call.study
    blind = await watch(study).blind()
    try:
        view = (await study.views([int(item)]))[int(item)]
    except KeyError:
        raise _nothing() from None
    parts = parts_of(view, dict(blind.letters))
    if int(index) >= len(parts):
        raise _nothing()
    part = parts[int(index)]
    if part.kind == "video" and size == "small":
        return Reply(_FILM, headers=[(b"content-type", b"image/svg+xml"), *_HEADERS])
    content, kind = await load_part(study, view, part)
    if isinstance(content, Clip):
        return file_reply(call, content, kind=kind, tag=f"{item}-{index}", headers=_HEADERS)
    if size == "full":
        return Reply(content, headers=[(b"content-type", kind), *_HEADERS])
    below: bytes | Clip = b""
    if part.kind == "mask":
        below, _ = await load_part(study, view, MediaPart("image", view.main_image()))
    reduced = await study.in_thread(partial(_small, content, below))
    return Reply(reduced, headers=[(b"content-type", b"image/jpeg"), *_HEADERS])


def _nothing() -> BeholderError:
    return BeholderError("there is nothing at this address", code="not-found")


def _small(content: bytes, below: bytes | Clip) -> bytes:
    """A picture for a small card; a mask is laid over the picture below it: by itself it says nothing there."""
    if isinstance(below, bytes) and below:
        with Image.open(BytesIO(content)) as opened:
            # its palette has two entries, and the second is the mask
            picture = lay_mask(_reduced(below), np.asarray(opened) == 1)
    else:
        picture = _reduced(content)
    out = BytesIO()
    picture.save(out, "JPEG", quality=80)
    return out.getvalue()


def _reduced(content: bytes) -> Image.Image:
    # what was taken in has been proven to be a picture of a sane size
    with Image.open(BytesIO(content)) as opened:
        opened.draft("RGB", (_THUMB, _THUMB))
        reduced = opened.convert("RGB")
    reduced.thumbnail((_THUMB, _THUMB))
    return reduced
