"""What is told of a text that is no command, and the card of the language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pramana import gasl
from pramana.errors import ParseError
from pramana.gasl import GASLNode
from pramana.gasl.card import command_table, language_card
from pramana.gasl.commands import COMMANDS
from pramana.gasl.mistakes import mistakes
from pramana.gasl.parsing import GASLParser

CASES = [
    json.loads(line) for line in (Path(__file__).parent / "cases" / "mistakes.jsonl").read_text("utf-8").splitlines()
]
FIELDS = ("line", "column", "problem", "found", "expected", "nearest", "example")
parse = GASLParser().parse


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"] or "nothing")
def test_mistake_is_told_with_its_fields_and_a_command_that_works(case: dict[str, Any]) -> None:
    """What a model writes wrong is answered by where, what, what was expected, the nearest, and an example that reads."""
    with pytest.raises(ParseError) as caught:
        parse(case["text"])
    told = {name: getattr(caught.value, name) for name in FIELDS}
    told |= {name: list(told[name]) for name in ("expected", "nearest")}
    assert {"text": case["text"], **told} == case
    assert told["expected"]
    parse(case["example"])


def test_corpus_is_large_and_each_problem_is_a_sentence() -> None:
    """The corpus holds at least 200 mistakes, none twice, each told in a sentence."""
    assert len({case["text"] for case in CASES}) == len(CASES) >= 200
    assert all(case["problem"][0] in "`" or case["problem"][0].isupper() for case in CASES if case["problem"])
    assert all(case["problem"].endswith(".") for case in CASES)


@pytest.mark.parametrize("example", sorted({row.example for row in mistakes() if row.example}))
def test_example_of_the_table_is_a_command(example: str) -> None:
    """No example in the table of mistakes is itself a mistake."""
    parse(example)


@pytest.mark.parametrize("row", mistakes(), ids=lambda row: row.case)
def test_row_of_the_table_explains_its_case(row: Any) -> None:
    """Each row is the first that fits its own case: no row is hidden behind an earlier one."""
    with pytest.raises(ParseError) as caught:
        parse(row.case)
    assert caught.value.problem == row.problem[0].upper() + row.problem[1:]


def test_several_mistakes_are_mended_in_one_go() -> None:
    """The example is the model's own command with each of its mistakes mended, where all can be."""
    with pytest.raises(ParseError) as caught:
        parse("1. find node where name == Rama && weight => 3 limit: 5 into heroes;")
    assert caught.value.example == 'find nodes where name = "Rama" AND weight >= 3 limit 5 AS heroes'


def test_long_text_is_told_but_not_mended() -> None:
    """Mending reads the text again and again, so a long one gets the command's own example."""
    with pytest.raises(ParseError) as caught:
        parse(f'FIND nodes WHERE name == "{"x" * 5_000}" AS n')
    assert caught.value.problem == "Equality is one `=`."
    assert caught.value.example == next(command.example for command in COMMANDS if command.name == "FIND")


@pytest.mark.parametrize("text", ["```" + "\n" * 1_900 + "x", "SELECT " + " " * 1_900 + "* from", 'FIND nodes WHERE a = "' + " " * 1_900 + "x",
    "FIND nodes AS n" + " ;" * 900 + "x", "a " * 950, '{"command": "' + "\\a" * 900, "PROCESS a USING " + " " * 1_900 + '"', "DECLARE a AS LIST " + "<" * 900 + " " * 900])  # fmt: skip
def test_monotonous_text_is_told_too(text: str) -> None:
    """No pattern of the table takes more than a moment over a text made to keep it busy."""
    with pytest.raises(ParseError):
        parse(text)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_card_shows_a_command_of_each_kind(command: Any) -> None:
    """Each example on the card is read as the command that it stands for, and stands there."""
    assert type(parse(command.example)) is command.node
    assert command.syntax in language_card()
    assert all(line in language_card() for line in command.example.split("\n"))
    assert command.syntax.split()[0] == command.name.split()[0]


def test_card_is_short_and_leaves_no_command_out() -> None:
    """The card has at most 4,200 characters, and every node type has a row; so has the table of the reference."""
    assert len(language_card()) <= 4_200
    exported = [getattr(gasl, name) for name in gasl.__all__]
    nodes = {kind for kind in exported if isinstance(kind, type) and issubclass(kind, GASLNode)}
    assert {command.node for command in COMMANDS} == nodes - {GASLNode}
    assert command_table().count("\n") == len(COMMANDS) + 2
