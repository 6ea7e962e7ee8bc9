"""Sets of fonts a browser is given, so that what a page looks like does not hang on the machine that runs the tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

# what raters see; and, where the font of the pages cannot be loaded, wide Latin letters, and the letters of a Chinese
# font with its full-width quotation marks: what fits with these fits with what people have
FONT_SETS = {
    "bundled": ("Liberation Sans", "Liberation Serif", "Liberation Mono", "Noto Sans CJK SC", "DejaVu Sans"),
    "dejavu": ("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Noto Sans CJK SC"),
    "cjk": ("Noto Sans CJK SC",),
}
_GENERIC = ("sans-serif", "serif", "monospace")
_ALIAS = "<alias><family>{}</family><prefer><family>{}</family><family>Noto Sans CJK SC</family></prefer></alias>"


def missing_families(name: str) -> list[str]:
    """What the machine does not have of a set."""
    return [family for family in FONT_SETS[name] if not _files(family)]


def browser_arguments(name: str) -> list[str]:
    """What to start the browser with, so that the font of the pages is there in its own set only."""
    return [] if name == "bundled" else ["--disable-remote-fonts"]


def write_font_set(name: str, folder: Path) -> Path:
    """A fontconfig file with which a program sees the fonts of the set and no others."""
    fonts = folder / "fonts"
    fonts.mkdir(parents=True)
    for file in {file for family in FONT_SETS[name] for file in _files(family)}:
        (fonts / file.name).symlink_to(file)
    preferred = (*FONT_SETS[name], *(FONT_SETS[name][-1],) * len(_GENERIC))
    aliases = "".join(map(_ALIAS.format, _GENERIC, preferred))
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
