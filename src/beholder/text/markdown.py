"""A guideline from Markdown to HTML that cannot run or load anything of its own."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

__all__ = ["guideline_html"]

_TAGS = {
    "a", "blockquote", "br", "caption", "code", "dd", "del", "div", "dl", "dt", "em", "figcaption", "figure", "h1",
    "h2", "h3", "h4", "hr", "img", "kbd", "li", "ol", "p", "pre", "section", "small", "span", "strong", "sub", "sup",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_CLASSES = {"pointer-only", "touch-only"}
"""For those with a mouse and keyboard, or with a touch screen: whoever has no keys need not read about them."""
_ATTRIBUTES = {
    "div": {"class"},
    "span": {"class"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan", "scope"},
    "ol": {"start"},
}
_EMPTY_HEADING = re.compile(r"<th[^>]{0,200}>\s*</th>")
_EMPTY_FRAME = re.compile(r"<(figure|p)>\s*</\1>\n?")
_HEADING = re.compile(r"<(/?)h([1-4])>")


@lru_cache(maxsize=64)
def guideline_html(text: str, pictures: str | None, *, top: int = 1) -> dict[str, str] | None:
    """HTML and version of a guideline; pictures are looked for below `pictures` and nowhere else, or left out.

    `top` is the level of its highest headings, where it stands within another page.
    """
    if not text.strip():
        return None
    import nh3
    from markdown_it import MarkdownIt

    def keep(tag: str, name: str, value: str) -> str | None:
        if tag == "img" and name == "src":
            local = value.removeprefix("./")
            inside = local.startswith("pictures/") and ".." not in local.split("/")
            return f"{pictures}{local}" if inside else None
        if name == "class":
            return value if value in _CLASSES else None
        return value

    markdown = MarkdownIt("commonmark", {"html": True, "typographer": False}).enable(["table", "strikethrough"])
    markdown.inline.ruler.at("emphasis", _emphasise)
    html = nh3.clean(
        markdown.render(text),
        tags=_TAGS if pictures is not None else _TAGS - {"img"},
        attributes=_ATTRIBUTES,
        attribute_filter=keep,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )
    # Markdown cannot leave the corner of a table out; a heading without words heads nothing
    html = _EMPTY_HEADING.sub("<td></td>", html)
    if pictures is None:
        html = _EMPTY_FRAME.sub("", html)
    html = _HEADING.sub(lambda found: f"<{found[1]}h{min(int(found[2]) + top - 1, 6)}>", html)
    return {"version": hashlib.sha256(text.encode()).hexdigest()[:12], "html": html}


def _emphasise(state: StateInline, silent: bool) -> bool:
    """Emphasis beside Chinese: Markdown tells by the spaces between words where it ends, and `**先看。**再说` has none."""
    from markdown_it.rules_inline.emphasis import tokenize

    start, known = state.pos, len(state.delimiters)
    found = tokenize(state, silent)
    before = state.src[start - 1] if start else " "
    after = state.src[state.pos] if state.pos < state.posMax else " "
    if found and any(unicodedata.east_asian_width(one) in "WF" for one in (before, after)):
        for delimiter in state.delimiters[known:]:
            delimiter.open |= not after.isspace()
            delimiter.close |= not before.isspace()
    return found
