"""What a line says of causes."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.language.causal import Causation, causal_spans, cause_opening, main_verb

_WORDS = st.sampled_from(
    "the a Rama Sita storm because since as so that therefore due to led caused by after when for killing demanding "
    "in order to buy gave was not fell forced him and , . ' \" ( ) -- strike protest against over".split()
)
_TEXTS = st.one_of(st.text(max_size=200), st.lists(_WORDS, max_size=40).map(" ".join))

_TABLE = [
    ("The road was closed because the river rose.", "reason", "the river rose", "The road was closed", ["because"]),
    ("Because he was late, Tom missed the train.", "reason", "he was late", "Tom missed the train", ["Because"]),
    ("The match was cancelled due to heavy rain.", "reason", "heavy rain", "The match was cancelled", ["due to"]),
    ("Owing to the storm, the ship sank.", "reason", "the storm", "the ship sank", ["Owing to"]),
    ("He was arrested for stealing bread.", "reason", "stealing bread", "He was arrested", ["for"]),
    ("The bridge fell, so the village was cut off.", "result", "The bridge fell", "the village was cut off", ["so"]),
    ("He was so tired that he fell asleep.", "result", "He was so tired", "he fell asleep", ["so", "that"]),
    ("He spoke low, so that nobody heard him.", "result", "He spoke low", "nobody heard him", ["so that"]),
    ("He went to the market to buy bread.", "purpose", "to buy bread", "He went to the market", ["to"]),
    ("She left early in order to catch the train.", "purpose", "to catch the train", "She left early", ["in order to"]),
    ("The earthquake caused a flood.", "verb", "The earthquake", "a flood", ["caused"]),
    ("The quarrel led to a war.", "verb", "The quarrel", "a war", ["led to"]),
    ("The fire was caused by a spark.", "verb", "a spark", "The fire", ["was caused by"]),
    ("The strike forced them to leave.", "verb", "The strike", "them to leave", ["forced"]),
    ("The bomb exploded, killing two guards.", "outcome", "The bomb exploded", "killing two guards", ["killing"]),
    ("They marched, demanding water.", "motive", "demanding water", "They marched", ["demanding"]),
    (
        "Angered by the arrests, the workers marched.",
        "motive",
        "Angered by the arrests",
        "the workers marched",
        ["Angered"],
    ),
    ("She wept, for he was gone.", "reason", "he was gone", "She wept", ["for"]),
    ("To mark the day, they held a rally.", "purpose", "To mark the day", "they held a rally", ["To"]),
    ("They protested by blocking the road.", "reason", "blocking the road", "They protested", ["by"]),
    ("The workers protested against the law.", "reason", "against the law", "The workers protested", []),
    ("The house burned after lightning struck it.", "time", "lightning struck it", "The house burned", []),
    ("Six men were injured in the clash.", "reason", "the clash", "Six men were injured", []),
]


@pytest.mark.parametrize(("text", "kind", "cause", "effect", "signal"), _TABLE)
def test_a_cause_its_effect_and_its_signal_are_found(
    text: str, kind: str, cause: str, effect: str, signal: list[str]
) -> None:
    """Each construction yields the spans that a reader would mark."""
    found = [
        (span.kind, text[slice(*span.cause)], text[slice(*span.effect)], [text[slice(*one)] for one in span.signal])
        for span in causal_spans(text)
    ]
    assert (Causation(kind), cause, effect, signal) in found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "He wanted to leave.",
        "She began to sing.",
        "He has the right to vote.",
        "It hurt to see him.",
        "He left, but not because he was tired.",
        "The storm did not cause any damage.",
        "He looked as if he had slept.",
        "The rains came and the corn grew.",
        "He has lived here since 1990.",
        "I hope to have seen it.",
    ],
)
def test_no_cause_is_read_where_none_is_stated(text: str) -> None:
    """Complements, plain times, comparisons and denied causes yield nothing."""
    assert causal_spans(text) == ()


def test_the_main_verbs_of_both_spans_are_placed() -> None:
    """A span's verb is its own main verb, also where clauses hang on it."""
    text = "He paused to look round before entering."
    (span,) = causal_spans(text, 50)
    assert [text[slice(*place)] for place in (span.cause_verb or (0, 0), span.effect_verb or (0, 0))] == [
        "to look",
        "paused",
    ]


