"""GASL's commands: read, written, gathered from lines, and bounded."""

from __future__ import annotations

from pathlib import Path

import pytest
from gasl_commands import commands
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import ParseError
from pramana.expr import Comparison, Field, Length, Op, Variable, parse_condition
from pramana.expr.conditions.parsing import MAX_DEPTH as MAX_CONDITION_DEPTH
from pramana.expr.conditions.parsing import MAX_LEAVES
from pramana.gasl import (
    AggregateNode,
    AnalyzeNode,
    AssertNode,
    BranchNode,
    CancelNode,
    CountNode,
    DeclareNode,
    DegreeNode,
    DistinctNode,
    ExceptNode,
    FindNode,
    GroupNode,
    IntersectNode,
    JoinNode,
    OnNode,
    ProcessNode,
    RenameNode,
    RequireNode,
    Returning,
    SelectFieldsNode,
    SelectWhereNode,
    SetNode,
    SortNode,
    TryNode,
    UnionNode,
    UpdateNode,
)
from pramana.gasl.blocks import MAX_DEPTH
from pramana.gasl.building import MAX_NESTED
from pramana.gasl.commands import COMMANDS
from pramana.gasl.commands.degree import EdgeDirection
from pramana.gasl.parsing import MAX_LENGTH, GASLParser
from pramana.gasl.types import Aggregate, StateType, TargetKind, Trigger, UpdateMode
from pramana.gasl.writing import write_command

CASES = Path(__file__).parent / "cases"
VALID = [
    line for line in (CASES / "commands.gasl").read_text("utf-8").splitlines() if line and not line.startswith("#")
]
PARSER = GASLParser()
parse = PARSER.parse
PERSONS = Comparison(Field(("entity_type",)), Op.EQ, "PERSON")

