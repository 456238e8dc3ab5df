"""Planted falsehoods: each differs from its true twin in what its kind says, and in nothing else.

`documents/` holds texts that were written for this project (CC0); A Christmas Carol is in the public domain.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pramana.documents import read_document
from pramana.evals import Falsehood, FalsehoodKind, TruePair, falsehoods_of, true_pairs

CAROL = Path(__file__).parents[2] / "demo" / "documents" / "christmas_carol_stave_five.txt"
FILES = (*sorted((Path(__file__).parent / "documents").iterdir()), CAROL)
STRANGERS = ("Peter Quint sold the boat.", "Anna Weiss met Peter Quint in Zurich.", "The boat sank in a storm.")
"""A document that gives names, and statements to join."""


@cache
def texts() -> tuple[TruePair, ...]:
    """The true statements of all files."""
    return tuple(
        pair
        for file in FILES
        for pair in true_pairs([line.text for line in read_document(file, file.name).lines], file.name)
    )


def planted(kind: FalsehoodKind, *lines: str) -> Falsehood | None:
    """Return what the first of these lines gives of one kind, beside a document of strangers."""
    pairs = [*true_pairs(lines, "own"), *true_pairs(STRANGERS, "strangers")]
    made = falsehoods_of(pairs, [kind])
    return next((one for one in made if one.twin.document == "own" and one.twin.number == 1), None)


@pytest.mark.parametrize(
    ("kind", "line", "statement"),
    [
        (FalsehoodKind.SWAPPED, "Marsh stole the map.", "The map stole Marsh."),
        (FalsehoodKind.SWAPPED, "The storm drove the boat onto the rocks.", "The boat drove the storm onto the rocks."),
        (FalsehoodKind.NEGATION_DROPPED, "Amos did not follow the thief.", "Amos did follow the thief."),
        (FalsehoodKind.NEGATION_DROPPED, "Marsh never stole the map.", "Marsh stole the map."),
        (FalsehoodKind.NEGATION_DROPPED, "She couldn't open the chest.", "She could open the chest."),
        (FalsehoodKind.NEGATION_DROPPED, "Nobody saw the wreck that night.", "Somebody saw the wreck that night."),
        (FalsehoodKind.MARKER, "Weiss resigned after the accident.", "Weiss resigned before the accident."),
        (FalsehoodKind.MARKER, "They left the town without the children.", "They left the town with the children."),
        (FalsehoodKind.MARKER, "Amos waited outside the lighthouse.", "Amos waited inside the lighthouse."),
        (FalsehoodKind.MARKER, "Marta was born in 1921.", "Marta was born after 1921."),
        (FalsehoodKind.MODALITY, "Daniel Cho may sell the house.", "Daniel Cho did sell the house."),
        (FalsehoodKind.MODALITY, "Marsh allegedly stole the map.", "Marsh stole the map."),
        (FalsehoodKind.STRANGERS, "Lily painted the boat.", "Lily painted the boat, which sank in a storm."),
    ],
)
def test_falsehood_is_the_twin_with_one_change(kind: FalsehoodKind, line: str, statement: str) -> None:
    """Where there is one way to make a statement false, that is taken."""
    found = planted(kind, line)
    assert found is not None
    assert found.statement == statement


@pytest.mark.parametrize(
    ("kind", "line", "pattern"),
    [
        (FalsehoodKind.NEGATION_ADDED, "Marsh stole the map.", r"Marsh (did not steal|never stole) the map\."),
        (FalsehoodKind.NEGATION_ADDED, "The map was found.", r"The map was (not|never) found\."),
        (FalsehoodKind.NUMBER, "The smoke damaged forty cars.", r"The smoke damaged (fifty|sixty) cars\."),
        (
            FalsehoodKind.NUMBER,
            "The court awarded them 40 million kroner.",
            r"The court awarded them (?!40)\d+ million kroner\.",
        ),
        (FalsehoodKind.DATE, "Dr. Keller died in Zurich in 1999.", r"Dr\. Keller died in Zurich in (?!1999)\d{4}\."),
        (FalsehoodKind.DATE, "They left the town on Monday.", r"They left the town on (?!Monday)[A-Z][a-z]+day\."),
        (
            FalsehoodKind.NAME,
            "Lily gave the compass to Ned.",
            r"(Anna Weiss|Peter Quint) gave .*|.* to (Anna Weiss|Peter Quint)\.",
        ),
        (
            FalsehoodKind.MODALITY,
            "Marsh opened the chest.",
            r"Marsh (allegedly opened|will open|must open|might open|opened) .*",
        ),
        (FalsehoodKind.SPEAKER, "Lily said that Ned was gone.", r"(Anna Weiss|Peter Quint) said that Ned was gone\."),
        (FalsehoodKind.DETAIL, "Marsh stole the map.", r"Marsh stole the map \w+ \w.*\."),
    ],
)
def test_falsehood_changes_what_its_kind_says(kind: FalsehoodKind, line: str, pattern: str) -> None:
    """Where chance chooses among several changes, each is one of the kind."""
    found = planted(kind, line)
    assert found is not None
    assert re.fullmatch(pattern, found.statement), found.statement
    assert found.statement != line


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        (FalsehoodKind.SWAPPED, "Marta met the physicist."),
        (FalsehoodKind.SWAPPED, "He stole the map."),
        (FalsehoodKind.SWAPPED, "Marsh did not steal the map."),
        (FalsehoodKind.NEGATION_ADDED, "Marsh never stole the map."),
        (FalsehoodKind.NEGATION_ADDED, "Few people saw the wreck."),
        (FalsehoodKind.NEGATION_DROPPED, "She not only found the map but sold it."),
        (FalsehoodKind.NUMBER, "At least forty cars burned there."),
        (FalsehoodKind.NUMBER, "The ship sank on 14 March near Bergen."),
        (FalsehoodKind.NUMBER, "Marta fled to Zurich in 1938."),
        (FalsehoodKind.MARKER, "He did not resign before the accident."),
        (FalsehoodKind.MARKER, "They won it in the end."),
        (FalsehoodKind.SPEAKER, "Marsh stole the map."),
        (FalsehoodKind.STRANGERS, "Lily painted the house."),
    ],
)
def test_what_cannot_be_falsified_safely_is_passed_over(kind: FalsehoodKind, line: str) -> None:
    """A swap that may be true, a second negation, a bound that a larger number agrees with: nothing is planted."""
    assert planted(kind, line) is None


@pytest.mark.parametrize("line", ["Did Marsh steal the map?", "If Marsh stole the map, he lied.", "“Stop,” he said."])
def test_lines_that_do_not_state_are_no_pairs(line: str) -> None:
    """Questions, conditions and quotations do not assert what their clause says."""
    assert list(true_pairs([line])) == []


def test_wrong_line_says_something_else() -> None:
    """The statement is the twin's; the cited line is another, and shares no word with its subject."""
    found = planted(
        FalsehoodKind.WRONG_LINE, "Marsh stole the map.", "The storm lasted for three days.", "Marsh was poor then."
    )
    assert found is not None
    assert (found.statement, found.cites) == ("Marsh stole the map.", 2)


