"""The guide to GASL runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pramana.gasl import PROMPTS, RULES, GASLExecutor
from pramana.gasl.card import command_table
from pramana.gasl.commands import COMMANDS
from pramana.gasl.parsing import GASLParser
from pramana.llm import RESPONSE_SCHEMA, Ask, Gateway, LlmSettings, ModelSettings, PromptBook, RuleBook, Scripted
from pramana.store import Database

GUIDE = (Path(__file__).parents[2] / "docs" / "gasl.md").read_text("utf-8")
LANGUAGE = GUIDE.split("\n## State\n", 1)[0]
EXPECTED = re.compile(r"# (success|empty|partial|binding_failure|schema_mismatch|error)(?:, (\d+))?")


def python_room() -> dict[str, Any]:
    """Run the Python blocks one after the other, and return what they made."""
    room: dict[str, Any] = {}
    found = re.findall(r"^```python\n(.*?)^```", LANGUAGE, re.M | re.S)
    assert len(found) == 4
    for code in found:
        exec(code, room)  # noqa: S102
    return room


def examples() -> list[tuple[str, str, str]]:
    """Return each example: the command, the status that stands under it, and the count or ""."""
    found = []
    for block in re.findall(r"^```gasl\n(.*?)^```", LANGUAGE, re.M | re.S):
        lines: list[str] = []
        for line in block.splitlines():
            ended = EXPECTED.fullmatch(line)
            if ended is None:
                lines.append(line)
                continue
            found.append(("\n".join(lines), ended[1], ended[2] or ""))
            lines = []
        assert not lines
    return found


def answer(ask: Ask) -> Any:
    """A model: an item of each item, and a judgement that rests on the first."""
    value: Any = ask.value
    if hasattr(value, "sample"):
        return {"answer": "Rama", "rationale": "He is in most of the edges.", "evidence": [value.sample[0].ref]}
    made = [
        {"of": [each.item], "data": {"who": each.data["name"], "city": each.data.get("city")}} for each in value.items
    ]
    return {"items": made}


def test_the_examples_end_as_they_say() -> None:
    """Every Python block holds what it asserts, and every command on the graph made there ends as is written under it."""
    graph = python_room()["graph"]
    model = ModelSettings(provider="scripted", retries=0)
    with Database(None, [RESPONSE_SCHEMA]) as database:
        settings = LlmSettings(default="scripted", models={"scripted": model})
        providers = {"scripted": Scripted(answer)}
        gateway = Gateway(database, PromptBook(PROMPTS), settings, rules=RuleBook("1", RULES), providers=providers)
        with GASLExecutor(graph, gateway) as gasl:
            for command, status, count in examples():
                result = gasl.execute_one(command)
                told = (result.status, "" if not count else str(result.count))
                assert told == (status, count), (command, result.error)


def test_every_command_has_its_example() -> None:
    """No kind of command is without an example on the page."""
    parser = GASLParser()
    assert {type(parser.parse(command)) for command, _, _ in examples()} == {command.node for command in COMMANDS}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_forms_are_told_once_in_the_table(command: Any) -> None:
    """Each command of the table has its section."""
    assert re.search(rf"^### .*\b{command.name.split()[0]}\b", LANGUAGE, re.M)


def test_table_is_that_of_the_card() -> None:
    """The table of commands is made from the one that the card and the hints are made from."""
    assert re.search(r"<!-- commands -->\n\n(.*)\n<!-- /commands -->", LANGUAGE, re.S)[1] == command_table()  # type: ignore[index]
