"""Links for raters: the open one, signed invitations, and both as codes for phones."""

from __future__ import annotations

from markupsafe import Markup

from beholder.engine.handlers.act_log import LogAct
from beholder.store.progress import invite_uses
from beholder.study.journey import Crowd
from beholder.web.call import Call, Reply
from beholder.web.coordinate.frame import act, number, show
from beholder.web.coordinate.watch import read_acts
from beholder.web.link_host import link_origin

__all__ = ["draw_code", "invites", "make_invite"]

# the newest; the log has all
_LISTED = 50


async def invites(call: Call) -> Reply:
    """The open link and the invitations made so far."""
    return await _page(call)


async def _page(call: Call, *, made: str = "") -> Reply:
    study = call.study
    link = f"{link_origin(call)}{call.app.options.root_path}/s/{study.short}/"
    acts = await study.read(lambda conn: read_acts(conn, study.engine.key))
    listed = [(record, body) for record, body in acts if body.get("what") == "invite"][::-1][:_LISTED]
    ids = [str(body["invite"]) for _, body in listed]
    uses = await study.read(lambda conn: invite_uses(conn, study.engine.key, ids))
    invited = f"{link}?i={made}" if made else ""
    return await show(
        call,
        "invites.html",
        here="invites",
        link=link,
        qr=draw_code(link),
        invited=invited,
        invited_qr=draw_code(invited) if invited else None,
        invited_only=study.invited_only,
        crowd=study.definition.settings.crowd,
        crowd_link=_crowd_link(link, study.definition.settings.crowd),
        listed=listed,
        uses=uses,
        now=study.engine.clock(),
    )


def _crowd_link(link: str, crowd: Crowd | None) -> str:
    """The address to give to the platform, which fills its placeholders in."""
    names = (crowd.rater, *crowd.also) if crowd else ()
    return f"{link}?{'&'.join(f'{name}={{{{%{name}%}}}}' for name in names)}" if names else ""


def draw_code(link: str) -> Markup:
    """The link as a QR code for phones: an SVG image with its quiet zone, black on white in both themes."""
    import segno

    # level M survives a scratched or folded print and keeps the modules large enough for a camera across a table
    drawn = segno.make_qr(link, error="m", boost_error=False)
    return Markup(drawn.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None, light="#fff"))  # noqa: S704


async def make_invite(call: Call) -> Reply:
    """A signed link. It is shown once; the log keeps its number, not the link."""
    days = number(call, "days", least=1, most=365, default=14)
    uses = number(call, "uses", least=0, most=1_000_000, default=0)
    # refused before anything is on record
    link_origin(call)
    made = call.study.invites.make(days=days, uses=uses)
    invite = call.study.invites.read(made)
    details = {"invite": invite.id, "expires": invite.expires * 1000, "uses": uses}
    await act(call, LogAct(call.person.name, "invite", details))
    return await _page(call, made=made)
