"""Which column of somebody's table is what: said by `--map`, or told by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from beholder.analysis.data import NUMBERS, TEXTS
from beholder.errors import BeholderError, nearest
from beholder.imports.rule_columns import tells_rule
from beholder.tabular.titles import SYSTEM_NAMES, named_like_a_system, plain_name

__all__ = ["COLUMNS", "ColumnMap", "map_columns", "parse_map"]

COLUMNS = (*TEXTS, *NUMBERS)
"""The columns of the ratings table that a table from elsewhere may bring."""

_BATTLE = ("model_a", "model_b", "winner")

_OURS_ALONE = ("answer", "field", "number", "trial", "kind", "revision", "study_version", "value", "weight")

_FORMS = {
    "--map": ("OURS=COLUMN", "--map item=image_id --map system=model --map value=score"),
    "--level": ("FIELD=LEVEL", "--level value=ordinal"),
    "--order": ("FIELD=LOW,...,HIGH", "--order value=bad,fair,good"),
    "--better": ("FIELD=higher|lower|none", "--better errors=lower"),
    "--question": ("FIELD=TEXT", "--question value='How good is the picture?'"),
}

_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "item": (
        "item",
        "item_id",
        "image",
        "image_id",
        "image_name",
        "question_id",
        "prompt_id",
        "prompt",
        "idx",
        "sample",
        "task",
        "题目",
        "图片",
        "样本",
    ),
    "system": SYSTEM_NAMES,
    "rater": (
        "rater",
        "rater_id",
        "annotator",
        "annotator_id",
        "annot_id",
        "worker",
        "worker_id",
        "judge",
        "user",
        "user_id",
        "participant",
        "participant_id",
        "评分员",
        "评分者",
        "标注者",
    ),
    "value": ("value", "score", "rating", "answer", "label", "quality", "overall_score", "评分", "分数", "得分"),
    "group": ("group", "dataset", "domain", "task", "category", "组别", "类别"),
    "model_a": ("model_a", "left", "model_1", "system_a"),
    "model_b": ("model_b", "right", "model_2", "system_b"),
    "winner": ("winner", "outcome", "preference", "vote"),
}


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """`columns` maps ours to theirs, `fields` the fields of a wide table to their columns, `extra` other item columns.

    `raters` are columns that hold the values of one rater each, `guessed` the pairs that were told by name alone, for the
    reader to see.
    """

    columns: Mapping[str, str]
    fields: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, str] = field(default_factory=dict)
    raters: tuple[str, ...] = ()
    guessed: tuple[tuple[str, str], ...] = ()

    @property
    def battles(self) -> bool:
        """Whether each row compares two systems."""
        return all(name in self.columns for name in _BATTLE)


def parse_map(texts: Iterable[str], *, option: str = "--map", example: str = "") -> dict[str, str]:
    """`["item=image_id", ...]` as a mapping; `value=SC,PQ` names several columns, `item=image+question` joins them.

    `option` is how the command line calls it, `example` what a right one looks like where that depends on the command.
    """
    out: dict[str, str] = {}
    for text in texts:
        ours, equals, theirs = text.partition("=")
        if not equals or not ours.strip() or not theirs.strip():
            raise BeholderError(
                f"{option} {text!r} is not of the form {_FORMS[option][0]}",
                code="analysis-bad-map",
                hint=f"for example {example or _FORMS[option][1]}",
            )
        if ours.strip() in out:
            raise BeholderError(f"{option} names {ours.strip()!r} twice", code="analysis-bad-map")
        out[ours.strip()] = theirs.strip()
    return out


def map_columns(
    header: Sequence[str], asked: Mapping[str, str], *, known: Iterable[str] = (), where: str = ""
) -> ColumnMap:
    """Which of a table's columns are which, from what is asked and from names that speak for themselves.

    A name asked for that is no column of ours is a field of a wide table (`SC=sc_score`), unless `known` lists it as a
    column of the protocol's items. `theirs=ours` is understood where only that reading makes sense.
    """
    columns: dict[str, str] = {}
    fields: dict[str, str] = {}
    extra: dict[str, str] = {name: name for name in known if name in header}
    raters: tuple[str, ...] = ()
    ours_known = {*COLUMNS, *_BATTLE, *known}
    for left, right in asked.items():
        ours, theirs = left, right
        if right in ours_known and left in header and right not in header:
            ours, theirs = right, left
        for one in _parts(ours, theirs, header):
            if one not in header:
                raise BeholderError(
                    f'there is no column "{one}" (for --map {ours})',
                    code="table-no-column",
                    where=where,
                    hint=nearest(one, header),
                )
        if ours == "value" and "," in theirs and theirs not in header:
            fields |= {one: one for one in _parts(ours, theirs, header)}
        elif ours == "rater" and "," in theirs and theirs not in header:
            raters = tuple(_parts(ours, theirs, header))
        elif ours in known:
            extra[ours] = theirs
        elif ours in ours_known:
            columns[ours] = theirs
        else:
            fields[ours] = theirs
    if fields and "value" in columns:
        theirs = columns.pop("value")
        fields[theirs] = theirs
    _refuse_unheard(columns, fields, raters, where)
    if raters and "model_a" in columns:
        # each of these columns holds one rater's votes on the pair of its row
        columns["winner"], raters = ",".join(raters), ()
    by_rater = {name: name for name in raters}
    guessed = _guess(header, {**columns, **({"rater": ""} if raters else {})}, fields or by_rater, {*extra.values()})
    return ColumnMap({**columns, **dict(guessed)}, fields, extra, raters, guessed)


def _refuse_unheard(columns: Mapping[str, str], fields: Mapping[str, str], raters: Sequence[str], where: str) -> None:
    """What is asked for and cannot be done together is refused: nothing that somebody mapped is passed over."""
    pairs = [name for name in _BATTLE if name in columns]
    votes = [*(["rater"] if raters else []), *(["winner"] if "winner" in columns else [])]
    several = "," in columns.get("winner", "")
    problem = hint = ""
    if raters and (fields or "value" in columns):
        problem = "the columns of raters hold the values: --map can name either those or columns of values"
    elif pairs and (len(pairs) < len(_BATTLE) - bool(raters)):
        lacking = [name for name in _BATTLE if name not in columns and not (name == "winner" and raters)]
        problem = f"--map names {' and '.join(pairs)}, but not {' and '.join(lacking)}"
        hint = "a comparison needs model_a=, model_b=, and winner= or one column per rater: rater=FIRST,SECOND"
    elif len(votes) > 1 or (several and "rater" in columns):
        problem = "several columns of votes are by one rater each: --map can name either raters or winners"
        hint = "leave winner= or rater= out"
    elif pairs and (other := [*(name for name in ("system", "value") if name in columns), *fields]):
        problem = f"rows that compare two systems have a winner, and no {other[0]}"
        hint = f"analyse {other[0]} by itself, without model_a=, model_b= and winner="
    if problem:
        raise BeholderError(problem, code="analysis-bad-map", where=where, hint=hint)


def _parts(ours: str, theirs: str, header: Sequence[str]) -> list[str]:
    """The columns that a name stands for: several values, winners or raters (`SC,PQ`), or a joined key (`image+question`)."""
    if theirs in header:
        return [theirs]
    if ours in ("value", "winner", "rater") and "," in theirs:
        return [one.strip() for one in theirs.split(",")]
    return theirs.split("+")


def _guess(
    header: Sequence[str], columns: Mapping[str, str], fields: Mapping[str, str], used: set[str]
) -> tuple[tuple[str, str], ...]:
    by_lower = {plain_name(name): name for name in reversed(header)}
    # Mechanical Turk's names for what a task showed and what a worker answered
    prefixed = {name: name.partition(".")[2] for name in header if name.startswith(("Input.", "Answer."))}
    by_lower = {plain_name(bare): name for name, bare in prefixed.items()} | by_lower
    # one column may well be both the item and its block or group
    named = {
        one
        for ours, theirs in columns.items()
        if ours not in ("block", "group")
        for one in (theirs, *theirs.split("+"))
    }
    taken = {*named, *fields.values(), *used}
    found: list[tuple[str, str]] = []

    def look(ours: str) -> None:
        for synonym in (ours, *_SYNONYMS.get(ours, ())):
            theirs = by_lower.get(plain_name(synonym))
            if ours not in {*columns, *dict(found)} and theirs is not None and theirs not in taken:
                found.append((ours, theirs))
                taken.add(theirs)
                return

    def look_at_the_end(ours: str) -> None:
        """`gen_model` is a model, if there is no other."""
        ends = named_like_a_system(name for name in header if name not in taken)
        if ours not in {*columns, *dict(found)} and len(ends) == 1:
            found.append((ours, ends[0]))
            taken.add(ends[0])

    lower = set(by_lower)
    native = {"field", "value"} <= lower
    battles = all(any(plain_name(s) in lower for s in _SYNONYMS[name]) or name in columns for name in _BATTLE)
    if battles and not native and "value" not in columns and not fields:
        for ours in _BATTLE:
            look(ours)
    elif not fields:
        look("value")
    # an `answer` or a `number` in somebody's table is hardly ever what ours mean
    plain = tuple(name for name in COLUMNS if native or name not in _OURS_ALONE)
    # nor is a `weight` one of ratings, unless it stands beside what only we write
    plain = tuple(name for name in plain if name != "weight") + (("weight",) if tells_rule(header) else ())
    for ours in ("item", "system", "rater", "group", *plain):
        if not (battles and not native and ours in ("system", "value")):
            look(ours)
            if ours == "system" and not native:
                look_at_the_end(ours)
    return tuple(found)
