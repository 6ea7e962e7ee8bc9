"""A study opened from Python: `bh.load("my-study").ratings()`."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from beholder.conduct import Conduct, conduct_of
from beholder.conduct.looks import looking_of
from beholder.conduct.sentences import (
    collected_line,
    limits_of_conduct,
    looks_taken,
    pay_promised,
    planned_size,
    sentence,
)
from beholder.engine.planning.freeze import open_started
from beholder.engine.publication import find_published, unpack_definition
from beholder.engine.status import Status, read_status
from beholder.errors import BeholderError
from beholder.fields import Words
from beholder.keeping.verify import Receipt, verify_chain
from beholder.protocols import Item
from beholder.store import Database
from beholder.store.items import numbers_of, stream_items
from beholder.store.judgments import list_judges
from beholder.store.raters import all_raters
from beholder.store.records import stream_records
from beholder.store.studies import load_study, load_versions, version_times
from beholder.store.trials import stream_trials
from beholder.store.work_done import work_of_raters
from beholder.study import Definition, load_definition
from beholder.tables.blinding import Blind, blinded
from beholder.tables.marks import MARKS, MarkRow, marked_fields, marks_of
from beholder.tables.questionnaires import QUESTIONNAIRES, QuestionnaireRow, asked_questions, stream_questionnaires
from beholder.tables.rating_weights import ALIKE, RatingWeights
from beholder.tables.ratings import COLUMNS, Rating, iso_time, stream_ratings
from beholder.tables.ratings_frame import RatingsTable
from beholder.tables.rows_table import RowsTable

if TYPE_CHECKING:
    from beholder.analysis import Analysis, Context, RatingsData, RulesOfVersion, Section
    from beholder.analysis.stopping_plan import StoppingPlan
    from beholder.judges.judgments_table import JudgmentCell

__all__ = ["Study", "load", "load_published"]


class Study:
    """A study folder and what has been answered so far. Reads only; raters and `serve` write."""

    def __init__(
        self, definition: Definition, database: Database, key: int, study_id: str, *, folder: ExitStack | None = None
    ) -> None:
        self.definition = definition
        self.database = database
        self.key = key
        self.id = study_id
        self._folder = folder

    def __repr__(self) -> str:
        title, name = self.definition.title.to("en"), self.definition.declaration.name
        told = f"<Study {title!r}, protocol {name}"
        with suppress(SQLAlchemyError, BeholderError):
            now = self.status()
            told += f", {now.state}: {now.given:,} of {now.wanted:,} places filled, {now.raters:,} raters"
        return f"{told}, {'published' if self.published else self.definition.folder}>"

    @property
    def published(self) -> bool:
        """Whether it was opened without its folder."""
        return self._folder is not None

    @contextmanager
    def stream(self, *, all_rows: bool = False, all_revisions: bool = False) -> Iterator[Iterator[Rating]]:
        """The rows of `ratings` one by one, from one snapshot, for studies too large for memory."""
        with self.database.read() as conn:
            rows = self.rows(conn, all_revisions=all_revisions)
            yield rows if all_rows or all_revisions else (row for row in rows if row.counts)

    def rows(self, conn: Connection, *, all_revisions: bool = False) -> Iterator[Rating]:
        """The rows of the ratings table as of the connection's snapshot, those that do not count too."""
        return self._rows(conn, all_revisions=all_revisions, weights=self.weights(conn))

    def weights(self, conn: Connection) -> RatingWeights:
        """How much each rating counts, as of the connection's snapshot."""
        from beholder.engine.stopping.rule_alone import stored_weights

        return stored_weights(conn, self.key, self.definition.declaration)

    def _rows(
        self, conn: Connection, *, all_revisions: bool = False, weights: RatingWeights = ALIKE
    ) -> Iterator[Rating]:
        declared = self.definition.declaration
        return stream_ratings(
            conn,
            self.key,
            study=self.id,
            protocol=declared.name,
            form=declared.form,
            weights=weights,
            all_revisions=all_revisions,
        )

    def ratings(self, *, all_rows: bool = False, all_revisions: bool = False) -> RatingsTable:
        """The ratings table: one row per field and candidate of every answer that enters the results.

        `all_rows` adds what does not (checks, repeats, practice, pilot, adjudications, excluded answers), with `counts`
        false; `all_revisions` also answers that were corrected later. The table's `left_out` says what is missing.
        """
        with self.stream(all_rows=True, all_revisions=all_revisions) as rows:
            every = RatingsTable(tuple(rows))
        return every if all_rows or all_revisions else every.counted()

    def questionnaires(self) -> RowsTable[QuestionnaireRow]:
        """What raters said before and after the trials: one row per rater and field, of all that leaves the study."""
        with self.database.read() as conn:
            rows = tuple(stream_questionnaires(conn, self.key, study=self.id))
        return RowsTable("Questionnaires", rows, QUESTIONNAIRES)

    def marks(self, *, all_rows: bool = False) -> RowsTable[MarkRow]:
        """What raters marked on pictures and in texts, one row per mark, of the ratings that enter the results."""
        fields = marked_fields(self.definition.declaration.form)
        with self.stream(all_rows=all_rows) as rows:
            return RowsTable("Marks", tuple(marks_of(rows, fields)), MARKS)

    def judges(self) -> list[str]:
        """The models that judged, by the names of their judgments, in the order in which they came."""
        with self.database.read() as conn:
            return [row.judge for row in list_judges(conn, self.key)]

    def judgments(self) -> RowsTable[JudgmentCell]:
        """What models said, apart from people: one row per field and candidate, with model, prompt and cost."""
        from beholder.judges.judgments_table import JUDGMENTS, stream_judgment_cells

        with self.database.read() as conn:
            rows = tuple(stream_judgment_cells(conn, self.key, self.definition, study=self.id))
        return RowsTable("Judgments", rows, JUDGMENTS)

    def asks_questions(self) -> bool:
        """Whether any version of the study asks questions before or after the trials."""
        with self.database.read() as conn:
            asked = asked_questions(load_versions(conn, self.key), version_times(conn, self.key))
        return any(questions for version in asked for questions in version.questions.values())

    def _questions(self) -> tuple[Section, ...]:
        from beholder.conduct.questions import question_sections

        with self.database.read() as conn:
            asked = asked_questions(load_versions(conn, self.key), version_times(conn, self.key))
            return question_sections(stream_questionnaires(conn, self.key, study=self.id, private=True), asked)

    def _judges(self, blind: Blind | None) -> tuple[Section, ...]:
        """What is to be said about models that judged; nothing where none did."""
        with self.database.read() as conn:
            if not list_judges(conn, self.key):
                return ()
            from beholder.judges.section import judge_section, read_judged

            judged = read_judged(conn, self.key, self.definition, self.id)
            people = [row for row in self._rows(conn) if row.counts]
        if judged is None:
            return ()
        return (judge_section(judged, people, call=blind.system if blind is not None else str),)

    def items(self) -> dict[str, Item]:
        """All items of the study by id, those of practice and checks too."""
        with self.database.read() as conn:
            found = (Item.from_json(json.loads(text)) for _, text in stream_items(conn, self.key))
            return {item.id: item for item in found}

    def data(self, *, all_revisions: bool = False) -> RatingsData:
        """All ratings as coded columns, which is what analysis reads; it sorts out itself what enters the results."""
        from beholder.analysis import FieldInfo, RatingsData

        declaration = self.definition.declaration
        with self.stream(all_rows=True, all_revisions=all_revisions) as rows:
            return RatingsData.of_rows(
                rows,
                COLUMNS,
                fields=FieldInfo.of_form(declaration.form),
                protocol=declaration.name,
                source=str(self.definition.folder),
            )

    def conduct(self) -> Conduct:
        """How the study was run: participant flow, planned against collected, what changed and when."""
        with self.database.read() as conn:
            return conduct_of(
                load_versions(conn, self.key),
                stream_records(conn, self.key),
                stream_trials(conn, self.key),
                numbers_of(conn, self.key),
            )

    def context(self, *, seed: int = 1, conduct: Conduct | None = None, look: bool = False) -> Context:
        """What an analysis is told beside the ratings: contrasts, texts for the report, items, how the study was run.

        A `look` before the end of a study that planned none has intervals that hold at any time.
        """
        from beholder.analysis import Context, DeclaredContrast, MaterialChange

        settings, definition = self.definition.settings, self.definition
        items = self.items()
        declared, rules = self._rules(items)
        run = conduct or self.conduct()
        return Context(
            title=definition.title,
            declaration=definition.declaration,
            params=definition.params,
            items=items,
            contrasts=tuple(DeclaredContrast(c.field, *c.systems) for c in settings.contrasts),
            about=self._about(run),
            conduct=limits_of_conduct(run),
            exclusion_rules=declared,
            rules=rules,
            stopping=self._stopping(),
            looking=looking_of(run, settings.looks, look=look),
            changes=tuple(MaterialChange(one.what, one.answers) for one in run.changes if one.material),
            headline=settings.headline,
            fast_seconds=definition.fast_seconds,
            media=definition.media_root,
            folder=definition.folder,
            seed=seed,
        )

    def _rules(self, items: Mapping[str, Item]) -> tuple[dict[str, Words], tuple[RulesOfVersion, ...]]:
        """Every exclusion rule that any version declared, in words; and what those of each version take out."""
        from beholder.quality.rule_versions import rules_in_words, rules_of_versions

        with self.database.read() as conn:
            versions = load_versions(conn, self.key)
            found = rules_of_versions(
                versions,
                stream_records(conn, self.key),
                self._rows(conn),
                protocol=self.definition.protocol,
                items=items,
                params=self.definition.params,
            )
        return rules_in_words(versions), found

    def _stopping(self) -> StoppingPlan | None:
        from beholder.engine.stopping.rule_alone import stored_stopping_plan

        with self.database.read() as conn:
            return stored_stopping_plan(conn, self.key)

    def _about(self, conduct: Conduct) -> dict[str, str | Words]:
        """The study's texts for the report; what it does not say of its size, pay and looks, its settings and records do."""
        settings = self.definition.settings
        said, paid = settings.about, {"pay": pay_promised(settings.cost)} if settings.cost else {}
        recorded, planned = looks_taken(conduct), said.get("looks", "")
        looks = Words({code: f"{planned}; {text}" for code, text in recorded.root.items()}) if planned else recorded
        return {"planned_n": planned_size(conduct.collected), **paid, **said, "looks": looks}

    def analysis(
        self, *, seed: int = 1, blind: Blind | None = None, conduct: Conduct | None = None, look: bool = False
    ) -> Analysis:
        """What the ratings say: the protocol's own analysis, or the one that fits any form; `blind` gives systems letters.

        How the study was run stands in it too; whoever has read that already hands it in as `conduct`. A `look` before the
        end of a study that planned none has intervals that hold at any time.
        """
        run = conduct or self.conduct()
        data, context = self.data(all_revisions=True), self.context(seed=seed, conduct=run, look=look)
        return self.analysis_of(data, context, run, blind=blind)

    def analysis_of(
        self, data: RatingsData, context: Context, conduct: Conduct, *, blind: Blind | None = None
    ) -> Analysis:
        """The analysis of ratings that were read already."""
        from beholder.conduct.sections import conduct_sections
        from beholder.judges.section import models_alone
        from beholder.protocols.run_analysis import run_analysis

        if blind is not None:
            data, context = blinded(data, context, blind)
        judges = self._judges(blind)
        try:
            found = run_analysis(self.definition.protocol, data, context)
        except BeholderError as error:
            if error.code != "analysis-nothing" or not judges:
                raise
            found = models_alone(self.definition.protocol.name, context)
        hide = blind.text if blind is not None and blind.on else None
        return replace(
            found,
            summary=(*found.summary, sentence(collected_line(conduct.collected))),
            sections=(
                *found.sections,
                *judges,
                *conduct_sections(conduct, hide=hide),
                *self._questions(),
            ),
            facts={**found.facts, "flow": conduct.flow.to_json(), "collected": conduct.collected.to_json()},
        )

    def status(self) -> Status:
        """How far the study is."""
        with self.database.read() as conn:
            return read_status(conn, self.key)

    def verify(self, *, kept: Receipt | None = None) -> Receipt:
        """Follows the chain of records; the receipt names whatever is wrong."""
        with self.database.read() as conn:
            return verify_chain(conn, self.key, kept=kept)

    def receipt(self) -> Receipt:
        """Length and head of the chain, as stored; `verify` recomputes them."""
        with self.database.read() as conn:
            row = load_study(conn, self.key)
        return Receipt(row.chain_length, row.chain_head)

    def raters(self) -> list[dict[str, object]]:
        """The raters in the order they joined: pseudonym, kind, state, answers, minutes worked, first and last contact."""
        with self.database.read() as conn:
            work = work_of_raters(conn, self.key)
            return [
                {
                    "rater": row.rater,
                    "kind": row.kind,
                    "state": row.state,
                    "language": row.language,
                    "answers": work.get(row.rater, (0, 0))[0],
                    "minutes": work.get(row.rater, (0, 0))[1] / 60_000,
                    "joined_at": iso_time(row.joined_at),
                    "seen_at": iso_time(row.seen_at),
                }
                for row in all_raters(conn, self.key)
            ]

    def close(self) -> None:
        """Closes the database."""
        self.database.close()
        if self._folder is not None:
            self._folder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def load(folder: str | Path, *, database: str | None = None) -> Study:
    """Opens a study that has been started, by `serve` or `simulate`."""
    path = Path(folder)
    definition = load_definition(path)
    opened, row = open_started(path, database, definition=definition)
    return Study(definition, opened, row.study, row.id)


def load_published(study: str, *, database: str) -> Study:
    """Opens a published study by its id, without its folder: its answers are all there, its pictures and items' files not."""
    with ExitStack() as made:
        opened = Database.open(database)
        made.callback(opened.close)
        found = find_published(opened, study)[0]
        folder = ExitStack()
        made.push(folder)
        unpacked = Path(folder.enter_context(tempfile.TemporaryDirectory(prefix="beholder-published-")))
        definition = unpack_definition(opened, found, unpacked)
        made.pop_all()
        return Study(definition, opened, found.study, found.id, folder=folder)
