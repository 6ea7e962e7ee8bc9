"""Naming at the size of the published data set: 670,000 raw answers to 25,000 objects, from the file to the last table.

Each step is a command as a user gives it, in a process of its own. Prints one JSON line per step: seconds, seconds of
processor time and peak memory. `--quick` takes a tenth of the objects.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

SEED = 20261115
DOMAINS = ("animals_plants", "buildings", "clothing", "food", "home", "people", "vehicles")


def write_answers(path: Path, objects: int, answers: int, rng: np.random.Generator) -> None:
    """Raw answers with a long tail of names, capitals, spaces, slips and opt-outs, as people type them."""
    stock = [
        f"{a}{b}{c}" for a in "bcdfglmnprst" for b in ("a", "e", "i", "o", "ou") for c in ("ck", "ll", "nt", "rd", "sh")
    ]
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, delimiter="\t", lineterminator="\n")
        out.writerow(["vg_object_id", "worker", "answer", "optout", "domain"])
        each = np.full(objects, answers // objects)
        each[: answers - each.sum()] += 1
        for number in range(objects):
            names = rng.choice(stock, size=6, replace=False)
            picked = rng.choice(6, size=each[number], p=[0.62, 0.2, 0.08, 0.05, 0.03, 0.02])
            how = rng.random(each[number])
            for worker, (name, typed) in enumerate(zip(names[picked], how, strict=True)):
                raw = str(name)
                if typed < 0.1:
                    raw = raw.capitalize()
                elif typed < 0.13:
                    raw = f" {raw}."
                elif typed < 0.15:
                    raw += raw[-1]
                out.writerow(
                    [
                        number,
                        worker,
                        "" if typed > 0.98 else raw,
                        "cannot-tell" if typed > 0.98 else "",
                        DOMAINS[number % 7],
                    ]
                )


def write_predictions(path: Path, sets: Path, rng: np.random.Generator) -> None:
    """Two systems: one that mostly says a top name, one that says anything."""
    rows = json.loads(sets.read_text(encoding="utf-8"))
    stock = sorted({name for row in rows for name in row["responses"]})
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["item", "system", "name"])
        for row in rows:
            item = row.get("item") or row["vg_object_id"]
            top = next(iter(row["responses"]), stock[0])
            out.writerow([item, "good", top if rng.random() < 0.8 else stock[int(rng.integers(len(stock)))]])
            out.writerow([item, "poor", stock[int(rng.integers(len(stock)))]])


def measured(*arguments: object) -> dict[str, float]:
    """Runs one command; seconds, processor seconds and peak megabytes of it alone."""
    began = time.perf_counter()
    child = os.fork()
    if child == 0:
        with Path(os.devnull).open("w", encoding="utf-8") as nothing:
            os.dup2(nothing.fileno(), 1)
        os.execv(sys.executable, [sys.executable, "-m", "beholder", *map(str, arguments)])
    _, status, used = os.wait4(child, 0)
    if status:
        raise SystemExit(f"beholder {' '.join(map(str, arguments))} failed")
    return {
        "seconds": round(time.perf_counter() - began, 2),
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 2),
        "peak_mb": round(used.ru_maxrss / 1024, 1),
    }


def main() -> None:
    """All steps, one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    objects = 2_500 if parser.parse_args().quick else 25_000
    answers = objects * 268 // 10
    rng = np.random.default_rng(SEED)
    with tempfile.TemporaryDirectory() as folder:
        raw, sets, predictions = (Path(folder) / name for name in ("raw.tsv", "sets.json", "predictions.csv"))
        write_answers(raw, objects, answers, rng)
        steps: dict[str, tuple[object, ...]] = {
            "normalise and count": ("naming", "sets", raw, "-o", sets, "--changes", Path(folder) / "c.csv", "--json"),
            "variation of raw answers": ("naming", "variation", raw, "--by", "domain", "--json"),
            "variation of counted sets": ("naming", "variation", sets, "--by", "domain", "--min-count", 2, "--json"),
        }
        for step, arguments in steps.items():
            print(
                json.dumps({"step": step, "objects": objects, "answers": answers, **measured(*arguments)}), flush=True
            )
        write_predictions(predictions, sets, rng)
        arguments = ("naming", "diagnose", sets, "--predictions", predictions, "--by", "domain", "--json")
        print(json.dumps({"step": "diagnose two systems", "objects": objects, **measured(*arguments)}), flush=True)


if __name__ == "__main__":
    main()
