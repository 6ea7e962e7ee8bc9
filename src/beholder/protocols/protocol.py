"""A protocol: a declaration and what stands beside it in its folder (page, guideline, simulator, analysis, example)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict

from beholder.declarations.column import Spot
from beholder.declarations.declaration import Declaration
from beholder.declarations.item import Item, Shown
from beholder.errors import BeholderError, Problem
from beholder.fields import Payload, Words
from beholder.protocols.check_rule import CheckRule
from beholder.protocols.folder_contents import FolderContents
from beholder.protocols.guideline_text import fill_in, has_gaps
from beholder.protocols.messages_toml import read_messages_toml
from beholder.protocols.rounds import FinishedRound, Layout, RatingRow, RoundMade
from beholder.protocols.simulation import SimulatedRater, simulate_form
from beholder.text import BUILT_IN, Catalogue, CatalogueError, language_folder

__all__ = ["NoParams", "PageTexts", "Protocol"]

Tailor = Callable[[Declaration, Any], Declaration]
Simulate = Callable[[Declaration, Shown, SimulatedRater, np.random.Generator], Payload]
CheckItem = Callable[[Item, Any], Iterable[Problem]]
FindSpots = Callable[[Item, Any], Iterable[Spot]]
MakeExample = Callable[[Path, int], None]
ParamsOfFields = Callable[[Collection[str]], dict[str, Any]]
ParamsOfMedia = Callable[[Collection[str]], dict[str, Any]]
SuggestParams = Callable[[Sequence[Mapping[str, Any]]], dict[str, Any]]
MakeChecks = Callable[[tuple[Item, ...], int, np.random.Generator], list[Item]]
PageData = Callable[[Shown, Any, str], dict[str, Any]]
PageText = Callable[[Shown, Any, str], "PageTexts"]
HasLooked = Callable[[Mapping[str, Any], Any], bool]
Controls = Callable[[Iterable[RatingRow], Mapping[str, Item], Any], Mapping[str, tuple[int, int]]]
NextRound = Callable[[FinishedRound, Path], RoundMade]


class PageTexts(NamedTuple):
    """Columns as the page tells them in one language, of the item and of each place; empty where it leaves one out."""

    item: Mapping[str, str]
    slots: Sequence[Mapping[str, str]] = ()


class NoParams(BaseModel):
    """For protocols that a study author cannot adjust further."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, kw_only=True)
