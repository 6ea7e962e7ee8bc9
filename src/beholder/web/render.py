"""Trials as HTML fragments, and whole pages. A trial's markup is made once per language and filled in per showing."""

from __future__ import annotations

import functools
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from beholder.engine.serving.showing_content import ItemView, letter
from beholder.fields import Field, Form, find_kind
from beholder.protocols import Protocol
from beholder.study import Definition
from beholder.text import in_language, reads_right_to_left
from beholder.text.markdown import guideline_html
from beholder.web.kind_files import kind_styles
from beholder.web.page_words import PageWords, language_choices, protocol_words
from beholder.web.standing_markup import NOTHING, StandingFields, StandingMarkup

__all__ = ["Fragment", "Renderer", "page_environment"]

_TEMPLATES = Path(__file__).parent / "templates"
# fragments kept in memory; each is some kilobytes
_MOST_KEPT = 4_000


@dataclass(frozen=True, slots=True)
class Fragment:
    """One rendered trial and the addresses of its pictures; clips are fetched by whoever plays them."""

    html: str
    media: list[str]


@functools.cache
def page_environment() -> jinja2.Environment:
    """The templates of pages that belong to no study."""
    return _environment(None)


def _environment(protocol: Protocol | None) -> jinja2.Environment:
    loaders: list[jinja2.BaseLoader] = [jinja2.FileSystemLoader(_TEMPLATES), _Kinds()]
    if protocol is not None and protocol.package_folder is not None:
        loaders.append(_Below(f"protocols/{protocol.name}/", jinja2.FileSystemLoader(protocol.package_folder)))
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(loaders),
        autoescape=True,
        auto_reload=False,
        undefined=jinja2.StrictUndefined,
        cache_size=-1,
    )
    environment.filters["in_language"] = in_language
    environment.tests["right_to_left"] = reads_right_to_left
    # pictures that are one candidate come as a tuple; whatever an item holds itself, as JSON has it, is never one
    environment.tests["several_pictures"] = lambda value: isinstance(value, tuple)
    return environment


class _Below(jinja2.BaseLoader):
    """A loader for templates below a prefix of several parts."""

    def __init__(self, prefix: str, loader: jinja2.BaseLoader) -> None:
        self._prefix = prefix
        self._loader = loader

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        if not template.startswith(self._prefix):
            raise jinja2.TemplateNotFound(template)
        return self._loader.get_source(environment, template.removeprefix(self._prefix))


