"""Errors on pages: told in the language of the page, by their code."""

from __future__ import annotations

import html

import httpx
import pytest
from docs.error_codes import find_codes

from beholder.errors import Problem
from beholder.text import Catalogue, languages_with
from beholder.web.coordinate.frame import words
from beholder.web.page_words import page_words
from beholder.web.refusal import tell_problem
from tests.web.web_client import Site

_ASKED = ("web/", "engine/", "fields/", "exports/", "store/", "tables/")
"""What a request passes through: a code that is raised here can be seen on a page."""

_BESIDES = ("analysis-nothing", "stats-bad-pilot", "stats-bad-plan")
"""Codes of other packages that pages of coordinators show."""

_BEFORE_PAGES = {
    *("study-copied", "server-exposed", "port-unavailable", "study-in-use", "secret-weak", "study-id-broken"),
    *("study-id-lost", "study-id-foreign"),
    *("database-address", "database-not-durable", "database-unreachable", "database-newer", "database-lost"),
    "database-programs",
    *("media-recorded", "study-not-started", "field-kind-broken", "field-kind-unknown", "extra-missing"),
    *("publication-outdated", "study-elsewhere", "study-not-published", "workers-need-postgres"),
}
"""Told by `serve` before there is a page."""

_NO_PAGE = {
    *("study-simulated", "study-simulated-already", "study-has-people", "crowd-endless", "setting-without-effect"),
    *(
        "folder-not-empty",
        "next-round-missing",
        "export-platform-ids",
        "export-no-questions",
        "export-no-marks",
        "export-no-judgments",
        "judge-study-changed",
        "column-unknown",
        "checks-few",
        "plan-oversized",
    ),
    "captions-zero-present",
}
"""Of simulation, of `check`, of files that only the command line writes, and of Python."""

_IN_OTHER_WORDS = {"answer-already-given": "already-given", "sign-in-refused": "signin-refused"}

_STAFF_ONLY = {
    *("password-too-short", "password-common", "sign-in-needed", "sign-in-refused", "role-not-enough"),
    *("coordinator-file-broken", "host-unknown", "role-unknown", "state-unknown", "phase-unknown", "phase-too-late"),
    *("message-kind", "item-unknown", "trial-unknown", "export-sealed", "export-format", "file-unwritable"),
    *_BESIDES,
}


def _codes() -> set[str]:
    raised = find_codes().places
    shown = {code for code, places in raised.items() if any(place.startswith(_ASKED) for place in places)}
    assert not (_BEFORE_PAGES | _NO_PAGE) - shown, "codes that are no longer raised"
    return (shown | set(_BESIDES)) - _BEFORE_PAGES - _NO_PAGE


@pytest.mark.parametrize("domain", ["pages", "coordinate"])
def test_every_code_that_a_page_can_show_has_words_in_every_language_of_the_page(domain: str) -> None:
    codes = {code for code in _codes() if (code in _STAFF_ONLY) == (domain == "coordinate")}
    wanted = {_IN_OTHER_WORDS.get(code, f"refused-{code}") for code in codes}
    catalogue = Catalogue(domain)
    lacking = {language: sorted(wanted - catalogue.ids(language)) for language in languages_with(domain)}
    assert not any(lacking.values()), lacking


def test_no_words_are_kept_for_a_code_that_is_gone() -> None:
    told = {key for name in ("pages", "coordinate") for key in Catalogue(name).ids() if key.startswith("refused-")}
    assert {key.removeprefix("refused-") for key in told} - {"otherwise"} <= set(find_codes().places)


def test_a_code_without_words_is_told_with_the_words_of_the_server() -> None:
    told = tell_problem(Problem("no two systems were compared", "stats-no-pairs"), words("zh"))
    assert "stats-no-pairs" in told
    assert "no two systems were compared" in told
    assert "服务器" in told


@pytest.mark.parametrize(
    ("language", "told"), [("zh", "这台服务器上没有这项研究"), ("de", "gibt es auf diesem Server nicht")]
)
def test_the_error_page_speaks_the_language_of_the_reader(anyone: httpx.Client, language: str, told: str) -> None:
    page = anyone.get(f"/s/nothing/?lang={language}", headers={"accept": "text/html"}).text
    assert told in page
    # whoever helps can still search for the exact words
    assert '<dd lang="en">there is no such study here</dd>' in page


def test_an_english_error_page_says_it_once(anyone: httpx.Client) -> None:
    page = anyone.get("/s/nothing/?lang=en", headers={"accept": "text/html"}).text
    assert page.count("there is no such study here") == 1
    assert page_words("en")("refused-study-unknown") not in page


def test_a_program_is_answered_in_english_whatever_it_accepts(anyone: httpx.Client) -> None:
    refused = anyone.get("/s/nothing/api/session", headers={"accept-language": "zh"}).json()["error"]
    assert (refused["code"], refused["problem"]) == ("study-unknown", "there is no such study here")


def test_a_coordinator_reads_in_chinese_what_is_wrong(site: Site) -> None:
    short = site.study.short
    with site.client() as owner:
        site.sign_in(owner)
        accept = {"accept": "text/html"}
        password = owner.post("/c/password?lang=zh", data={"password": "short"}, headers=accept)
        assert "密码长度为" in password.text
        reason = owner.post(f"/c/{short}/raters/exclude?lang=zh", data={"rater": "x", "reason": " "}, headers=accept)
        assert words("zh")("refused-message-text") in reason.text
        decided = owner.post(f"/c/{short}/adjudication/0?lang=zh", data={"payload": '{"trial":{},"slots":[]}'})
        label = site.study.definition.declaration.form.fields["quality"].label.to("zh")
        assert html.escape(f"{label}: {words('zh')('refused-answer-missing')}") in decided.text
        nothing = owner.post(f"/c/{short}/results/look?lang=zh", data={"reason": "看看"}, headers=accept)
        assert words("zh")("refused-analysis-nothing") in nothing.text
