"""Runs the benchmarks one after the other, in their quick form: `python -m bench [NAME ...] [--full]`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parent.parent
QUICK: dict[str, list[str]] = {
    "serve": ["--quick"],
    "start": ["--quick"],
    "engine": ["--quick"],
    "page": ["--quick"],
    "clips": [],
    "stats": ["--quick"],
    "sums": ["--rows", "1e6"],
    "ranking": ["--quick"],
    "naming": ["--quick"],
    "export": ["--quick"],
    "report": ["--ratings", "1000", "100000"],
    "coverage_agreement": ["--quick"],
    "coverage_asking": ["--quick"],
    "coverage_comparison": ["--quick"],
    "coverage_judges": ["--runs", "500"],
    "coverage_protocols": ["--quick"],
    "flags": ["--quick"],
    "stopping": ["--quick"],
}


def main() -> int:
    """Each benchmark in a process of its own, so that none measures what another has loaded; how many failed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(QUICK)}; all if none is given")
    parser.add_argument("--full", action="store_true", help="as large as the figures that are published")
    options = parser.parse_args()
    unknown = sorted(set(options.names) - set(QUICK))
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(QUICK)}")
    failed = 0
    for name in options.names or QUICK:
        print(f"# {name}", flush=True)
        arguments = [] if options.full else QUICK[name]
        failed += (
            subprocess.run([sys.executable, "-m", f"bench.{name}", *arguments], check=False, cwd=_ROOT).returncode != 0
        )
    return failed


if __name__ == "__main__":
    sys.exit(main())
