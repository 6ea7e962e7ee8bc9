"""Lines and branches that the tests take, by package; fails where a package is below what is asked of it."""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from coverage import Coverage
from coverage.exceptions import NoDataError

# what is left are mostly races and broken disks, which the fault tests bring about in processes of their own
LEAST_SHARE_OF_BRANCHES = 0.95


def main() -> int:
    """Prints the table and what is missing; 1 if a package falls short, 2 if nothing was measured."""
    measured = Coverage()
    try:
        files = _measurements(measured)
    except NoDataError:
        wanted = ", ".join(measured.get_option("run:source") or ())
        print(f"There is nothing to report: no test run has measured {wanted}.", file=sys.stderr)
        print(f"Looked in {measured.config.data_file}; `make coverage` runs the tests and writes it.", file=sys.stderr)
        return 2
    packages: dict[str, Counter[str]] = {}
    for name, file in files.items():
        package = Path(name.split("beholder/", maxsplit=1)[1]).parts[0]
        counted = {key: value for key, value in file["summary"].items() if isinstance(value, int)}
        packages.setdefault(package, Counter()).update(counted)
        _print_missing(name, file)
    short = 0
    print("\npackage   lines  branches")
    for package, counts in sorted(packages.items()):
        lines = counts["covered_lines"] / counts["num_statements"]
        branches = counts["covered_branches"] / counts["num_branches"] if counts["num_branches"] else 1.0
        print(f"{package:8} {lines:6.1%}    {branches:6.1%}")
        short += branches < LEAST_SHARE_OF_BRANCHES
    return int(short > 0)


def _measurements(measured: Coverage) -> dict[str, Any]:
    """What was measured, file by file."""
    measured.load()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        measured.json_report(outfile=str(report))
        files: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))["files"]
    return files


def _print_missing(name: str, file: dict[str, list[list[int]]]) -> None:
    if file["missing_branches"]:
        ways = ", ".join(f"{start}→{end if end > 0 else 'out'}" for start, end in file["missing_branches"])
        print(f"{name}: {ways}")


if __name__ == "__main__":
    sys.exit(main())