class _Kinds(jinja2.BaseLoader):
    """A loader for `fields/<kind>/…`, the templates in the folders of kinds of field."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        slot, _, rest = template.partition("/")
        kind, _, name = rest.partition("/")
        if slot != "fields" or not name:
            raise jinja2.TemplateNotFound(template)
        return jinja2.FileSystemLoader(find_kind(kind).folder()).get_source(environment, name)


class _Fields:
    """The macros of `fields.html` for one language and number of places, each rendered once.

    What a macro writes may depend on its arguments only. A field may show texts of the trial, as one that speaks of all
    candidates does; a form with such a field is rendered anew for each trial.
    """

    def __init__(self, template: jinja2.Template, context: dict[str, Any], *, lasting: bool) -> None:
        self._module: Any = template.make_module(context)
        self._lasting = lasting
        self._kept: dict[tuple[Any, ...], Markup] = {}

    def __getattr__(self, macro: str) -> Callable[..., Markup]:
        def call(*args: Any, **named: Any) -> Markup:
            key = (macro, args, *named.items())
            kept = self._kept.get(key)
            if kept is None:
                kept = Markup(getattr(self._module, macro)(*args, **named))  # noqa: S704 - Jinja has escaped it
                if self._lasting:
                    self._kept[key] = kept
            return kept

        return call


class Renderer:
    """Everything a study shows, in every language it offers."""

    def __init__(self, definition: Definition, *, root: str, static: str, size_of: Callable[[str], Any]) -> None:
        self._definition = definition
        self._root = root
        self._static = static
        self._size_of = size_of
        protocol = definition.protocol
        self._environment = _environment(protocol)
        own_page = protocol.package_folder is not None and (protocol.package_folder / "page.html").is_file()
        self._page = f"protocols/{protocol.name}/page.html" if own_page else "page.html"
        self._params = definition.params.model_dump(mode="json")
        asked = [field for _, field in definition.declaration.form.all_fields()]
        self._differs = any(field.spans_candidates or field.shows_texts for field in asked)
        self._words: dict[str, PageWords] = {}
        self._contexts: dict[str, dict[str, Any]] = {}
        self._fields: dict[tuple[str, int], _Fields] = {}
        self._constant: dict[tuple[Any, ...], Markup] = {}
        self._kept: OrderedDict[tuple[int, str, str], list[str]] = OrderedDict()
        # unguessable marks stand for what differs between two showings of the same thing, and are replaced at the end
        self._mark = secrets.token_hex(8)
        self._standing = StandingMarkup(self._mark)
        self._bases: dict[tuple[str, int], dict[str, Any]] = {}
        self._arounds: dict[str, tuple[list[str], list[str]]] = {}

    def words(self, language: str) -> PageWords:
        """The words of the pages in that language."""
        found = self._words.get(language)
        if found is None:
            found = self._words[language] = protocol_words(language, self._definition.protocol, self.fields())
        return found

    def language(self, wanted: str) -> str:
        """The language to use: the one wanted if the study offers it, else the study's first."""
        offered = self._definition.settings.languages
        return wanted if wanted in offered else offered[0]

    def languages(self) -> list[tuple[str, str]]:
        """The languages offered, each with its own name for itself."""
        return language_choices(self._definition.settings.languages)

    def fragment(
        self,
        view: ItemView,
        *,
        item: int,
        slots: str,
        lease: str,
        number: int,
        language: str,
        address: Callable[[str, int], str],
    ) -> Fragment:
        """The trial as a form, with addresses of its own."""
        key = (item, slots, language)
        parts = self._kept.get(key)
        if parts is None:
            parts = self._kept[key] = self._parts(view, json.loads(slots), language)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        kinds = parts[0].split()
        media = [address(lease, n) for n in range(len(kinds))]
        values = {NOTHING: "", "l": lease, "n": str(number)} | {f"m{n}": one for n, one in enumerate(media)}
        filled = parts[1:]
        filled[1::2] = [values[mark] for mark in filled[1::2]]
        return Fragment("".join(filled), [one for one, kind in zip(media, kinds, strict=True) if kind != "video"])

    def _parts(self, view: ItemView, slots: list[list[str]], language: str) -> list[str]:
        """The fragment cut at its marks: the kinds of its pictures and clips, then text and mark in turn."""
        parts = view.media(slots)
        addresses = [f"{self._root}/m/{self._mark}m{n};" for n in range(len(parts))]
        clips = {
            one: self._size_of(part.value) for one, part in zip(addresses, parts, strict=True) if part.kind == "video"
        }
        item, shown_slots = view.fill(slots, addresses)
        values = {
            **self._base(language, shown_slots, item),
            "item": item,
            "slots": shown_slots,
            "media": addresses,
            "clips": clips,
            "size": self._size_of(view.main_image() or ""),
            "data": self._page_data(view, slots, language),
        }
        template = self._environment.get_template(self._page)
        page = "".join(template.root_render_func(template.new_context(values, shared=True)))
        page = page.replace(f"{self._root}/m/{self._mark}m", f"{self._mark}m")
        before, behind = self._around(language)
        return [" ".join([part.kind for part in parts]), *before, *self._standing.cut(page), *behind]

    def _around(self, language: str) -> tuple[list[str], list[str]]:
        """The form around a page, which differs in its marks alone, cut: what stands before the page, and behind it."""
        found = self._arounds.get(language)
        if found is None:
            form = self._part(language, "trial.html", lease=f"{self._mark}l;", page=f"{self._mark}p;")
            cut = self._standing.cut(form)
            at = cut.index("p")
            found = self._arounds[language] = ([*cut[:at], NOTHING], [NOTHING, *cut[at + 1 :]])
        return found

    def _base(self, language: str, shown_slots: list[dict[str, Any]], item: Mapping[str, Any]) -> dict[str, Any]:
        """What templates are given for every trial with so many places."""
        key = (language, len(shown_slots))
        found = self._bases.get(key)
        if found is None or self._differs:
            macros = self._macros(language, shown_slots, item)
            found = self._bases[key] = {
                **self._environment.globals,
                **self._context(language),
                "fields": macros if self._differs else StandingFields(macros, self._standing),
                "part": lambda template, **values: self._standing.stand_in(self._part(language, template, **values)),
                "lease": f"{self._mark}l;",
                "number": f"{self._mark}n;",
                "playing": self._definition.settings.clips,
            }
        return found

    def _part(self, language: str, template: str, **values: Any) -> Markup:
        """A part of a page that depends on nothing but these values, rendered once for each of them."""
        key = (language, template, *sorted(values.items()))
        found = self._constant.get(key)
        if found is None:
            context = {**self._context(language), "fields": self._macros(language, [], {}), "number": f"{self._mark}n;"}
            html = self._environment.get_template(template).render(context | values)
            found = self._constant[key] = Markup(html)  # noqa: S704 - Jinja has escaped it
        return found

    def _page_data(self, view: ItemView, slots: list[list[str]], language: str) -> dict[str, Any]:
        make = self._definition.protocol.page_data
        return make(view.shown(slots), self._definition.params, language) if make else {}

    def _context(self, language: str) -> dict[str, Any]:
        found = self._contexts.get(language)
        if found is None:
            found = self._contexts[language] = self._make_context(language)
        return found

    def _make_context(self, language: str) -> dict[str, Any]:
        declaration = self._definition.declaration
        return {
            "lang": language,
            "t": self.words(language),
            "languages": self.languages(),
            "static": self._static,
            "root": self._root,
            "form": declaration.form,
            "timing": declaration.timing,
            "columns_of": {"item": declaration.item, "candidate": declaration.candidate},
            "params": self._params,
            "kind_styles": kind_styles(self.fields()),
        }

    def fields(self) -> list[Field]:
        """Everything the study asks, of trials and once."""
        settings = self._definition.settings
        asked = [field for _, field in self._definition.declaration.form.all_fields()]
        return [*asked, *settings.before.values(), *settings.after.values()]

    def _macros(self, language: str, shown_slots: list[dict[str, Any]], item: Mapping[str, Any]) -> _Fields:
        key = (language, len(shown_slots))
        found = self._fields.get(key)
        if found is None or self._differs:
            context = {
                **self._context(language),
                "number": f"{self._mark}n;",
                "item": item,
                "slots": shown_slots,
                "letters": [letter(n) for n in range(len(shown_slots))],
            }
            template = self._environment.get_template("fields.html")
            found = self._fields[key] = _Fields(template, context, lasting=not self._differs)
        return found

    def warm(self) -> None:
        """Reads the templates ahead, so that the first rater does not wait for them."""
        for template in ("trial.html", "fields.html", "rate.html", self._page):
            self._environment.get_template(template)

    def page(self, template: str, language: str, **context: Any) -> str:
        """A whole page of the study."""
        return self._environment.get_template(template).render(**self._context(language), **context)

    def sheet(self, name: str, questions: Mapping[str, Field], language: str) -> dict[str, Any]:
        """Questions asked once, as a form and as what the page's script needs to check it."""
        form = Form(fields=dict(questions))
        context = {**self._context(language), "form": form, "number": name, "item": {}, "slots": [], "letters": []}
        macros = _Fields(self._environment.get_template("fields.html"), context, lasting=False)
        html = self._environment.get_template("sheet.html").render(context, fields=macros, name=name)
        return {"name": name, "html": html, "form": form.to_wire(language)}

    def guideline(self, language: str) -> dict[str, str] | None:
        """The guideline the study started with, as safe HTML; None if there is none."""
        return self.markdown(self._definition.guideline(language))

    def markdown(self, text: str) -> dict[str, str] | None:
        """A text of the study as safe HTML; its pictures are the protocol's."""
        return guideline_html(text, f"{self._static}/protocols/{self._definition.protocol.address}/")
