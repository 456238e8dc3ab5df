"""What code corrects in a reading, what is left of one that fails a check, and which lines are read together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.events import Extraction, Kriya, Role
from pramana.evidence import align
from pramana.karaka.batches import LINE_CHARACTERS, line_batches
from pramana.karaka.tidying import own_words, sound_part, tidy_reading
from pramana.karaka.writer import LineItem, line_unit, violations


@pytest.mark.parametrize(
    ("quote", "line", "words"),
    [
        ("did not use", "He didn't use it.", "didn't use"),
        ("did not use", "He didn’t use it.", "didn’t use"),
        ("didn't use", "He did not use it.", "did not use"),
        ("cannot go", "They can't go home.", "can't go"),
        ("will not pay", "She won’t pay.", "won’t pay"),
        ("we will come", "Perhaps we'll come.", "we'll come"),
        ("9 ships", "Nine ships sank.", "Nine ships"),
        ("nine ships", "The 9 ships sank.", "9 ships"),
        ("42 men", "Forty-two men came.", "Forty-two men"),
        ("4200 kroner", "He paid 4,200 kroner.", "4,200 kroner"),
        ("the office", "They sat in the oﬃce.", "the oﬃce"),
        ('the "Fox"', "She saw the “Fox” there.", "the “Fox"),
        ("a well-known man", "He met a well–known man.", "a well–known man"),
        ("ten ships", "Nine ships sank.", None),
        ("did use", "He didn't use it.", None),
        ("", "Nine ships sank.", None),
    ],
)
def test_another_spelling_is_the_line_s_own_words(quote: str, line: str, words: str | None) -> None:
    """Contractions, numbers, quotation marks, dashes and ligatures may differ; another word or number may not."""
    assert own_words(quote, line) == words


def reading(*kriyas: dict[str, Any]) -> Extraction:
    return Extraction.model_validate({"kriyas": list(kriyas)})


def item(text: str) -> LineItem:
    return LineItem("a.txt", 1, text)


def test_a_reading_is_put_into_the_line_s_words() -> None:
    """Quote, participants and speaker are the line's own."""
    line = item("He didn’t pay nine pounds.")
    given = {"verb": "pay", "quote": "did not pay", "subject": ["He"], "object": ["9 pounds"], "negative": True}
    tidy = tidy_reading(line, reading(given))
    assert tidy.kriyas == [
        Kriya.model_validate({**given, "quote": "didn’t pay", "object": ["nine pounds"]}),
    ]
    assert violations(line, tidy) == ()


def test_an_event_that_is_listed_twice_is_one() -> None:
    """The line says it once, so it is there once; a verb that the line has twice may be listed twice."""
    saw = {"verb": "see", "quote": "saw", "subject": ["Anna"]}
    assert len(tidy_reading(item("Anna saw Bob."), reading(saw, saw)).kriyas) == 1
    assert len(tidy_reading(item("Anna saw and saw."), reading(saw, saw)).kriyas) == 2


