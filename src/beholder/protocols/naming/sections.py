"""Naming tables and figures as parts of an analysis: in both languages, each value with its interval beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from beholder.analysis import Heading, Picture, Sheet, both
from beholder.fields import Words
from beholder.findings import Chart, Finding, Table
from beholder.protocols.naming.collect.variation import SPREAD
from beholder.protocols.naming.object_bootstrap import BOOTSTRAP
from beholder.protocols.naming.paper_tables import NOBODY_JUDGED
from beholder.protocols.naming.verify.controls import CONTROL_KINDS, ControlScore
from beholder.text import Text

__all__ = [
    "adequacy_picture",
    "agreement_sheet",
    "control_sheet",
    "same_object_picture",
    "sheet_of",
    "sheet_of_table",
    "split_before_after",
    "stability_parts",
]

_COLUMNS: Mapping[str, tuple[Words, int | None]] = {
    "domain": (both("Domain", "领域"), None),
    "objects": (both("Objects", "物体"), None),
    "N": (both("Names per object (N)", "每个物体的名称数（N）"), 2),
    "perc_top": (both("% top name", "首选名称占比（%）"), 1),
    "perc_top_sd": (both("SD of % top", "首选名称占比的标准差"), 1),
    "H": (both("Entropy H (bits)", "熵 H（比特）"), 2),
    "H_sd": (both("SD of H", "H 的标准差"), 2),
    "tokens": (both("Answers", "答案"), None),
    "types": (both("Distinct names", "不同名称"), None),
    "ties": (both("Tied top names", "并列的首选名称"), None),
    "unclear": (both("Unclear tokens", "尚不明确的答案"), 3),
    "part": (both("Names", "名称"), None),
    "referential": (both("Not the boxed thing", "框的不是它"), 3),
    "visual": (both("Mistaken for it", "认错了"), 3),
    "linguistic": (both("Wrong word", "用词有误"), 3),
    "other": (both("Something else", "其他问题"), 3),
    "none": (both("Nothing wrong", "没有问题"), 3),
    "pairs": (both("Pairs", "名称–物体对"), None),
    "removed_by_adequacy": (both("Removed by adequacy alone", "仅因不合适而剔除"), 3),
    "same_object": (both("SAMEOBJECT above", "SAMEOBJECT 高于"), 2),
    "adequacy": (both("ADEQUACY above", "ADEQUACY 高于"), 2),
    "chosen": (both("Chosen", "所选"), None),
    "pairs_kept": (both("Names kept", "保留的名称"), None),
    "pairs_kept_share": (both("Share of names kept", "保留的名称比例"), 3),
    "tokens_kept_share": (both("Share of answers kept", "保留的答案比例"), 3),
    "raters": (both("Raters", "评分者"), None),
    "share": (both("Same top name", "首选名称相同"), 3),
    "agreement": (both("Of", "项目"), None),
    "value": (both("Value", "数值"), 2),
    "n": (both("n", "n"), None),
    "notes": (both("Notes", "说明"), None),
    "rater": (both("Rater", "评分者"), None),
    "passed": (both("Passed", "通过"), None),
    "given": (both("Given", "总数"), None),
    "passed_share": (both("Share", "比例"), 2),
    "right": (both("Right name", "正确名称"), None),
    "typo": (both("Slip", "笔误"), None),
    "other-object": (both("Another object", "另一物体"), None),
    "random": (both("Unrelated", "无关名称"), None),
    "consistency": (both("Consistency", "前后一致"), None),
}
_TITLES = {
    "inadequacy": "各名称–物体对的问题类型",
    "inadequacy_apart": "各名称–物体对的问题类型，用词问题单列",
    "inadequacy_tokens": "按答案计的问题类型",
    "inadequacy_tokens_apart": "按答案计的问题类型，用词问题单列",
    "discarded": "被剔除名称的问题类型",
    "sensitivity": "其他阈值",
}
_VALUES = {
    "all": both("all", "全部"),
    "other-object": both("of another object", "指另一物体"),
    "excluded": both("excluded", "剔除"),
    "kept": both("kept", "保留"),
    "top": both("top name", "首选名称"),
    "alternative": both("alternative", "其他名称"),
}
_INTERVAL = both("Interval", "区间")
_NOTES = {
    BOOTSTRAP: "区间来自对物体的重抽样",
    SPREAD: "标准差按物体计算（ddof 0）",
}


def sheet_of(
    rows: Iterable[Mapping[str, Any]], *, name: str, title: Words, columns: Iterable[str], notes: Iterable[str] = ()
) -> Sheet:
    """These columns of the rows, each followed by its interval where any row has one."""
    listed = [dict(row) for row in rows]
    headings: list[Heading] = []
    for column in columns:
        words, digits = _COLUMNS.get(column, (both(column, column), 3))
        headings.append(Heading(name=column, title=words, digits=digits))
        if any(row.get(f"{column}_interval") is not None for row in listed):
            headings.append(Heading(name=f"{column}_interval", title=_INTERVAL, digits=digits))
    shown = tuple({one.name: _cell(row, one.name) for one in headings} for row in listed)
    told = tuple(both(note, _note_in_chinese(note)) for note in notes)
    return Sheet(name=name, title=title, columns=tuple(headings), rows=shown, notes=told)


def _note_in_chinese(note: str) -> str:
    if note.endswith(NOBODY_JUDGED):
        return f"{note.partition(' ')[0]} 个名称–物体对无人评判，未计入"
    return _NOTES.get(note, note)


def _cell(row: Mapping[str, Any], column: str) -> Any:
    value = row.get(column)
    if column == "part" or (column == "domain" and value == "all"):
        return _VALUES.get(str(value), value)
    return value


def sheet_of_table(table: Table) -> Sheet:
    """A table of the verification as a sheet."""
    columns = [column.name for column in table.columns]
    if any("removed_by_adequacy" in row for row in table.rows):
        columns.append("removed_by_adequacy")
    title = both(table.title, _TITLES.get(table.name, table.title))
    return sheet_of(table.rows, name=table.name, title=title, columns=columns, notes=table.notes)


def split_before_after(table: Table) -> tuple[Sheet, Sheet]:
    """Variation before and after verification as two sheets, so that each can be read."""
    sheets = []
    for when, title in (
        ("before", both("Naming variation before verification", "核对之前的命名差异")),
        ("after", both("Naming variation after verification", "核对之后的命名差异")),
    ):
        rows = [
            {key.removeprefix(f"{when}_"): value for key, value in row.items() if not key.startswith(_OTHER[when])}
            for row in table.rows
        ]
        columns = ("domain", "objects", "N", "perc_top", "perc_top_sd", "H", "H_sd")
        more = ("unclear",) if when == "after" else ()
        sheets.append(sheet_of(rows, name=when, title=title, columns=(*columns, *more), notes=table.notes))
    return sheets[0], sheets[1]


_OTHER = {"before": "after_", "after": "before_"}


def adequacy_picture(chart: Chart) -> Picture:
    """Fig. 2a: how the judged pairs spread over ADEQUACY."""
    rows = [
        {"series": _VALUES[row["name"]], "x": round(row["adequacy"], 3), "share": row["share"], "n": row["pairs"]}
        for row in chart.rows
    ]
    return Picture(
        name=chart.name,
        title=both(chart.title, "名称–物体对的 ADEQUACY 分布"),
        kind="histogram",
        rows=tuple(rows),
        axes={"x": both("ADEQUACY", "ADEQUACY"), "share": both("share of pairs", "名称–物体对占比")},
    )


def same_object_picture(chart: Chart) -> Picture:
    """Fig. 2b: the tokens of each part of SAMEOBJECT by what is wrong with them."""
    rows = [
        {
            "label": row["same_object"],
            "part": _COLUMNS[row["inadequacy"]][0],
            "share": row["share"] / row["bin_share"],
            "n": round(row["tokens"]),
        }
        for row in chart.rows
        if row["bin_share"]
    ]
    return Picture(
        name=chart.name,
        title=both(chart.title, "按与首选名称的 SAMEOBJECT 划分的答案"),
        kind="stacked",
        rows=tuple(rows),
        axes={"share": both("share of tokens with this SAMEOBJECT", "该 SAMEOBJECT 下答案的占比")},
    )


def agreement_sheet(findings: Iterable[Finding]) -> Sheet:
    """How far verifiers agree on each thing they say."""
    rows: list[dict[str, Any]] = [
        {
            "agreement": _AGREEMENT.get(one.name, one.name),
            "value": one.value,
            "value_interval": one.interval,
            "n": one.n,
            "notes": Text(*one.notes),
        }
        for one in findings
    ]
    title = both("Agreement of verifiers", "核验者的一致性")
    return sheet_of(rows, name="agreement", title=title, columns=("agreement", "value", "n", "notes"))


def control_sheet(scores: Iterable[ControlScore], title: Words) -> Sheet:
    """Every rater's share of controls passed, the lowest first, and by kind as passed / given."""
    ordered = sorted(scores, key=lambda one: one.share)
    rows = [
        {"rater": one.rater, "passed": one.hits, "given": one.of, "passed_share": one.share}
        | {
            kind: f"{one.passed.get(kind, 0)} / {one.given[kind]}" if kind in one.given else "–"
            for kind in CONTROL_KINDS
        }
        for one in ordered
    ]
    columns = ("rater", "passed", "given", "passed_share", *CONTROL_KINDS)
    return sheet_of(rows, name="controls", title=title, columns=columns)