class Protocol:
    """Everything Beholder needs to run one way of asking people about pictures.

    Only `declaration` is necessary. The rest has sensible defaults, so that a YAML file alone is a protocol:
    `folder` holds `page.html`, `page.js`, `page.css`, `guideline.<language>.md` and, by language, the words of its page
    (`messages.<language>.ftl`), form and analysis where present; `contents`, of a protocol that was read from a YAML
    file, is all that is used of its folder: it has the standard page, and nothing of it runs;
    `params` is what a study may set, and `tailor` turns it into a changed declaration; `simulate` answers like a
    person with a known truth; `check_item` finds what is wrong with an item beyond its columns; `spots` finds
    points and boxes inside columns that are no such thing by their kind; `example` writes a runnable study, and each of
    `variants`, by name, one that uses the protocol otherwise; `suggest_params` gives the parameters that somebody's own
    items need, `params_of_media` those that their kinds of media need, and `params_of_fields` those under which a table
    with these fields was collected; `checks` makes attention checks from a study's items; `page_data` gives the page what it needs
    beyond the shown columns, and `page_text` tells in words what it makes of columns that it does not show as they are, for
    readers who get no page; `looked` tells from what the page records of a showing whether everything was opened that the
    study asks for; `controls` tells from ratings, items and parameters how many controls hidden in ordinary
    trials each rater passed and was given, `check_rule` what follows from that where a study does not say; `analyse`
    turns ratings into findings, and reads the files of the study folder that `analysis_files` names, where they are there;
    `next_round` writes a study into an empty folder from a finished round; `commands`
    makes a group of commands for the command line.
    """

    declaration: Declaration
    folder: Path | None = None
    contents: FolderContents | None = None
    params: type[BaseModel] = NoParams
    tailor: Tailor | None = None
    simulate: Simulate | None = None
    check_item: CheckItem | None = None
    spots: FindSpots | None = None
    example: MakeExample | None = None
    variants: Mapping[str, MakeExample] = field(default_factory=dict)
    suggest_params: SuggestParams | None = None
    params_of_fields: ParamsOfFields | None = None
    params_of_media: ParamsOfMedia | None = None
    checks: MakeChecks | None = None
    page_data: PageData | None = None
    page_text: PageText | None = None
    looked: HasLooked | None = None
    controls: Controls | None = None
    check_rule: CheckRule | None = None
    analyse: Callable[..., Any] | None = None
    analysis_files: tuple[str, ...] = ()
    next_round: NextRound | None = None
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    commands: Callable[[Any], Any] | None = None
    messages: Mapping[str, Words] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name under which studies ask for it."""
        return self.declaration.name

    @cached_property
    def catalogue(self) -> Catalogue | None:
        """The messages of its page, all of them readable; None for a protocol without a page of its own."""
        if self.package_folder is None:
            return None
        catalogue = Catalogue(self.name, folder=self.package_folder)
        try:
            for language in catalogue.languages:
                catalogue.ids(language)
        except CatalogueError as error:
            raise BeholderError(
                error.wrong,
                code="messages-unreadable",
                where=str(error.path),
                hint="write `id = text`, one per message",
            ) from None
        return catalogue

    @cached_property
    def own_words(self) -> Mapping[str, Words]:
        """Words of its page that are written in all languages at once, in Python or in the older `messages.toml`."""
        folder = self.package_folder
        return {**(read_messages_toml(folder) if folder is not None else {}), **self.messages}

    @property
    def package_folder(self) -> Path | None:
        """The folder of an installed package, whose templates, scripts and styles are used; None where there is none."""
        return self.folder if self.contents is None else None

    @property
    def pictures(self) -> Sequence[Path]:
        """The pictures of its guideline."""
        if self.contents is not None:
            return self.contents.pictures
        return sorted((self.folder / "pictures").glob("*")) if self.folder is not None else ()

    @cached_property
    def address(self) -> str:
        """Where its files are served; one that a folder brings takes the place of no other of that name."""
        return self.name if self.contents is None else f"{self.name}.{self.contents.digest()}"

    def declared_for(self, params: BaseModel) -> Declaration:
        """The declaration as a study with these parameters uses it."""
        return self.tailor(self.declaration, params) if self.tailor else self.declaration

    def params_for(self, fields: Collection[str]) -> BaseModel:
        """The parameters of the study that a table with these fields comes from, as far as its fields tell them."""
        return self.params(**(self.params_of_fields(fields) if self.params_of_fields else {}))

    def answer_like_a_person(
        self, declaration: Declaration, shown: Shown, rater: SimulatedRater, rng: np.random.Generator
    ) -> Payload:
        """A simulated answer: the protocol's own simulator, or the one that fits any form."""
        if self.simulate:
            return self.simulate(declaration, shown, rater, rng)
        return simulate_form(declaration.form, shown, rater, rng)

    def has_looked(self, record: Mapping[str, Any], params: BaseModel) -> bool:
        """Whether the record of a showing says that everything was opened that a study with these parameters asks for."""
        return self.looked is None or self.looked(record, params)

    def guideline(self, language: str, params: BaseModel | None = None) -> str:
        """The guideline as Markdown, in that language or the next best, as a study with these parameters uses it.

        Empty if there is none. Without parameters it is that of a study that sets none.
        """
        files = self.guideline_files
        known = next((one for one in (language, "en", *files) if one in files), None)
        if known is None:
            return ""
        text = files[known].read_text(encoding="utf-8")
        if self.params is NoParams or not has_gaps(text):
            return text
        return fill_in(text, params if params is not None else self.params(), where=files[known].name)

    @property
    def guideline_files(self) -> Mapping[str, Path]:
        """Where its guideline lies, by language: in its folder, or for a protocol of ours in that of the language."""
        if self.contents is not None:
            return self.contents.guidelines
        if self.folder is None:
            return {}
        further = {one: language_folder(one) / "protocols" / f"{self.name}.md" for one in BUILT_IN if self.built_in}
        own = {path.name.split(".")[1]: path for path in sorted(self.folder.glob("guideline.*.md"))}
        return {one: path for one, path in (further | own).items() if path.is_file()}

    @property
    def built_in(self) -> bool:
        """Whether it is one of ours."""
        return self.folder is not None and self.folder.is_relative_to(Path(__file__).parent)
