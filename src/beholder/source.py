"""A YAML file that remembers its lines, so that every error can say where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from beholder.errors import BeholderError, Problem, nearest

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

__all__ = ["Source", "in_our_words", "model_problems", "read_yaml", "validate"]

# a study file has kilobytes; more is data in the wrong file
MAX_BYTES = 4_000_000
# aliases in YAML can grow a small file without bound
MAX_NODES = 200_000
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

Path_ = tuple[str | int, ...]
M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Source:
    """The data of one file and the line on which each part of it stands."""

    name: str
    data: dict[str, Any]
    lines: dict[Path_, int]

    def where(self, path: Path_ = ()) -> str:
        """`study.yaml:14 · overlap.share`: the nearest part that stands in the file."""
        dotted = ".".join(str(p) for p in path)
        at = path
        while at and at not in self.lines:
            at = at[:-1]
        line = self.lines.get(at, 1)
        return f"{self.name}:{line}" + (f" · {dotted}" if dotted else "")


def read_yaml(path: Path) -> Source:
    """Reads a YAML mapping. Duplicate keys, tags, unreadable text and bombs are refused with their line."""
    name = path.name
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BeholderError(
            f"cannot read {name}: {error.strerror or error}", code="file-unreadable", where=str(path)
        ) from None
    if len(raw) > MAX_BYTES:
        raise BeholderError(
            f"the file has {len(raw):,} bytes; {MAX_BYTES:,} are allowed", code="yaml-too-large", where=name
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BeholderError(
            "the file is not UTF-8 text", code="file-not-utf8", where=f"{name}:{line}", hint="save it as UTF-8"
        ) from None
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        problem = error.problem or error.context or "not valid YAML"
        raise BeholderError(
            f"not valid YAML: {problem}",
            code="yaml-syntax",
            where=f"{name}:{line}",
            hint="indent with spaces, not with tabs" if "'\\t'" in problem else "check indentation and quotes",
        ) from None
    except yaml.reader.ReaderError as error:
        line = text[: error.position].count("\n") + 1
        raise BeholderError(
            f"the character U+{error.character:04X} is not allowed",
            code="yaml-syntax",
            where=f"{name}:{line}",
        ) from None
    except (yaml.YAMLError, RecursionError) as error:
        raise BeholderError(f"not valid YAML: {error}", code="yaml-syntax", where=f"{name}:1") from None
    if node is None:
        raise BeholderError("the file is empty", code="yaml-empty", where=f"{name}:1")
    reader = _Reader(name)
    try:
        data = reader.build(node, ())
    except RecursionError:
        raise BeholderError("the file is nested too deeply", code="yaml-too-large", where=f"{name}:1") from None
    if not isinstance(data, dict):
        raise BeholderError("expected a mapping of settings", code="yaml-not-a-mapping", where=f"{name}:1")
    return Source(name, data, reader.lines)


class _Reader:
    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[Path_, int] = {}
        self._scalars = yaml.SafeLoader("")
        self._nodes = 0

    def build(self, node: yaml.Node, path: Path_) -> Any:
        self._nodes += 1
        line = node.start_mark.line + 1
        if self._nodes > MAX_NODES:
            raise BeholderError(
                "the file unfolds to too many parts",
                code="yaml-too-large",
                where=f"{self.name}:{line}",
                hint="use fewer aliases",
            )
        self.lines.setdefault(path, line)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(child, (*path, i)) for i, child in enumerate(node.value)]
        return self._scalar(node, line)

    def _scalar(self, node: yaml.Node, line: int) -> Any:
        if node.tag == "tag:yaml.org,2002:timestamp":
            return node.value  # dates stay text: what a study means by a date is its own business
        if not node.tag.startswith("tag:yaml.org,2002:") or node.tag.endswith((":binary", ":python")):
            raise BeholderError(f"the tag {node.tag} is not allowed", code="yaml-tag", where=f"{self.name}:{line}")
        if node.tag.endswith((":int", ":float")) and ":" in node.value:
            # 1:30 is 90 to YAML 1.1, which hardly anybody means, and a long one takes quadratic time
            raise BeholderError(
                f"{shortened(node.value)} is a number to base 60",
                code="yaml-value",
                where=f"{self.name}:{line}",
                hint="put it in quotes",
            )
        try:
            value = self._scalars.construct_object(node, deep=True)
        except (yaml.YAMLError, ValueError, OverflowError):
            raise BeholderError(
                f"cannot read the value {shortened(node.value)}",
                code="yaml-value",
                where=f"{self.name}:{line}",
                hint="put it in quotes",
            ) from None
        if isinstance(value, str) and _UNSTORABLE.search(value):
            raise BeholderError(
                "the text holds a NUL character or half of a surrogate pair, which cannot be stored",
                code="yaml-value",
                where=f"{self.name}:{line}",
            )
        return value

    def _mapping(self, node: yaml.MappingNode, path: Path_) -> dict[Any, Any]:
        out: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            key = self._scalar(key_node, line) if isinstance(key_node, yaml.ScalarNode) else None
            if not isinstance(key, str | int) or isinstance(key, bool):
                raise BeholderError(
                    "a key must be a word or a whole number",
                    code="yaml-key",
                    where=f"{self.name}:{line}",
                    hint="put the key in quotes",
                )
            if key in out:
                first = self.lines[(*path, key)]
                raise BeholderError(
                    f"{key!r} is given twice",
                    code="yaml-duplicate-key",
                    where=f"{self.name}:{line}",
                    hint=f"first given on line {first}",
                )
            self.lines[(*path, key)] = line
            out[key] = self.build(value_node, (*path, key))
        return out


def validate(model: type[M], source: Source) -> M:
    """The file's data as a model; raises one error that names every wrong setting with its line."""
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        raise BeholderError.of(model_problems(error, source, model)) from None


