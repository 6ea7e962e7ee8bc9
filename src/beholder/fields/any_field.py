"""A field of any kind, read by its `kind`: the set of kinds is open, so no union of models can list them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue

from beholder.errors import BeholderError
from beholder.fields.field import Field
from beholder.fields.registry import find_kind, kinds

__all__ = ["AnyField"]


class _OfItsKind:
    """Tells Pydantic to read a field as the model of its kind, and to write it as what it is."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        # as PlainValidator, which would write a field with the settings that all kinds have and no more
        return {"type": "function-plain", "function": {"type": "no-info", "function": _read}}

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        models = {name: handler(kind.__pydantic_core_schema__) for name, kind in kinds().items()}
        mapping = {name: model["$ref"] for name, model in models.items() if "$ref" in model}
        return {"oneOf": list(models.values()), "discriminator": {"propertyName": "kind", "mapping": mapping}}


def _read(value: Any) -> Field:
    if isinstance(value, Field):
        return value
    if not isinstance(value, Mapping):
        raise ValueError("must be a mapping, such as {kind: scale, label: ...}")  # noqa: TRY004 - Pydantic reads these
    if "kind" not in value:
        raise ValueError("a field needs a kind, such as `kind: scale`")
    try:
        kind = find_kind(value["kind"])
    except BeholderError as error:
        raise ValueError("; ".join(filter(None, (error.problems[0].problem, error.problems[0].hint)))) from None
    return kind.model_validate(value)


AnyField = Annotated[Field, _OfItsKind()]
