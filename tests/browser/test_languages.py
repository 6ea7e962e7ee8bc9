"""English and Chinese: the switch, complete wording, and typing with an input method."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, MakePage
from .waits import wait_for_draft


@pytest.mark.long
def test_switching_keeps_the_draft(open_page: MakePage) -> None:
    rater = open_page().join()
    lease = rater.lease
    rater.rate(6)
    wait_for_draft(rater.page, '"quality":6')
    rater.page.locator("[data-open=menu]").click()
    rater.page.locator("#menu .segment:has(input[value=zh])").click()
    expect(rater.page.locator("html")).to_have_attribute("lang", "zh-Hans")
    rater.wait()
    assert rater.lease == lease
    expect(rater.trial.locator("legend")).to_have_text("这个掩码质量如何？")
    expect(rater.trial.locator("input[name=quality][value='6']")).to_be_checked()
    rater.page.goto(rater.url)
    expect(rater.page.locator("html")).to_have_attribute("lang", "zh-Hans")


def test_no_english_is_left_on_the_chinese_page(open_page: MakePage) -> None:
    rater = open_page(**PHONE).join("?lang=zh")
    rater.trial.locator("button[type=submit]").click()
    texts = rater.page.evaluate(
        """() => {
            const found = [];
            const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) {
                const parent = walk.currentNode.parentElement;
                if (parent.closest("script, kbd, .ahead, .code, [lang=en], noscript")) continue;
                found.push(walk.currentNode.textContent);
            }
            for (const one of document.querySelectorAll("[aria-label], [title], [alt]"))
                found.push(one.getAttribute("aria-label") ?? "", one.title, one.getAttribute("alt") ?? "");
            return found;
        }"""
    )
    allowed = {"JavaScript", "Esc", "KX4T"}
    words = {word for text in texts for word in text.replace("，", " ").split() if word.isascii() and word.isalpha()}
    assert words - allowed <= {"U", "A"}


def test_an_input_method_types_without_answering(open_page: MakePage) -> None:
    rater = open_page().join("?lang=zh")
    rater.look("overlay", "mask", "zoom_overlay")
    rater.trial.locator("textarea").click()
    session = rater.page.context.new_cdp_session(rater.page)
    for part in ("b", "bi", "bian", "bianyuan"):
        session.send("Input.imeSetComposition", {"text": part, "selectionStart": len(part), "selectionEnd": len(part)})
    lease = rater.lease
    # while a word is being composed, Enter and digits belong to the input method
    rater.page.evaluate(
        """() => document.activeElement.dispatchEvent(new KeyboardEvent("keydown",
            {code: "Enter", key: "Enter", isComposing: true, ctrlKey: true, bubbles: true, cancelable: true}))"""
    )
    assert rater.lease == lease
    session.send("Input.insertText", {"text": "边缘不清楚"})
    expect(rater.trial.locator("textarea")).to_have_value("边缘不清楚")
    rater.rate(7)
    rater.send()
    rater.state("saved")
    (stored,) = rater.stored()
    assert stored.payload["trial"] == {"quality": 7, "comment": "边缘不清楚"}
    assert stored.meta["language"] == "zh"


def test_a_refusal_is_told_in_the_language_of_the_page(open_page: MakePage) -> None:
    for language, words in (("en", "Nobody in this study has that code"), ("zh", "本研究中没有这个代码")):
        rater = open_page()
        rater.open(f"?lang={language}")
        rater.page.locator(".resume summary").click()
        rater.page.locator("#resume-code").fill("AAAA-AAAA")
        rater.page.locator(".resume-form button").click()
        expect(rater.page.locator("#code-problem")).to_contain_text(words)
