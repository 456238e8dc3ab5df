"""Passages of several sentences: a verdict for each."""

from __future__ import annotations

import pytest

from pramana.claims import ClaimVerdict, check_passage, joint_verdict, sentences_of

LINES = ["Margaret Osei chaired the meeting and opened it at seven.", "Fabrikam Inc. was bought for £14.2 million."]


def test_each_sentence_has_a_verdict_of_its_own() -> None:
    """The passage has the least favourable one."""
    found = check_passage(
        "The meeting was chaired by Margaret Osei. Fabrikam Inc. was bought for £12.4 million. Bears eat honey.", LINES
    )
    assert [each.verdict.value for each in found.sentences] == ["supported", "contradicted", "not_stated"]
    assert found.verdict is ClaimVerdict.CONTRADICTED
    assert [each.lines for each in found.sentences] == [(0,), (1,), ()]


def test_a_pronoun_is_read_by_the_sentences_before_it() -> None:
    """With whom it was read as among the reasons; at the beginning of a passage it means nobody."""
    found = check_passage("Margaret Osei chaired the meeting. She opened it at seven.", LINES)
    assert [each.verdict.value for each in found.sentences] == ["supported", "supported"]
    assert found.sentences[1].reasons == ("Read as “Margaret Osei opened it at seven.”, by the sentences before it.",)
    assert check_passage("She chaired the meeting.", LINES).verdict is ClaimVerdict.UNSURE


@pytest.mark.parametrize(
    ("passage", "count"),
    [
        ("", 1),
        ("The map", 1),
        ("Fabrikam Inc. was bought.", 1),
        ("He left. She stayed.", 2),
        ("One.\n\nTwo is a number.", 2),
    ],
)
def test_a_passage_is_cut_like_a_document(passage: str, count: int) -> None:
    """A full stop within a name ends no sentence; one sentence stays as it was given."""
    found = sentences_of(passage)
    assert len(found) == count
    assert count > 1 or found == [passage]


def test_the_joint_verdict_is_the_least_favourable() -> None:
    """Contradicted, unsure, not stated, supported; of nothing nothing is sure."""
    verdicts = list(ClaimVerdict)
    assert joint_verdict(verdicts) is ClaimVerdict.CONTRADICTED
    assert joint_verdict([ClaimVerdict.SUPPORTED, ClaimVerdict.NOT_STATED]) is ClaimVerdict.NOT_STATED
    assert joint_verdict([]) is ClaimVerdict.UNSURE
