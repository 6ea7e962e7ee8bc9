"""A protocol's guideline as a study uses it: what its parameters decide is filled in, so that no rule is left to guess."""

from __future__ import annotations

from pydantic import BaseModel

from beholder.errors import BeholderError

__all__ = ["fill_in", "has_gaps"]


def has_gaps(text: str) -> bool:
    """Whether there is anything to fill in."""
    return "{{" in text or "{%" in text


def fill_in(text: str, params: BaseModel, *, where: str) -> str:
    """The text with `{{ limit }}` and `{% if whole_sentence %}` filled in by parameters of those names (Jinja)."""
    # most commands read no guideline, and need not wait for this
    from jinja2 import StrictUndefined, TemplateError
    from jinja2.sandbox import SandboxedEnvironment

    filled = SandboxedEnvironment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    known = {name: getattr(params, name) for name in type(params).model_fields}
    try:
        return filled.from_string(text).render(known)
    except TemplateError as error:
        raise BeholderError(
            f"the guideline cannot be filled in: {error.message}",
            code="guideline-gap",
            where=where,
            hint=f"between braces stand parameters of the protocol: {', '.join(known)}",
        ) from None
