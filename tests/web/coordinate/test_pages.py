"""Every page of a study's coordinators, in both languages, and the words on them."""

from __future__ import annotations

import re
from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from beholder.engine import Join, Lease
from beholder.engine.handlers.skips import Skip
from beholder.text import Catalogue
from beholder.web.coordinate.routes import COORDINATE
from tests.web.coordinate.conftest import Watched
from tests.web.coordinate.population import SYSTEMS

_LOOKS = [route for route in COORDINATE if route.method == "GET" and route.of_study and route.gives == "html"]
PAGES = [path for route in _LOOKS if "{" not in (path := route.path.removeprefix("/c/{study}"))]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_shown_in_the_language_asked_for(watched: Watched, path: str, language: str) -> None:
    page = watched.get(path, lang=language)
    assert page.status_code == 200, page.text
    assert f'data-lang="{language}"' in page.text
    words = Catalogue("coordinate").ids()
    shown = re.sub(r"<script.*?</script>", "", page.text, flags=re.DOTALL)
    visible = re.sub(r"<[^>]*>", " ", shown)
    assert not [key for key in words if "-" in key and re.search(rf"(?<![\w-]){key}(?![\w-])", visible)]


def test_links_keep_the_language(watched: Watched) -> None:
    page = watched.get(lang="zh").text
    for path in ("raters", "items", "inbox", "audit"):
        assert f'href="{watched.base}/{path}?lang=zh"' in page
    moved = watched.owner.post(f"{watched.base}/state?lang=zh", data={"state": "open"})
    assert moved.headers["location"] == f"{watched.base}?lang=zh"


@pytest.mark.parametrize(
    "path", [*PAGES, "/adjudication/0", "/adjudication/0/showing", "/picture/0/0", "/audit?page=1"]
)
def test_no_page_names_a_system_before_unblinding(watched: Watched, path: str) -> None:
    page = watched.owner.get(watched.base + path)
    assert page.status_code == 200
    for system in SYSTEMS:
        assert system.casefold().encode() not in page.content.lower()
        assert system.casefold() not in str(page.headers).casefold()


def test_the_overview_tells_what_needs_attention(watched: Watched) -> None:
    page = watched.get(lang="en").text
    assert "2 waiting for your reply" in page
    flagged = page.partition("raters flagged")[2].partition("</section>")[0]
    assert watched.raters["same"] in flagged
    assert watched.raters["hasty"] in flagged
    assert re.search(r"<b>\d+</b> / 168", page)
    assert "Is the shadow part of it?" in page
    active = re.search(r"<small>(.*?) now</small>", page)
    assert active is None or active[1].isdigit()


def test_raters_are_sorted_as_asked_and_nothing_else_can_be_asked(watched: Watched) -> None:
    def order(**asked: str) -> list[str]:
        return re.findall(r'<th scope="row"><a [^>]+><code>([^<]+)</code>', watched.get("/raters", **asked).text)

    slow_first, fast_first = order(sort="speed", order="down"), order(sort="speed", order="up")
    assert watched.raters["hasty"] in fast_first[:2]
    assert slow_first == fast_first[::-1] or set(slow_first) == set(fast_first)
    assert order(sort="severity", order="down")[0] == watched.raters["severe"]
    for hostile in ("password", "rater__token", "raters.token_digest", "1;drop table raters", ""):
        expected = 200 if not hostile else 422
        assert watched.get("/raters", sort=hostile).status_code == expected


def test_pictures_are_small_where_asked_and_nothing_else_is_at_such_addresses(watched: Watched) -> None:
    small, full = watched.get("/picture/0/0", size="small"), watched.get("/picture/0/0")
    assert small.headers["content-type"] == "image/jpeg"
    assert full.headers["content-type"] == "image/png"
    assert "sandbox" in full.headers["content-security-policy"]
    for path in ("/picture/99999/0", "/picture/0/99", "/picture/-1/0", "/picture/x/y", "/picture/0/0?size=huge"):
        assert watched.owner.get(watched.base + path).status_code in (404, 422)


def test_a_small_mask_lies_over_its_picture(watched: Watched) -> None:
    def pixels(number: int) -> NDArray[np.float64]:
        small = watched.get(f"/picture/0/{number}", size="small")
        with Image.open(BytesIO(small.content)) as opened:
            return np.asarray(opened, dtype=np.float64)

    # as the study was written, of these columns the upper half; away from its edges, where colours mix
    within, outside = np.s_[4:20, 11:25], np.s_[28:44, 11:25]
    picture, mask = pixels(0), pixels(1)
    redder = (mask - picture)[..., 0] - (mask - picture)[..., 1]
    assert redder[within].mean() > 40
    assert abs(redder[outside].mean()) < 10
    assert mask[outside].mean() == pytest.approx(picture[outside].mean(), abs=15), "the picture is seen around it"


def test_items_are_listed_by_state_and_can_be_suspended_and_resumed(watched: Watched) -> None:
    before = watched.log()
    listed = watched.get("/items", lang="en").text
    number = re.search(r'name="item" value="(\d+)"', listed)
    assert number
    watched.post("/items", item=number[1], suspended="yes")
    assert f'value="{number[1]}"' in watched.get("/items", state="suspended").text
    watched.post("/items", item=number[1], suspended="no")
    assert f'value="{number[1]}"' not in watched.get("/items", state="suspended").text
    assert watched.log()[len(before) :] == ["suspend", "resume"]
    assert watched.get("/items", state="everything").status_code == 422