_AGREEMENT = {
    "adequacy_alpha": both("adequacy: Krippendorff's alpha, ordinal", "是否合适：Krippendorff α（有序）"),
    "adequacy_ac2": both("adequacy: Gwet's AC2", "是否合适：Gwet AC2"),
    "inadequacy_alpha": both("what is wrong: Krippendorff's alpha", "问题类型：Krippendorff α"),
    "group_alpha": both("same group, by pairs: Krippendorff's alpha", "是否同组（两两比较）：Krippendorff α"),
    "group_adjusted_rand": both("groups: adjusted Rand index", "分组：调整兰德指数"),
}


def stability_parts(findings: Iterable[Finding]) -> tuple[Sheet, Picture]:
    """How often fewer raters find the same top name, as a sheet and as a curve."""
    title = both("How many raters find the same top name", "多少位评分者能得到相同的首选名称")
    rows: list[dict[str, Any]] = [
        {
            "raters": int(one.name.rpartition("_")[2]),
            "share": one.value,
            "share_interval": one.interval,
            "objects": one.n,
        }
        for one in findings
    ]
    drawn = tuple(
        {"series": "", "x": row["raters"], "value": row["share"], "low": low, "high": high}
        for row in rows
        for low, high in [row["share_interval"] or (None, None)]
    )
    axes = {"x": both("raters", "评分者数"), "value": both("objects with the same top name", "首选名称相同的物体")}
    sheet = sheet_of(rows, name="stability", title=title, columns=("raters", "share", "objects"))
    return sheet, Picture(name="stability", title=title, kind="curve", rows=drawn, axes=axes)
