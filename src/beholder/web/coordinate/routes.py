"""The addresses below `/c/`. Looking is open to viewers; what changes something is open to coordinators only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from beholder.web.call import Call, Reply
from beholder.web.coordinate import adjudication_page as adjudication
from beholder.web.coordinate import audit_page as audit
from beholder.web.coordinate import exports_page as exports
from beholder.web.coordinate import guideline_page as guideline
from beholder.web.coordinate import home_page as home
from beholder.web.coordinate import inbox_page as inbox
from beholder.web.coordinate import invites_page as invites
from beholder.web.coordinate import item_page as item
from beholder.web.coordinate import items_page as items
from beholder.web.coordinate import overview_page as overview
from beholder.web.coordinate import pay_page as pay
from beholder.web.coordinate import people_page as people
from beholder.web.coordinate import rater_page as rater
from beholder.web.coordinate import raters_page as raters
from beholder.web.coordinate import results_page as agreement
from beholder.web.coordinate import results_page as report
from beholder.web.coordinate import results_page as results
from beholder.web.route import Gives, Role, WebRoute

__all__ = ["COORDINATE"]

_Handler = Callable[[Call], Awaitable[Reply]]


def _look(path: str, handler: _Handler, *query: str, role: Role = "viewer", gives: Gives = "html") -> WebRoute:
    return WebRoute(
        path=f"/c/{{study}}{path}", method="GET", role=role, handler=handler, gives=gives, query=("lang", *query)
    )


def _change(path: str, handler: _Handler, *, role: Role = "coordinator", gives: Gives = "html") -> WebRoute:
    return WebRoute(
        path=f"/c/{{study}}{path}",
        method="POST",
        role=role,
        handler=handler,
        takes="form",
        gives=gives,
        query=("lang",),
    )


COORDINATE: tuple[WebRoute, ...] = (
    WebRoute(path="/c/", method="GET", role="public", handler=home.home, query=("t", "lang")),
    WebRoute(path="/c/sign-in", method="POST", role="public", handler=home.sign_in, takes="form"),
    WebRoute(path="/c/sign-out", method="POST", role="viewer", handler=home.sign_out, takes="form"),
    WebRoute(path="/c/password", method="POST", role="viewer", handler=home.change_password, takes="form"),
    _look("", overview.overview),
    _change("/state", overview.change_state),
    _look("/pilot", overview.pilot),
    _change("/phase", overview.change_phase),
    _look("/items", items.items, "state", "page"),
    _change("/items", items.suspend),
    _look("/items/{item}", item.item),
    _look("/picture/{item}/{number}", items.picture, "size", gives="file"),
    _look("/raters", raters.raters, "sort", "order"),
    _look("/raters/{rater}", rater.rater),
    _change("/raters/exclude", raters.exclude),
    _change("/raters/readmit", raters.readmit),
    _change("/raters/rules", raters.apply_rules),
    _change("/raters/platform-ids", raters.show_platform_ids),
    _look("/pay", pay.pay, "per_hour", "per_submission", role="coordinator"),
    _change("/pay", pay.sheet, gives="file"),
    _look("/agreement", agreement.agreement),
    _look("/inbox", inbox.inbox),
    _change("/inbox/reply", inbox.reply),
    _change("/inbox/close", inbox.close),
    _change("/inbox/notice", inbox.notice),
    _look("/adjudication", adjudication.queue, role="adjudicator"),
    _look("/adjudication/{trial}", adjudication.trial, role="adjudicator"),
    _look("/adjudication/{trial}/showing", adjudication.showing, role="adjudicator"),
    _change("/adjudication/{trial}", adjudication.decide, role="adjudicator"),
    _look("/guideline", guideline.guideline, "version"),
    _change("/guideline", guideline.save),
    _change("/guideline/preview", guideline.preview),
    _change("/guideline/reissue", guideline.reissue),
    _look("/invites", invites.invites, role="coordinator"),
    _change("/invites", invites.make_invite),
    _look("/results", results.results),
    _change("/results/look", results.look),
    _change("/results/unblind", results.unblind),
    _look("/report", report.report, gives="file"),
    _look("/exports", exports.exports),
    _change("/exports", exports.download, gives="file"),
    _look("/people", people.people, role="coordinator"),
    _change("/people", people.put_person),
    _look("/audit", audit.audit, "page"),
)
