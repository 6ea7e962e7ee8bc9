"""What coordinators do: it works, it is put on record under their name, and raters see what concerns them."""

from __future__ import annotations

import csv
import html
import io
import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from typer.testing import CliRunner

from beholder.cli import app
from beholder.engine import Join, Lease, SimulatedClock
from beholder.facade import Study
from beholder.keeping.notes import take_notes
from beholder.keeping.verify import verify_chain
from beholder.stats import Components, Design, Ratings, half_width, raters_enough
from beholder.store.messages import MessageRow, add_message, list_messages
from beholder.store.trials import suspended_items
from beholder.tables.ratings import Rating, stream_ratings
from beholder.web.coordinate.watch import read_acts
from tests.prolific import prolific_id
from tests.web.coordinate.conftest import Watched
from tests.web.coordinate.population import SETTINGS, SYSTEMS, populate, write_study
from tests.web.web_client import open_site


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Watched]:
    """A study of one's own."""
    with open_site(write_study(tmp_path / "study")) as site, site.client() as owner:
        raters = populate(site.study.engine)
        site.sign_in(owner)
        yield Watched(site, raters, owner)
        with site.study.engine.database.read() as conn:
            assert verify_chain(conn, site.study.engine.key).problems == ()


def ratings(study: Watched) -> list[Rating]:
    engine = study.site.study.engine
    with engine.database.read() as conn:
        form = engine.definition.declaration.form
        return list(stream_ratings(conn, engine.key, study="s", protocol="p", form=form))


def test_pausing_and_closing_are_on_record_with_before_and_after(study: Watched) -> None:
    for state in ("paused", "open", "closed"):
        assert study.post("/state", state=state).status_code == 303
    assert study.log() == ["state"] * 3
    page = study.get("/audit", lang="en").text
    assert "<dd>open → paused</dd>" in page
    assert "<dd>open → closed</dd>" in page
    assert study.post("/state", state="gone").status_code == 422
    study.post("/state", state="closed")
    assert study.log() == ["state"] * 3, "what changes nothing is no act"


def test_rules_are_foreseen_and_then_applied_to_just_that(study: Watched) -> None:
    page = study.get("/raters", lang="en").text
    foreseen = re.findall(r"<code>(failed-checks|too-fast)</code></td><td><code>(\w+)</code></td><td[^>]*>(\d+)", page)
    assert {rater for _, rater, _ in foreseen} == {study.raters["hasty"], study.raters["same"]}
    study.post("/raters/rules", sure="yes")
    taken: Counter[tuple[str, str]] = Counter()
    for row in ratings(study):
        if row.field == "quality" and row.excluded_by:
            taken[row.excluded_by, row.rater] += 1
    assert {(rule, rater): int(n) for rule, rater, n in foreseen} == dict(taken)
    assert study.log() == ["apply-rules"]
    assert "Nothing." in study.get("/raters", lang="en").text


def test_a_rater_is_excluded_by_hand_with_a_reason(study: Watched) -> None:
    rater = study.raters["severe"]
    refused = study.post("/raters/exclude", rater=rater, reason="  ")
    assert refused.status_code == 422
    assert study.post("/raters/exclude", rater="nobody", reason="x").status_code == 404
    assert study.log() == []
    study.post("/raters/exclude", rater=rater, reason="=cmd() <b>told us</b>", reissue="yes")
    rules = {row.excluded_by for row in ratings(study) if row.rater == rater and row.kind == "main"}
    assert rules == {"by-hand"}
    page = study.get("/audit", lang="en").text
    assert "=cmd() &lt;b&gt;told us&lt;/b&gt;" in page


def test_the_pay_sheet_pays_for_what_was_approved(study: Watched) -> None:
    study.post("/raters/exclude", rater=study.raters["hasty"], reason="clicks through")
    answer = study.post("/pay", per_hour="12")
    assert answer.headers["content-disposition"].startswith("attachment")
    rows = {row["rater"]: row for row in csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))}
    honest, hasty = rows[study.raters["honest-1"]], rows[study.raters["hasty"]]
    assert int(honest["approved_trials"]) >= 24
    assert int(honest["excluded_trials"]) == 0
    assert float(honest["pay"]) == pytest.approx(float(honest["active_minutes"]) / 60 * 12, abs=0.02)
    assert int(hasty["excluded_trials"]) >= 24
    # practice and checks of somebody whose ratings were all taken out are no work by themselves
    assert (hasty["approved_trials"], hasty["pay"]) == ("0", "0.00")
    assert "platform_id" not in honest
    for wrong in ({"per_hour": "much"}, {"per_hour": "1", "per_submission": "-2"}):
        assert study.post("/pay", **wrong).status_code == 422
    assert study.log() == ["exclude", "pay-sheet"]


