"""Published analyses done again on the data they were done on, or on data made in their layout, as a new user would bring them."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from beholder.analysis.votes import votes_of
from beholder.imports import TableOptions, analyse_file, read_ratings
from beholder.stats import bradley_terry, kendall, pearson, win_table
from tests.published import Published


def test_imagenhub_system_table(data_set: Callable[[str], Published]) -> None:
    """Means of Ku et al. 2024 (ImagenHub), text-guided generation, to the two digits printed there."""
    printed = {"DeepFloydIF": (0.65, 0.62), "SDXL": (0.62, 0.64), "DALLE2": (0.58, 0.62), "OpenJourney": (0.53, 0.59)}
    imagenhub = data_set("imagenhub_human")
    mapping = {"value": "SC,PQ", "item": "task+item", "system": "task+model"}
    found = analyse_file(imagenhub.folder / "ratings.tsv.gz", TableOptions(mapping=mapping))
    for system, (sc, pq) in imagenhub.known("means", printed).items():
        assert found.finding(f"SC.mean.Text-Guided_IG/{system}").value == pytest.approx(sc, abs=0.006)
        assert found.finding(f"PQ.mean.Text-Guided_IG/{system}").value == pytest.approx(pq, abs=0.006)


def test_imagenhub_agreement_by_task(data_set: Callable[[str], Published], tmp_path: Path) -> None:
    """Ordinal alpha of one task, as computed independently for the data set's description."""
    imagenhub, task = data_set("imagenhub_human"), "Text-Guided_IE"
    known = imagenhub.known("alphas", {(task, "SC"): 0.716, (task, "PQ"): 0.657})
    with gzip.open(imagenhub.folder / "ratings.tsv.gz", "rt", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["task"] == task]
    path = tmp_path / "one.csv"
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    found = analyse_file(path, TableOptions(mapping={"value": "SC,PQ"}))
    for score in ("SC", "PQ"):
        assert found.finding(f"{score}.alpha").value == pytest.approx(known[task, score], abs=0.002)


def test_pandalm_kappas(data_set: Callable[[str], Published], tmp_path: Path) -> None:
    """Cohen's kappas of the three raters of PandaLM (Wang et al. 2024): .85, .88 and .86."""
    pandalm, path = data_set("pandalm_pairs"), tmp_path / "pandalm.csv"
    with (
        gzip.open(pandalm.folder / "pairs.jsonl.gz", "rt", encoding="utf-8") as file,
        path.open("w", encoding="utf-8", newline="") as out,
    ):
        writer = csv.writer(out)
        writer.writerow(["item", "model_a", "model_b", "annotator1", "annotator2", "annotator3"])
        for line in file:
            one = json.loads(line)
            a, b = one["cmp_key"].split("_", 1)
            writer.writerow([one["idx"], a, b, *(one[f"annotator{k}"] for k in (1, 2, 3))])
    found = analyse_file(
        path,
        TableOptions(
            mapping={"model_a": "model_a", "model_b": "model_b", "winner": "annotator1,annotator2,annotator3"}
        ),
    )
    for (one, two), kappa in pandalm.known("kappas", {(1, 2): 0.852, (1, 3): 0.879, (2, 3): 0.862}).items():
        name = f"preference.kappa.annotator{one}-annotator{two}"
        assert found.finding(name).value == pytest.approx(kappa, abs=0.004)
    assert found.finding("preference.alpha").value == pytest.approx(pandalm.known("alpha", 0.864), abs=0.004)
    assert found.facts["systems"] == sorted(found.facts["systems"])
    assert len(found.facts["systems"]) == 5


