"""What a process spends and holds."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cpu_seconds", "memory_mb"]


def cpu_seconds(pid: int) -> float:
    """What a process has spent so far: other programs on the machine change this little, elapsed time a lot."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int, *, peak: bool = False) -> float:
    """What a process holds, or the most that it ever held."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    name = "VmHWM" if peak else "VmRSS"
    return int(next(line for line in text.splitlines() if line.startswith(name)).split()[1]) / 1024
