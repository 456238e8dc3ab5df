"""Finding the output in what a model wrote."""

from __future__ import annotations

import json
import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict
from tests.support.timing import quickest

from pramana.llm.parse import Parsed, Unparsable, fenced_blocks, parse
from pramana.llm.repair import repaired_values


class Item(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    size: int
    parts: list[str] = []


class Words(BaseModel):
    words: int


class NumberedLine(BaseModel):
    line: int


class Lines(BaseModel):
    lines: list[NumberedLine]


class Items(BaseModel):
    model_config = ConfigDict(extra="forbid")

    items: list[Item]


names = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
items = st.builds(Item, name=names, size=st.integers(-(2**40), 2**40), parts=st.lists(names, max_size=3))
prose = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="{}[]`"), max_size=40)

BARE = '{"name": "bow", "size": 2, "parts": ["string"]}'
BOW = Item(name="bow", size=2, parts=["string"])


@given(st.text())
@settings(max_examples=300)
def test_no_text_does_anything_but_parse_or_be_unparsable(text):
    """Whatever a model writes, there is an output or Unparsable with a reason."""
    try:
        assert isinstance(parse(text, Item).output, Item)
    except Unparsable as error:
        assert str(error)


@given(st.text('{}[]",:\\u0123456789abcdefn`truefalsl \n-.Ee', max_size=60))
@settings(max_examples=300)
def test_no_almost_json_does_anything_but_parse_or_be_unparsable(text):
    """The same for text made of JSON's own characters, for every output."""
    for output in (Item, Items):
        try:
            parse(text, output)
        except Unparsable as error:
            assert str(error)


@given(items)
@settings(max_examples=100)
def test_valid_json_is_taken_as_it_stands(item):
    """An output's own JSON parses to that output, and nothing is called repaired."""
    assert parse(item.model_dump_json(), Item) == Parsed(item, False)


@given(items, prose, prose, st.sampled_from(["{}", "```json\n{}\n```", "```\n{}```"]))
@settings(max_examples=150)
def test_json_survives_prose_and_fences(item, before, after, form):
    """Prose around JSON, with a fence or without, changes nothing."""
    wrapped = form.replace("{}", item.model_dump_json())
    assert parse(f"{before}\n{wrapped}\n{after}", Item).output == item


words = st.text(st.characters(categories=("L", "N", "M")), min_size=1, max_size=20)
plain = st.builds(Item, name=words, size=st.integers(-(2**40), 2**40), parts=st.lists(words, max_size=3))


@given(st.lists(plain, min_size=2, max_size=4))
@settings(max_examples=60)
def test_json_cut_short_keeps_what_was_whole(listed):
    """Where only the closing brackets are missing, the repair finds all items, and says that it repaired."""
    whole = json.dumps({"items": [item.model_dump() for item in listed]})
    parsed = parse(whole.removesuffix("]}"), Items)
    assert parsed.output.items == listed
    assert parsed.repaired


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        (BARE, False),
        (f"Here it is [1]: {BARE} (as asked)", False),
        (f'<think>{{"name": "bow", "size": 1}}? No.</think>{BARE}', False),
        (json.dumps(BARE), False),
        (f"[{BARE}]", True),
        (f'{{"type": "object", "properties": {BARE}}}', True),
        (f'{{"Item": {BARE}}}', True),
        ("{'name': 'bow', 'size': 2, 'parts': ['string']}", True),
        ('{"name": "bow", "size": 2, "parts": ["string",]}', True),
        ('{name: "bow", size: 2, parts: ["string"', True),
        ('{"name": "bow", // a bow\n"size": 2, "parts": ["string"]}', True),
    ],
)
def test_what_models_do_to_json_is_undone(text, repaired):
    """Prose, thoughts, wrappers, single quotes, trailing commas, comments and missing ends are seen through."""
    assert parse(text, Item) == Parsed(BOW, repaired)


