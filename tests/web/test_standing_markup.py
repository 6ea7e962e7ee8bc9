"""Markup that stands in many trials comes out where it was put, with its marks filled."""

from __future__ import annotations

from markupsafe import Markup

from beholder.web.standing_markup import NOTHING, StandingMarkup

MARK = "0123456789abcdef"
FORM = Markup(f'<form data-number="{MARK}n;">{"a line of the form; " * 10}</form>')


def filled(parts: list[str], **values: str) -> str:
    whole = list(parts)
    whole[1::2] = [{NOTHING: "", **values}[name] for name in whole[1::2]]
    return "".join(whole)


def test_what_stands_in_many_trials_is_put_in_with_the_marks_of_each() -> None:
    standing = StandingMarkup(MARK)
    page = f"<p>{MARK}l;</p>{standing.stand_in(FORM)}; {standing.stand_in(FORM)}<b>{MARK}m0;</b>"
    assert len(page) < len(FORM)
    wanted = f"<p>lease</p>{FORM}; {FORM}<b>/m/1</b>".replace(f"{MARK}n;", "7")
    assert filled(standing.cut(page), l="lease", m0="/m/1", n="7") == wanted
    assert filled(standing.cut("nothing; stands here")) == "nothing; stands here"


def test_a_template_can_still_ask_whether_there_is_any() -> None:
    standing = StandingMarkup(MARK)
    assert not standing.stand_in(Markup(""))
    assert standing.stand_in(Markup("<b>short</b>")) == "<b>short</b>"
