"""What a line reports without asserting it, and what it puts in brackets."""

from __future__ import annotations

import pytest

from pramana.events import Extraction, Kriya, Unread, read_kriyas
from pramana.karaka.writer import LineItem, violations

REPORTED = [
    ("Marsh denied that Lily stole the map.", "stole", "negative", "actual", "Marsh"),
    ("The company denied it had sold the house.", "had sold", "negative", "actual", "The company"),
    ("Marsh denied stealing the map.", "stealing", "negative", "actual", "Marsh"),
    ("Marsh denies having stolen the map.", "having stolen", "negative", "actual", "Marsh"),
    ("Lily disputed that Marsh owned the house.", "owned", "negative", "actual", "Lily"),
    ("Marsh ruled out that Lily stole the map.", "stole", "negative", "actual", "Marsh"),
    ("Marsh rejected claims that Lily stole the map.", "stole", "negative", "actual", "Marsh"),
    ("Lily disputed the claim that Marsh owned the house.", "owned", "negative", "actual", "Lily"),
    ("The minister denied reports that he had resigned.", "had resigned", "negative", "actual", "The minister"),
    (
        "The government dismissed reports that soldiers had entered it.",
        "had entered",
        "negative",
        "actual",
        "The government",
    ),
    ("The rumour that Marsh died was denied by the king.", "died", "negative", "actual", "the king"),
    ("The claim that Lily stole the map is false.", "stole", "negative", "actual", None),
    ("It is not true that Lily stole the map.", "stole", "negative", "actual", None),
    ("It is untrue that Lily stole the map.", "stole", "negative", "actual", None),
    ("Far from stealing the map, Lily saved it.", "stealing", "negative", "actual", None),
    ("Instead of leaving London, Lily saved the map.", "leaving", "negative", "actual", None),
    ("Marsh avoided paying the fine.", "paying", "negative", "actual", None),
    ("Marsh failed to open the door.", "failed to open", "negative", "actual", None),
    ("Marsh refused to leave the house.", "refused to leave", "negative", "actual", None),
    ("Marsh neglected to lock the door.", "to lock", "negative", "intended", None),
    ("Marsh doubts that Lily stole the map.", "stole", "affirmative", "possible", "Marsh"),
    ("Marsh pretended that Lily stole the map.", "stole", "affirmative", "possible", "Marsh"),
    ("Marsh did not deny that Lily stole the map.", "stole", "affirmative", "possible", None),
    ("Marsh refused to say that Lily stole the map.", "stole", "affirmative", "possible", None),
    ("Marsh never said that Lily stole the map.", "stole", "affirmative", "possible", None),
    ("Nobody believes that Lily stole the map.", "stole", "affirmative", "possible", None),
    ("There is no evidence that Lily stole the map.", "stole", "affirmative", "possible", None),
    ("Police found no evidence that Lily stole the map.", "stole", "affirmative", "possible", None),
    ("It is doubtful that Lily stole the map.", "stole", "affirmative", "possible", None),
    ("It is unlikely that Lily stole the map.", "stole", "affirmative", "possible", None),
    ("Marsh suggested leaving London.", "leaving", "affirmative", "intended", None),
]
"""Lines, the quote of a verb, and how it is read: polarity, modality, whose words."""


def reading(line: str, quote: str) -> Kriya:
    found = read_kriyas(line)
    assert not isinstance(found, Unread)
    return next(kriya for kriya in found.kriyas if kriya.verb_quote == quote)


@pytest.mark.parametrize(("line", "quote", "polarity", "modality", "speaker"), REPORTED)
def test_what_is_only_reported_is_not_asserted(
    line: str, quote: str, polarity: str, modality: str, speaker: str | None
) -> None:
    """Denied is negative, by whoever denies it; what nobody asserts is possible, and nobody's words."""
    kriya = reading(line, quote)
    assert (kriya.polarity.value, kriya.modality.value, kriya.attributed_to) == (polarity, modality, speaker)


@pytest.mark.parametrize(("line", "quote", "polarity", "modality", "speaker"), REPORTED)
def test_an_assertion_of_what_is_only_reported_is_refused(
    line: str, quote: str, polarity: str, modality: str, speaker: str | None
) -> None:
    """Whoever proposed it, with a speaker or without."""
    told = reading(line, quote).model_dump() | {"polarity": "affirmative", "modality": "actual"}
    for source in (told["attributed_to"], None):
        asserted = Kriya.model_validate(told | {"attributed_to": source})
        assert violations(LineItem("a", 1, line), Extraction(kriyas=[asserted]))


@pytest.mark.parametrize(
    ("line", "quote"),
    [
        ("There is no doubt that Lily stole the map.", "stole"),
        ("Marsh did not know that Lily stole the map.", "stole"),
        ("It is true that Lily stole the map.", "stole"),
        ("The fact that Lily stole the map surprised Marsh.", "stole"),
        ("Marsh did not fail to open the door.", "did not fail to open"),
    ],
)
def test_what_is_taken_for_granted_is_asserted(line: str, quote: str) -> None:
    """Facts that somebody does not know of, and double negations."""
    kriya = reading(line, quote)
    assert (kriya.polarity.value, kriya.modality.value, kriya.attributed_to) == ("affirmative", "actual", None)


@pytest.mark.parametrize(
    ("line", "quote", "agent"),
    [
        ("Otto Jespersen (16 July 1860 – 30 April 1943) was a Danish linguist.", "was", "Otto Jespersen"),
        ("Albert Einstein (/ˈaɪnstaɪn/; German: [ˈalbɛʁt]; 14 March 1879) was a physicist.", "was", "Albert Einstein"),
        ("John Smith (born 1950) is a British painter.", "is", "John Smith"),
        ("Maria Sharapova (Russia) won the match.", "won", "Maria Sharapova"),
        ("The president (then a senator) visited Paris.", "visited", "The president"),
        ("The bridge [sic] collapsed in 1990.", "collapsed", "The bridge"),
        ("The bridge (built in 1890) collapsed.", "collapsed", "The bridge"),
        ("Sita (Rama's wife) gave the bow (a gift) to Lakshmana.", "gave", "Sita"),
        ("Ali (1–0) beat Ben.", "beat", "Ali"),
        ("Marsh stole the map (Lily denied this).", "denied", "Lily"),
        ("Anna Lee — a doctor from Leeds — wrote the book.", "wrote", "Anna Lee"),
        ("Anna Lee – a doctor from Leeds – wrote the book.", "wrote", "Anna Lee"),
        ("Acme Corp. (NYSE: ACM) bought Widget Inc. in 1999.", "bought", "Acme Corp."),
    ],
)
def test_what_is_in_brackets_is_no_subject(line: str, quote: str, agent: str) -> None:
    """The subject stands before the bracket; a sentence within it has one of its own."""
    assert [each for role, listed in reading(line, quote).karakas.items() if role == "KARTA" for each in listed] == [
        agent
    ]
