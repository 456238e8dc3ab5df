"""Every participant has the words that connect it with its event, whoever proposed it."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.events import Extraction, Kriya, Role, marker_of, read_kriyas
from pramana.events.participants import participants_of
from pramana.evidence import align
from pramana.language import word_list

SINGLE, COMPLEX = word_list("markers/prepositions"), word_list("markers/complex")
UNSURE = frozenset(["than", "like", "per", "pro", "re", "such as", "out", "up"])
"""Words that compare, that give an example, or that are mostly the verb's own."""


def reading(role: Role, mention: str, verb: str = "leave", quote: str = "left") -> Kriya:
    return Kriya(verb=verb, verb_quote=quote, karakas={role: [mention]})


def marker(line: str, mention: str, role: Role = Role.SAMBANDHA, verb: str = "leave", quote: str = "left") -> str:
    span = marker_of(line, reading(role, mention, verb, quote), role, mention)
    return "" if span is None else line[span.start : span.end]


@pytest.mark.parametrize("words", sorted({*SINGLE, *COMPLEX} - UNSURE))
def test_every_preposition_is_a_marker(words: str) -> None:
    """Of one word and of several, before a noun, behind the verb's object and in front of the sentence."""
    assert marker(f"Marta left the house {words} the lawyers.", "the lawyers") == words
    front = f"{words[:1].upper()}{words[1:]} the lawyers, Marta left."
    assert marker(front, "the lawyers").lower() == words


MENTIONS = """
Adeyemi resigned two days after the accident. | the accident | after
After the accident, Maria resigned. | the accident | After
After the accident, Maria resigned. | Maria |
He stayed until May and June. | June | until
They met between 1990 and 1995. | 1995 | between
Outside Paris and Rome they live in tents. | Rome | Outside
Outside Paris and Rome they live in tents. | they |
She came before Marsh fled. | Marsh |
The village lies three miles from Paris. | Paris | miles from
They came from behind the old door. | the old door | from behind
He gave up the fight. | the fight |
He looked up the word. | the word |
Marsh, along with Lily, left for Paris instead of Rome. | Rome | instead of
Marsh, along with Lily, left for Paris instead of Rome. | Lily | along with
The president of France spoke in the capital of Spain. | Spain | of
The president of France spoke in the capital of Spain. | the capital of Spain | in
He left the house in which he lived. | the house |
She left at about noon with only three men. | noon | at
She left at about noon with only three men. | three men | with
She wrote to you, myself, and Larry. | myself | to
"""


@pytest.mark.parametrize("row", MENTIONS.strip().splitlines())
def test_the_words_that_connect_a_mention(row: str) -> None:
    """Joined participants share a marker; a subject, an object and the object of a phrasal verb have none."""
    line, mention, expected = (part.strip() for part in row.split("|"))
    found = read_kriyas(line)
    assert isinstance(found, Extraction)
    kriya = next((each for each in found.kriyas if mention in itertools.chain(*each.karakas.values())), found.kriyas[0])
    span = marker_of(line, kriya, Role.SAMBANDHA, mention)
    assert ("" if span is None else line[span.start : span.end]) == expected


def test_a_particle_is_the_verb_s_where_its_lemma_has_it() -> None:
    """*Gave up* is a verb; *lived in*, quoted with its preposition, is still *live*."""
    line = "They gave up the fight."
    assert marker(line, "the fight", Role.KARMA, "give up", "gave up") == ""
    assert marker("They lived in Rome.", "Rome", Role.ADHIKARANA_SPATIAL, "live", "lived in") == "in"


def test_a_mention_may_be_the_end_of_its_phrase() -> None:
    """A model may leave out whose house it is, or how old."""
    assert marker("She walked in Marta's old house.", "old house", verb="walk", quote="walked") == "in"
    assert marker("She walked in the very old house.", "house", verb="walk", quote="walked") == "in"


@settings(max_examples=80)
@given(
    st.lists(
        st.sampled_from("before after until outside the Paris and , it far from except but for days two".split()),
        min_size=1,
        max_size=25,
    ).map(" ".join),
    st.sampled_from(list(Role)),
    st.sampled_from(["Paris", "it", "days", "the", "before"]),
)
def test_a_marker_is_in_the_line_and_not_in_the_mention(line: str, role: Role, mention: str) -> None:
    """Readings of models and lines of documents are hostile input."""
    span = marker_of(line, reading(role, mention), role, mention)
    assert span is None or 0 <= span.start < span.end <= len(line)


@pytest.mark.parametrize(
    ("line", "verb", "quote", "role", "mentions", "expected"),
    [
        ("With this Mrs. Rachel stepped out of the lane.", "step", "stepped out", "KARTA", ["Mrs. Rachel"], [""]),
        ("At first the board were unwilling to go.", "be", "were unwilling", "KARTA", ["the board"], [""]),
        (
            "Marines assigned to Command, and the SWAT team use Kimber pistols.",
            "use",
            "use",
            "KARTA",
            ["the SWAT team"],
            [""],
        ),
        (
            "Marines assigned to Command, and the SWAT team use Kimber pistols.",
            "use",
            "use",
            "KARMA",
            ["Kimber pistols"],
            [""],
        ),
        (
            "They are drawn from clubs, with Julie and Andrea coming from Leeds.",
            "come",
            "coming",
            "KARTA",
            ["Julie", "Andrea"],
            ["", ""],
        ),
        (
            "After the accident, Adeyemi resigned.",
            "resign",
            "resigned",
            "KARTA",
            ["the accident", "Adeyemi"],
            ["after", ""],
        ),
        ("The car driven by Boris and Carl arrived.", "drive", "driven", "KARTA", ["Boris", "Carl"], ["by", "by"]),
        ("With Boris, Marta left.", "leave", "left", "KARTA", ["Boris", "Marta"], ["with", ""]),
        ("A man from Leeds died.", "die", "died", "KARTA", ["Leeds"], ["from"]),
        ("He listened to the king.", "listen", "listened", "KARMA", ["the king"], ["to"]),
    ],
)
def test_no_preposition_governs_who_is_beside_the_verb(
    line: str, verb: str, quote: str, role: str, mentions: list[str], expected: list[str]
) -> None:
    """An agent right before its verb and an object right behind it are bare, whatever begins the sentence."""
    kriya = Kriya(verb=verb, verb_quote=quote, karakas={Role[role]: mentions})
    at = align(quote, line)
    assert at is not None
    places = [(Role[role], mention, span) for mention in mentions if (span := align(mention, line, near=at.start))]
    assert [one.marker for one in participants_of(line, kriya, at, places).stored] == expected


def test_a_preposition_inside_a_mention_is_no_marker() -> None:
    """*the third album by Bach* is the bare complement of *be*: *by* belongs to the album."""
    line = "Decomposer is the third album by Bach."
    assert marker(line, "the third album by Bach", Role.KARMA, "be", "is") == ""
    assert marker("The work by Bach built on songs.", "The work by Bach", Role.KARTA, "build", "built") == ""
