"""A coordinator at work, as a person would: at a desk and on a phone, in English and in Chinese."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from beholder.testing import RunningServer, running_server
from beholder.web import open_served
from tests.web.coordinate.population import populate, write_study

from .conftest import LOOKS, PHONE
from .test_access import violations
from .waits import go_ahead

MakeContext = Callable[..., BrowserContext]
PAGES = (
    "", "raters", "items", "agreement", "inbox", "adjudication", "guideline", "results", "exports", "invites", "people",
    "audit", "pilot", "pay", "items/0",
)  # fmt: skip


class Desk:
    """A running study that raters have worked on, and the coordinator's way into it."""

    def __init__(self, server: RunningServer, raters: dict[str, str]) -> None:
        self.server = server
        self.raters = raters
        self.base = f"{server.base_url}/c/{server.study(0)}"
        self.cookies: list[Any] = []

    def sit(self, make: MakeContext, **options: Any) -> Page:
        """A browser in which the coordinator is signed in."""
        context = make(**options)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("dialog", lambda dialog: dialog.accept())
        if self.cookies:
            context.add_cookies(self.cookies)
            page.goto(self.base)
            return page
        token = re.search(r"/c/\?t=([\w-]+)", self.server.output())
        assert token, self.server.output()
        page.goto(f"{self.server.base_url}/c/?t={token[1]}")
        page.locator("button.primary").click()
        page.locator(".study-card a").first.click()
        self.cookies += context.cookies()
        page.goto(self.base)
        return page

    def go(self, page: Page, path: str, language: str = "en") -> None:
        page.goto(f"{self.base}{'/' if path else ''}{path}?lang={language}")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder: Path = write_study(tmp_path_factory.mktemp("coordinated") / "study", title="Masks <b>of things</b>")
    study = open_served(folder)
    raters = populate(study.engine, question="Does the <i>shadow</i> count?")
    study.close()
    with running_server(folder) as server:
        yield Desk(server, raters)


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_every_page_is_accessible_fits_the_screen_and_keeps_the_policy(
    desk: Desk, make_context: MakeContext, look: dict[str, Any]
) -> None:
    language = {"light": "en", "dark": "zh"}[look["color_scheme"]]
    page = desk.sit(make_context, **look)
    complaints: list[str] = []
    # not the warning that a font is unused, which is so where a look has other fonts
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    desk.go(page, "adjudication", language)
    decision = str(page.locator("a.button").first.get_attribute("href")).partition("?")[0].rpartition("/")[2]
    for path in (*PAGES, f"raters/{desk.raters['hasty']}", f"adjudication/{decision}"):
        desk.go(page, path, language)
        expect(page.locator("h1")).to_have_text("Masks <b>of things</b>")
        assert violations(page) == [], path
        assert too_wide(page) <= 0, f"{path or 'overview'} is wider than the screen"
    assert complaints == []


def test_sign_in_and_the_list_of_studies_are_accessible(desk: Desk, make_context: MakeContext) -> None:
    page = make_context().new_page()
    for language in ("en", "zh"):
        page.goto(f"{desk.server.base_url}/c/?lang={language}")
        assert violations(page) == []
    signed_in = desk.sit(make_context)
    signed_in.goto(f"{desk.server.base_url}/c/")
    assert violations(signed_in) == []


@pytest.mark.long
def test_the_overview_is_live(desk: Desk, make_context: MakeContext) -> None:
    page, other = desk.sit(make_context), desk.sit(make_context)
    desk.go(page, "")
    page.clock.install()
    page.reload()
    before = page.locator("[data-live=inbox] h2").inner_text()
    desk.go(other, "inbox")
    other.locator(".message", has_text="missing").locator("button", has_text="Close").click()
    expect(other.locator(".message:visible")).to_have_count(1)
    page.clock.run_for(9000)
    expect(page.locator("[data-live=inbox] h2")).not_to_have_text(before)
    expect(page.locator(".tabs .count")).to_have_text("1")


def test_a_question_is_answered_for_all(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context, **PHONE)
    desk.go(page, "inbox")
    question = page.locator(".message", has_text="<i>shadow</i>")
    expect(question).to_be_visible()
    waiting = page.locator("h2").first.inner_text()
    question.locator("textarea").fill("Shadows never count.")
    question.locator("button", has_text="Publish for all").click()
    expect(page.locator("h2").first).not_to_have_text(waiting)
    expect(page.get_by_text("Shadows never count.").last).to_be_visible()


def test_raters_are_sorted_and_one_is_excluded_with_a_reason(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context)
    desk.go(page, "raters")
    page.get_by_role("link", name="Severity").click()
    expect(page.locator("tbody th code").first).to_have_text(desk.raters["severe"])
    page.locator(f"[data-exclude='{desk.raters['severe']}']").click()
    expect(page.locator("#exclude-rater")).to_have_value(desk.raters["severe"])
    page.keyboard.type("Told us they misread the scale")
    page.locator("button", has_text="Exclude answers").click()
    desk.go(page, "audit")
    expect(page.locator("tbody tr").first).to_contain_text("Told us they misread the scale")
    desk.go(page, "")
    expect(page.locator(".numbers div", has_text="Excluded").locator("dd")).not_to_have_text("0")


