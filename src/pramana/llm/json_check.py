"""JSON checked against a JSON Schema: the part of the language that models are asked for answers in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import RootModel, model_validator

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def problems(value: Any, schema: Mapping[str, Any], where: str = "the answer") -> Iterator[str]:
    """Yield what in a value does not fit a schema.

    `type`, `enum`, `properties`, `required`, `additionalProperties: false` and `items` are looked at, nothing else.
    """
    kinds = schema.get("type", ())
    named = [kinds] if isinstance(kinds, str) else list(kinds)
    if named and not any(_is_a(value, kind) for kind in named):
        yield f"{where} is not of type {' or '.join(named)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} is none of {', '.join(map(repr, schema['enum']))}"
    if isinstance(value, dict):
        yield from _object_problems(value, schema, where)
    if isinstance(value, list) and isinstance(schema.get("items"), Mapping):
        for index, item in enumerate(value):
            yield from problems(item, schema["items"], f"{where}[{index}]")


def _object_problems(value: dict[str, Any], schema: Mapping[str, Any], where: str) -> Iterator[str]:
    inner: Mapping[str, Any] = schema.get("properties", {})
    yield from (f"{where} lacks {name!r}" for name in schema.get("required", ()) if name not in value)
    if schema.get("additionalProperties") is False:
        yield from (f"{where} has {name!r}, which the schema does not name" for name in value if name not in inner)
    for name, part in inner.items():
        if name in value:
            yield from problems(value[name], part, f"{where}.{name}")


def _is_a(value: Any, kind: str) -> bool:
    if isinstance(value, bool):  # a boolean is an integer to Python, not to JSON
        return kind == "boolean"
    if isinstance(value, float) and kind == "integer":
        return value.is_integer()
    return isinstance(value, _TYPES.get(kind, ()))


def checked_by(schema: Mapping[str, Any]) -> type[RootModel[dict[str, Any]]]:
    """Return the type of the JSON objects that fit a schema."""
    given = dict(schema)

    class Checked(RootModel[dict[str, Any]]):
        @model_validator(mode="after")
        def _fits(self) -> Checked:
            wrong = list(problems(self.root, given))
            if wrong:
                raise ValueError("; ".join(wrong[:5]))
            return self

        @classmethod
        def model_json_schema(cls, *_: Any, **__: Any) -> dict[str, Any]:
            return given

    return Checked
