"""What a rater is told ahead and on the way: how long, how many, what comes, which of how many this is."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from beholder.testing import write_masks_study
from tests.web.web_client import GOOD, open_site

QUESTION = {"kind": "text", "label": "Anything else?"}


def make(folder: Path, *, known: tuple[str, ...] = (), trials: int = 12, **settings: Any) -> Path:
    """Masks, with known ones of these kinds."""
    extra = "".join(f"{key}: {json.dumps(value)}\n" for key, value in settings.items())
    write_masks_study(folder, trials=trials, ratings=9, extra=extra)
    path = folder / "items.jsonl"
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    with path.open("a", encoding="utf-8") as file:
        for number, kind in enumerate(known):
            one = {**first["candidates"][0], "system": "known"}
            reference = {"expects": [{"field": "quality", "is": 7}]}
            item = {**first, "id": f"k{number}", "kind": kind, "reference": reference, "candidates": [one]}
            file.write(json.dumps(item) + "\n")
    return folder


def words_of(page: str, screen: str) -> str:
    """The words of one screen of the rater's page."""
    whole = page.split(f'data-screen="{screen}"')[1].split('data-screen="', maxsplit=1)[0]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", whole)))


def test_the_welcome_says_how_long_how_many_who_and_what_comes(tmp_path: Path) -> None:
    folder = make(
        tmp_path / "s",
        known=("practice", "practice", "practice", "qualification"),
        practice={"most": 2},
        qualification={"at_least": 0.6, "attempts": 2},
        consent={"text": "Agree?"},
        before={"a": QUESTION},
        after={"b": QUESTION},
        run_by={"en": "Vision Lab", "zh": "视觉实验室"},
        contact="lab@example.org",
    )
    with open_site(folder) as site, site.client() as client:
        page, chinese = (client.get(f"/s/{site.study.short}/?lang={language}").text for language in ("en", "zh"))
    told = words_of(page, "welcome")
    # 15 trials of half a minute, and a guideline of some minutes
    minutes = re.search(r"About (\d+) minutes in all, with about 12 trials", told)
    assert minutes
    assert 8 < int(minutes[1]) <= 20
    order = [
        "your consent",
        "A few questions",
        "of reading",
        "2 trials; after each",
        "1 trial that decides",
        "The study itself: about 12 trials",
        "last questions",
    ]
    assert [told.index(step) for step in order] == sorted(told.index(step) for step in order)
    assert "Run by Vision Lab. Questions? lab@example.org" in told
    assert "2 trials to get used to it" in words_of(page, "practice")
    test = words_of(page, "test")
    assert "At least 60 %" in test
    assert "You have 2 tries." in test
    assert "You have passed the test." in words_of(page, "counts")
    assert "主办方：视觉实验室" in words_of(chinese, "welcome")


def test_what_is_promised_to_be_paid_is_told_before_anybody_begins(tmp_path: Path) -> None:
    pay = {"per_submission": 2.5, "per_hour": 12, "reading_minutes": 5, "currency": "EUR"}
    folder = make(tmp_path / "s", cost=pay, languages=["en", "zh", "de"])
    with open_site(folder) as site, site.client() as client:
        english, german = (client.get(f"/s/{site.study.short}/?lang={language}").text for language in ("en", "de"))
    told = words_of(english, "welcome")
    assert "You are paid 2.50 EUR for finishing." in told
    assert "You are paid 12.00 EUR an hour; reading counts as 5 minutes." in told
    assert "2,50 EUR" in words_of(german, "welcome")


def test_a_preview_says_of_nothing_that_it_is_saved(tmp_path: Path) -> None:
    with open_site(make(tmp_path / "s")) as site, site.client() as client:
        assert '"saved":"Saved"' in re.sub(r'"\s*:\s*"', '":"', client.get(f"/s/{site.study.short}/?lang=en").text)
        site.study.preview = True
        page = re.sub(r'"\s*:\s*"', '":"', client.get(f"/s/{site.study.short}/?lang=en").text)
    assert '"saved":"Checked"' in page
    assert '"all-saved":"Nothing was stored' in page


def test_without_practice_nothing_is_said_of_it(tmp_path: Path) -> None:
    with open_site(make(tmp_path / "s")) as site, site.client() as client:
        page = client.get(f"/s/{site.study.short}/?lang=en").text
    assert "Practice" not in words_of(page, "welcome")
    for screen in ("practice", "test", "counts"):
        assert f'data-screen="{screen}"' not in page


def test_a_study_larger_than_a_sitting_promises_no_end(tmp_path: Path) -> None:
    with open_site(make(tmp_path / "s", limits={"session_minutes": 2})) as site, site.client() as client:
        page = client.get(f"/s/{site.study.short}/?lang=en").text
        assert "as many as you like" in words_of(page, "welcome")
        assert site.join(client).get("/session").json()["progress"] == {"answered": 0, "total": None}


def test_the_bar_never_overruns_and_no_check_moves_it(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "checks": {"every": 3, "warn_below": 0, "stop_below": 0},
        "repeats": {"share": 0.2, "distance": 3},
        "max_per_rater": 9,
    }
    with open_site(make(tmp_path / "s", trials=16, **settings)) as site, site.client() as client:
        rater = site.join(client)
        totals, answered = set(), 0
        while True:
            reply = rater.post("/leases", {"want": 1}).json()
            totals.add(reply["progress"]["total"])
            assert reply["progress"]["answered"] == answered
            if not reply["leases"]:
                break
            lease = reply["leases"][0]["lease"]
            rater.answer(f"answer-{lease}"[:60], lease, payload=GOOD)
            answered += 1
    (total,) = totals
    assert 9 < answered <= total


@pytest.mark.parametrize("kind", ["practice", "qualification"])
def test_each_known_trial_says_which_of_how_many_it_is(tmp_path: Path, kind: str) -> None:
    folder = make(tmp_path / "s", known=(kind,) * 3, qualification={"at_least": 1.0, "attempts": 2})
    bad = {"trial": {"quality": 1, "comment": None}, "slots": []}
    with open_site(folder) as site, site.client() as client:
        rater = site.join(client)
        seen = []
        while True:
            lease = rater.leases(1)[0]
            seen.append((lease.get("number", 0), lease.get("of", 0), lease.get("attempt", 0)))
            if lease["counts"] or len(seen) == 6:
                break
            rater.answer(f"answer-{lease['lease']}"[:60], lease["lease"], payload=bad)
    once = [(n, 3, 0) for n in (1, 2, 3)]
    after = [(0, 0, 0)] if kind == "practice" else [(n, 3, 1) for n in (1, 2, 3)]
    assert seen == [*once, *after]
