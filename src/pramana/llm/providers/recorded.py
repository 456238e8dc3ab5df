"""A model whose answers were recorded: the input of a prompt finds the answer that was given to it then."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pramana.canonical import digest
from pramana.errors import ConfigError, RequestRefused
from pramana.llm.providers.base import Ask, RawResponse

AskedInput = tuple[str, str, int]
"""What an answer is found by: the ptool, the hash of its input, and the sample."""


class RecordedAnswers:
    """The provider that reads a file of answers, as `write_recording` writes it.

    A prompt is found by its input, not by its words: a reworded prompt keeps its answers. Where one input was asked
    more than once, as after an invalid answer, its answers come in the order of the recording, and the last one again.
    """

    reads_messages = False

    def __init__(self, file: str | Path) -> None:
        self._file = Path(file)
        self._answers: dict[AskedInput, Iterator[RawResponse]] | None = None
        self._last: dict[AskedInput, RawResponse] = {}

    async def complete(self, ask: Ask) -> RawResponse:
        """Return the recorded answer. Raises RequestRefused where the input was never asked."""
        if self._answers is None:
            self._answers = _read_answers(self._file)
        key = ask.ptool.name, digest(ask.value.model_dump(mode="json")), ask.sample
        if key in self._answers:
            self._last[key] = next(self._answers[key], None) or self._last[key]
            return self._last[key]
        raise RequestRefused(f"{self._file.name} has no answer to this input of {ask.ptool.name}.")

    async def aclose(self) -> None:
        pass


def _read_answers(file: Path) -> dict[AskedInput, Iterator[RawResponse]]:
    """Return the answers of a recording, those of one input in their order. Raises ConfigError for another file."""
    found: dict[AskedInput, list[RawResponse]] = defaultdict(list)
    try:
        with file.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                if "recorded" not in row:
                    found[row["ptool"], row["input"], row["sample"]].append(_response(row))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"{file} is not a recording of a model's answers: {error}") from error
    return {key: iter(answers) for key, answers in found.items()}


def _response(row: dict[str, Any]) -> RawResponse:
    return RawResponse(row["body"], row["status"], row["prompt_tokens"], row["completion_tokens"])
