"""What a statement says otherwise than a line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.claims import Aspect, discrepancies, has_word, names_of
from pramana.language.dates import dates_of

SAME = [
    ("Marsh stole the map.", "Marsh stole the map."),
    ("The map was stolen by Marsh.", "Marsh stole the map."),
    ("Marsh stole the map.", "The map was stolen by Marsh in 1912."),
    ("The bow was given to Sita by Rama.", "Rama gave Sita the bow."),
    ("There are 3 people.", "There are three people."),
    ("He left on 4 March 1912.", "He left on March 4th, 1912."),
    ("He left in March 1912.", "He left on the 4th of March 1912."),
    ("Police found no evidence.", "Police found no evidence."),
    ("The door opened.", "He opened the door."),
    ("Ann met Bob.", "Ann met Bob but did not greet him."),
    ("Bob met Ann.", "Ann met Bob."),
    ("The clerk stole the map.", "Marsh, the clerk, stole the map."),
    ("Marsh failed to steal the map.", "Marsh failed to steal the map."),
    ("Ann has the plan.", "Ann has the plan of the house."),
    ("Ann Ray left.", "ANN RAY LEFT."),
    ("One of the men left.", "Ten men came, and some of the men left."),
    ("SO bought the mill.", "SO bought the mill."),
    ("The clerk said that Marsh left.", "He, the clerk, said that Marsh left."),
    ("The ship sank.", "Lily saw that the ship sank."),
    ("On the hill stood a castle.", "A castle stood on the hill."),
]
OTHER = [
    (Aspect.NAME, "Lily stole the map.", "Marsh stole the map."),
    (Aspect.NAME, "SO bought the mill.", "So they bought the mill."),
    (Aspect.NAME, "Apple grew.", "The apple grew."),
    (Aspect.NUMBER, "There are four people.", "There are three people."),
    (Aspect.NUMBER, "Marsh stole one map.", "Marsh stole three maps."),
    (Aspect.NUMBER, "Police found 3 men and 5 women.", "Police found 5 men and 3 women."),
    (Aspect.DATE, "He left on 5 March 1912.", "He left on March 4th, 1912."),
    (Aspect.DATE, "He left on 4 March 1912.", "He left in March 1912."),
    (Aspect.NEGATION, "Marsh never stole the map.", "Marsh stole the map."),
    (Aspect.NEGATION, "Police found evidence.", "Police found no evidence."),
    (Aspect.NEGATION, "Marsh stole the map.", "Marsh failed to steal the map."),
    (Aspect.NEGATION, "Ann did not meet Bob.", "Ann met Bob but did not greet him."),
    (Aspect.MODALITY, "Marsh stole the map.", "Lily denied that Marsh stole the map."),
    (Aspect.MODALITY, "Marsh bought the mill.", "Marsh planned to buy the mill."),
    (Aspect.MODALITY, "Marsh bought the mill.", "Marsh was accused of buying the mill."),
    (Aspect.MODALITY, "Marsh may have stolen the map.", "Marsh stole the map."),
    (Aspect.MODALITY, "Marsh stole the map.", "Marsh, police allege, stole the map."),
    (Aspect.MARKER, "Marsh lived in the city.", "Marsh lived outside the city."),
    (Aspect.MARKER, "Marsh resigned before the accident.", "Marsh resigned after the accident."),
    (Aspect.MARKER, "Marta moved from Paris to York.", "Marta moved from York to Paris."),
    (Aspect.MARKER, "Ann lives with Bob.", "Ann lives without Bob."),
    (Aspect.ROLES, "The map stole Marsh.", "Marsh stole the map."),
    (Aspect.ROLES, "Marsh was stolen by the map.", "Marsh stole the map."),
    (Aspect.ROLES, "Sita gave the bow to Rama.", "Rama gave the bow to Sita."),
    (Aspect.ROLES, "Sita gave the bow to Rama.", "The bow was given to Sita by Rama."),
    (Aspect.ROLES, "Lily said that Marsh stole the map.", "Marsh said that Lily stole the map."),
    (Aspect.ROLES, "The state would owe Marsh.", "They asked how much Marsh would owe the state after the sale."),
    (Aspect.NEGATION, "Casualties or damage were reported.", "No casualties or damage were reported."),
    (Aspect.SPEAKER, "Lily said that the ship sank.", "The port said that the ship sank."),
    (Aspect.SPEAKER, "The ship sank.", "Lily said that the ship sank."),
    (Aspect.SPEAKER, "The ship sank.", "According to Lily, the ship sank."),
    (Aspect.DETAIL, "Marsh stole the map with a borrowed hammer.", "Marsh stole the map."),
    (Aspect.DETAIL, "Marsh stole the map out of jealousy.", "Marsh stole the map at night."),
]


@pytest.mark.parametrize(("statement", "line"), SAME)
def test_what_a_line_says_in_other_form_is_no_discrepancy(statement: str, line: str) -> None:
    """Voice, words for digits, the order of a date and parts left out change nothing."""
    assert discrepancies(statement, line) == ()


@pytest.mark.parametrize(("aspect", "statement", "line"), OTHER)
def test_what_a_line_says_otherwise_is_named(aspect: Aspect, statement: str, line: str) -> None:
    """Each change of meaning is found, under its aspect."""
    assert aspect in {each.aspect for each in discrepancies(statement, line)}


@pytest.mark.parametrize("aspect", Aspect)
def test_only_the_aspects_asked_for_are_compared(aspect: Aspect) -> None:
    """Of several discrepancies those of the aspects given are returned."""
    found = discrepancies("Four maps never stole Marsh.", "Lily stole the map.", (aspect,))
    assert {each.aspect for each in found} <= {aspect}


WORDS = st.sampled_from("Rama Sita gave took the a bow map not never to from three 4 denied that , .".split())


@settings(max_examples=100, deadline=None)
@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_a_sentence_does_not_differ_from_itself(text: str) -> None:
    """No sentence says anything otherwise than itself."""
    assert discrepancies(text, text) == ()


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_texts_are_compared(statement: str, line: str) -> None:
    """Nothing is raised, whatever the texts."""
    discrepancies(statement, line)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann met Bob Orr in York.", ("Ann", "Bob", "Orr", "York")),
        ("The clerk left.", ()),
        ("When he left, Ann stayed.", ("Ann",)),
    ],
)
def test_names_are_the_words_written_so(text: str, names: tuple[str, ...]) -> None:
    """The first word is one of them where it is a name, and not where it only begins the sentence."""
    assert names_of(text) == names


@pytest.mark.parametrize(
    ("word", "line", "there"),
    [
        ("SO", "so they left", False),
        ("SO", "So they left.", False),
        ("SO", "SO left.", True),
        ("Ray", "ANN RAY LEAVES", True),
        ("SCROOGE", "Scrooge left.", True),
        ("Apple", "an apple", False),
    ],
)
def test_words_are_compared_as_written(word: str, line: str, there: bool) -> None:
    """Case counts, but for lines in capitals, and for long names in capitals."""
    assert has_word(word, line) is there


def test_dates_are_read_in_any_order() -> None:
    """Day, month and year are found in the usual orders; a part that is not stated is None."""
    text = "4 March 1912; March 4, 1912; 4th of March; the twenty-first of May 1839; June 1940; 2020-01-31; he may 3"
    found = [(date.year, date.month, date.day) for date in dates_of(text)]
    assert found == [
        (1912, 3, 4),
        (1912, 3, 4),
        (None, 3, 4),
        (1839, 5, 21),
        (1940, 6, None),
        (2020, 1, 31),
    ]


def test_several_lines_are_compared_together() -> None:
    """Words that one line says are not a discrepancy, and neither is a contradiction with one line alone."""
    lines = ("Marsh stole the map.", "Lily did not go to York.")
    assert discrepancies("Marsh stole the map, and Lily did not go to York.", lines) == ()
    assert [each.aspect for each in discrepancies("Lily went to York.", lines)] == [Aspect.NEGATION]