def test_the_total_of_pay_is_the_sum_of_the_lines(study: Watched) -> None:
    """At a few cents an hour, each line is less than a cent and all of them together are more."""
    for rate in ("0.02", "1.37", "12"):
        page = study.get("/pay", per_hour=rate, lang="en").text
        *lines, total = (float(one) for one in re.findall(r'data-label="Pay[^"]*">([\d.,]+)</td></tr>', page))
        assert len(lines) > 2
        assert total == pytest.approx(sum(lines))


def test_the_table_shows_who_is_excluded_and_compares_nobody_with_them(study: Watched) -> None:
    def line(person: str) -> str:
        page = study.get("/raters", lang="en").text
        return re.sub(r"\s+", " ", page.partition(f"<code>{study.raters[person]}</code>")[2].partition("</tr>")[0])

    def agree(person: str) -> str:
        return line(person).partition("Agree")[2].partition("</td>")[0]

    before = agree("honest-1")
    assert 'class="badge">excluded' not in line("hasty")
    study.post("/raters/exclude", rater=study.raters["hasty"], reason="clicks through")
    assert 'class="badge">excluded' in line("hasty")
    assert "data-exclude" not in line("hasty")
    assert agree("honest-1") != before


def test_ids_of_a_platform_are_shown_when_asked_for_and_that_is_on_record(tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", settings=SETTINGS + "crowd: {complete: C1}\n")
    with open_site(folder) as site, site.client() as owner, site.client() as rater:
        site.sign_in(owner)
        site.join(rater, platform={"PROLIFIC_PID": prolific_id("pid-77")})
        study = Watched(site, {}, owner)
        assert prolific_id("pid-77") not in study.get("/raters", lang="en").text
        assert prolific_id("pid-77") in study.post("/raters/platform-ids", sure="yes").text
        assert study.log() == ["platform-ids"]
        viewer = study.person("Vi")
        assert viewer.post(f"{study.base}/raters/platform-ids", data={"sure": "yes"}).status_code == 403


def test_every_code_for_the_platform_stands_with_its_link(tmp_path: Path) -> None:
    codes = {
        "complete": "C1",
        "screened_out": "C2",
        "failed_checks": "C3",
        "too_many_skipped": "C4",
        "over_quota": "C5",
    }
    settings = f"{SETTINGS}crowd: {json.dumps(codes)}\n"
    with open_site(write_study(tmp_path / "study", settings=settings)) as site, site.client() as owner:
        site.sign_in(owner)
        page = Watched(site, {}, owner).get("/invites", lang="en").text
    assert "For Prolific" in page
    assert all(f"<code>{code}</code>" in page for code in codes.values())


def test_now_are_those_who_have_something_before_them(tmp_path: Path) -> None:
    with open_site(write_study(tmp_path / "study", settings="")) as site, site.client() as owner:
        site.sign_in(owner)
        study, engine = Watched(site, {}, owner), site.study.engine

        def now() -> str:
            found = re.search(r"<small>(\d+) now</small>", study.get(lang="en").text)
            return found[1] if found else ""

        clock = SimulatedClock(engine.clock())
        engine.clock = clock
        people = [engine.run(Join()).rater for _ in range(3)]
        engine.run(Lease(people[0], 1))
        engine.run(Lease(people[1], 1))
        assert now() == "2"
        clock.advance(10 * 60_000)
        engine.run(Lease(people[1], 1))
        assert now() == "1"


def test_fixed_pay_goes_to_those_who_finished(study: Watched) -> None:
    hourly, fixed = (
        {row["rater"]: row for row in csv.DictReader(io.StringIO(reply.content.decode("utf-8-sig")))}
        for reply in (study.post("/pay", per_hour="12"), study.post("/pay", per_hour="12", per_submission="3"))
    )
    ended = {row["rater"] for row in fixed.values() if row["finished"] == "yes"}
    assert ended == {name for name, row in fixed.items() if float(row["pay"]) > float(hourly[name]["pay"]) + 2.9}
    assert study.raters["honest-1"] in ended
    assert study.raters["reporter"] not in ended


def test_a_question_is_answered_published_and_closed(study: Watched) -> None:
    engine = study.site.study.engine
    with engine.database.read() as conn:
        question, report = list_messages(conn, engine.key, kinds=("question", "broken"), state="open")
    study.post("/inbox/reply", message=str(question.message), kind="clarification", text="Shadows never count.")
    study.post("/inbox/close", message=str(report.message))
    study.post("/inbox/notice", rater=study.raters["severe"], text="Thank you!")
    assert study.post("/inbox/notice", rater="nobody", text="x").status_code == 404
    assert study.post("/inbox/reply", message="999", kind="reply", text="x").status_code == 404
    assert study.post("/inbox/reply", message=str(question.message), kind="reply", text="").status_code == 422
    with engine.database.read() as conn:
        assert not list_messages(conn, engine.key, state="open")
        for_all = [m.text for m in list_messages(conn, engine.key, rater="somebody", kinds=("clarification", "notice"))]
        severe = [m.text for m in list_messages(conn, engine.key, rater=study.raters["severe"], kinds=("notice",))]
    assert for_all == ["Shadows never count."]
    assert severe == ["Thank you!"]
    assert study.log() == ["clarification", "close-message", "notice"]
    assert "Shadows never count." in study.get("/inbox").text


def test_items_that_reports_may_not_suspend_are_shown_and_all_can_be_resumed(study: Watched) -> None:
    engine = study.site.study.engine
    reporters = [study.raters[name] for name in ("honest-1", "severe")]
    with engine.database.write() as conn:
        for rater, item in itertools.product(reporters, (3, 5)):
            row = MessageRow(0, "broken", rater, rater, "", item, -1, "open", engine.clock(), "black")
            add_message(conn, engine.key, row)
    page = study.get("", lang="en").text
    assert "report 2 items as broken, beyond" in page
    assert f"{study.base}/items/3" in page.split('id="reported"')[1].split("</p>")[0]
    for number in ("3", "5"):
        study.post("/items", item=number, suspended="yes")
    assert 'id="reported"' not in study.get("", lang="en").text
    assert "Resume all" in study.get("/items", state="suspended", lang="en").text
    assert study.post("/items", suspended="none").status_code == 303
    with engine.database.read() as conn:
        assert suspended_items(conn, engine.key) == set()
    assert 'id="reported"' not in study.get("", lang="en").text, "a person has looked at them"
    assert study.log() == ["suspend", "suspend", "resume-all"]
    assert "resumed all suspended items" in study.get("/audit", lang="en").text


def test_a_disputed_trial_is_decided_apart_from_the_raw_answers(study: Watched) -> None:
    before = [row for row in ratings(study) if row.kind == "main"]
    page = study.get("/adjudication", lang="en").text
    trial = re.findall(rf"{study.base}/adjudication/(\d+)", page)[0]
    shown = study.get(f"/adjudication/{trial}", lang="en").text
    values = [row.value for row in before if row.trial == trial and row.field == "quality"]
    for value in values:
        assert f"<td>{value}</td>" in shown
    assert max(map(int, values)) - min(map(int, values)) >= 5
    empty = study.post(f"/adjudication/{trial}", payload="")
    assert empty.status_code == 422
    payload = json.dumps({"trial": {"quality": 6, "comment": None}, "slots": []})
    assert study.post(f"/adjudication/{trial}", payload=payload, comment="A hole.").status_code == 303
    after = ratings(study)
    assert [row for row in after if row.kind == "main"] == before
    decided = [row for row in after if row.kind == "adjudication" and row.field == "quality"]
    assert [(row.trial, row.value, row.rater) for row in decided] == [(trial, "6", "adjudicator-coordinator")]
    queue = study.get("/adjudication", lang="en").text
    assert queue.index("Decide again") > queue.index(">Decide<")
    for path in ("999999", "x", "-1"):
        assert study.get(f"/adjudication/{path}").status_code == 404
        assert study.get(f"/adjudication/{path}/showing").status_code == 404


def test_a_guideline_is_previewed_published_compared_and_reissued(study: Watched) -> None:
    page = study.get("/guideline").text
    texts = {code: re.search(rf'name="text-{code}"[^>]*>\n(.*?)</textarea>', page, re.DOTALL) for code in ("en", "zh")}
    old = {code: html.unescape(found[1]) for code, found in texts.items() if found}
    draft = {f"text-{code}": text + "\n\n**Shadows** never count. <script>x()</script>" for code, text in old.items()}
    preview = study.post("/guideline/preview", number="1", **draft)
    assert "<strong>Shadows</strong>" in preview.text
    assert "<script>x()" not in preview.text
    assert study.log() == []
    nothing_said = study.post("/guideline", number="1", **draft)
    assert (nothing_said.status_code, "**Shadows**" in nothing_said.text) == (422, True)
    said = {"changes-en": "Shadows do not count.", "changes-zh": "影子不算。"}
    assert study.post("/guideline", number="1", material="yes", **draft, **said).status_code == 303
    late = study.post("/guideline", number="1", **draft, **said)
    assert (late.status_code, "**Shadows**" in late.text) == (409, True), "no text is lost to somebody else's version"
    shown = study.get("/guideline", version="2", lang="en").text
    assert "<ins>**Shadows** never count. &lt;script&gt;x()&lt;/script&gt;</ins>" in shown
    assert "Version 1 → 2" in shown
    with study.site.client() as client:
        rater = study.site.join(client)
        guideline = rater.get("/session").json()["guideline"]
    assert (guideline["version"], "<strong>Shadows</strong>" in guideline["html"]) == ("2", True)
    counting = sum(row.field == "quality" and row.kind == "main" for row in ratings(study))
    assert f"{counting} answers that count" in shown
    study.post("/guideline/reissue", before="2")
    left = [row for row in ratings(study) if row.kind == "main" and not row.excluded_by]
    assert left == []
    assert study.log() == ["guideline", "reissue"]


def test_an_invitation_lets_in_and_is_counted(study: Watched) -> None:
    made = study.post("/invites", days="3", uses="1")
    assert 'class="qr"' in made.text
    link = re.search(r'id="invited">([^<]+)<', made.text)
    assert link
    invite = link[1].split("?i=")[1]
    with study.site.client() as client:
        study.site.join(client, invite=invite)
        assert client.post(f"{study.site.api}/join", json={"invite": invite}).status_code == 403
    listed = study.get("/invites", lang="en").text
    assert "1 / 1" in listed
    assert invite not in listed
    assert invite not in study.get("/audit").text
    for bad in ({"days": "0"}, {"days": "3.5"}, {"uses": "-1"}, {"days": "²"}):
        assert study.post("/invites", **bad).status_code == 422


def test_invitations_made_at_the_command_line_are_in_the_same_list(study: Watched) -> None:
    study.post("/invites", days="3", uses="1")
    result = CliRunner().invoke(app, ["invite", str(study.site.study.definition.folder), "--uses", "5"])
    assert result.exit_code == 0, result.output
    take_notes(study.site.study.engine)
    listed = study.get("/invites", lang="en").text
    assert "0 / 1" in listed
    assert "0 / 5" in listed


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_exports_name_no_system_until_they_are_unblinded(study: Watched, tmp_path: Path, kind: str) -> None:
    def rows() -> list[dict[str, Any]]:
        answer = study.post("/exports", file=f"ratings.{kind}")
        assert answer.status_code == 200
        assert int(answer.headers["content-length"]) == len(answer.content)
        file = tmp_path / f"taken.{kind}"
        file.write_bytes(answer.content)
        if kind == "parquet":
            found = duckdb.connect(":memory:").execute(f"select * from '{file}'")
            names = [column[0] for column in found.description or ()]
            return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
        if kind == "csv":
            return list(csv.DictReader(io.StringIO(answer.text)))
        return [json.loads(line) for line in answer.text.splitlines()]

    blinded = rows()
    assert not any(system.casefold() in str(blinded).casefold() for system in SYSTEMS)
    study.post("/results/unblind", reason="the report is due", sure="yes")
    opened = rows()
    assert {row["system"] for row in opened if row["kind"] == "main"} == set(SYSTEMS)
    pairs = {(a["system"], b["system"]) for a, b in zip(blinded, opened, strict=True) if b["kind"] == "main"}
    assert len(pairs) == 3, "a letter stands for one system throughout"
    assert [row["answer"] for row in blinded] == [row["answer"] for row in opened]
    assert study.log() == ["export", "unblind", "export"]
    assert SYSTEMS[0] in study.get("/results").text


def test_comparisons_are_hidden_while_the_study_runs_unless_a_look_is_on_record(study: Watched) -> None:
    hidden = study.get("/results", lang="en").text
    assert "Hidden until the study is closed" in hidden
    assert "No looks were planned" in hidden
    assert "<table" not in hidden
    assert study.post("/results/look", reason="").status_code == 422
    assert study.log() == []
    looked = study.post("/results/look", reason="funding report")
    assert "<table" in looked.text
    assert "Intervals hold at any time" in looked.text
    assert not any(system.casefold() in looked.text.casefold() for system in SYSTEMS)
    assert study.log() == ["look"]
    again = study.get("/results", lang="en").text
    assert "<table" not in again
    assert "funding report" in again
    opened = Study(study.site.study.definition, study.site.study.engine.database, study.site.study.engine.key, "s")
    assert "funding report" in opened.context().says("looks", "en"), "the report says that somebody looked"
    study.post("/state", state="closed")
    closed = study.get("/results", lang="en").text
    assert "<table" in closed
    assert "hold at any time" not in closed, "whoever planned no look has at the end the intervals of one"
    assert not any(system.casefold() in closed.casefold() for system in SYSTEMS)


def _widths(study: Study, *, look: bool) -> dict[str, float]:
    found = study.analysis(look=look).findings
    return {one.name: one.interval[1] - one.interval[0] for one in found if one.interval and ".difference." in one.name}


def test_intervals_are_wider_the_more_often_one_may_look_and_say_so(study: Watched) -> None:
    served = study.site.study
    opened = Study(served.definition, served.engine.database, served.engine.key, "s")
    single, any_time = _widths(opened, look=False), _widths(opened, look=True)
    assert single
    assert all(1.4 < any_time[name] / width < 2.2 for name, width in single.items())
    planned = replace(served.definition, settings=served.definition.settings.model_copy(update={"looks": (0.5,)}))
    early = Study(planned, served.engine.database, served.engine.key, "s")
    before = _widths(early, look=True)
    method = early.analysis(look=True).method.to("en")
    assert "planned looks" in method
    assert "Intervals are 95 %" in method
    assert all(before[name] > width for name, width in single.items())
    study.post("/state", state="closed")
    closed = _widths(early, look=True)
    assert all(0.999 < closed[name] / width < 1.1 for name, width in single.items())


def test_only_systems_have_letters_and_only_their_names_are_hidden(study: Watched) -> None:
    """The name that checks have in place of a system is an ordinary word elsewhere; so is the name of a rule."""
    reason = "interim safety check, nothing known; Marbleheart and photo_marbleheart_2 look odd"
    study.post("/results/look", reason=reason)
    study.post("/raters/rules", sure="yes")
    told = html.unescape(study.get("/audit", lang="en").text)
    assert "interim safety check, nothing known;" in told
    assert "failed-checks" in told
    assert "marbleheart" not in told.casefold()
    taken = list(csv.DictReader(io.StringIO(study.post("/exports", file="ratings.csv").text)))
    checks = {(row["item"][:6], row["system"]) for row in taken if row["kind"] == "attention"}
    assert checks == {("check-", "known")}
    assert {row["system"] for row in taken if row["kind"] == "main"} == {"A", "B", "C"}
    study.post("/results/unblind", reason="done", sure="yes")
    with study.site.study.engine.database.read() as conn:
        keys = [body["key"] for _, body in read_acts(conn, study.site.study.engine.key) if body["what"] == "unblind"]
    assert [set(key.values()) for key in keys] == [set(SYSTEMS)]


def test_unblinding_needs_a_reason_and_a_yes(study: Watched) -> None:
    assert study.post("/results/unblind", reason="", sure="yes").status_code == 422
    study.post("/results/unblind", reason="curious")
    assert study.log() == []


def test_a_pilot_says_what_it_implies_and_is_kept_apart(tmp_path: Path) -> None:
    with open_site(write_study(tmp_path / "study")) as site, site.client() as owner:
        site.sign_in(owner)
        study = Watched(site, {}, owner)
        assert study.post("/phase", phase="pilot").status_code == 303
        populate(site.study.engine, most=12)
        page = study.get("/pilot", lang="en").text
        for words in ("Time per trial", "EUR", "How many raters are enough", "± 0."):
            assert words in page
        assert study.post("/phase", phase="main").status_code == 303
        assert {row.kind for row in ratings(study)} & {"main"} == set()
        assert study.log() == ["phase", "phase"]
        populate(site.study.engine, most=4)
        assert study.post("/phase", phase="pilot").status_code == 422
        assert "The main study has begun" in study.get("/pilot", lang="en").text


@pytest.mark.parametrize("answers", [0, 4], ids=["untouched", "begun"])
def test_nobody_is_asked_to_run_a_pilot_of_a_study_that_has_closed(tmp_path: Path, answers: int) -> None:
    with open_site(write_study(tmp_path / "study")) as site, site.client() as owner:
        site.sign_in(owner)
        study = Watched(site, {}, owner)
        assert "Begin the pilot" in study.get("/pilot", lang="en").text
        populate(site.study.engine, most=answers)
        assert study.post("/state", state="closed").status_code == 303
        page = study.get("/pilot", lang="en").text
        assert "There are no pilot answers." in page
        for words in ("Begin the pilot", "Run a pilot"):
            assert words not in page
        assert f'href="{study.base}/pilot' not in study.get(lang="en").text


def test_every_write_leaves_one_entry_with_the_name_of_who_did_it(study: Watched) -> None:
    ada = study.person("Ada", role="coordinator", adjudicates="yes")
    before = len(study.log())
    base = study.base
    acts: list[tuple[str, dict[str, str]]] = [
        ("/state", {"state": "paused"}),
        ("/items", {"item": "0", "suspended": "yes"}),
        ("/inbox/notice", {"text": "hello"}),
        ("/invites", {"days": "1"}),
        ("/exports", {"file": "ratings.csv"}),
        ("/pay", {"per_hour": "1"}),
        ("/raters/platform-ids", {"sure": "yes"}),
        ("/raters/rules", {"sure": "yes"}),
        ("/results/look", {"reason": "r"}),
        ("/people", {"name": "Bo", "role": "viewer"}),
    ]
    for path, data in acts:
        assert ada.post(base + path, data=data).status_code in (200, 303), path
    engine = study.site.study.engine
    from beholder.web.coordinate.watch import read_acts

    with engine.database.read() as conn:
        done = read_acts(conn, engine.key)[before:]
    assert [record.subject for record, _ in done] == ["Ada"] * len(acts)


def test_how_many_raters_are_enough_is_what_planning_says_of_the_pilot(tmp_path: Path) -> None:
    with open_site(write_study(tmp_path / "study")) as site, site.client() as owner:
        site.sign_in(owner)
        study = Watched(site, {}, owner)
        study.post("/phase", phase="pilot")
        populate(site.study.engine)
        rows = [row for row in ratings(study) if row.kind == "pilot" and row.field == "quality"]
        page = study.get("/pilot", lang="en").text
    value = np.array([float(row.value) for row in rows])
    for system in SYSTEMS:
        mine = np.array([row.system == system for row in rows])
        value[mine] -= value[mine].mean()
    given = Ratings.of(item=[row.candidate for row in rows], rater=[row.rater for row in rows], value=value)
    components = Components.of_pilot(given)
    assert math.isnan(raters_enough(components, items=8, ratings=7, target=0.45).value)
    assert "No number of raters is enough" in page
    for raters in (10, 100):
        width = half_width(components, Design(items=8, raters=raters, ratings=7)).value
        assert f'<td class="num">{raters}</td><td class="num">7</td><td class="num">± {width:.2f}</td>' in page
