"""A request: all that decides a response, and the key made from it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from pramana.canonical import digest
from pramana.llm.ptool import Parameters

SHOWN = 2000
"""How many characters of an invalid answer, and of what is wrong with it, go back to the model."""


@dataclass(frozen=True, slots=True)
class Correction:
    """An invalid answer and what is wrong with it, both shortened, as they go back to the model."""

    answer: str
    problem: str

    @classmethod
    def of(cls, answer: str, problem: str) -> Correction:
        return cls(_shorten_middle(answer), _shorten_middle(problem))


def _shorten_middle(text: str) -> str:
    if len(text) <= SHOWN:
        return text
    half = SHOWN // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"


@dataclass(frozen=True, slots=True)
class Request:
    """One request to one model. `prompt` and `schema` are content hashes; `model` is `provider:model`."""

    ptool: str
    prompt: str
    input: Any
    schema: str
    model: str
    parameters: Parameters
    sample: int = 0
    corrections: tuple[Correction, ...] = ()

    @property
    def key(self) -> str:
        """Return the hash under which responses to this request are stored."""
        return digest(self._body(self.input, [asdict(correction) for correction in self.corrections]))

    def parts(self) -> dict[str, Any]:
        """Return what the key is made of, with the input and the corrections by hash: two can be compared."""
        return self._body(digest(self.input), [digest(asdict(correction)) for correction in self.corrections])

    def _body(self, given: Any, corrections: list[Any]) -> dict[str, Any]:
        body = {
            "ptool": self.ptool,
            "prompt": self.prompt,
            "input": given,
            "schema": self.schema,
            "model": self.model,
            "parameters": {"temperature": self.parameters.temperature, "max_tokens": self.parameters.max_tokens},
            "sample": self.sample,
        }
        return {**body, "corrections": corrections} if corrections else body