def test_a_bare_list_is_an_output_of_one_list():
    """Where the output has one field, a list for its value is taken for it, and flagged."""
    assert parse(f"[{BARE}, {BARE}]", Items) == Parsed(Items(items=[BOW, BOW]), True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no JSON"),
        ("I cannot say.", "no JSON"),
        ("{}", "name: Field required"),
        ('{"name": "bow"}', "size: Field required"),
        ('{"name": "bow", "size": "large"}', "size: Input should be a valid integer"),
        ('{"name": "bow", "size": 1, "age": 2}', "age: Extra inputs are not permitted"),
        ('{"name": "bow", "size": NaN}', "size"),
        ('{"name": "bow", "size": 1e999}', "JSON"),
        ("[" * 5000, "JSON"),
        ('{"a":' * 5000, "JSON"),
    ],
)
def test_the_reason_says_what_to_mend(text, problem):
    """An unparsable answer's reason names the field and what is wrong with it."""
    with pytest.raises(Unparsable, match=problem):
        parse(text, Item)


def test_lone_surrogates_are_replaced():
    """Half a surrogate pair, which UTF-8 cannot hold, becomes U+FFFD; a whole pair stays the character."""
    assert parse('{"name": "a\\ud83d", "size": 1}', Item).output.name == "a\ufffd"
    assert parse('{"name": "\\ud83d\\ude00", "size": 1}', Item).output.name == "😀"


hostile = st.builds(
    lambda start, piece, length: start + piece * (length // len(piece)),
    st.text("{[\"'`a: \n\\", max_size=6),
    st.text("{}[]\"'`,:\\/*#ab1-.eE \n“”", min_size=1, max_size=5),
    st.just(16_000),
)


@given(hostile, st.booleans())
@settings(max_examples=150)
def test_no_repeated_piece_takes_longer_than_its_length(text, complete):
    """Whatever is repeated, 16,000 characters are read within a time that quadratic reading exceeds by far."""

    def read():
        with suppress(Unparsable):
            parse(text, Items, complete=complete)

    assert quickest(read, 1) < 1


@pytest.mark.parametrize(
    "text",
    [
        "```" + "a" * 400_000,
        "```json" + " " * 400_000,
        "```\n" * 100_001,
        "`" * 400_000,
        '["a' + '"b' * 90_000,
        '{"a":' + '("b"' * 40_000,
        '{"a": "b"' + " " * 190_000,
        '{"a": ' + "1" * 190_000 + "x",
        "[" + '"a" ' * 45_000,
        "{" + "/*" * 90_000,
    ],
)
def test_long_hostile_texts_are_read_in_linear_time(text):
    """What took quadratic time at 16,000 characters takes under two seconds at twelve times the length."""

    def read():
        with suppress(Unparsable):
            parse(text, Item)
        list(fenced_blocks(text))

    assert quickest(read, 2) < 2


@pytest.mark.parametrize(
    "piece", ["{", "[", "{a:b,", "[{", '{"a":[', '{"a":"', '"', "```json\n{", "word {x} ", '{"a" "b" ']
)
def test_no_text_takes_long(piece):
    """A hostile answer of a hundred thousand characters is unparsable without delay: deep nesting is not repaired."""

    def read() -> None:
        with pytest.raises(Unparsable):
            parse(piece * (100_000 // len(piece)), Item)

    assert quickest(read, 5) < 5


def test_an_answer_known_to_be_cut_short_is_not_repaired():
    """A repair would hide what is missing; whole JSON is still taken."""
    with pytest.raises(Unparsable, match="cut off"):
        parse(BARE[:-1], Item, complete=False)
    assert parse(BARE, Item, complete=False) == Parsed(BOW, False)


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "bow", "size": NaN}',
        '{"name": "bow", "size": "NaN"}',
        '{"name": "bow", "size": -Infinity}',
        '{"name": "bow", "size": 1e400}',
    ],
)
def test_no_output_holds_a_number_that_json_has_not(text):
    """NaN and infinities are refused in every spelling that Pydantic would read."""

    class Sized(BaseModel):
        name: str
        size: float

    with pytest.raises(Unparsable):
        parse(text, Sized)


