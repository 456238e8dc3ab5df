"""The embedded model's answers to GASL's ptools: what can be copied is copied, for all else it abstains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pramana.gasl.ptools import MadeItem, ProcessInput, ReturnedItem
from pramana.llm import Abstention, Rule

_KINDS: dict[str, type | tuple[type, ...]] = {
    "text": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "list": list,
    "object": dict,
}


def process(asked: ProcessInput) -> ReturnedItem | Abstention:
    """Answer where every field that is asked for occurs in the items under its own name; abstain elsewhere."""
    if not asked.fields:
        return Abstention(reason="The embedded model copies named fields, and the instruction names none it can copy.")
    made = []
    for numbered in asked.items:
        copied = _copy_fields(asked.fields, numbered.data)
        if copied is None:
            missing = f"Item {numbered.item} does not have the fields {', '.join(asked.fields)}."
            return Abstention(reason=f"{missing} The embedded model copies fields; for more, configure a model.")
        made.append(MadeItem(of=[numbered.item], data=copied))
    return ReturnedItem(items=made)


def _copy_fields(fields: Mapping[str, str], data: Any) -> dict[str, Any] | None:
    if not isinstance(data, Mapping):
        return None
    named = {str(name).casefold(): value for name, value in data.items()}
    copied: dict[str, Any] = {}
    for name, kind in fields.items():
        value = named.get(name.casefold())
        optional = kind.endswith("?")
        if value is None and optional:
            copied[name] = None
        elif not _is(value, kind.rstrip("?")):
            return None
        else:
            copied[name] = value
    return copied


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, _KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


RULES: Mapping[str, Rule] = {"gasl.process": process}
"""By ptool name. All pure. ANALYZE has none: rules do not judge what an investigation comes to."""
