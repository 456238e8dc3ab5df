"""What pronouns stand for, by rules."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.language.pronouns import Passage, Place, Resolution, resolve


def _stands_for(lines: list[str], pronoun: str, line: int = -1, nth: int = 0) -> str | None:
    """The antecedent's words of the nth `pronoun` of a line (from the end where negative)."""
    line %= len(lines)
    starts = [at for at in range(len(lines[line])) if _word_at(lines[line], at, pronoun)]
    found = resolve(lines, Place(line, starts[nth], starts[nth] + len(pronoun)))
    return None if found is None else _words(lines, found)


def _word_at(text: str, at: int, word: str) -> bool:
    before, after = text[at - 1 : at] if at else " ", text[at + len(word) : at + len(word) + 1]
    return text.startswith(word, at) and not before.isalnum() and not after.isalnum()


def _words(lines: list[str], found: Resolution) -> str:
    place = found.antecedent
    return lines[place.line][place.start : place.end]


SEED = ["Rama gave the bow to Lakshmana.", "He used it to kill Ravana."]


def test_the_subject_before_is_who_acts_next() -> None:
    """In the specification's own story, He is Rama and it is the bow."""
    assert _stands_for(SEED, "He") == "Rama"
    assert _stands_for(SEED, "it") == "the bow"


@pytest.mark.parametrize(
    ("lines", "pronoun", "antecedent"),
    [
        (["Mr. Brown met Mrs. Green.", "She smiled."], "She", "Mrs. Green"),
        (["Mrs. Green met Mr. Brown.", "He smiled."], "He", "Mr. Brown"),
        (["Mary thanked Peter.", "He bowed."], "He", "Peter"),
        (["The king met his daughter.", "She wept."], "She", "his daughter"),
        (["Sita dropped the ring.", "It broke."], "It", "the ring"),
        (["Sita saw the soldiers.", "They fled."], "They", "the soldiers"),
        (["The soldiers saw Sita.", "She fled."], "She", "Sita"),
        (["The table stood by the door.", "She fled."], "She", None),
        (["The queen was old.", "He fled."], "He", None),
    ],
)
def test_number_gender_and_animacy_agree(lines: list[str], pronoun: str, antecedent: str | None) -> None:
    """A pronoun stands for what agrees with it, else for nothing."""
    assert _stands_for(lines, pronoun) == antecedent


def test_an_object_is_not_its_own_subject() -> None:
    """Him is not the subject of its own clause; himself is."""
    assert _stands_for(["Peter came in.", "John saw him."], "him") == "Peter"
    assert _stands_for(["Peter came in.", "John saw himself."], "himself") == "John"
    assert _stands_for(["John saw him."], "him") is None


def test_an_owner_may_be_the_subject() -> None:
    """His, in the object, may be the subject's."""
    assert _stands_for(["John lost his hat."], "his") == "John"


def test_a_pronoun_comes_first_only_where_syntax_says_so() -> None:
    """What is fronted looks ahead to its subject; a subject of the main clause does not."""
    assert _stands_for(["When he arrived, John sat down."], "he") == "John"
    assert _stands_for(["He arrived when John sat down."], "He") is None


def test_given_candidates_are_the_only_ones() -> None:
    """With candidates, the answer is one of them or none."""
    lines = ["Rama met Lakshmana and Bharata.", "He smiled."]
    given_ = [Place(0, 9, 18), Place(0, 23, 30)]
    found = resolve(lines, Place(1, 0, 2), given_)
    assert found is not None and found.antecedent in given_
    assert resolve(lines, Place(1, 0, 2), []) is None


def test_the_decision_carries_its_reason() -> None:
    """Confidence is a number from 1 to 100, the reason words."""
    found = resolve(SEED, Place(1, 0, 2))
    assert found is not None
    assert 50 <= found.confidence <= 99
    assert "both are subjects" in found.reason


def test_the_order_of_asking_changes_nothing() -> None:
    """What a pronoun stands for is a function of the lines, not of what was asked before."""
    lines = [*SEED, "He laughed.", "Sita saw him.", "She thanked him for it."]
    places = [(2, 0, 2), (4, 0, 3), (4, 12, 15), (3, 9, 12), (1, 0, 2)]
    there, back = Passage(lines), Passage(lines)
    forward = {place: there.resolve(Place(*place)) for place in places}
    backward = {place: back.resolve(Place(*place)) for place in reversed(places)}
    assert forward == backward


def test_no_pronoun_stands_for_nothing() -> None:
    """What is no pronoun is not resolved."""
    assert resolve(SEED, Place(0, 0, 4)) is None


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.text(max_size=80),
            st.lists(
                st.sampled_from(
                    "He she it his Rama Sita the bow said and when , . ' \" “ ” who saw himself of I you".split()
                ),
                max_size=16,
            ).map(" ".join),
        ),
        max_size=5,
    ),
    st.data(),
)
def test_any_text_is_survived(lines: list[str], data: st.DataObject) -> None:
    """Whatever the text and the place: no error, and what is found lies in the lines."""
    if not lines:
        return
    line = data.draw(st.integers(0, len(lines) - 1))
    start = data.draw(st.integers(0, len(lines[line])))
    end = data.draw(st.integers(start, len(lines[line])))
    passage = Passage(lines)
    asked = [Place(line, start, end), *(Place(m.line, m.start, m.end) for m in passage.mentions(line))]
    for found in (passage.resolve(place) for place in asked):
        if found is not None:
            assert 1 <= found.confidence <= 100 and _words(lines, found).strip()


def test_a_storm_of_pronouns_takes_linear_time() -> None:
    """Ten times the pronouns take about ten times the time."""

    def spent(count: int) -> float:
        lines = ["Rama gave the bow to Lakshmana."] + ["He saw him, and he took it from him."] * count
        started = time.process_time()
        passage = Passage(lines)
        for number in range(1, count + 1):
            passage.resolve(Place(number, 0, 2))
        return time.process_time() - started

    spent(10)
    assert spent(1000) < 40 * max(spent(100), 0.01)


@pytest.mark.seeds
def test_hash_seeds_change_nothing() -> None:
    """Two processes under two hash seeds resolve alike."""
    code = (
        "from pramana.language.pronouns import Passage, Place\n"
        "lines = ['Rama and Sita met Mr. Brown.', 'He saw her, and she gave it to him.', 'They left their house.']\n"
        "p = Passage(lines)\n"
        "print([p.resolve(Place(m.line, m.start, m.end)) for n in range(3) for m in p.mentions(n)])\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1")
    }
    assert len(answers) == 1
