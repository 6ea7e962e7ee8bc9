"""Where answers are kept: one schema on SQLite and PostgreSQL, append-only, hash-chained. All SQL is here."""

from beholder.store.database import Database
from beholder.store.rows import AnswerRow, LeaseRow, RaterRow, StoppingRow, StudyRow, TrialRow

__all__ = ["AnswerRow", "Database", "LeaseRow", "RaterRow", "StoppingRow", "StudyRow", "TrialRow"]