def test_a_disputed_trial_is_decided(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context)
    desk.go(page, "adjudication")
    page.locator("a.button", has_text="Decide").first.click()
    page.locator("#decision-comment").focus()
    shown = page.frame_locator("iframe.showing-frame")
    expect(shown.locator("html[data-replayed=yes]")).to_be_attached()
    expect(page.locator("#decision-comment")).to_be_focused()
    shown.locator("button[data-view=zoom_overlay]").first.click()
    expect(shown.locator("button[data-view=zoom_overlay]").first).to_have_attribute("aria-pressed", "true")
    large = shown.locator(".views-large canvas:not([hidden])").bounding_box()
    assert large is not None
    assert min(large["width"], large["height"]) > 200
    assert page.locator("tbody tr").count() >= 5
    assert violations(page) == []
    page.locator("button", has_text="Save the decision").click()
    expect(page.locator(".problems")).not_to_be_empty()
    page.locator(".point", has_text=re.compile("^6")).click()
    page.locator("#decision-comment").fill("A hole in the middle.")
    page.locator("button", has_text="Save the decision").click()
    expect(page.locator(".badge", has_text="decided")).to_have_count(1)


_WHITE = """(canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, n) => n % 4 === 0 && value === 255 && data[n + 1] === 255 && data[n + 2] === 255).length;
}"""


def test_an_item_shows_its_masks_as_raters_see_them(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context)
    desk.go(page, "items/0")
    drawn = page.locator(".shown-pictures canvas[role=img]")
    expect(drawn).to_have_count(4)
    plain, *masked = (one.evaluate(_WHITE) for one in drawn.all())
    assert plain > 0, "the picture has the prompt"
    assert min(masked) > 4 * plain, "nothing in the picture is white, so this is the contour"
    expect(page.locator(".shown-pictures img:visible")).to_have_count(0)


@pytest.mark.long
def test_the_guideline_is_edited_previewed_and_compared(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context)
    desk.go(page, "guideline", "zh")
    for code, line in (("en", "Shadows **never** count."), ("zh", "影子**不算**。")):
        box = page.locator(f"#text-{code}")
        box.fill(box.input_value() + f"\n\n{line}\n")
    page.get_by_role("button", name="预览").click()
    expect(page.locator(".preview-text").get_by_text("never", exact=True)).to_be_visible()
    assert violations(page) == []
    page.locator("#changes-en").fill("Shadows.")
    page.locator("#changes-zh").fill("影子。")
    page.get_by_role("button", name="发布").click()
    expect(page.locator(".diff ins", has_text="影子**不算**。")).to_be_visible()
    expect(page.locator(".versions li").first).to_contain_text("第 2 版")
    assert violations(page) == []


@pytest.mark.long
def test_an_invitation_is_made_with_a_code_for_phones(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context)
    desk.go(page, "invites")
    page.locator("button", has_text="Make a link").click()
    link = page.locator("#invited").inner_text()
    expect(page.locator("svg.qr")).to_have_count(2)
    assert violations(page) == []
    rater = make_context(**PHONE).new_page()
    rater.goto(link)
    expect(rater.locator("[data-action=join]")).to_be_visible()


@pytest.mark.long
def test_results_stay_hidden_until_a_look_is_on_record(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context, **PHONE)
    desk.go(page, "results")
    expect(page.locator("table")).to_have_count(0)
    page.locator("#look-reason").fill("Half-time report")
    page.get_by_role("button", name="Take a look").click()
    expect(page.locator("table").first).to_be_visible()
    assert "Zyxolith" not in page.content()
    assert violations(page) == []
    assert too_wide(page) <= 0
    desk.go(page, "results")
    expect(page.locator("table")).to_have_count(0)
    expect(page.get_by_text("Half-time report")).to_be_visible()


def test_a_viewer_comes_in_by_a_personal_link_and_looks_only(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context)
    desk.go(page, "people")
    page.locator("#person-name").fill("Ada <Lovelace>")
    page.locator("button.primary", has_text="Add a person").click()
    link = page.locator("#invited").inner_text()
    viewer = make_context(**PHONE).new_page()
    viewer.goto(link)
    viewer.locator("button.primary").click()
    viewer.locator(".study-card a").first.click()
    expect(viewer.locator(".ring")).to_be_visible()
    expect(viewer.locator("button:visible", has_text="Pause")).to_have_count(0)
    expect(viewer.locator(".tabs a", has_text="People")).to_have_count(0)


def test_files_are_downloaded(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context)
    desk.go(page, "exports")
    with page.expect_download() as taken:
        page.locator("button[value='ratings.csv']").click()
    table = Path(taken.value.path()).read_text()
    assert taken.value.suggested_filename.endswith("-blinded.csv")
    assert table.startswith("study,protocol,item")
    assert "Zyxolith" not in table
    desk.go(page, "raters")
    page.locator("a", has_text="Open the pay sheet").click()
    with page.expect_download() as sheet:
        page.locator("button", has_text="Download CSV").click()
    assert "approved_trials" in Path(sheet.value.path()).read_text()


def test_on_a_phone_amounts_and_titles_of_tables_are_in_view(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context, **PHONE)
    desk.go(page, "pay")
    for amount in page.locator("tr > td:last-child").all():
        box = amount.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"]
    desk.go(page, "results")
    page.locator("#look-reason").fill("To read it on the way")
    page.get_by_role("button", name="Take a look").tap()
    titles = page.locator("caption:not(.visually-hidden) > span")
    expect(titles.first).to_be_visible()
    for title in titles.all():
        box = title.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"], title.inner_text()


@pytest.mark.long
def test_pausing_is_seen_by_raters_and_can_be_undone(desk: Desk, make_context: MakeContext) -> None:
    page = desk.sit(make_context)
    desk.go(page, "")
    page.locator("button", has_text="Pause").click()
    expect(page.locator(".badge.state-paused")).to_be_visible()
    rater = make_context().new_page()
    rater.goto(desk.server.rater_url())
    rater.locator("[data-action=join]").click()
    go_ahead(rater, until="section[data-screen=paused]")
    page.locator("button", has_text="Resume").click()
    expect(page.locator(".badge.state-open")).to_be_visible()
