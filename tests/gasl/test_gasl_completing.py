"""What may come next in a command that is being written."""

from __future__ import annotations

import pytest
from gasl_commands import lines
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.errors import ParseError
from pramana.gasl import GASLParser, write_command
from pramana.gasl.completing import KnownNames, Vocabulary, suggestions
from pramana.gasl.parsing import parser
from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter

NAMES = KnownNames(
    Vocabulary(
        ("id", "type", "name", "first name"),
        ("id", "relation", "year"),
        {"type": ("Person", 'a "place"'), "relation": ("MARRIED",)},
    ),
    {"people": ("id", "age"), "other": ()},
    ("study", "study.authors"),
)
SIGNS = frozenset("EQUALITY ORDER NUMBER FIELD OTHER_FIELD VARIABLE STRING COMMA COLON OPTIONAL".split())
SIGNS |= {f"{side}{kind}" for side in "LR" for kind in ("PAR", "SQB", "BRACE")}


def offered(text: str) -> list[str]:
    return [each.text for each in suggestions(text, NAMES)[1]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("FIND ", ["nodes", "edges", "paths"]),
        ("find n", ["nodes"]),
        ("FIND nodes ", ["AS", "DIRECTION", "LIMIT", "MATCHES", "SHORTEST", "WHERE"]),
        ("FIND nodes WHERE n", ["name", "NOT"]),
        ("FIND nodes WHERE f", []),
        ("FIND nodes WHERE `f", ["`first name`"]),
        ("FIND edges WHERE y", ["year"]),
        ("FIND edges WHERE source.n", ["source.name"]),
        ("FIND paths WHERE l", ["length", "LEN"]),
        ("FIND paths WHERE edge.", ["edge.id", "edge.relation", "edge.year"]),
        (
            "FIND nodes WHERE type = ",
            ["${people}", "${other}", '"Person"', '"a \\"place\\""', "false", "true", "LEN", "null"],
        ),
        ('FIND nodes WHERE type = "P', ['"Person"']),
        ("FIND edges WHERE source.name = target.n", ["target.name"]),
        ("FIND nodes WHERE type IN ['a", ["'a \"place\"'"]),
        ("FIND nodes WHERE type I", ["IN", "IS NULL", "IS NOT NULL"]),
        ("FIND nodes WHERE type NOT ", ["IN"]),
        ("FIND nodes WHERE id = $", ["${people}", "${other}"]),
        ("ASSERT LEN ${p", ["${people}"]),
        ("DECLARE st", ["study", "study.authors"]),
        ("DECLARE x AS ", ["LIST", "DICT", "COUNTER"]),
        ("UPDATE study WITH p", ["people"]),
        ("UPDATE study WITH people ", ["MERGE", "REPLACE"]),
        ("PROCESS st", ["study"]),
        ("SORT people BY a", ["age"]),
        ("SORT people BY age ", ["ASC", "DESC", "AS", "LIMIT"]),
        ("SELECT people FIELDS id, a", ["age"]),
        ("SELECT ${people} WHERE ag", ["age"]),
        ("GROUP people BY age A", ["AVG", "AS"]),
        ("SET adapter.caps.max_p", ["adapter.caps.max_path_length", "adapter.caps.max_paths"]),
        ("ON EMPTY people THEN FI", ["FIND"]),
        ("IF LEN ${people} > 3 T", ["THEN"]),
        ("REQUIRE ", ["EXISTS"]),
        ("TR", ["TRY"]),
        ("TRY\n  FIND nodes AS n\nC", ["CANCEL PLAN", "COUNT", "CATCH ANY"]),
        ("TRY\nFIND edges WHERE r", ["relation"]),
        ("COUNT people AS n", []),
        ("nonsense here ", []),
        ('PROCESS people USING "FIND ', []),
    ],
)
def test_what_is_offered(text: str, found: list[str]) -> None:
    """The grammar says what may come next; names are those of the graph, the context and the state that fit there."""
    assert offered(text) == found


@settings(max_examples=150)
@given(lines, st.data())
def test_every_word_of_a_command_is_offered_where_it_stands(command: object, data: st.DataObject) -> None:
    """Cut any command in front of a keyword: the keyword is among what is offered."""
    text = write_command(command)  # type: ignore[arg-type]
    words = [token for token in parser().parse_interactive(text).exhaust_lexer() if token.type not in SIGNS]
    if words:
        token = data.draw(st.sampled_from(words))
        assert token.start_pos is not None
        found = offered(text[: token.start_pos])
        assert any(each.split()[0].upper() == str(token).upper() for each in found), (text[: token.start_pos], found)


@settings(max_examples=150)
@given(st.text(max_size=60))
def test_any_text_has_an_answer(text: str) -> None:
    """Whatever is typed, completing neither fails nor reaches before the line."""
    start, _ = suggestions(text, NAMES)
    assert text.rfind("\n") < start <= len(text)


@settings(max_examples=100)
@given(st.dictionaries(st.text(min_size=1, max_size=8), st.just(("a",)), min_size=1, max_size=3))
def test_names_are_written_so_that_they_can_be_read(variables: dict[str, tuple[str, ...]]) -> None:
    """A variable of any name is offered in a spelling that the parser reads as that name."""
    for each in suggestions("COUNT ", KnownNames(variables=variables))[1]:
        try:
            node = GASLParser().parse(f"COUNT {each.text} AS n")
        except ParseError as error:
            raise AssertionError(each.text) from error
        assert node.source in variables  # type: ignore[attr-defined]


def test_vocabulary_is_what_the_graph_has() -> None:
    """Attributes come in their order; values are offered of those that name kinds, not of those that name things."""
    nodes = [Node(f"n{number}", "Person", {"name": f"N{number}", "city": "ab"[number % 2]}) for number in range(6)]
    graph = MemoryAdapter.of(nodes, [Edge("n0", "KNOWS", "n1", {"note": "x" * 61})])
    known = Vocabulary.of(graph)
    assert known.nodes == ("id", "type", "name", "city")
    assert known.edges == ("id", "source", "target", "relation", "note")
    assert known.values == {"relation": ("KNOWS",), "type": ("Person",), "city": ("a", "b")}
