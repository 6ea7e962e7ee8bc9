"""The tables, the same on SQLite and PostgreSQL.

Answers, payloads and records are append-only: a correction is a new row. The one exception is erasure, which empties
a payload and its salt and leaves everything the chain has hashed in place.
"""

from __future__ import annotations

import sqlalchemy as sa

from beholder.declarations.states import LeaseState, RaterState

__all__ = [
    "GIVEN_BACK",
    "OF_STUDY",
    "answers",
    "guidelines",
    "items",
    "judge_calls",
    "judges",
    "judgments",
    "leases",
    "messages",
    "metadata",
    "payloads",
    "people",
    "platform_ids",
    "raters",
    "records",
    "sheets",
    "stopping",
    "studies",
    "trials",
    "versions",
]

metadata = sa.MetaData()

_Key = sa.BigInteger().with_variant(sa.Integer, "sqlite")

studies = sa.Table(
    "studies",
    metadata,
    sa.Column("study", _Key, primary_key=True, autoincrement=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),  # open, paused, closed
    sa.Column("phase", sa.Text, nullable=False),  # main, pilot
    sa.Column("simulated", sa.Boolean, nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("open_places", sa.BigInteger, nullable=False),
    sa.Column("chain_length", sa.BigInteger, nullable=False),
    sa.Column("chain_head", sa.Text, nullable=False),
)

versions = sa.Table(
    "versions",
    metadata,
    sa.Column("study", _Key, sa.ForeignKey("studies.study"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("definition", sa.Text, nullable=False),
)

items = sa.Table(
    "items",
    metadata,
    sa.Column("study", _Key, sa.ForeignKey("studies.study"), primary_key=True),
    sa.Column("item", sa.Integer, primary_key=True),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.UniqueConstraint("study", "id", name="items_id"),
)

# `open` counts places that may still be leased; `open_flipped` those of them that show the pair the other way round.
trials = sa.Table(
    "trials",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("trial", sa.Integer, primary_key=True),
    sa.Column("item", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("systems", sa.Text, nullable=False),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("quota", sa.Integer, nullable=False),
    sa.Column("open", sa.Integer, nullable=False),
    sa.Column("open_flipped", sa.Integer, nullable=False),
    sa.CheckConstraint(
        "open >= 0 AND open_flipped >= 0 AND open_flipped <= open AND open <= quota", name="trials_places"
    ),
)
# *Next* reads this index and nothing else of the table's size.
sa.Index(
    "trials_open", trials.c.study, trials.c.rank, sqlite_where=trials.c.open > 0, postgresql_where=trials.c.open > 0
)

# Of studies whose ratings follow a rule: trials of the random share that is rated in full, and trials that were stopped.
stopping = sa.Table(
    "stopping",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("trial", sa.Integer, primary_key=True),
    sa.Column("in_full", sa.Boolean, nullable=False),
    sa.Column("stopped", sa.BigInteger, nullable=False),  # the number of the record that says so; 0 if asked for
    # places that nobody is asked to take any more; `closed_flipped` those of them that show the pair the other way round
    sa.Column("closed", sa.Integer, nullable=False),
    sa.Column("closed_flipped", sa.Integer, nullable=False),
    sa.CheckConstraint("closed >= 0 AND closed_flipped >= 0 AND closed_flipped <= closed", name="stopping_places"),
)

raters = sa.Table(
    "raters",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("rater", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),  # human, simulated, model
    sa.Column("state", sa.Text, nullable=False),  # active, left, withdrawn
    sa.Column("token_digest", sa.Text, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("joined_at", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
    sa.Column("cursor", sa.Integer, nullable=False),
    sa.Column("sequence", sa.Integer, nullable=False),
    sa.Column("last_item", sa.Integer, nullable=False),
    sa.Column("stage", sa.Text, nullable=False),  # where on the journey: consent, ... trials, after; stopped
    sa.Column("session_at", sa.BigInteger, nullable=False),  # when the current sitting began
    sa.Column("flips", sa.Integer, nullable=False),  # showings flipped minus not flipped: what balances sides per rater
    # of the code with which a rater goes on elsewhere; NULL where nobody was given one
    sa.Column("code_digest", sa.Text, nullable=True),
    sa.Column("worked_until", sa.BigInteger, nullable=False, server_default="0"),  # up to when time is accounted for
    sa.Column("overclaimed_ms", sa.BigInteger, nullable=False, server_default="0"),  # claimed beyond what had passed
    # answers given without opening a view that must be
    sa.Column("unopened", sa.BigInteger, nullable=False, server_default="0"),
    # trials answered, checks and repeats among them, and how many of them in less time than anybody needs to look
    sa.Column("answered", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("implausible", sa.BigInteger, nullable=False, server_default="0"),
    sa.UniqueConstraint("study", "number", name="raters_number"),
)
sa.Index("raters_token", raters.c.token_digest, unique=True)
sa.Index("raters_code", raters.c.study, raters.c.code_digest, unique=True)
sa.Index(
    "raters_active",
    raters.c.study,
    raters.c.seen_at,
    sqlite_where=raters.c.state == RaterState.ACTIVE,
    postgresql_where=raters.c.state == RaterState.ACTIVE,
)

# Whom a crowd platform says somebody is; apart from everything that is ever exported. Without a rater it is what a
# withdrawal left: the use of an invitation, or the keyed digest of an id.
platform_ids = sa.Table(
    "platform_ids",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("platform", sa.Text, primary_key=True),
    sa.Column("external", sa.Text, primary_key=True),
    sa.Column("rater", sa.Text, nullable=False),
    sa.Column("salt", sa.Text, nullable=False, server_default=""),
)

leases = sa.Table(
    "leases",
    metadata,
    sa.Column("lease", sa.Text, primary_key=True),
    sa.Column("study", _Key, nullable=False),
    sa.Column("rater", sa.Text, nullable=False),
    sa.Column("trial", sa.Integer, nullable=False),
    sa.Column("occasion", sa.Integer, nullable=False),  # 0, or n for the nth planned repeat
    sa.Column("kind", sa.Text, nullable=False),  # main, pilot, repeat, attention, practice, qualification, adjudication
    sa.Column("item", sa.Integer, nullable=False),
    # open, answered, late, excluded, withdrawn, expired, released, skipped, reported, set-aside
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("flipped", sa.Boolean, nullable=False),
    sa.Column("slots", sa.Text, nullable=False),  # systems per place on the page, in the order shown
    sa.Column("sequence", sa.Integer, nullable=False),
    sa.Column("adjacent", sa.Boolean, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("issued_at", sa.BigInteger, nullable=False),  # when it was first given out
    sa.Column("held_at", sa.BigInteger, nullable=False, server_default="0"),  # since when it is held without a rest
    # which trials it was drawn from, as a digest, and how likely it was; empty where a study has no rule that asks for it
    sa.Column("candidates", sa.Text, nullable=False, server_default=""),
    sa.Column("probability", sa.Float, nullable=True),
    sa.UniqueConstraint("study", "rater", "trial", "occasion", name="leases_once"),
)
sa.Index("leases_item", leases.c.study, leases.c.rater, leases.c.item)
# The answers to one trial, by which a rule for stopping decides.
sa.Index(
    "leases_answered",
    leases.c.study,
    leases.c.trial,
    sqlite_where=leases.c.state == LeaseState.ANSWERED,
    postgresql_where=leases.c.state == LeaseState.ANSWERED,
)
sa.Index(
    "leases_open",
    leases.c.study,
    leases.c.rater,
    sqlite_where=leases.c.state == LeaseState.OPEN,
    postgresql_where=leases.c.state == LeaseState.OPEN,
)

GIVEN_BACK = sa.or_(*(leases.c.state == state for state in LeaseState.GIVEN_BACK))
"""Whether a lease was given back unanswered, so that the same rater may be given the trial again."""

# What a rater who returns had before is found without reading all they ever did.
sa.Index("leases_back", leases.c.study, leases.c.rater, sqlite_where=GIVEN_BACK, postgresql_where=GIVEN_BACK)
sa.Index(
    "leases_held",
    leases.c.study,
    leases.c.held_at,
    sqlite_where=leases.c.state == LeaseState.OPEN,
    postgresql_where=leases.c.state == LeaseState.OPEN,
)

answers = sa.Table(
    "answers",
    metadata,
    sa.Column("answer", sa.Text, primary_key=True),  # made by the client, so that a resent answer is the same answer
    sa.Column("study", _Key, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("lease", sa.Text, sa.ForeignKey("leases.lease"), nullable=False),
    sa.Column("rater", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("received_at", sa.BigInteger, nullable=False),
    sa.Column("submitted_at", sa.BigInteger, nullable=False),
    sa.Column("started_at", sa.BigInteger, nullable=False),
    sa.Column("active_ms", sa.Integer, nullable=False),
    sa.Column("guideline", sa.Text, nullable=False),
    sa.Column("request_digest", sa.Text, nullable=False),
    sa.Column("excluded_by", sa.Text, nullable=False),
    sa.Column("passed", sa.Boolean),  # whether the answer is as expected, where something is
    sa.UniqueConstraint("study", "seq", name="answers_seq"),
    sa.UniqueConstraint("lease", "revision", name="answers_revision"),
)
sa.Index("answers_rater", answers.c.study, answers.c.rater)

payloads = sa.Table(
    "payloads",
    metadata,
    sa.Column("answer", sa.Text, sa.ForeignKey("answers.answer"), primary_key=True),
    sa.Column("payload", sa.Text),
    sa.Column("meta", sa.Text),
    sa.Column("salt", sa.Text),
)

# What a rater filled in once: consent, questions before and after. Erasable, as payloads are.
sheets = sa.Table(
    "sheets",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("rater", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("payload", sa.Text),
    sa.Column("salt", sa.Text),
)

# Questions of raters, answers to them, clarifications for all, reports of broken samples.
messages = sa.Table(
    "messages",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("message", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),  # question, broken, reply, clarification, notice, warning, stop
    sa.Column("rater", sa.Text, nullable=False),  # whose question it is, or to whom a reply goes; empty: to all
    sa.Column("author", sa.Text, nullable=False),
    sa.Column("lease", sa.Text, nullable=False),
    sa.Column("item", sa.Integer, nullable=False),
    sa.Column("about", sa.Integer, nullable=False),  # the message it answers; -1 for none
    sa.Column("state", sa.Text, nullable=False),  # open, done
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column(
        "key", sa.Text, nullable=False, server_default=""
    ),  # made by the client: sent again, it is the same message
)

guidelines = sa.Table(
    "guidelines",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("author", sa.Text, nullable=False),
    sa.Column("texts", sa.Text, nullable=False),  # Markdown by language
    sa.Column("changes", sa.Text, nullable=False),  # what changed, by language, for raters
    sa.Column("material", sa.Boolean, nullable=False),
)

# People who run a study. Passwords as argon2id hashes, personal links as digests.
people = sa.Table(
    "people",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("role", sa.Text, nullable=False),  # coordinator, viewer
    sa.Column("adjudicates", sa.Boolean, nullable=False),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("link_digest", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),  # active, disabled
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("session", sa.Integer, nullable=False, server_default="0"),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)
sa.Index("records_kind", records.c.study, records.c.kind)

# Models that judge. Nothing that reads what people answered reads these three, so they can change nothing of it.
judges = sa.Table(
    "judges",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column(
        "judge", sa.Text, primary_key=True
    ),  # the name in study.yaml and a number: another setup is another judge
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("model", sa.Text, nullable=False),
    sa.Column("guideline", sa.Text, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),  # all that decides what is asked, and how
    sa.Column("at", sa.BigInteger, nullable=False),
)

# Every request and what came of it, sent again or not. A request is known again by its digest.
judge_calls = sa.Table(
    "judge_calls",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("call", sa.Integer, primary_key=True),
    sa.Column("judge", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("ms", sa.Integer, nullable=False),
    sa.Column("status", sa.Integer, nullable=False),  # of HTTP; 0 where there was no reply
    sa.Column("reply", sa.Text, nullable=False),  # as received
    sa.Column("model", sa.Text, nullable=False),  # as the server names it
    sa.Column("fingerprint", sa.Text, nullable=False),
    sa.Column("finish", sa.Text, nullable=False),
    sa.Column("sent_tokens", sa.Integer, nullable=False),
    sa.Column("received_tokens", sa.Integer, nullable=False),
    sa.Column("estimated", sa.Boolean, nullable=False),  # the server did not count tokens
    sa.Column("error", sa.Text, nullable=False),  # empty: it is a reply
)
sa.Index("judge_calls_digest", judge_calls.c.study, judge_calls.c.digest, judge_calls.c.call)

judgments = sa.Table(
    "judgments",
    metadata,
    sa.Column("study", _Key, primary_key=True),
    sa.Column("judge", sa.Text, primary_key=True),
    sa.Column("trial", sa.Integer, primary_key=True),
    sa.Column("occasion", sa.Integer, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),  # main, repeat, attention
    sa.Column("sample", sa.Integer, nullable=False),
    sa.Column("item", sa.Integer, nullable=False),
    sa.Column("slots", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("guideline", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("state", sa.Text, nullable=False),  # answered, skipped
    sa.Column("payload", sa.Text),
    sa.Column("reason", sa.Text, nullable=False),  # what the model gave as its reason
    sa.Column("error", sa.Text, nullable=False),  # what was wrong with the last reply of one that was skipped
    sa.Column("passed", sa.Boolean),
    sa.Column("repairs", sa.Integer, nullable=False),  # how often the model was told what was wrong
    sa.Column("calls", sa.Text, nullable=False),  # digests of the requests
)

OF_STUDY = tuple(table for table in metadata.sorted_tables if table is not studies)
"""What belongs to a study, each table after those it refers to; rows name their study, or an answer of it."""