def test_a_quotation_keeps_its_causes_to_itself() -> None:
    """The verb of saying is not the effect of a reason that is said."""
    text = "'I am glad to hear it,' said the nephew, 'because I have no faith in them.'"
    verbs = {text[slice(*span.effect_verb)] for span in causal_spans(text, 60) if span.effect_verb}
    assert verbs == {"am"}


def test_cause_first_says_which_span_stands_first() -> None:
    """The direction follows from the places of the spans."""
    assert [span.cause_first for span in causal_spans("The quarrel led to a war.")] == [True]
    assert [span.cause_first for span in causal_spans("He fell because it was dark.")] == [False]


def test_spans_below_the_confidence_asked_for_are_left_out() -> None:
    """`least` is a bound that what it leaves in reaches."""
    text = "The house burned after lightning struck it."
    assert causal_spans(text, 60) == ()
    assert len(causal_spans(text)) == 1


@pytest.mark.parametrize(
    ("text", "signal", "verb", "result"),
    [
        ("As a result, the shop closed.", "As a result", "closed", True),
        ("Therefore he left.", "Therefore", "left", True),
        ("That is why she came.", "That is why", "came", True),
        ("This led to a strike.", "led", "led", True),
        ("This is because the river rose.", "This is because", "rose", False),
    ],
)
def test_a_line_says_how_it_follows_from_the_line_before(text: str, signal: str, verb: str, result: bool) -> None:
    """The opening words, the main verb after them, and which of the two lines is the effect."""
    found = cause_opening(text)
    assert found is not None
    assert (text[slice(*found.signal)], text[slice(*found.verb)], found.result) == (signal, verb, result)


@pytest.mark.parametrize("text", ["", " ", "The shop closed.", "Thus.", "This is a house.", "As a result"])
def test_other_lines_are_tied_to_nothing(text: str) -> None:
    """Where the opening words say nothing of a cause, nothing is found."""
    assert cause_opening(text) is None


def test_the_main_verb_of_a_line_is_that_of_its_last_main_clause() -> None:
    """Subordinate clauses and verbs of saying are passed over; a line without a verb has none."""
    text = "He slept because he was tired."
    assert text[slice(*(main_verb(text) or (0, 0)))] == "slept"
    assert main_verb("A house.") is None


@settings(max_examples=200)
@given(_TEXTS)
def test_every_span_is_a_stretch_of_the_line(text: str) -> None:
    """Whatever the text: spans lie in it and hold something, confidence is 1 to 100, each pair is given once, in order."""
    found = causal_spans(text)
    for span in found:
        assert 1 <= span.confidence <= 100
        for start, end in (span.cause, span.effect, *span.signal, *filter(None, (span.cause_verb, span.effect_verb))):
            assert 0 <= start < end <= len(text)
    pairs = [(span.cause, span.effect) for span in found]
    assert pairs == sorted(set(pairs))
    cause_opening(text)
    main_verb(text)


@settings(max_examples=50)
@given(_TEXTS)
def test_causes_are_a_function_of_the_line(text: str) -> None:
    """The same line twice gives the same answer, whatever was read in between."""
    first = causal_spans(text)
    causal_spans("Something else fell because it rained.")
    assert causal_spans(text) == first


@pytest.mark.parametrize(
    "unit",
    ["because ", "he fell because ", "so that he ", "to go ", "killing two, ", "caused ", "after he ran, ", "\x00"],
)
def test_hostile_lines_take_time_in_proportion(unit: str) -> None:
    """Ten thousand characters of signals are read in seconds."""
    started = time.thread_time()
    causal_spans(unit * (10_000 // len(unit)))
    assert time.thread_time() - started < 10
