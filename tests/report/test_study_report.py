"""The report of a study: the page as raters saw it, blinded; who rated; galleries with pictures; the receipt."""

from __future__ import annotations

import base64
import io
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from beholder.engine import Engine, SimulatedClock, database_address, open_simulated, seeded_entropy, simulate
from beholder.facade import Study, load
from beholder.fields import Words
from beholder.protocols import Candidate, Column, Item, find_protocol
from beholder.report import Material, build_report, material_of_study
from beholder.report.galleries import galleries
from beholder.report.heds import datasheet
from beholder.report.pictures import PictureBook, PictureMarks
from beholder.report.questions import asked_trial
from beholder.report.wording import ReportWording
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import load_definition
from beholder.study.journey import Checks

ABOUT = """
about:
  recruitment: "Students of <b>one</b> course"
  pay: 15 EUR per hour
  planned_n: 144 answers
contrasts:
  - {field: quality, systems: [snug, moth]}
"""


@pytest.fixture(scope="module")
def study(painted: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    folder = shutil.copytree(painted("masks"), tmp_path_factory.mktemp("study") / "masks")
    settings = folder / "study.yaml"
    settings.write_text(settings.read_text(encoding="utf-8") + ABOUT, encoding="utf-8")
    definition = load_definition(folder)
    with Home(folder).lock("a test"):
        database, clock = Database.open(database_address(folder, None)), SimulatedClock()
        key = open_simulated(database, definition, seed=2, now=clock.now)
        engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(2))
        simulate(engine, clock, raters=6, seed=2)
        engine.close()
        database.close()
    with load(folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def material(study: Study) -> Material:
    return material_of_study(study)


@pytest.fixture(scope="module")
def html(material: Material) -> str:
    return build_report(material)


def test_the_asked_page_names_no_system_and_no_hidden_column(material: Material, html: str) -> None:
    asked = html.split('<h2 id="asked"')[1].split('<h2 id="raters"', maxsplit=1)[0]
    figure = re.sub(r"data:image/jpeg;base64,[A-Za-z0-9+/=]+", "", asked.split("<details")[0])
    for system in material.analysis.facts["systems"]:
        assert system not in figure
    for item in material.context.items.values():
        assert item.id not in figure
    assert "truth" not in figure
    assert asked.count("data:image/jpeg") >= 2
    assert "How good is this mask?" in figure
    assert "letters" not in figure, "one candidate bears no letter"


def test_every_question_is_shown_with_its_answers(material: Material) -> None:
    declaration = material.context.declaration
    assert declaration is not None
    trial = asked_trial(declaration, {}, book=PictureBook(None), language="zh")
    assert [q.name for q in trial.questions] == list(declaration.form.fields)
    assert sum(len(option.text.split()) for option in trial.questions[0].options) == 10
    assert trial.questions[0].text == "这个掩码质量如何？"


@pytest.mark.parametrize("name", ["counting", "captions", "trajectories"])
def test_other_shapes_of_page_are_drawn(name: str) -> None:
    declaration = find_protocol(name).declaration
    trial = asked_trial(declaration, {}, book=PictureBook(None), language="en")
    asked = [q.name for q in (*trial.place_questions, *trial.questions)]
    assert asked == [field for field, _ in declaration.form.all_fields()]
    assert all(question.text for question in (*trial.place_questions, *trial.questions))


class _Names(PictureBook):
    """Pictures by their names, with the side that they would be drawn at."""

    def embed(self, name: object, *, side: int, **_more: object) -> str:
        return f"{name}@{side}"


def test_pictures_of_a_trial_stand_in_a_row_under_the_labels_that_raters_saw() -> None:
    declaration = find_protocol("side-by-side").declaration
    source = Column(kind="image", label=Words({"en": "The photograph", "zh": "照片"}))
    text = Column(kind="text", label=Words({"en": "What was asked for", "zh": "要求"}))
    declaration = declaration.model_copy(update={"item": {"source_image": source, "prompt": text}})
    made = tuple(Candidate("one", name, {"image": f"{name}.png"}) for name in ("ash", "elm"))
    items = {"one": Item("one", {"source_image": "source.png", "prompt": "a dog"}, made)}
    for language, label, asked in (("en", "The photograph", "What was asked for"), ("zh", "照片", "要求")):
        trial = asked_trial(declaration, items, book=_Names(None), language=language)
        pictures, labels = zip(*trial.stage, strict=True)
        assert labels == (label, "A", "B")
        assert len({picture.partition("@")[2] for picture in pictures}) == 1, "no picture is larger than another"
        assert [one.name for one in trial.item.texts] == [asked]


def test_who_rated_comes_from_the_study(html: str) -> None:
    raters = html.split('<h2 id="raters"')[1].split("<h2", maxsplit=1)[0]
    assert "Students of &lt;b&gt;one&lt;/b&gt; course" in raters
    assert "15 EUR per hour" in raters
    assert "6 raters gave" in raters
    assert "not stated" in raters


def test_simulated_raters_are_announced_at_the_top(html: str) -> None:
    assert "simulated" in html.split('<h2 id="summary"', maxsplit=1)[0].split("</style>")[1]


def test_declared_comparisons_come_first(html: str) -> None:
    results = html.split('<h2 id="results"')[1].split("<h2", maxsplit=1)[0]
    first = results.split("<h3")[1]
    assert "declared before the data" in first
    assert "snug" in first


def test_the_receipt_is_that_of_the_study(study: Study, html: str) -> None:
    receipt = study.receipt()
    assert receipt.length > 0
    assert receipt.head in html.split('<h2 id="versions"')[1]
    assert f"{receipt.length:,} records" in html


def test_galleries_show_what_was_best_and_worst(study: Study, material: Material) -> None:
    book = PictureBook(material.context.media)
    found = {
        gallery.sort: gallery
        for gallery in galleries(
            material.work,
            items=material.context.items,
            declaration=material.context.declaration,
            book=book,
            language="en",
        )
    }
    scores: dict[tuple[str, str], list[float]] = {}
    for row in study.ratings().rows:
        if row.field == "quality" and row.kind == "main" and not row.excluded_by and row.number is not None:
            scores.setdefault((row.item, row.system), []).append(row.number)
    means = {unit: sum(values) / len(values) for unit, values in scores.items()}
    for sort, extreme in (("best", max(means.values())), ("worst", min(means.values()))):
        card = found[sort].cards[0]
        assert card.value == pytest.approx(extreme)
        assert means[card.item, card.system] == pytest.approx(extreme)
        assert sorted(map(float, card.answers)) == sorted(scores[card.item, card.system])
        assert card.beside.pictures
    apart = found["disagreed"].cards[0]
    spread = {unit: max(values) - min(values) for unit, values in scores.items()}
    assert spread[apart.item, apart.system] == max(spread.values())


@pytest.mark.parametrize(("beside_mask", "colour"), [(False, (255, 0, 0)), (True, (31, 91, 255))])
def test_a_box_has_the_colour_raters_saw_and_hides_nothing(
    tmp_path: Path, beside_mask: bool, colour: tuple[int, int, int]
) -> None:
    Image.new("RGB", (800, 400), (90, 120, 90)).save(tmp_path / "ground.png")
    marks = PictureMarks(box=[200, 100, 600, 300], beside_mask=beside_mask)
    address = PictureBook(tmp_path).embed("ground.png", side=400, marks=marks)
    shown = Image.open(io.BytesIO(base64.b64decode(address.partition(",")[2]))).convert("RGB")
    assert shown.size == (400, 200)
    # JPEG blurs thin lines: the line is nearest to its own colour, the inside to the ground
    line = np.asarray(shown, dtype=int)[60:140, 98]
    assert np.abs(line - colour).sum(axis=1).mean() < np.abs(line - (90, 120, 90)).sum(axis=1).mean()
    inside = np.asarray(shown, dtype=int)[60:140, 110:290]
    assert np.abs(inside - (90, 120, 90)).max() < 30


def test_pictures_stop_at_the_budget(material: Material) -> None:
    root, item = material.context.media, next(iter(material.context.items.values()))
    book = PictureBook(root, budget=100)
    assert book.embed(item.columns["image"], side=200) == ""
    assert book.left_out == 1
    assert PictureBook(root).embed("../../etc/passwd", side=200) == ""
    assert PictureBook(root).embed("missing.png", side=200) == ""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_datasheet_is_filled_as_far_as_known(material: Material, language: str) -> None:
    parts = datasheet(material, ReportWording(language))
    assert [part.title[0] for part in parts] == ["1", "2", "3", "4", "5"]
    answers = [line.answer for part in parts for line in part.lines]
    assert "15 EUR per hour" in answers
    assert any("snug" in answer and "moth" in answer for answer in answers)
    assert "" in answers


@pytest.mark.parametrize("language", ["en", "zh"])
def test_checks_are_told_as_they_were(material: Material, language: str) -> None:
    """Attention checks only where there are any, controls where the protocol hides them, and the rule in force."""
    told = {"en": ("attention check", "controls", "less than 80 % of at least 20 checks are stopped"),
            "zh": ("注意力检查题", "对照", "检查满 20 次而通过率低于 80% 的评分员予以停止")}[language]  # fmt: skip
    facts, items = material.study, dict(material.context.items)
    assert facts is not None
    settings = facts.definition.settings.model_copy(update={"checks": Checks(warn_below=0.9, stop_below=0.8, after=20)})
    ruled = replace(facts.definition, settings=settings)
    hiding = replace(ruled, protocol=replace(ruled.protocol, controls=lambda rows, items, params: {}))
    name, item = next(iter(items.items()))
    checked = {**items, name: replace(item, kind="attention")}
    for definition, stored, expected in (
        (facts.definition, checked, (False, False, False)),
        (ruled, items, (False, False, False)),
        (ruled, checked, (True, False, True)),
        (hiding, items, (False, True, True)),
    ):
        changed = replace(
            material,
            context=replace(material.context, items=stored),
            study=replace(facts, definition=definition),
        )
        assert _told_of(changed, *told, language=language) == expected


def _told_of(material: Material, *texts: str, language: str) -> tuple[bool, ...]:
    lines = [line.answer for part in datasheet(material, ReportWording(language)) for line in part.lines]
    return tuple(any(text in line for line in lines) for text in texts)


def test_a_path_of_the_machine_is_not_in_the_report(study: Study, html: str) -> None:
    assert str(Path(study.definition.folder).parent) not in html
