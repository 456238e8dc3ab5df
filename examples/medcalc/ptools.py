"""What the graph asks models, and the embedded model's answers to it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from medcalc.calculators import CALCULATORS
from medcalc.entities import plain
from pramana.llm import Abstention, PromptBook, Ptool, RuleBook, load_prompts


class Task(BaseModel):
    """A request in words. `known` are the calculators to choose from."""

    model_config = ConfigDict(frozen=True)

    task: str
    known: list[str] = Field(default_factory=lambda: list(CALCULATORS))


class Choice(BaseModel):
    """The calculator's name as `known` has it, None where the task asks for none of them."""

    model_config = ConfigDict(extra="forbid")

    calculator: str | None


class Note(BaseModel):
    """A patient's note, or the values that someone has taken from it already. `required` names what is looked for."""

    model_config = ConfigDict(frozen=True)

    note: str | dict[str, Any]
    required: list[str] = []


class Values(BaseModel):
    """Values by name, as `Entities` takes them; None where the note states none."""

    model_config = ConfigDict(extra="forbid")

    values: dict[str, Any] | None


IDENTIFY = Ptool("identify_calculator", "identify_calculator", Task, Choice, ("task",))
EXTRACT = Ptool("extract_clinical_values", "extract_clinical_values", Note, Values, ("note",))
PROMPTS = PromptBook(load_prompts(Path(__file__).with_name("prompts.json")))

_COMMON = set(
    "a an and by calculation calculations calculator criteria equation equations for formula in index of or risk rule "
    "score the to".split()
)


def identify(input: Task) -> Choice | Abstention:
    """Choose the calculator of which a name stands in the task whole, or else of whose names the most words do.

    Abstains where two fit equally well, or where no word of any name is there but such as all share.
    """
    words = _words(input.task)
    fits = sorted(((_fit(name, words), name) for name in input.known), reverse=True)
    if not fits or fits[0][0] <= (0, 0):
        return Abstention(reason="the task names no calculator that is known")
    if len(fits) > 1 and fits[0][0] == fits[1][0]:
        return Abstention(reason=f"the task fits {fits[1][1]} as well as {fits[0][1]}")
    return Choice(calculator=fits[0][1])


def _fit(name: str, words: str) -> tuple[int, int]:
    """Return the words of the longest of its names that stand in the task whole, and how many words do at all."""
    known = CALCULATORS.get(name)
    titles = [_words(title) for title in (re.sub(r"\(.*?\)", " ", name), name, *(known.aliases if known else ()))]
    whole = [title for title in titles if f" {title} " in f" {words} "]
    several = {word for title in titles for word in title.split()} - _COMMON
    shared = len(several & set(words.split()))
    return max((len(title.split()) for title in whole), default=0), shared if shared * 2 > len(several) else 0


def _words(text: str) -> str:
    return plain(re.sub(r"['’]s?(?= |$)", " ", text))


def extract(input: Note) -> Values | Abstention:
    """Hand on values that were given as such. Reading them from text needs a model."""
    if isinstance(input.note, dict):
        return Values(values=input.note)
    return Abstention(reason="reading clinical values from a text needs a model")


RULES = RuleBook("medcalc-1", {IDENTIFY.name: identify, EXTRACT.name: extract})
