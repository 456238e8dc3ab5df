"""From a mention in a line to the entity that it names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.events import Named, is_one_mention, name_mention
from pramana.evidence import Grade, Span, align


def named(line: str, mention: str, number: int = 1) -> Named:
    span = align(mention, line)
    assert span is not None
    return name_mention("d.txt", number, line, span)


@pytest.mark.parametrize(
    ("mention", "identity"),
    [
        ("Rama", "Rama"),
        ("the bow", "bow"),
        ("The old bow", "old bow"),
        ("Mr. Scrooge", "Mr. Scrooge"),
        ("Scrooge's", "Scrooge"),
        ("He", "He@d.txt_L1:0"),
        ("his nephew", "his nephew@d.txt_L1:0"),
        ("Her two sons,", "her two sons@d.txt_L1:0"),
        ("This old man", "this old man@d.txt_L1:0"),
        ("those of London", "those of London@d.txt_L1:0"),
        ("that Scrooge", "Scrooge"),
        ("d.txt_L1_K2", "d.txt_L1_K2 (entity)"),
        ("Lakṣmaṇa", "Lakṣmaṇa"),
    ],
)
def test_a_mention_names_its_entity(mention: str, identity: str) -> None:
    """Determiners, possessive endings and punctuation go; pronouns, and what only its place tells, stand alone."""
    line = f"{mention} went."
    assert name_mention("d.txt", 1, line, Span(0, len(mention), Grade.VERBATIM)).id == identity


def test_no_two_men_s_nephews_are_one() -> None:
    """*his nephew* in two lines is two entities, each found as *nephew*."""
    first, second = named("He saw his nephew.", "his nephew", 1), named("He met his nephew.", "his nephew", 2)
    assert first.id != second.id
    assert {"his nephew", "nephew"} <= set(first.names)


def test_no_two_of_these_men_are_one() -> None:
    """*this man* in two lines is two entities, each found as *man*, in whatever case it is written."""
    first, second = named("I saw this man.", "this man", 1), named("This man left.", "This man", 2)
    assert first.id != second.id
    assert first.names == second.names == ("this man", "man")


def test_a_title_can_be_left_out_in_a_search() -> None:
    """*Mr. Scrooge* is found as *Scrooge*, too."""
    assert named("Mr. Scrooge left.", "Mr. Scrooge").names == ("Mr. Scrooge", "Scrooge")


@given(st.text(min_size=1, max_size=40).filter(lambda text: any(map(str.isalnum, text))))
def test_every_mention_has_an_id_and_a_name(mention: str) -> None:
    """Whatever the line holds, the entity has an id and a canonical name that are not empty."""
    found = name_mention("d", 1, mention, Span(0, len(mention), Grade.VERBATIM))
    assert found.id and found.canonical_name


def test_no_mention_is_named_like_a_sense() -> None:
    """What a text writes like the id of a bearer that was told apart is another entity."""
    assert named("We met John Smith (mason)'s.", "John Smith (mason)'s").id == "John Smith (mason) (entity)"


@pytest.mark.parametrize(
    ("line", "mention", "name"),
    [
        ("Prosecutors said so.", "Prosecutors", "prosecutors"),
        ("“Officials left.”", "Officials", "officials"),
        ("It fell. Evidence was found.", "Evidence", "evidence"),
        ("He met prosecutors.", "prosecutors", "prosecutors"),
        ("He saw Prosecutors.", "Prosecutors", "Prosecutors"),
        ("Brown left.", "Brown", "Brown"),
        ("May left.", "May", "May"),
        ("Apple left.", "Apple", "Apple"),
        ("Gates left.", "Gates", "Gates"),
        ("Germans left.", "Germans", "Germans"),
        ("Evidence Act passed.", "Evidence Act", "Evidence Act"),
        ("He reads the “Cycle”.", "the “Cycle”", "Cycle"),
        ("He reads the film “Cycle”.", "the film “Cycle”", "film “Cycle”"),
        ("He cites Rule 12(b).", "Rule 12(b)", "Rule 12(b)"),
        ("He left the U.S.", "the U.S.", "U.S."),
    ],
)
def test_common_nouns_lose_the_capital_of_a_line_start(line: str, mention: str, name: str) -> None:
    """Names keep theirs, and marks stay in pairs."""
    assert named(line, mention).canonical_name == name


@pytest.mark.parametrize("mention", ["some of the men", "Two of her husbands", "those of London"])
def test_parts_of_a_group_are_named_as_a_whole_and_apart(mention: str) -> None:
    """*Some of the men* is no *of the men*, and the next time other men are meant."""
    found = named(f"{mention} left.", mention)
    assert found.canonical_name == mention[:1].lower() + mention[1:]
    assert is_one_mention(found.id)