def model_problems(error: ValidationError, source: Source, model: type[BaseModel], prefix: Path_ = ()) -> list[Problem]:
    """What Pydantic found, as problems in our words."""
    problems: list[Problem] = []
    found = error.errors(include_url=False)
    for one in found:
        if one["type"] == "too_short" and any(_is_inside(other["loc"], one["loc"]) for other in found):
            # the entries are there, each with a problem of its own
            continue
        path = _path_in_file((*prefix, *one["loc"]), source)
        loc = path[len(prefix) :]
        fields = _fields_at(model, loc[:-1], _value_at(source.data, prefix))
        message, code = in_our_words(one), "setting-bad-value"
        hint = (fields[str(loc[-1])].description or "") if loc and loc[-1] in fields else ""
        if one["type"] == "extra_forbidden":
            message, code = f"unknown setting {path[-1]!r}", "setting-unknown"
            hint = nearest(str(path[-1]), [info.alias or name for name, info in fields.items()])
        elif one["type"] == "missing":
            message, code = f"the setting {path[-1]!r} is missing", "setting-missing"
        elif isinstance(one.get("input"), str | int | float | bool):
            message = f"{message}; got {shortened(one['input'])}"
        problems.append(Problem(message, code, source.where(path), hint))
    return problems


_MUST_BE = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "a text",
    "tuple": "a list",
    "list": "a list",
    "dict": "a mapping, such as {name: value}",
    "model": "a mapping, such as {name: value}",
}


# each pattern that a setting has, for those who do not read patterns
_SPELT = {
    r"^[a-z][a-z0-9-]{0,39}$": "small letters, digits and hyphens, at most 40, the first a letter",
    r"^[a-z][a-z-]{0,39}$": "small letters and hyphens, at most 40, the first a letter",
    r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$": "letters, digits, dots, hyphens and underscores, at most 40, the first a letter or digit",
    r"^[A-Za-z0-9_.+-]+$": "letters, digits and the signs _ . + -",
    r"^[A-Z]{3}$": "three capital letters",
}


def in_our_words(one: Mapping[str, Any]) -> str:
    """What Pydantic found wrong with one value, in words for those who do not write Python."""
    kind, _, about = one["type"].partition("_")
    if kind in _MUST_BE and about in ("type", "parsing", "from_float"):
        share = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%\s*", str(one.get("input"))) if kind == "float" else None
        return f"must be {_MUST_BE[kind]}" + (f", such as {float(share[1]) / 100:g}" if share else "")
    if one["type"] in ("too_short", "too_long"):
        context = one["ctx"]
        bound = (
            f"at least {context['min_length']}" if one["type"] == "too_short" else f"at most {context['max_length']}"
        )
        return f"must have {bound} entries, not {context['actual_length']}"
    if one["type"] == "string_pattern_mismatch":
        return f"must be made of {_SPELT.get(one['ctx']['pattern'], 'other signs')}"
    if one["type"] in ("missing", "extra_forbidden"):
        return "is missing" if one["type"] == "missing" else "is not known here"
    return re.sub("^(Input|String) should", "must", str(one["msg"]).removeprefix("Value error, "))


def _is_inside(loc: Path_, outer: Path_) -> bool:
    return len(loc) > len(outer) and loc[: len(outer)] == outer


def shortened(value: object) -> str:
    """A value as it was given, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _path_in_file(loc: Path_, source: Source) -> Path_:
    """The path without the members of unions, which Pydantic adds and which are no keys of the file."""
    path: Path_ = ()
    for part in loc:
        if not (isinstance(part, str) and "[" in part) or not path or (*path, part) in source.lines:
            path = (*path, part)
    return path


def _value_at(data: Any, path: Path_) -> Any:
    for part in path:
        data = _inside(data, part)
    return data


def _inside(data: Any, part: int | str) -> Any:
    try:
        return data[part]
    except (KeyError, IndexError, TypeError):
        return None


def _fields_at(model: type[BaseModel], loc: Path_, data: Any) -> dict[str, FieldInfo]:
    """The settings that may stand at a path of this data.

    A model that stands for many may say by `model_for` which of them the data means.
    """
    models = [model]
    for part in loc:
        owners = [one for one in models if part in one.model_fields]
        # else the key of a mapping or the place in a list, whose model was taken already
        if owners:
            models = [inner for one in owners for inner in _models_inside(one.model_fields[str(part)].annotation)]
        data = _inside(data, part)
        models = [one.model_for(data) if hasattr(one, "model_for") else one for one in models]
    return {name: info for one in models for name, info in one.model_fields.items()}


def _models_inside(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [one for inner in getattr(annotation, "__args__", ()) for one in _models_inside(inner)]
