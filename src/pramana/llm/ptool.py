"""Ptools: typed functions that a model answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pydantic import BaseModel

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Parameters:
    """How a model is sampled. `temperature` 0 to 2; `max_tokens` bounds the answer, 1 or more."""

    temperature: float = 0.0
    max_tokens: int = 1024


@dataclass(frozen=True, slots=True)
class Ptool(Generic[In, Out]):
    """A typed function answered by a model.

    `name` is dotted, its first part the package (`karaka.kriya_extraction`). `prompt` is the key of a prompt: the name
    of a file in that package's folder `prompts`, without `.txt`; "" where the input's field `system` is the prompt.
    `text_fields` names the fields of `input` that hold text from documents: they are fenced as data. `entries` names
    the list of `output` whose entries are independent: of an answer that was cut short the complete ones are kept.
    """

    name: str
    prompt: str
    input: type[In]
    output: type[Out]
    text_fields: tuple[str, ...] = ()
    parameters: Parameters = field(default_factory=Parameters)
    entries: str = ""


class Abstention(BaseModel):
    """A model's typed refusal to guess. `reason` in one phrase."""

    reason: str
