"""The door of the command line: `beholder`, or `python -m beholder`."""

from __future__ import annotations

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Loads the commands and runs the one asked for; Ctrl-C is heard while they are still loading."""
    # loading makes a hundred thousand objects that stay; looking for cycles among them every 700 takes a tenth of the time
    gc.set_threshold(20_000, 10, 10)
    try:
        from beholder.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
