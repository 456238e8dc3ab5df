"""Answers of a recording: found by their input, given in their order."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest
from pydantic import BaseModel

from pramana.errors import ConfigError, RequestRefused
from pramana.llm import RESPONSE_SCHEMA, Ptool, write_recording
from pramana.llm.providers.base import Ask
from pramana.llm.providers.recorded import RecordedAnswers
from pramana.llm.ptool import Parameters
from pramana.store import Database
from pramana.testing.scripted import scripted_gateway


class Line(BaseModel):
    text: str


class Count(BaseModel):
    words: int


PTOOL = Ptool("mine.count", "count_prompt", Line, Count, text_fields=("text",))


def ask(text: str, sample: int = 0) -> Ask:
    return Ask(PTOOL, Line(text=text), (), {}, Parameters(0.0, 100), sample)


def record(folder: Path) -> Path:
    """Return a recording in which one input was first answered with text that is no JSON."""
    answers = iter(["three, I think", {"words": 3}, {"words": 1}])
    database = Database(folder / "a.db", [RESPONSE_SCHEMA])
    gateway = scripted_gateway(lambda _: next(answers), {"count_prompt": "Count."}, database=database)

    async def go() -> None:
        for text in ("Rama left early", "Sita"):
            await gateway.call(PTOOL, Line(text=text))

    anyio.run(go)
    models = frozenset(model for (model,) in database.all("SELECT DISTINCT model FROM response"))
    assert write_recording(database, folder / "answers.jsonl", {"recorded": "2026-11-23"}, models) == 3
    assert write_recording(database, folder / "none.jsonl", {"recorded": ""}, frozenset()) == 0
    return folder / "answers.jsonl"


def test_answers_are_given_by_input_and_in_order(tmp_path: Path) -> None:
    """The answers to one input come in their order, the last one again; another input, or sample, has none."""
    provider = RecordedAnswers(record(tmp_path))

    async def go() -> list[str]:
        found = [(await provider.complete(ask("Rama left early"))).body for _ in range(3)]
        for missing in (ask("Lava"), ask("Sita", sample=1)):
            with pytest.raises(RequestRefused, match=r"answers\.jsonl has no answer to this input of mine\.count"):
                await provider.complete(missing)
        return [*found, (await provider.complete(ask("Sita"))).body]

    assert anyio.run(go) == ["three, I think", '{"words":3}', '{"words":3}', '{"words":1}']


@pytest.mark.parametrize("text", ["no JSON", '{"ptool": "a"}', "[1]"])
def test_another_file_is_no_recording(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.jsonl").write_text(text, "utf-8")
    with pytest.raises(ConfigError, match="not a recording"):
        anyio.run(RecordedAnswers(tmp_path / "a.jsonl").complete, ask("Sita"))