def test_agreement_has_an_interval_for_the_field_that_was_rated(watched: Watched) -> None:
    page = watched.get("/agreement", lang="en").text
    assert 'class="interval-line"' in page
    assert re.search(r"\d\.\d\d … \d\.\d\d", page)


def test_one_rater_has_a_page_with_figures_answers_and_messages(watched: Watched) -> None:
    page = watched.get(f"/raters/{watched.raters['honest-1']}", lang="en").text
    assert "Is the shadow part of it?" in page
    for figure in ("Checks passed", "Too fast", "Unusually slow"):
        assert f"<dt>{figure}</dt>" in page
    assert len(re.findall(r'<tr class=""><th scope="row">', page)) >= 24
    assert not any(system.casefold() in page.casefold() for system in SYSTEMS)
    hasty = watched.get(f"/raters/{watched.raters['hasty']}", lang="zh").text
    assert "作答常常快得来不及看" in hasty
    for nobody in ("nobody", "%00", "a'b"):
        assert watched.get(f"/raters/{nobody}").status_code == 404


def test_answers_that_came_too_fast_are_marked_and_can_be_listed_alone(watched: Watched) -> None:
    rater, fast = f"/raters/{watched.raters['hasty']}", '<span class="badge flag">fast</span>'
    row = re.compile(r'<tr class="[^"]*"><th scope="row">')
    honest = f"/raters/{watched.raters['honest-1']}"
    everything = watched.get(rater, lang="en").text
    assert f"</code></a> {fast}" in everything
    assert "In less than 3 s" in everything
    slow = watched.get(honest, lang="en").text
    alone = watched.get(honest, lang="en", only="fast").text
    assert len(row.findall(alone)) == slow.count(f" {fast}</th>") < len(row.findall(slow))
    item = watched.get("/items/0", lang="en").text
    only = watched.get("/items/0", lang="en", only="fast").text
    assert 0 < len(row.findall(only)) == only.count(fast) == item.count(fast) < len(row.findall(item))
    assert watched.get(rater, only="slow").status_code == 422


def test_one_item_has_a_page_with_every_raw_answer(watched: Watched) -> None:
    page = watched.get("/items/0", lang="en").text
    answered = f"<code>{watched.raters['severe']}</code></a>"
    assert page.count(f"{answered}</th>") == 3, "one answer to each of three systems"
    assert page.count(answered) == 3 + page.count(f'{answered} <span class="badge">repeat</span>'), "repeats say so"
    assert [sign for sign in "ABC" if f"<td>{sign}</td>" in page] == ["A", "B", "C"]
    assert "of 21 ratings" in page
    check = watched.get("/items/8", lang="en")
    assert check.status_code == 200, "what a rater may ask about can be opened"
    assert ">check</span>" in check.text
    for nothing in ("99999", "-1", "x", "²"):
        assert watched.get(f"/items/{nothing}").status_code == 404


def test_the_pay_sheet_is_on_a_page_and_adds_up(watched: Watched) -> None:
    page = watched.get("/pay", lang="en", per_hour="30").text
    foot = page.partition("<tfoot>")[2]
    amounts = [
        float(cell) for cell in re.findall(r'<td class="num"[^>]*>([\d.]+)</td></tr>', page.partition("<tfoot>")[0])
    ]
    total = re.findall(r'<td class="num"[^>]*>([\d.,]+)</td>', foot)
    assert float(total[-1].replace(",", "")) == pytest.approx(sum(amounts), abs=0.05)
    minutes = float(total[-3].replace(",", ""))
    assert float(total[-1].replace(",", "")) == pytest.approx(minutes / 60 * 30, abs=0.1)
    assert watched.get("/pay", per_hour="much").status_code == 422


def test_the_language_can_be_changed_on_every_page_a_form_brings(watched: Watched) -> None:
    drawn = watched.post("/guideline/preview", **{"text-en": "# A", "text-zh": "# B"}).text
    addresses = re.findall(r'href="([^"]+)" lang="', drawn)
    assert len(addresses) == 2
    for address in addresses:
        assert watched.owner.get(address.replace("&amp;", "&")).status_code == 200
    kept = watched.get("/items", state="new", lang="en").text
    assert 'href="?state=new&amp;lang=zh"' in kept


def test_skipped_trials_are_told_with_their_reasons(watched: Watched) -> None:
    engine = watched.site.study.engine
    for reason in ("known", "<b>too dark</b>"):
        rater = engine.run(Join()).rater
        (held,) = engine.run(Lease(rater, want=1)).leases[:1]
        engine.run(Skip(rater, held.lease, reason))
    page = watched.get("/inbox", lang="en").text
    assert "2 trials skipped" in page
    assert "I know what is shown, or its author" in page, "it may have been a clip"
    assert "&lt;b&gt;too dark&lt;/b&gt;" in page
    assert rater in page
