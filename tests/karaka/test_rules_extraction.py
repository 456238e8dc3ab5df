"""The embedded model's extraction."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.karaka.model import Extraction, Kriya, Modality, Role
from pramana.karaka.rules.extraction import extract
from pramana.llm.ptool import Abstention


def kriyas(text: str, *context: str) -> dict[str, Kriya]:
    answer = extract(text, context)
    assert isinstance(answer, Extraction), answer
    return {kriya.verb: kriya for kriya in answer.kriyas}


def test_gift_has_agent_patient_and_recipient() -> None:
    """*gave … to …* fills KARTA, KARMA and SAMPRADANA."""
    give = kriyas("Rama gave the bow to Lakshmana.")["give"]
    assert give.verb_quote == "gave"
    assert give.karakas == {Role.KARTA: ["Rama"], Role.KARMA: ["the bow"], Role.SAMPRADANA: ["Lakshmana"]}


def test_infinitive_of_purpose_shares_the_subject() -> None:
    """*used it to kill* states two Kriyās with one agent, the second only intended."""
    found = kriyas("He used it to kill Ravana.")
    assert found["use"].karakas == {Role.KARTA: ["He"], Role.KARMA: ["it"]}
    assert found["kill"].karakas[Role.KARTA] == ["He"]
    assert found["kill"].karakas[Role.KARMA] == ["Ravana"]
    assert found["kill"].modality is Modality.INTENDED


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_mentions_and_quotes_are_substrings(text: str) -> None:
    """Whatever the line, every mention and quote is copied from it and no mention stands in two roles."""
    answer = extract(text)
    if isinstance(answer, Abstention):
        return
    for kriya in answer.kriyas:
        assert kriya.verb_quote in text
        mentions = [mention for listed in kriya.karakas.values() for mention in listed]
        assert all(mention in text for mention in mentions)
        assert len({mention.casefold() for mention in mentions}) == len(mentions)
