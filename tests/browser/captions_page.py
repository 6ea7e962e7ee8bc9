"""The captions page as a test drives it, and what the study stored of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

import beholder as bh

from .trial_page import TrialPage

FIELDS = ("objects", "relations", "attributes")
TICK = "sentence.whole"
Sheet = Mapping[str, float]


def write_captions_study(example: Path, folder: Path) -> Path:
    """The example without its practice, with room for any number of raters."""
    shutil.copytree(example, folder)
    items = [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    kept = [item for item in items if item.get("kind") != "practice"]
    (folder / "items.jsonl").write_text("\n".join(map(json.dumps, kept)) + "\n", encoding="utf-8")
    path = folder / "study.yaml"
    text = path.read_text(encoding="utf-8").replace("ratings: 3", "ratings: 400")
    path.write_text(text, encoding="utf-8")
    return folder


def write_ten_captions(example: Path, folder: Path) -> Path:
    """One picture with ten captions, and what people wrote about it."""
    write_captions_study(example, folder)
    items = [json.loads(line) for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    first = items[1]
    first["references"] = {"en": ["A dog and a ball on the grass."], "zh": ["草地上有一只狗和一个球。"]}
    first["candidates"] = [
        {"system": f"captioner-{n}", "caption": f"a brown dog and {n} red balls in a park with {n} trees"}
        for n in range(1, 11)
    ]
    (folder / "items.jsonl").write_text(json.dumps(first) + "\n", encoding="utf-8")
    return folder


class CaptionsPage(TrialPage):
    """One rater's page in a real browser."""

    @property
    def cards(self) -> Locator:
        return self.form.locator(".caption-card")

    def card(self, place: int) -> Locator:
        return self.cards.nth(place)

    def counter(self, place: int, field: str) -> Locator:
        return self.form.locator(f'bh-points[name="{place}.{field}"]')

    def value(self, place: int, field: str) -> str:
        return self.counter(place, field).locator("output").inner_text()

    def total(self, place: int) -> str:
        return self.card(place).locator(".caption-total").inner_text()

    def captions(self) -> list[str]:
        """The captions as they are read on the page, from top to bottom."""
        return [" ".join(text.split()) for text in self.form.locator(".caption-text").all_text_contents()]

    def shown(self) -> list[dict[str, str]]:
        """What every counter says, from top to bottom."""
        return [{name: self.value(n, name) for name in FIELDS} for n in range(self.cards.count())]

    def tick(self, place: int) -> Locator:
        return self.card(place).locator(".caption-sum input")

    def ticks(self) -> list[dict[str, str]]:
        """Which captions convey the picture, from top to bottom."""
        return [{TICK: "1" if self.tick(n).is_checked() else "0"} for n in range(self.cards.count())]

    def sent(self, send: Any) -> tuple[str, list[str], list[dict[str, str]]]:
        """Sends the page by calling `send` and waits for the next; its lease, captions and points as they were shown."""
        lease = self.form.get_attribute("data-lease") or ""
        captions = self.captions()
        points = [{**shown, **ticked} for shown, ticked in zip(self.shown(), self.ticks(), strict=True)]
        send()
        expect(self.page.locator(f'form.trial.current[data-lease="{lease}"]')).to_have_count(0)
        expect(self.page.locator("#save-state")).to_have_attribute("data-state", "saved")
        self.wait()
        return lease, captions, points

    def stored(self) -> dict[str, list[dict[str, Any]]]:
        """All ratings so far, by answer: place, caption in both languages, field and value."""
        items = [json.loads(line) for line in (self.folder / "items.jsonl").read_text(encoding="utf-8").splitlines()]
        texts = {
            f"{item['id']}/{one['system']}": {one["caption"], *one.get("translations", {}).values()}
            for item in items
            for one in item["candidates"]
        }
        answers: dict[str, list[dict[str, Any]]] = {}
        with bh.load(self.folder) as study:
            for row in study.ratings(all_rows=True).rows:
                entry = {"place": row.position, "texts": texts[row.candidate], "field": row.field, "value": row.value}
                answers.setdefault(row.answer, []).append(entry)
        return answers


def assert_stored(
    rows: Sequence[Mapping[str, Any]], captions: Sequence[str], points: Sequence[Mapping[str, str]]
) -> None:
    """Every row of an answer is what stood on the page at its place, and every place has its rows."""
    seen = set()
    for row in rows:
        place = row["place"] - 1
        assert captions[place] in row["texts"]
        assert row["value"] == points[place][row["field"]]
        seen.add((place, row["field"]))
    assert seen == {(place, field) for place in range(len(captions)) for field in (*FIELDS, TICK)}
