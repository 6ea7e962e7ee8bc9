"""What the pages of all protocols have in common, for one rater in a real browser."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from .waits import to_the_first_trial, wait_until_settled


@dataclass(frozen=True)
class TrialPage:
    """One rater's page, on the way to its first trial and from trial to trial."""

    page: Page
    folder: Path

    def open(self, address: str, language: str) -> None:
        """Joins the study and waits for the first trial."""
        self.page.goto(f"{address}?lang={language}")
        self.page.locator("[data-action=join]").click()
        to_the_first_trial(self.page)

    def wait(self) -> None:
        """Until a trial is on screen and takes answers; a second click of a double click is ignored for a moment."""
        expect(self.form).to_be_visible()
        wait_until_settled(self.page)

    @property
    def form(self) -> Locator:
        """The trial on screen."""
        return self.page.locator("form.trial.current")
