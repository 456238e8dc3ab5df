"""Questions whose subject has phrases of prepositions, or whose verb says what was done or is going on."""

from __future__ import annotations

import pytest

from pramana.language import AnswerKind, read_asked


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("When was the house in Elm Street sold?", "the house in Elm Street was sold"),
        ("Was the key to the door found?", "the key to the door was found"),
        ("When will the bridge at Oxley be repaired?", "the bridge at Oxley did be repaired"),
        ("Was the clock in the hall?", "the clock was in the hall"),
        ("When was the book returned to the library?", "the book was returned to the library"),
        ("Why was Ann at home?", "Ann was at home"),
    ],
)
def test_a_subject_keeps_its_prepositions_before_a_verb(question: str, statement: str) -> None:
    """*The house in Elm Street* is one phrase before *sold*; alone behind *be* the place is what is asked about."""
    asked = read_asked(question)
    assert asked is not None
    assert asked.statement == statement


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What was stolen?", AnswerKind.THING),
        ("What is firn?", AnswerKind.IDENTITY),
        ("What is bread?", AnswerKind.IDENTITY),
        ("What was Ann building?", AnswerKind.THING),
        ("What was Tom asked to do?", AnswerKind.SAYING),
        ("What did she decide to do?", AnswerKind.SAYING),
    ],
)
def test_what_was_done_is_no_definition(question: str, kind: AnswerKind) -> None:
    """A participle asks for what it was done to; *to do* for what follows it."""
    asked = read_asked(question)
    assert asked is not None
    assert asked.kind is kind


@pytest.mark.parametrize("who", ["someone", "something", "anyone", "nobody"])
@pytest.mark.parametrize("done", ["murdered", "recorded", "chosen", "closed", "estimated"])
@pytest.mark.parametrize("word", ["When", "Where", "Why", "How"])
def test_what_was_done_to_nobody_in_particular_is_the_verb(word: str, who: str, done: str) -> None:
    """*Someone murdered* is no phrase."""
    asked = read_asked(f"{word} was {who} {done}?")
    assert asked is not None
    assert asked.statement == f"{who} was {done}"
