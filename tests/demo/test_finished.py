"""The finished examples of the demo: what simulated raters leave behind, openly marked, and gone when the demo stops."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from beholder.demo import FinishedExamples
from beholder.demo.rehearsal import finish, finish_all
from beholder.facade import load
from beholder.protocols import find_protocol, protocol_names
from beholder.report import content_policy
from beholder.store.raters import all_raters
from beholder.study import load_definition
from beholder.testing import write_masks_study
from beholder.web import MadeReport, ServedStudy, ServerOptions, open_finished
from beholder.web.coordinate.routes import COORDINATE
from tests.english_left import left_in_english, texts_shown
from tests.web.web_client import Site, open_site

_LOCAL = "http://127.0.0.1:8484"
_PATIENCE = 120


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Path]]:
    folder = tmp_path_factory.mktemp("finished")
    make = find_protocol("masks").example
    assert make is not None
    make(folder, 7)
    return folder, finish(folder)


@contextmanager
def _opened(finished: tuple[Path, dict[str, Path]]) -> Iterator[ServedStudy]:
    folder, reports = finished
    made = {language: MadeReport(path, content_policy()) for language, path in reports.items()}
    study = open_finished(folder, reports=made)
    try:
        yield study
    finally:
        study.close()


@pytest.fixture
def site(finished: tuple[Path, dict[str, Path]], tmp_path: Path) -> Iterator[tuple[Site, ServedStudy]]:
    """A demo of one study for people, and one that is finished."""
    with (
        open_site(write_masks_study(tmp_path / "live", trials=8), options=ServerOptions(demo=True)) as site,
        _opened(finished) as study,
    ):
        site.app.add(study)
        yield site, study


def test_a_finished_study_is_whole_closed_unblinded_and_says_that_it_is_simulated(
    finished: tuple[Path, dict[str, Path]],
) -> None:
    folder, reports = finished
    with load(folder) as study:
        status = study.status()
    assert (status.state, status.simulated, status.given) == ("closed", True, status.wanted)
    assert set(reports) == {"en", "zh"}
    assert "These answers come from simulated raters, not from people." in reports["en"].read_text(encoding="utf-8")
    assert "这些答案来自模拟评分员" in reports["zh"].read_text(encoding="utf-8")


def test_the_landing_page_tells_finished_studies_from_those_to_rate(site: tuple[Site, ServedStudy]) -> None:
    here, study = site
    with here.client(base_url=_LOCAL) as client:
        for language, simulated in (("en", "simulated raters"), ("zh", "名模拟评分员")):
            text = client.get(f"/?lang={language}").text
            cards, _, below = text.partition('class="finished"')
            assert study.short not in cards
            assert f"/s/{study.short}/" not in below
            assert simulated in below
            for page in ("report", "results", "raters", "agreement", "exports"):
                assert f'href="/c/{study.short}/{page}?lang={language}"' in below
                assert client.get(f"/c/{study.short}/{page}?lang={language}").status_code == 200
        assert "being prepared" not in client.get("/?lang=en").text
        here.app.awaited = 2
        waiting = client.get("/?lang=en").text
        assert "2 being prepared" in waiting
        assert "/coordinate/live.js" in waiting


def test_the_report_is_allowed_its_own_style_and_script_and_nothing_else(site: tuple[Site, ServedStudy]) -> None:
    here, study = site
    with here.client(base_url=_LOCAL) as client:
        told = {language: client.get(f"/c/{study.short}/report?lang={language}") for language in ("en", "zh")}
        assert client.get(f"/c/{here.study.short}/report").status_code == 404
    assert 'lang="en"' in told["en"].text
    assert 'lang="zh-CN"' in told["zh"].text
    policy = dict(part.strip().split(" ", 1) for part in told["en"].headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"].startswith("'sha256-")
    assert "connect-src" not in policy
    assert told["en"].headers["x-content-type-options"] == "nosniff"
    with here.client() as stranger:
        assert stranger.get(f"/c/{study.short}/report").headers["location"] == "/c/"


def test_all_pages_and_the_report_of_a_study_in_chinese_are_chinese(site: tuple[Site, ServedStudy]) -> None:
    here, study = site
    _walk_in_chinese(here, study)


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in protocol_names() if find_protocol(name).example and name != "masks"])
def test_they_are_so_whatever_is_asked(name: str, painted: Callable[[str], Path], tmp_path: Path) -> None:
    folder = shutil.copytree(painted(name), tmp_path / name)
    with (
        open_site(write_masks_study(tmp_path / "live", trials=8), options=ServerOptions(demo=True)) as site,
        _opened((folder, finish(folder))) as study,
    ):
        site.app.add(study)
        _walk_in_chinese(site, study)


def _walk_in_chinese(site: Site, study: ServedStudy) -> None:
    """Every page that is looked at, each kind once; what people and the study itself brought may be in any language."""
    brought = _brought(study.definition.folder)
    left: dict[str, set[str]] = {}
    with site.client(base_url=_LOCAL) as client:
        linked = ""
        for route in sorted(COORDINATE, key=lambda route: route.path.count("/")):
            if route.method != "GET" or not (route.gives == "html" or route.path.endswith("/report")):
                continue
            pattern = re.sub(r"\\{\w+\\}", "[^/?]+", re.escape(route.path.replace("{study}", study.short)))
            found = re.search(rf'"({pattern})\?', linked)
            address = found[1] if found else route.path.replace("{study}", study.short)
            # whatever is not needed there, such as judging what nobody disputes, is linked nowhere
            if "{" not in address:
                page = client.get(address, params={"lang": "zh"}).text
                linked += page
                left[address] = left_in_english(texts_shown(page), but=brought)
    assert {len(left) > 15, *(f"{page}: {text}" for page, texts in left.items() for text in texts)} == {True}


def _brought(folder: Path) -> set[str]:
    """What is not the page's own: contents of items, answers, names of fields, options, systems, and reasons given."""
    lines = (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()
    with load(folder) as study:
        rows = study.ratings().rows
        options = (o.id for _, field in study.definition.declaration.form.all_fields() for o in field.options_shown())
        values = {one for row in rows for one in (row.value, row.field, row.system or "")}
        found = {*values, *options, *(text for line in lines for text in _strings(json.loads(line)))}
    return {one for one in found if one} | {"The study is finished."}


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    for inner in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _strings(inner)
    yield from data if isinstance(data, dict) else ()


def test_nobody_can_add_people_to_a_simulated_study(site: tuple[Site, ServedStudy]) -> None:
    here, study = site
    with here.client(base_url=_LOCAL) as client:
        page = client.get(f"/c/{study.short}?lang=en").text
        assert "Simulated raters" in page
        assert 'value="open"' not in page
        assert client.post(f"/c/{study.short}/state", data={"state": "open"}).status_code == 422
        assert client.post(f"/s/{study.short}/api/join", json={"language": "en"}).status_code == 410
        assert "Simulated raters" in client.get("/c/?lang=en").text


def test_raters_who_hardly_look_are_flagged_and_few_others(site: tuple[Site, ServedStudy]) -> None:
    _, study = site
    with study.engine.database.read() as conn:
        joined = sorted(all_raters(conn, study.engine.key), key=lambda one: one.joined_at)
    _, quality = study.engine.observe()
    flagged = {one.rater for one in quality if one.flags}
    assert {joined[1].rater, joined[5].rater} <= flagged
    assert len(flagged) <= len(joined) / 3


@pytest.mark.long
def test_a_round_that_follows_is_made_of_the_answers_before_it(tmp_path: Path) -> None:
    folders = []
    for name in ("naming", "naming-verify"):
        make = find_protocol(name).example
        assert make is not None
        folders.append(tmp_path / name)
        folders[-1].mkdir()
        make(folders[-1], 7)
    (first, _), (second, reports) = finish_all(folders, tmp_path / "out")
    with load(first) as study:
        given = {row.value.lower() for row in study.ratings().rows if row.field == "name"}
    asked = [item for item in load_definition(second).items if item.kind == "main"]
    names = {one.columns["name"] for item in asked for one in item.candidates if not one.columns.get("planted")}
    assert names
    assert names <= given
    assert not (folders[1] / ".beholder").exists()
    assert reports["en"].is_file()


def test_examples_that_cannot_be_made_are_not_waited_for(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with open_site(write_masks_study(tmp_path / "live", trials=8), options=ServerOptions(demo=True)) as site:
        broken = tmp_path / "broken"
        broken.mkdir()
        examples = FinishedExamples(site.app, [broken])
        deadline = time.monotonic() + _PATIENCE
        while site.app.awaited:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        examples.close()
        with site.client(base_url=_LOCAL) as client:
            assert "What you get" not in client.get("/?lang=en").text
    assert "study-missing" in capfd.readouterr().err
