"""The embedded model's extraction."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.events import Extraction, Kriya, Modality, Polarity, Role, Unread, read_kriyas

S, O, WITH = Role.KARTA, Role.KARMA, Role.KARANA  # noqa: E741
TO, FROM, AT, WHEN = Role.SAMPRADANA, Role.APADANA, Role.ADHIKARANA_SPATIAL, Role.ADHIKARANA_TEMPORAL
BESIDE = Role.SAMBANDHA


def kriyas(text: str, *context: str) -> dict[str, Kriya]:
    answer = read_kriyas(text, context)
    assert isinstance(answer, Extraction), answer
    return {kriya.verb: kriya for kriya in answer.kriyas}


@pytest.mark.parametrize(
    ("text", "verb", "karakas"),
    [
        ("Rama gave the bow to Lakshmana.", "give", {S: ["Rama"], O: ["the bow"], TO: ["Lakshmana"]}),
        ("He used it to kill Ravana.", "use", {S: ["He"], O: ["it"]}),
        ("He used it to kill Ravana.", "kill", {S: ["He"], O: ["Ravana"]}),
        ("Rama gave Lakshmana the bow.", "give", {S: ["Rama"], O: ["the bow"], TO: ["Lakshmana"]}),
        ("Lakshmana was given the bow.", "give", {O: ["the bow"], TO: ["Lakshmana"]}),
        ("The bow was given to Sita by Rama.", "give", {S: ["Rama"], O: ["The bow"], TO: ["Sita"]}),
        ("Hanuman burned the city with his tail.", "burn", {S: ["Hanuman"], O: ["the city"], WITH: ["his tail"]}),
        ("He opened the door using a key.", "open", {S: ["He"], O: ["the door"], WITH: ["a key"]}),
        ("Rama went with Lakshmana.", "go", {S: ["Rama"], BESIDE: ["Lakshmana"]}),
        ("Rama went to Lanka in 1200.", "go", {S: ["Rama"], AT: ["Lanka"], WHEN: ["1200"]}),
        ("He ran out of the house.", "run", {S: ["He"], FROM: ["the house"]}),
        ("Rama took it from Ravana at dawn.", "take", {S: ["Rama"], O: ["it"], FROM: ["Ravana"], WHEN: ["dawn"]}),
        ("Rama arrived last night.", "arrive", {S: ["Rama"], WHEN: ["last night"]}),
        ("Last Monday Rama left.", "leave", {S: ["Rama"], WHEN: ["Last Monday"]}),
        ("They looked at the table.", "look", {S: ["They"], O: ["the table"]}),
        ("There is a temple in Ayodhya.", "be", {S: ["a temple"], AT: ["Ayodhya"]}),
        ("The city where Rama was born fell.", "bear", {O: ["Rama"], AT: ["The city"]}),
        ("Ayodhya is the capital of Kosala.", "be", {S: ["Ayodhya"], O: ["the capital of Kosala"]}),
        ("Sita was happy.", "be", {S: ["Sita"], O: ["happy"]}),
        ("Hanuman told Rama.", "tell", {S: ["Hanuman"], TO: ["Rama"]}),
        ("The man in the moon laughed.", "laugh", {S: ["The man"]}),
        ("Give the bow to Sita!", "give", {O: ["the bow"], TO: ["Sita"]}),
    ],
)
def test_each_participant_has_its_karaka(text: str, verb: str, karakas: dict[Role, list[str]]) -> None:
    """Word order, voice, preposition and noun decide the role."""
    assert kriyas(text)[verb].karakas == karakas


def test_infinitive_of_purpose_is_only_intended() -> None:
    """*used it to kill* does not say that anybody was killed."""
    assert kriyas("He used it to kill Ravana.")["kill"].modality is Modality.INTENDED


def test_negation_modality_and_source_are_kept() -> None:
    """A Kriyā says whether the line asserts it, and who does."""
    kriya = kriyas("Sita claimed that Rama did not take the bow.")["take"]
    assert (kriya.polarity, kriya.attributed_to) == (Polarity.NEGATIVE, "Sita")
    assert kriyas("If Rama left, Sita would weep.")["weep"].modality is Modality.CONDITIONAL


def test_apposition_quotes_the_words_that_join_it() -> None:
    """*X, the capital of Y* gives *be*, quoted from the comma to the head."""
    kriya = kriyas("Ayodhya, the capital of Kosala, fell.")["be"]
    assert kriya.verb_quote == ", the capital"
    assert kriya.karakas == {S: ["Ayodhya"], O: ["the capital of Kosala"]}


def test_possession_quotes_its_mark() -> None:
    """*Y's X* gives *have*, quoted as *'s*."""
    kriya = kriyas("Scrooge's nephew laughed.")["have"]
    assert (kriya.verb_quote, kriya.karakas) == ("'s", {S: ["Scrooge"], O: ["Scrooge's nephew"]})


def test_pronouns_stay() -> None:
    """The mention is the line's own; what it stands for is decided over the whole document."""
    kriya = kriyas("He used it.", "Rama gave the bow to Lakshmana.")["use"]
    assert kriya.karakas == {S: ["He"], O: ["it"]}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no words"),
        ("12:45 -- 33% ***", "no words"),
        ("a = {b[c]} ** (d + e) / {f}; //// ++", "mostly symbols"),
        ("राम ने लक्ष्मण को धनुष दिया।", "in another script: Devanagari"),
        ("Der Hund jagt schnell eine graue Katze durch den Garten.", "the line is not English: German"),
        ("La presidenta viajó a Madrid el lunes.", "the line is not English: Spanish"),
        ("Le navire a quitté Bergen le matin.", "the line is not English: French"),
        ("A golden deer.", "a fragment without a verb"),
    ],
)
def test_what_is_no_english_prose_is_abstained_from(text: str, reason: str) -> None:
    """An abstention names its reason."""
    answer = read_kriyas(text)
    assert isinstance(answer, Unread)
    assert reason in answer.reason


def test_a_line_that_states_nothing_sure_is_an_empty_extraction() -> None:
    """English with a verb, but nobody in it."""
    assert read_kriyas("Come here!") == Extraction(kriyas=[])


_WORDS = st.sampled_from(
    "the a Rama Sita bow who which that said gave was to of in and , . ' \" -- if been killed it him with by".split()
)


@settings(max_examples=200)
@given(st.one_of(st.text(max_size=300), st.lists(_WORDS, min_size=3, max_size=40).map(" ".join)))
def test_mentions_and_quotes_are_substrings(text: str) -> None:
    """Whatever the line, every mention and quote is copied from it and no mention has two roles."""
    answer = read_kriyas(text, [text, "He saw it."])
    if isinstance(answer, Unread):
        return
    for kriya in answer.kriyas:
        mentions = [mention for listed in kriya.karakas.values() for mention in listed]
        assert all(quote in text for quote in (*mentions, kriya.verb_quote, kriya.attributed_to or ""))
        assert len({mention.casefold() for mention in mentions}) == len(mentions) > 0


@pytest.mark.slow
def test_a_page_without_a_stop_is_read_in_seconds() -> None:
    """No bound of the model's own types is broken by a long line."""
    answer = read_kriyas("the king of the city " * 500 + "gave the bow to " + "Rama " * 500)
    assert isinstance(answer, Extraction | Unread)