def test_llmfao_golden_scores(data_set: Callable[[str], Published]) -> None:
    """Average win rate and Bradley-Terry worths of every model as another library computed them, from the imported votes."""
    llmfao = data_set("llmfao_pairs")
    golden: dict[str, dict[str, float]] = {}
    with gzip.open(llmfao.folder / "evalica_llmfao_golden.csv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            golden.setdefault(row["algorithm"], {})[row["item"]] = float(row["score"])
    read = read_ratings(llmfao.folder / "crowd_comparisons.csv.gz")
    votes = votes_of(read.data, "preference")
    assert len(votes) == llmfao.known("votes", 8931)
    shares = {row["name"]: row["average_win_rate"] for row in win_table(votes.pairs()).systems}
    assert shares == pytest.approx(golden["average_win_rate"], abs=1e-12)
    fitted = bradley_terry(votes.pairs())
    assert dict(zip(fitted.names, fitted.worth, strict=True)) == pytest.approx(golden["bradley_terry"], abs=1e-6)


def test_geckonum_counts_with_ten_or_more_as_a_bound(data_set: Callable[[str], Published], tmp_path: Path) -> None:
    """Exact-match share, absolute and signed error of DALL-E 3 on simple numeric prompts (Kajić et al. 2024)."""
    geckonum = data_set("geckonum")
    with gzip.open(geckonum.folder / "prompts.csv.gz", "rt", encoding="utf-8") as file:
        asked = {
            row["prompt"]: row["entities"].rsplit(":", 1)[1]
            for row in csv.DictReader(file)
            if row["prompt_type"] == "numeric_simple" and row["entities"].count(":") == 1
        }
    path = tmp_path / "gecko.csv"
    with (
        gzip.open(geckonum.folder / "counts_dalle_3.tsv.gz", "rt", encoding="utf-8") as file,
        path.open("w", encoding="utf-8", newline="") as out,
    ):
        writer = csv.writer(out)
        writer.writerow(["item", "system", "rater", "value", "requested"])
        for row in csv.DictReader(file, delimiter="\t"):
            if row["prompt"] in asked:
                # the file's cleaned number 11 stands for "10+"
                told = ">10" if float(row["answer"]) == 11 else row["answer"]
                writer.writerow([row["image_id"], row["model"], row["annot_id"], told, asked[row["prompt"]]])
    found = analyse_file(path, TableOptions(protocol="counting"))
    exact = found.finding("count.exact.dalle_3")
    assert exact.value == pytest.approx(geckonum.known("exact", 0.42907), abs=1e-5)
    assert exact.interval is not None
    assert found.finding("count.error.dalle_3").value == pytest.approx(geckonum.known("error", 1.4277), abs=1e-4)
    assert found.finding("count.bias.dalle_3").value == pytest.approx(geckonum.known("bias", 1.20783), abs=1e-4)
    assert any("lower bound" in note for note in found.finding("count.bias.dalle_3").notes)
    assert found.finding("count.alpha").method.startswith("Krippendorff's alpha, ordinal")
    assert found.finding("count.censored.dalle_3").value > 0.1


def test_tifa_correlations(data_set: Callable[[str], Published], tmp_path: Path) -> None:
    """Correlation of automatic metrics with people as in the notebook of Hu et al. 2023, and agreement of the two raters."""
    tifa = data_set("tifa_human")
    with gzip.open(tifa.folder / "human_annotations_with_scores.json.gz", "rt", encoding="utf-8") as file:
        images = json.load(file)
    path = tmp_path / "tifa.csv"
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(["item", "system", "rater", "score"])
        for name, one in images.items():
            for rater, score in enumerate(one["human_scores"]):
                writer.writerow([one["text_id"], name.removeprefix(one["text_id"] + "_"), rater, score])
    found = analyse_file(path)
    ordinal, interval = tifa.known("alphas", (0.719, 0.680))
    assert found.finding("value.alpha").value == pytest.approx(ordinal, abs=0.001)
    assert found.finding("value.alpha_interval").value == pytest.approx(interval, abs=0.001)
    assert len(found.facts["systems"]) == 5
    rng = np.random.default_rng(1)
    human = [one["human_avg"] for one in images.values()]
    printed = (("tifa_mplug-large", 0.5967, 0.4717), ("clipscore_vitb32", 0.3318, 0.2314))
    for metric, r, tau in tifa.known("correlations", printed):
        scores = [one[metric] for one in images.values()]
        items = [one["text_id"] for one in images.values()]
        assert pearson(scores, human, rng=rng, item=items, resamples=50).value == pytest.approx(r, abs=1e-4)
        assert kendall(scores, human, rng=rng, item=items, resamples=50).value == pytest.approx(tau, abs=1e-4)


def test_koniq_how_many_raters_are_enough(data_set: Callable[[str], Published], tmp_path: Path) -> None:
    """Sixty ratings drawn from the histograms of each of 300 photographs: about ten raters order them well.

    Hosu et al. 2020 find that few ratings per picture serve; between pictures the standard deviation is some 0.5 points and
    within a picture 0.6, so that r = 0.9 takes 9 (0.6 / 0.5)^2, about 13 ratings.
    """
    rng = np.random.default_rng(3)
    path = tmp_path / "koniq.csv"
    with (
        gzip.open(data_set("koniq10k").folder / "distributions.csv.gz", "rt", encoding="utf-8") as file,
        path.open("w", encoding="utf-8", newline="") as out,
    ):
        writer = csv.writer(out)
        writer.writerow(["image", "annotator", "rating"])
        means, within = [], []
        for number, row in enumerate(csv.DictReader(file)):
            if number >= 300:
                break
            shares = np.array([float(row[f"c{k}"]) for k in range(1, 6)])
            counts = np.round(shares * int(row["c_total"])).astype(int)
            given = rng.permutation(np.repeat(np.arange(1, 6), counts))[:60]
            means.append(float(shares @ np.arange(1, 6)))
            within.append(float(row["SD"]) ** 2)
            writer.writerows([row["image_name"], who, point] for who, point in enumerate(given))
    found = analyse_file(path)
    expected = 9 * np.mean(within) / np.var(means)
    assert found.finding("value.ratings_enough").value == pytest.approx(expected, rel=0.6)
    curve = [row["correlation"] for row in found.table("value.enough").rows]
    assert curve == sorted(curve)
    assert found.finding("value.alpha").value < curve[-1]
