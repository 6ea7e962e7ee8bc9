"""The command: from three columns to a report, and mistakes answered in words."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from beholder.cli import reports
from beholder.errors import BeholderError
from beholder.report.wording import CATALOGUE
from beholder.stats import Ratings, krippendorff_alpha
from beholder.text import Text
from tests.report.samples import write_table


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    reports.add_to(made)
    return made


def _three_columns(path: Path) -> Path:
    rows = [f"p{i},{model},{(i * 7 + len(model)) % 5 + 1}" for i in range(20) for model in ("one", "three")]
    path.write_text("picture,model,stars\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_three_columns_make_a_report(app: typer.Typer, tmp_path: Path) -> None:
    table = _three_columns(tmp_path / "mine.csv")
    out = tmp_path / "report.html"
    result = CliRunner().invoke(
        app,
        [str(table), "-o", str(out), "--map", "item=picture", "--map", "system=model", "--map", "value=stars"],
    )
    assert result.exit_code == 0, result.output
    html = out.read_text(encoding="utf-8")
    assert "mine.csv" in html
    assert "How to read the numbers" in html
    assert "one" in html.split('<h2 id="results"')[1]


def test_chinese_and_figures(app: typer.Typer, tmp_path: Path) -> None:
    table = write_table(tmp_path / "t.csv")
    out = tmp_path / "r.html"
    result = CliRunner().invoke(
        app, [str(table), "-o", str(out), "--language", "zh", "--figures", str(tmp_path / "figures")]
    )
    assert result.exit_code == 0, result.output
    assert "怎样读这些数" in out.read_text(encoding="utf-8")
    assert {p.suffix for p in (tmp_path / "figures").iterdir()} == {".svg", ".pdf", ".png"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["t.csv", "-o", "r.pdf"], "report-format"),
        (["t.csv", "-o", "r.html", "--language", "de"], "report-language"),
        (["missing.csv", "-o", "r.html"], "table-missing"),
        ([".", "-o", "r.html", "--map", "item=x"], "analysis-bad-map"),
        ([".", "-o", "r.html"], "study-missing"),
    ],
)
def test_mistakes_are_named(
    arguments: list[str], code: str, app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_table(tmp_path / "t.csv")
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, BeholderError)
    assert result.exception.code == code
    assert not (tmp_path / "r.html").exists()


def test_both_languages_have_the_same_words() -> None:
    assert {"en", "zh"} <= set(CATALOGUE.languages)
    assert CATALOGUE.missing("zh") == []


def test_methods_are_told_without_counts_and_in_chinese() -> None:
    ratings = Ratings.of(item=[1, 1, 2, 2, 3, 3], rater=["a", "b"] * 3, value=[1, 2, 2, 2, 5, 4])
    method = krippendorff_alpha(ratings, level="ordinal").finding.method
    assert method == (
        "Krippendorff's alpha, ordinal level; 3 items, n in ratings; interval: unit jackknife and t, these raters"
    )
    assert isinstance(method, Text)
    assert method.brief("en") == "Krippendorff's alpha, ordinal level; interval: unit jackknife and t, these raters"
    assert method.brief("zh") == "Krippendorff α（顺序水平）；区间：按对象刀切，评分员视为固定"


def test_a_text_without_messages_stays_as_it_is() -> None:
    assert Text("a method nobody listed").to("zh") == "a method nobody listed"