def test_no_output_holds_a_number_that_no_table_holds():
    """A whole number of more than 63 bits is refused, where the answer is valid and where it is repaired."""
    for end in ("}", ","):
        with pytest.raises(Unparsable):
            parse('{"name": "bow", "size": 9223372036854775808' + end, Item)
        assert parse('{"name": "bow", "size": 9223372036854775807' + end, Item).output.size == 2**63 - 1


def test_of_a_key_given_twice_in_broken_json_the_last_value_counts():
    """A repair reads as every reader of JSON does; an answer that is not broken goes back to the model."""
    assert parse('{"name": "bow", "size": 1, "size": 2,', Item).output.size == 2


keys = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,7}", fullmatch=True)
texts = st.text(st.characters(categories=("L", "N")) | st.sampled_from(" .;()"), max_size=12)
leaves = texts | st.integers(-999, 999) | st.sampled_from([1.5, True, False, None])
documents = st.dictionaries(
    keys,
    st.recursive(leaves, lambda below: st.lists(below, max_size=3) | st.dictionaries(keys, below, max_size=3)),
    min_size=1,
    max_size=3,
)

BREAKS = {
    "trailing commas": lambda text: re.sub(r"([\]}])", r",\1", text),
    "no quotes around keys": lambda text: re.sub(r'"([A-Za-z_][A-Za-z0-9_]*)":', r"\1:", text),
    "single quotes": lambda text: text.replace('"', "'"),
    "curly quotes": lambda text: re.sub(r'"([^"]*)"', r"“\1”", text),
    "Python's constants": lambda text: str(json.loads(text)),
    "no commas between lines": lambda text: json.dumps(json.loads(text), indent=1, ensure_ascii=False).replace(
        ",\n", "\n"
    ),
    "comments": lambda text: json.dumps(json.loads(text), indent=1, ensure_ascii=False).replace("\n", " // note\n"),
    "comments in C": lambda text: text.replace(": ", ": /* note */ "),
    "missing ends": lambda text: text.rstrip("]}") + ",",
}


@given(documents, st.sampled_from(sorted(BREAKS)))
@settings(max_examples=200)
def test_what_is_broken_in_one_way_is_repaired_to_what_it_was(document, how):
    """Any document that is broken in one of the ways of models is read as it was before."""
    broken = BREAKS[how](json.dumps(document, ensure_ascii=False))
    assert next(repaired_values(broken)) == document


@given(documents, st.data())
@settings(max_examples=300)
def test_a_repair_of_a_text_that_was_cut_invents_nothing(document, data):
    """Every text and number in the repaired beginning of a document is in the document; half a value is left out."""
    whole = json.dumps(document, ensure_ascii=False)
    cut = whole[: data.draw(st.integers(1, len(whole)))]
    found = next(repaired_values(cut), {})
    assert set(parts(found)) <= set(parts(document))


def parts(value):
    """Return the keys and the leaves of a document, with their types."""
    if isinstance(value, dict):
        return [*map(repr, value), *(part for inner in value.values() for part in parts(inner))]
    return [part for inner in value for part in parts(inner)] if isinstance(value, list) else [repr(value)]


@pytest.mark.parametrize(
    "text",
    ['{"words": 1, "words": 2}', '```json\n{"words": 1, "words": 2}\n```', 'Here: {"words": 1, "words": 2}.'],
    ids=["plain", "fenced", "prose"],
)
def test_a_key_that_occurs_twice_is_told(text: str) -> None:
    """Which of two values is meant only the model knows: the answer goes back with the key."""
    with pytest.raises(Unparsable, match="The key 'words' occurs twice in one object"):
        parse(text, Words)


def test_an_entry_with_a_key_twice_is_left_out() -> None:
    """Of independent entries the others are kept."""
    text = '{"lines": [{"line": 1, "line": 2}, {"line": 3}]'
    for whole, complete in ((text, False), (text + "}", True)):
        assert [each.line for each in parse(whole, Lines, complete=complete, entries="lines").output.lines] == [3]
