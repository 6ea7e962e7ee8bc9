"""Hostile text in every field that somebody can fill: shown as text on every page, and harmless in spreadsheets."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from beholder.engine import Answer, Join, Lease
from tests.web.coordinate.conftest import Watched
from tests.web.coordinate.population import populate, write_study
from tests.web.coordinate.test_pages import PAGES
from tests.web.web_client import open_site

HOSTILE = (
    "<script>hacked()</script><img src=x onerror=hacked()>\"><svg onload=hacked()> ' onmouseover=hacked() "
    "[x](javascript:hacked()) {{ 7*7 }} ${7*7} </textarea></title><style>*{display:none}</style> \u202egnp.exe \x07"
)
FORMULA = '=HYPERLINK("http://evil.example","click")'


class _Reader(HTMLParser):
    """Finds what a browser would run."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name: value or "" for name, value in attrs}
        ours = names.get("src", "").startswith("/static/") or names.get("type") == "application/json"
        if tag == "script" and not ours:
            self.found.append("script")
        self.found += [name for name in names if name.startswith("on") or name == "style"]
        self.found += [value for value in names.values() if value.strip().lower().startswith("javascript:")]
        if tag in ("style", "iframe", "object", "base", "meta") and names.get("http-equiv"):
            self.found.append(tag)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    folder: Path = write_study(tmp_path_factory.mktemp("hostile") / "study", title="x")
    text = (folder / "study.yaml").read_text()
    title = json.dumps(HOSTILE.replace("\x07", ""))
    (folder / "study.yaml").write_text(text.replace('title: "x"', f"title: {title}\ncontact: {title}"))
    with open_site(folder) as site, site.client() as owner:
        raters = populate(site.study.engine, question=HOSTILE, most=14)
        site.sign_in(owner)
        watched = Watched(site, raters, owner)
        watched.post("/inbox/reply", message="1", kind="reply", text=HOSTILE)
        watched.post("/inbox/notice", text=HOSTILE)
        watched.post("/raters/exclude", rater=raters["same"], reason=HOSTILE.replace("\x07", "")[:500])
        watched.post("/results/look", reason=FORMULA)
        name = HOSTILE.replace("\x07", "").replace("\u202e", "")[:58]
        watched.post("/people", name=name, new="yes", role="viewer", link="yes")
        page = watched.get("/guideline").text
        old = re.search(r'name="text-zh"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
        assert old
        saved = watched.post(
            "/guideline",
            number="1",
            **{"text-en": HOSTILE, "text-zh": HOSTILE + "2", "changes-en": HOSTILE, "changes-zh": HOSTILE},
        )
        assert saved.status_code == 303
        leases = site.study.engine.run(Lease(site.study.engine.run(Join()).rater)).leases
        trial = next(lease for lease in leases if lease.kind == "main")
        site.study.engine.run(
            Answer(
                id="hostile-0001",
                rater=trial.rater,
                lease=trial.lease,
                payload={"trial": {"quality": 1, "comment": FORMULA}, "slots": []},
            )
        )
        payload = json.dumps({"trial": {"quality": 3, "comment": HOSTILE}, "slots": []})
        decided = watched.post(f"/adjudication/{trial.trial}", payload=payload, comment=HOSTILE)
        assert decided.status_code == 303
        watched.raters["trial"] = str(trial.trial)
        yield watched


@pytest.mark.parametrize(
    "path",
    [
        *PAGES,
        "/adjudication/{trial}",
        "/adjudication/{trial}/showing",
        "/guideline?version=1",
        "/guideline?version=2",
    ],
)
def test_hostile_text_is_shown_as_text(hostile: Watched, path: str) -> None:
    page = hostile.owner.get(hostile.base + path.replace("{trial}", hostile.raters["trial"]))
    assert page.status_code == 200
    reader = _Reader()
    reader.feed(page.text)
    assert reader.found == []
    assert "{{ 7*7 }}" in page.text, "and no template has filled it in"
    assert "&lt;script&gt;hacked()" in page.text, "the title at least says what was written"


def test_the_preview_and_a_refused_form_show_it_as_text_too(hostile: Watched) -> None:
    draft = {"text-en": HOSTILE, "text-zh": HOSTILE, "changes-en": HOSTILE}
    for page in (
        hostile.post("/guideline/preview", number="2", **draft),
        hostile.post("/guideline", number="1", **draft),
        hostile.post("/people", name=HOSTILE, new="yes", role="viewer"),
    ):
        reader = _Reader()
        reader.feed(page.text)
        assert reader.found == []


def test_no_cell_of_an_export_is_a_formula(hostile: Watched) -> None:
    exported = hostile.post("/exports", file="ratings.csv").text
    pay = hostile.post("/raters/pay", per_hour="1", names="yes").content.decode("utf-8-sig")
    for table in (exported, pay):
        rows = list(csv.reader(io.StringIO(table)))
        assert not [cell for row in rows for cell in row if cell[:1] in ("=", "@", "\t", "\r")]
    assert f"'{FORMULA}" in [row["value"] for row in csv.DictReader(io.StringIO(exported))]


def test_control_characters_do_not_break_a_page(hostile: Watched) -> None:
    for path in ("/inbox", "/audit"):
        assert "\x00" not in hostile.get(path).text
