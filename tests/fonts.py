"""Sets of fonts a browser is given, so that what a page looks like does not hang on the machine that runs the tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

# wide Latin letters, and narrow ones: what fits with both fits with what people have
FONT_SETS = {
    "dejavu": ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Noto Sans CJK SC"),
    "liberation": ("Liberation Sans", "Liberation Serif", "Liberation Mono", "Noto Sans CJK SC"),
}
_GENERIC = ("sans-serif", "serif", "monospace")
_ALIAS = "<alias><family>{}</family><prefer><family>{}</family><family>Noto Sans CJK SC</family></prefer></alias>"


def missing_families(name: str) -> list[str]:
    """What the machine does not have of a set."""
    return [family for family in FONT_SETS[name] if not _files(family)]


def write_font_set(name: str, folder: Path) -> Path:
    """A fontconfig file with which a program sees the fonts of the set and no others."""
    fonts = folder / "fonts"
    fonts.mkdir(parents=True)
    for file in {file for family in FONT_SETS[name] for file in _files(family)}:
        (fonts / file.name).symlink_to(file)
    aliases = "".join(map(_ALIAS.format, _GENERIC, FONT_SETS[name]))
    config = folder / "fonts.conf"
    config.write_text(
        f'<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{fonts}</dir><cachedir>{folder / 'cache'}</cachedir>{aliases}</fontconfig>",
        encoding="utf-8",
    )
    return config


def _files(family: str) -> list[Path]:
    """Upright regular and bold; the rest is never asked for or slanted by the browser."""
    styles = (f"{family}:weight={weight}:slant=0:width=100" for weight in (80, 200))
    try:
        asked = [subprocess.run(["fc-list", "-f", "%{file}\n", style], capture_output=True, text=True, check=True) for style in styles]  # fmt: skip
    except FileNotFoundError:
        return []
    return sorted({Path(line) for answer in asked for line in answer.stdout.splitlines()})
