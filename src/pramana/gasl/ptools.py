"""What GASL asks models: to process items, and to analyse what the state holds."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, create_model

from pramana.gasl.tree import Returning
from pramana.llm import Parameters, Ptool


class GaslInput(BaseModel):
    """Base of what models are given."""

    model_config = ConfigDict(frozen=True)


class GaslOutput(BaseModel):
    """Base of what models answer: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", serialize_by_alias=True, validate_by_name=True)


class NumberedItem(GaslInput):
    item: int
    data: Any


class ProcessInput(GaslInput):
    """A few items, numbered from 1. `fields` says what each output item has: name and type, `?` where it may miss."""

    instruction: str
    items: list[NumberedItem]
    fields: dict[str, str] = {}
    feedback: str = ""


class SampledItem(GaslInput):
    ref: str
    data: Any


class AnalyzeInput(GaslInput):
    """A summary of a key of the state, and some of its items, each with the reference by which it is cited."""

    instruction: str
    summary: Any
    sample: list[SampledItem]


class Analysis(GaslOutput):
    """What was found. `evidence` holds references of items that it rests on."""

    answer: str
    rationale: str
    evidence: list[str] = []


Quote = Annotated[str, Field(description="Words of the items, letter for letter, that say it; empty where none do.")]
Numbers = Annotated[list[StrictInt], Field(min_length=1, description="The numbers of the items that it was made of.")]


class MadeItem(GaslOutput):
    """An output item, the numbers of the input items that it was made of, and words of them that say it."""

    of: Numbers
    data: dict[str, Any]
    quote: Quote = ""


class ReturnedItem(GaslOutput):
    items: list[MadeItem]


_TYPES: dict[str, Any] = {
    "text": StrictStr,
    "integer": StrictInt,
    "number": StrictInt | StrictFloat,
    "boolean": StrictBool,
    "list": list[Any],
    "object": dict[str, Any],
}
_PARAMETERS = Parameters(temperature=0.0, max_tokens=4096)

PROCESS = Ptool("gasl.process", "gasl_process_prompt", ProcessInput, ReturnedItem, ("items",), _PARAMETERS)
ANALYZE = Ptool(
    "gasl.analyze", "gasl_analyze_prompt", AnalyzeInput, Analysis, ("summary", "sample"), Parameters(0.0, 2048)
)
PTOOLS: tuple[Ptool[Any, Any], ...] = (PROCESS, ANALYZE)
"""All of them, for configuration, prompts and estimates."""


@lru_cache(maxsize=256)
def process_ptool(returning: Returning | None) -> Ptool[ProcessInput, Any]:
    """Return the ptool of a PROCESS whose output items have these fields; None: whatever the instruction asks for."""
    if returning is None:
        return PROCESS
    data = create_model(
        "Data", __base__=GaslOutput, **{f"field_{i}": _field(returning, i) for i in range(len(returning.fields))}
    )
    item = create_model("MadeItem", __base__=GaslOutput, of=(Numbers, ...), data=(data, ...), quote=(Quote, ""))
    output = create_model("Made", __base__=GaslOutput, items=(list[item], ...))  # type: ignore[valid-type]
    return Ptool(PROCESS.name, PROCESS.prompt, ProcessInput, output, PROCESS.text_fields, _PARAMETERS)


def _field(returning: Returning, index: int) -> Any:
    name, kind = returning.fields[index]
    if name in returning.optional:
        return _TYPES[kind] | None, Field(None, alias=name)
    return _TYPES[kind], Field(alias=name)


_TYPED = re.compile(r"\{([^{}]*)\}")
_NAMED = re.compile(r"\s*[\"']?([^\W\d]\w*)[\"']?\s*:\s*[\"']?(\w+)[\"']?(\?)?\s*")
_MEANT = {"string": "text", "str": "text", "int": "integer", "float": "number", "bool": "boolean", "array": "list"}


def returning_in(instruction: str) -> Returning | None:
    """Return the fields that an instruction itself asks for in braces, `{name: text, year: integer?}`, if it does."""
    for body in _TYPED.findall(instruction):
        found = [_NAMED.fullmatch(part) for part in body.split(",")]
        kinds = [_MEANT.get(match[2].lower(), match[2].lower()) if match else "" for match in found]
        if found and all(kind in _TYPES for kind in kinds):
            named = [(match[1], kind) for match, kind in zip(found, kinds, strict=True) if match]
            if len(dict(named)) == len(named):
                optional = frozenset(match[1] for match in found if match and match[3])
                return Returning(tuple(named), optional)
    return None
