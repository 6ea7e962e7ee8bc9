"""Vega-Lite specifications drawn without a browser or a network: SVG for the page, SVG, PDF and PNG for papers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError, install_hint
from beholder.report.label_layout import is_measured, text_width

__all__ = ["draw_files", "draw_svg", "inline_svg", "require_drawing", "svg_width", "warm_up"]

_IDS = re.compile(r'\b(id=")([^"]+)(")')
_REFERENCES = re.compile(r"url\(#([^)]+)\)")
_NAMESPACES = re.compile(r'\s(?:xmlns(?::\w+)?|version)="[^"]*"')
_ROLES = re.compile(r'(<g\b[^>]*?)\srole="[^"]*" aria-roledescription="[^"]*"')
_TEXTS = re.compile(r"(<text\b[^>]*)>(.*?)</text>", re.DOTALL)
_LINES = re.compile(r"(<tspan\b[^>]*)>([^<]*)</tspan>")
_WIDTH = re.compile(r'\swidth="([\d.]+)"')
_FONT_SIZE = re.compile(r'font-size="([\d.]+)px"')
# three times 96 are 288 dots per inch, close to the 300 that journals ask for
_PNG_SCALE = 3.0


@cache
def _converter() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise BeholderError(
            "figures need the package vl-convert-python",
            code="extra-missing",
            hint=f"{install_hint('report')}; or make the report without figures: --no-figures",
        ) from None
    return vl_convert


def require_drawing() -> None:
    """Raises `extra-missing` where the drawing engine is not installed."""
    _converter()


def warm_up() -> None:
    """Starts the drawing engine, which takes a second, so that it can be done while something else is computed."""
    draw_svg({"mark": "point", "data": {"values": []}})


def draw_svg(spec: Mapping[str, Any]) -> str:
    """The figure as SVG. Nothing is fetched, whatever the specification says."""
    drawn: str = _converter().vegalite_to_svg(dict(spec), allowed_base_urls=[])
    return _TEXTS.sub(_fix_width, drawn)


def _fix_width(found: re.Match[str]) -> str:
    """A text that takes the width it was laid out with in whatever font its reader has, so that none runs into another."""
    head, body = found.groups()
    size = _FONT_SIZE.search(head)
    if size is None:
        return found[0]
    bold = 'font-weight="bold"' in head

    def fixed(tag: str, words: str) -> str:
        text = unescape(words)
        if not text.strip() or not is_measured(text):
            return tag
        width = text_width(text, float(size[1]), bold=bold)
        return f'{tag} textLength="{width:.2f}" lengthAdjust="spacingAndGlyphs"'

    if "<" not in body:
        return f"{fixed(head, body)}>{body}</text>"
    lines = _LINES.sub(lambda line: f"{fixed(line[1], line[2])}>{line[2]}</tspan>", body)
    return f"{head}>{lines}</text>"


def svg_width(svg: str) -> float:
    """How wide it was drawn, in pixels."""
    found = _WIDTH.search(svg.partition(">")[0])
    return float(found[1]) if found else 0.0


def inline_svg(svg: str, *, prefix: str, label: str) -> str:
    """An SVG to stand inside an HTML page: ids of its own, no namespaces, and a name for those who cannot see it."""
    from markupsafe import escape

    svg = _IDS.sub(rf"\g<1>{prefix}-\g<2>\g<3>", svg)
    svg = _REFERENCES.sub(rf"url(#{prefix}-\g<1>)", svg)
    # the figure is one picture with one name; its parts have none
    svg = _ROLES.sub(r"\1", svg)
    head, _, rest = svg.partition(">")
    # wider than it was drawn, its letters would outgrow those of the page
    limit = f' style="--drawn:{svg_width(head):.0f}px"' if _WIDTH.search(head) else ""
    head = _NAMESPACES.sub("", head).replace("<svg", f'<svg role="img" aria-label="{escape(label)}"{limit}', 1)
    return f"{head}>{rest}"


def draw_files(spec: Mapping[str, Any], folder: Path, name: str) -> list[Path]:
    """The figure as SVG, PDF and PNG files in a folder."""
    convert = _converter()
    safe = re.sub(r"[^\w.-]+", "-", name).strip("-.") or "figure"
    svg = draw_svg(spec)
    made = {
        ".svg": svg.encode(),
        ".pdf": convert.svg_to_pdf(svg),
        ".png": convert.svg_to_png(svg, scale=_PNG_SCALE),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, content in made.items():
            (folder / f"{safe}{suffix}").write_bytes(content)
    except OSError as error:
        raise BeholderError(
            f"cannot write the figures: {error.strerror or error}", code="file-unwritable", where=str(folder)
        ) from None
    return [folder / f"{safe}{suffix}" for suffix in made]