TREES = {
    "DECLARE study AS DICT": DeclareNode(("study",), StateType.DICT),
    "DECLARE a.b AS LIST WITH_DESCRIPTION 'All.'": DeclareNode(("a", "b"), StateType.LIST, "All."),
    "DECLARE n AS COUNTER": DeclareNode(("n",), StateType.COUNTER),
    'FIND nodes WHERE entity_type = "PERSON" LIMIT 5 AS p': FindNode(TargetKind.NODES, "p", PERSONS, 5),
    "FIND edges AS e": FindNode(TargetKind.EDGES, "e"),
    "FIND paths LIMIT 2 AS w": FindNode(TargetKind.PATHS, "w", None, 2),
    'PROCESS p USING "Where?" AS j': ProcessNode("p", "Where?", "j"),
    "PROCESS ${p} USING 'x' RETURNING LIST OF {place: text?, year: INTEGER} VERIFIED AS j": ProcessNode(
        "p", "x", "j", Returning((("place", "text"), ("year", "integer")), frozenset({"place"})), True
    ),
    "UPDATE a.b WITH p": UpdateNode(("a", "b"), "p"),
    "UPDATE a.b WITH ${p} REPLACE": UpdateNode(("a", "b"), "p", UpdateMode.REPLACE),
    'ANALYZE a.b USING "Who?" AS v': AnalyzeNode(("a", "b"), "Who?", "v"),
    "REQUIRE EXISTS p": RequireNode("p"),
    "ASSERT LEN ${p} > 0": AssertNode(Comparison(Length(Variable(("p",))), Op.GT, 0)),
    "ON SCHEMA_MISMATCH p THEN COUNT p AS n": OnNode(Trigger.SCHEMA_MISMATCH, "p", CountNode("p", "n")),
    "IF ${n} = 1 THEN COUNT p AS n ELSE IF ${n} = 2 THEN COUNT q AS n": BranchNode(
        parse_condition("${n} = 1"), CountNode("p", "n"), BranchNode(parse_condition("${n} = 2"), CountNode("q", "n"))
    ),
    "TRY\nCOUNT p AS n\nCATCH ANY\nFINALLY\nCOUNT q AS n\nEND": TryNode(
        (CountNode("p", "n"),), (), (CountNode("q", "n"),)
    ),
    "SET adapter.caps.max_path_length=2": SetNode(("adapter", "caps", "max_path_length"), 2),
    "SET adapter.caps.max_path_length = 2": SetNode(("adapter", "caps", "max_path_length"), 2),
    "CANCEL PLAN 'it\\'s'": CancelNode("it's"),
    "SELECT p FIELDS id, born.year AS s": SelectFieldsNode("p", (("id",), ("born", "year")), "s"),
    'SELECT p WHERE entity_type = "PERSON" AS s': SelectWhereNode("p", PERSONS, "s"),
    "SORT p BY age DESC, name asc, `as` LIMIT 3 AS s": SortNode(
        "p", ((("age",), True), (("name",), False), (("as",), False)), "s", 3
    ),
    "DISTINCT p AS d": DistinctNode("p", "d"),
    "DISTINCT p BY name, age AS d": DistinctNode("p", "d", (("name",), ("age",))),
    "COUNT p AS n": CountNode("p", "n"),
    'FIND nodes MATCHES "a b" LIMIT 2 AS n': FindNode(TargetKind.NODES, "n", None, 2, "a b"),
    "COUNT p BY city AS n": CountNode("p", "n", (("city",),)),
    "UNION p WITH q AS u": UnionNode("p", "q", "u"),
    "INTERSECT p WITH ${q} BY id AS u": IntersectNode("p", "q", "u", (("id",),)),
    "EXCEPT p WITH q BY id AS u": ExceptNode("p", "q", "u", (("id",),)),
    "JOIN p WITH q ON id = source, a.b = c AS j": JoinNode(
        "p", "q", ((("id",), ("source",)), (("a", "b"), ("c",))), "j"
    ),
    "RENAME p FIELDS name = label AS r": RenameNode("p", ((("name",), ("label",)),), "r"),
    "DEGREE p WHERE w > 3 DIRECTION in AS d": DegreeNode("p", "d", EdgeDirection.IN, parse_condition("w > 3")),
    "AGGREGATE p COUNT, SUM age AS t": AggregateNode(
        "p", ((Aggregate.COUNT, None), (Aggregate.SUM, ("age",))), "t"
    ),
    "GROUP p BY city AS g": GroupNode("p", (("city",),), "g"),
    "GROUP p BY city COUNT, AVG age AS g": GroupNode(
        "p", (("city",),), "g", ((Aggregate.COUNT, None), (Aggregate.AVG, ("age",)))
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", TREES)
def test_command_is_read_as_its_tree(text: str) -> None:
    """Each command, with and without its optional parts, has the tree that the table says."""
    assert parse(text) == TREES[text]


def test_every_kind_of_command_is_in_the_table() -> None:
    """No node type is left without a row above."""
    assert {type(node) for node in TREES.values()} == {command.node for command in COMMANDS}


@pytest.mark.parametrize("text", VALID)
def test_corpus_reads_and_is_written_alike(text: str) -> None:
    """Each line of the corpus, the seed's own commands among them, is read, and written as an equal tree."""
    node = parse(text)
    assert parse(write_command(node)) == node


@pytest.mark.slow
@given(commands)
@settings(max_examples=200)
def test_written_command_is_read_as_itself(node: object) -> None:
    """Tree to text to tree loses nothing, whatever the names, texts and nesting; and the text is canonical."""
    text = write_command(node)  # type: ignore[arg-type]
    assert parse(text) == node
    assert write_command(parse(text)) == text


@given(st.lists(commands, max_size=4))
@settings(max_examples=60)
def test_script_in_lines_is_the_plan_in_entries(nodes: list[object]) -> None:
    """Commands as the lines of one file, as plan entries, and with comments between are the same commands."""
    entries = [write_command(node) for node in nodes]  # type: ignore[arg-type]
    lines = [line for entry in entries for line in ("# about", *entry.split("\n"), "")]
    assert [located.node for located in PARSER.parse_script(entries)] == nodes
    assert [located.node for located in PARSER.parse_script(lines)] == nodes


@pytest.mark.parametrize("text", [text for text in TREES if '"' not in text and "'" not in text])
def test_keywords_stand_in_any_case(text: str) -> None:
    """A command in small letters is the same command."""
    assert parse(text.lower()) == parse(text.lower().upper().lower())
    assert type(parse(text.lower())) is type(parse(text))


def test_words_that_look_like_keywords_name_things() -> None:
    """Where a name must stand, a command's word is one; only a condition's words need backticks."""
    assert parse("COUNT count AS as") == CountNode("count", "as")
    assert parse("SORT sort BY desc DESC, limit AS by") == SortNode(
        "sort", ((("desc",), True), (("limit",), False)), "by"
    )
    assert parse("COUNT `in` AS `first name`") == CountNode("in", "first name")


def test_dotless_i_is_no_keyword() -> None:
    """Keywords are ASCII: what only folds to one is refused."""
    with pytest.raises(ParseError):
        parse("FıND nodes AS n")


def test_located_says_entry_line_and_text() -> None:
    """Every command says where it began and what was read; a block its lines, from TRY to END."""
    entries = ["# first", "  COUNT a AS b  ", "TRY\n  COUNT c AS d", "END", "TRY\nEND\nTRY\nEND"]
    found = PARSER.parse_script(entries)
    assert [(each.entry, each.line, each.source) for each in found] == [
        (1, 0, "  COUNT a AS b  "),
        (2, 0, "TRY\n  COUNT c AS d\nEND"),
        (4, 0, "TRY\nEND"),
        (4, 2, "TRY\nEND"),
    ]


def test_entry_of_several_lines_is_one_command() -> None:
    """A plan's entry may break its line, and hold comments, where a blank may stand; the place of an error counts them."""
    assert parse("FIND nodes\n# those of weight\nWHERE weight > 3\nAS n") == parse("FIND nodes WHERE weight > 3 AS n")
    with pytest.raises(ParseError) as caught:
        parse("FIND nodes\n# those\nWHERE weight >> 3\nAS n")
    assert (caught.value.line, caught.value.column) == (3, 15)


def test_check_names_all_that_is_wrong() -> None:
    """Every wrong entry is named with its place in it; the right ones are read."""
    entries = ["COUNT a AS", "COUNT a AS b", "TRY\n  FETCH nodes AS n\nEND", "END", "TRY"]
    located, problems = PARSER.check(entries)
    assert [each.entry for each in located] == [1, 2, 4]
    assert [(each.entry, each.error.line, each.error.column) for each in problems] == [
        (0, 1, 11),
        (2, 2, 3),
        (3, 1, 1),
        (4, 1, 1),
    ]
    assert problems[1].error.source == entries[2]


def test_script_error_says_which_command() -> None:
    """The error of a plan carries a note with the number of its command."""
    with pytest.raises(ParseError) as caught:
        PARSER.parse_script(["COUNT a AS b", "COUNT"])
    assert caught.value.__notes__ == ["In command 2."]


def test_nothing_and_several_are_no_command() -> None:
    """`parse` takes one command: no blank text, no two blocks."""
    for text in ("", "  ", "# only a comment", "TRY\nEND\nTRY\nEND"):
        with pytest.raises(ParseError):
            parse(text)


def nested(depth: int) -> str:
    return "ON EMPTY a THEN " * depth + "COUNT a AS b"


def tried(depth: int) -> str:
    return "TRY\n" * depth + "COUNT a AS b\n" + "END\n" * depth


@pytest.mark.slow
def test_nesting_is_bounded() -> None:
    """Commands, blocks and conditions nest so deep and no deeper, and no depth is a fault."""
    assert parse(write_command(parse(nested(MAX_NESTED)))) == parse(nested(MAX_NESTED))
    assert parse(write_command(parse(tried(MAX_DEPTH)))) == parse(tried(MAX_DEPTH))
    deep = [nested(MAX_NESTED + 1), nested(5_000), tried(MAX_DEPTH + 1), tried(20_000), "TRY\n" * 20_000]
    deep += [f"ASSERT {'(' * n}a = 1{')' * n}" for n in (MAX_CONDITION_DEPTH + 1, 40_000)]
    deep += ["ASSERT " + "NOT " * 20_000 + "a = 1", "IF a = 1 THEN COUNT a AS b ELSE " * 3_000 + "COUNT a AS b"]
    for text in deep:
        with pytest.raises(ParseError):
            parse(text)


def test_instruction_may_say_then_as_often_as_it_likes() -> None:
    """Only commands within commands count as nesting, not the words of a text."""
    text = "then THEN AUTHENTICATION " * 100
    assert parse(f'PROCESS a USING "{text}" AS b') == ProcessNode("a", text, "b")


def test_size_is_bounded() -> None:
    """A command has so many characters, its condition so many comparisons; a text within the bound is read."""
    assert parse(f'CANCEL PLAN "{"x" * (MAX_LENGTH - 14)}"') == CancelNode("x" * (MAX_LENGTH - 14))
    for text in (
        f'CANCEL PLAN "{"x" * MAX_LENGTH}"',
        "ASSERT " + " OR ".join(["a = 1"] * (MAX_LEAVES + 1)),
        "FIND nodes WHERE " + " OR ".join(["a=1"] * (MAX_LEAVES + 1)) + " AS n",
    ):
        with pytest.raises(ParseError):
            parse(text)


WORDS = [
    word for command in COMMANDS for word in command.form.replace("[", " ").replace("]", " ").replace("|", " ").split()
]


@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from([*WORDS, "${x}", "a", "=", "'", '"', "`", "(", ")", "\n", "5", ";", "{", ":"]), max_size=14
        ).map(" ".join),
    )
)
@settings(max_examples=600)
def test_any_text_is_a_command_or_a_parse_error(text: str) -> None:
    """Whatever the text: a tree, or an error with a place in it and an example that can be read; nothing else."""
    try:
        node = parse(text)
    except ParseError as error:
        assert 0 <= error.position <= len(text)
        assert error.expected
        assert error.line == text.count("\n", 0, error.position) + 1
        parse(error.example)
    else:
        assert parse(write_command(node)) == node