def test_every_kind_is_planted_in_texts_of_others() -> None:
    """Four short texts give falsehoods of all kinds but the join, each unlike its twin, none said by a line."""
    made = list(falsehoods_of(texts()))
    assert {one.kind for one in made} >= set(FalsehoodKind) - {FalsehoodKind.STRANGERS}
    for one in made:
        if one.kind is FalsehoodKind.WRONG_LINE:
            assert one.cites != one.twin.number
        else:
            assert one.statement not in one.twin.lines
            assert one.was != one.now
            assert one.now in one.statement or one.kind is FalsehoodKind.SWAPPED


def test_changed_names_numbers_and_dates_are_not_in_the_text() -> None:
    """What stands in the falsehood instead is a word that its text does not have."""
    for one in falsehoods_of(texts(), [FalsehoodKind.NAME, FalsehoodKind.NUMBER, FalsehoodKind.DATE]):
        words = set(re.findall(r"\w+", " ".join(one.twin.lines).casefold()))
        assert not set(re.findall(r"\w+", one.now.casefold())) <= words, one.statement


def test_same_seed_gives_the_same_falsehoods_in_any_company() -> None:
    """Equal seeds, equal falsehoods; another seed changes some; the order of the pairs changes none."""
    one, other = list(falsehoods_of(texts(), seed=1)), list(falsehoods_of(texts(), seed=2))
    assert one == list(falsehoods_of(texts(), seed=1))
    assert one != other
    turned = list(falsehoods_of(texts()[::-1], [FalsehoodKind.NEGATION_ADDED, FalsehoodKind.NAME], seed=1))
    assert {made.statement for made in turned} == {
        made.statement for made in one if made.kind in (FalsehoodKind.NEGATION_ADDED, FalsehoodKind.NAME)
    }
