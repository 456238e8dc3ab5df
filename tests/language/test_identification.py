"""Lines in other languages are found out; English ones are not, whatever names and quotations they hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.language import other_language

LINES = [
    tuple(row.split("\t"))
    for row in (Path(__file__).parent / "other_languages.tsv").read_text("utf-8").splitlines()
    if not row.startswith("#")
]
ENGLISH = """
Marley was dead: to begin with.
Thou art a villain.
Hie thee hence, varlet!
Whan that Aprill with his shoures soote
Quoth the raven, nevermore.
Arjuna slew Karna at Kurukshetra.
Kauśalyā bore Rāma.
Dasharatha begat Rama, Bharata, Lakshmana, Shatrughna.
José García founded Telefónica in Madrid.
Wolfgang Amadeus Mozart married Constanze Weber.
François Hollande beat Nicolas Sarkozy.
"A la guerre comme à la guerre," said the general.
Amor vincit omnia, he replied.
He fell ill.
Ned lies.
Priscilla,
Sergei Borisovich Ivanov (Russian: Серге́й Бори́сович Ивано́в) is a Russian senior official.
Peter schießt den Vogel ab is a 1959 West German film directed by Géza von Cziffra.
THE SHIP LEFT BERGEN.
1843
""".strip().splitlines()


def test_nearly_all_lines_of_four_words_in_other_languages_are_found() -> None:
    """Alone 95 in 100, after lines in their language 99."""
    long = [(code, line) for code, line in LINES if len(line.split()) >= 4]
    alone = [line for _, line in long if not other_language(line)]
    assert len(long) > 200
    assert len(alone) <= 0.05 * len(long), alone
    after = [line for code, line in long if not other_language(line, [two for one, two in LINES if one == code][:2])]
    assert len(after) <= 0.01 * len(long), after


@pytest.mark.parametrize("line", ENGLISH)
def test_english_is_left_alone(line: str) -> None:
    """Archaic, short, full of names, with a quotation, in capitals, without words."""
    assert other_language(line) == ""


def test_a_short_line_is_in_the_language_of_the_lines_before_it() -> None:
    """Names decide the score of *John Smith bor i New York*; English words outweigh what came before."""
    before = ["Fartyget lämnade Bergen på morgonen.", "Barnen leker i parken."]
    assert other_language("John Smith bor i New York.") == ""
    assert other_language("John Smith bor i New York.", before) == "Swedish"
    assert other_language("The ship left Bergen and sank.", before) == ""


@given(st.text(max_size=600), st.lists(st.text(max_size=80), max_size=2))
def test_any_text_is_identified_without_an_error(text: str, before: list[str]) -> None:
    """Documents are hostile input."""
    assert isinstance(other_language(text, before), str)