@pytest.mark.parametrize(
    ("text", "given", "problems"),
    [
        ("Smith bought it from Smith.", {"subject": ["Smith"], "object": ["it"], "source": ["Smith"]}, 0),
        ("Smith bought it from Jones.", {"subject": ["Smith"], "object": ["it"], "source": ["Smith"]}, 1),
        ("Anna bought Northern and Southern Italy.", {"subject": ["Anna"], "object": ["Northern Italy", "Southern Italy"]}, 0),
        ("Anna bought the red, the green and the blue car.", {"subject": ["Anna"], "object": ["the red car", "the blue car"]}, 0),
        ("John and Mary Smith bought it.", {"subject": ["John Smith", "Mary Smith"], "object": ["it"]}, 0),
        ("Rama and Sita bought it.", {"subject": ["Rama Sita", "Sita"], "object": ["it"]}, 1),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_one_name_twice_and_shared_heads(text: str, given: dict[str, Any], problems: int) -> None:
    """A name has two roles where the line has it twice; parts that *and* joins may share a word, whole names may not."""
    found = violations(item(text), reading({"verb": "buy", "quote": "bought", **given}))
    assert len(found) == problems


def test_one_name_in_two_roles_has_two_places() -> None:
    """The agent is the one before the verb, whichever role is listed first."""
    line = item("Smith bought it from Smith.")
    given = reading({"verb": "buy", "quote": "bought", "source": ["Smith"], "subject": ["Smith"], "object": ["it"]})
    unit = line_unit(line, given, "k", "verified", (1, "p"))
    starts = {fact.edge.relation: fact.evidence[0].start for fact in unit.edges}
    assert (starts["HAS_KARTĀ"], starts["FROM_APĀDĀNA"]) == (0, 21)


def test_a_violation_costs_its_event_alone() -> None:
    """Events that fail a check are left out, the others stay; where none is left there is no reading."""
    line = item("Anna saw Bob and Bob sang.")
    good = {"verb": "sing", "quote": "sang", "subject": ["Bob"]}
    bad = {"verb": "see", "quote": "saw", "subject": ["Mallory"], "object": ["Bob"]}
    assert sound_part(line, reading(bad, good)) == reading(good)
    assert sound_part(line, reading(good)) == reading(good)
    assert sound_part(line, reading(bad)) is None


words = st.sampled_from("Anna Bob saw didn't 9 nine the of and not said “Fox” he x".split())
phrases = st.lists(words, min_size=1, max_size=4).map(" ".join)
kriyas = st.builds(
    Kriya,
    verb=st.just("see"),
    verb_quote=phrases,
    karakas=st.dictionaries(st.sampled_from(Role), st.lists(phrases, min_size=1, max_size=2), max_size=3),
    because=st.lists(phrases, max_size=2),
)


@settings(max_examples=80)
@given(st.lists(words, min_size=1, max_size=12).map(" ".join), st.lists(kriyas, max_size=3))
def test_what_is_left_breaks_no_rule_and_invents_nothing(text: str, listed: list[Kriya]) -> None:
    """Whatever a model wrote: correcting twice is correcting once, and what is left is in the line and passes the checks."""
    line = item(text)
    tidy = tidy_reading(line, Extraction(kriyas=listed))
    assert tidy_reading(line, tidy) == tidy
    kept = sound_part(line, tidy)
    if kept is not None and tidy.kriyas:
        assert violations(line, kept) == ()
        assert all(kriya in tidy.kriyas for kriya in kept.kriyas)
        mentions = [each for kriya in kept.kriyas for listed in kriya.karakas.values() for each in listed]
        assert all(align(each, text) is not None for each in mentions)


def lines(count: int, changed: dict[int, str] | None = None) -> list[LineItem]:
    texts = [(changed or {}).get(n, f"Anna saw ship number {n}.") for n in range(count)]
    return [LineItem("a.txt", n + 1, text) for n, text in enumerate(texts)]


@settings(max_examples=40)
@given(st.integers(0, 120), st.integers(1, 30))
def test_batches_hold_all_lines_in_order(count: int, most: int) -> None:
    """Each line is in one batch, in order; no batch is longer than allowed, and but the last none is much shorter."""
    cut = list(line_batches(lines(count), most))
    assert [item for batch in cut for item in batch] == lines(count)
    assert all(len(batch) <= most for batch in cut)
    assert all(len(batch) >= most * 3 // 4 for batch in cut[:-1])


def test_an_edit_moves_few_batches() -> None:
    """A line put in at the top changes the batches near it; the others are the same, whatever their numbers."""
    before = {tuple(item.text for item in batch) for batch in line_batches(lines(400), 20)}
    inserted = [LineItem("a.txt", 1, "A new line."), *lines(400)]
    after = {tuple(item.text for item in batch) for batch in line_batches(inserted, 20)}
    assert len(after - before) <= len(after) // 2


def test_batches_are_bounded_by_their_text() -> None:
    """Long lines make short batches; a line that is longer than the bound is a batch of its own."""
    room = 20 * LINE_CHARACTERS
    long = [LineItem("a.txt", n, f"{n} " + "x" * (room // 3)) for n in range(8)]
    assert max(len(batch) for batch in line_batches(long, 20)) <= 2
    huge = [LineItem("a.txt", 1, "x" * (2 * room)), LineItem("a.txt", 2, "y")]
    assert [len(batch) for batch in line_batches(huge, 20)] == [1, 1]
