"""Finding the output in what a model wrote."""

from __future__ import annotations

import json
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from pramana.llm.parse import Parsed, Unparsable, parse


class Item(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    size: int
    parts: list[str] = []


class Items(BaseModel):
    model_config = ConfigDict(extra="forbid")

    items: list[Item]


names = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
items = st.builds(Item, name=names, size=st.integers(-(2**40), 2**40), parts=st.lists(names, max_size=3))
prose = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="{}[]`"), max_size=40)

BARE = '{"name": "bow", "size": 2, "parts": ["string"]}'
BOW = Item(name="bow", size=2, parts=["string"])


@given(st.text())
@settings(max_examples=300, deadline=None)
def test_no_text_does_anything_but_parse_or_be_unparsable(text):
    """Whatever a model writes, there is an output or Unparsable with a reason."""
    try:
        assert isinstance(parse(text, Item).output, Item)
    except Unparsable as error:
        assert str(error)


@given(st.text('{}[]",:\\u0123456789abcdefn`truefalsl \n-.Ee', max_size=60))
@settings(max_examples=300, deadline=None)
def test_no_almost_json_does_anything_but_parse_or_be_unparsable(text):
    """The same for text made of JSON's own characters, for every output."""
    for output in (Item, Items):
        try:
            parse(text, output)
        except Unparsable as error:
            assert str(error)


@given(items)
@settings(max_examples=100, deadline=None)
def test_valid_json_is_taken_as_it_stands(item):
    """An output's own JSON parses to that output, and nothing is called repaired."""
    assert parse(item.model_dump_json(), Item) == Parsed(item, False)


@given(items, prose, prose, st.sampled_from(["{}", "```json\n{}\n```", "```\n{}```"]))
@settings(max_examples=150, deadline=None)
def test_json_survives_prose_and_fences(item, before, after, form):
    """Prose around JSON, with a fence or without, changes nothing."""
    wrapped = form.replace("{}", item.model_dump_json())
    assert parse(f"{before}\n{wrapped}\n{after}", Item).output == item


words = st.text(st.characters(categories=("L", "N", "M")), min_size=1, max_size=20)
plain = st.builds(Item, name=words, size=st.integers(-(2**40), 2**40), parts=st.lists(words, max_size=3))


@given(st.lists(plain, min_size=2, max_size=4))
@settings(max_examples=60, deadline=None)
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


@pytest.mark.parametrize(
    "piece", ["{", "[", "{a:b,", "[{", '{"a":[', '{"a":"', '"', "```json\n{", "word {x} ", '{"a" "b" ']
)
def test_no_text_takes_long(piece):
    """A hostile answer of a hundred thousand characters is unparsable without delay: deep nesting is not repaired."""
    began = process_time()
    with pytest.raises(Unparsable):
        parse(piece * (100_000 // len(piece)), Item)
    assert process_time() - began < 5


def test_an_answer_known_to_be_cut_short_is_not_repaired():
    """A repair would hide what is missing; whole JSON is still taken."""
    with pytest.raises(Unparsable, match="cut off"):
        parse(BARE[:-1], Item, complete=False)
    assert parse(BARE, Item, complete=False) == Parsed(BOW, False)
