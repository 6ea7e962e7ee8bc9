"""A simulated study is shown to those who run it, marked on every page, and never takes or claims people's answers."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from beholder.cli import app
from beholder.errors import BeholderError
from beholder.facade import load
from beholder.report import build_report, material_of_study
from beholder.web import open_served
from tests.study_maker import make_study
from tests.web.web_client import open_site

SETTINGS = {
    "consent": {"text": "We keep your answers."},
    "crowd": {"platform": "prolific"},
    "about": {"pay": "15 EUR per hour"},
}


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("simulated")
    make_study(folder, "one", items=4, systems="ab", ratings=2, **SETTINGS)
    app(["simulate", str(folder), "--raters", "4"], standalone_mode=False)
    return folder


def test_the_pages_show_it_as_simulated_and_let_nobody_in(simulated: Path) -> None:
    with open_site(simulated, simulated=True) as site, site.signed_in() as client:
        at = f"/c/{site.study.short}"
        for page in ("", "/raters", "/items", "/agreement", "/results", "/exports", "/audit"):
            shown = client.get(f"{at}{page}?lang=en")
            assert shown.status_code == 200
            assert "Simulated raters" in shown.text
        assert client.post(f"{at}/state", data={"state": "open"}).status_code == 422
        assert client.post(f"{site.api}/join", json={"language": "en"}).status_code == 410
    with load(simulated) as study:
        assert study.status().state == "closed"
        assert study.verify().problems == ()


def test_without_the_word_it_is_refused_and_says_how(simulated: Path, tmp_path: Path) -> None:
    with pytest.raises(BeholderError, match="holds simulated answers") as caught:
        open_served(simulated)
    assert "serve --simulated" in caught.value.problems[0].hint
    make_study(tmp_path, "one", items=2)
    with pytest.raises(BeholderError, match="no simulated raters have answered"):
        open_served(tmp_path, simulated=True)
    open_served(tmp_path).close()
    with pytest.raises(BeholderError, match="people work on this study"):
        open_served(tmp_path, simulated=True)


def test_its_report_states_nothing_of_people(simulated: Path) -> None:
    with load(simulated) as study:
        page = build_report(material_of_study(study), draw=False)
    text = re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))
    assert "No people took part: the raters are simulated." in text
    assert "4 simulated raters took part, 4 of them are in the results; there were no human raters" in text
    assert "Every rater agreed" not in text
    assert "Platform" not in text
    assert "Agreed to take part" not in text
