"""Words that make what they stand with hold in part, for a while, or in name only, may not be left out of a claim."""

from __future__ import annotations

import pytest

from pramana.claims import ClaimVerdict, check
from pramana.language import PRIVATIVES, word_list

LIMITING = (
    "temporarily partly partially nominally provisionally briefly ostensibly theoretically practically virtually "
    "purportedly conditionally tentatively momentarily technically legally effectively mostly largely falsely "
    "mistakenly incompletely superficially symbolically fictionally notionally intermittently occasionally sometimes "
    "unofficially barely hardly scarcely nearly almost allegedly seemingly zorblishly"
).split()


def verdict(claim: str, line: str) -> str:
    return check(claim, [line]).verdict.value


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("The bug was {} solved.", "The bug was solved."),
        ("Ann {} sold the mill.", "Ann sold the mill."),
        ("Ann {} sold the mill.", "The mill was sold by Ann."),
        ("Ann {} sold the mill.", "Ann did not sell the mill."),
        ("Ann is {} independent.", "Ann is independent."),
        ("The {} elected mayor spoke.", "The elected mayor spoke."),
        ("{}, Ann owns the mill.", "Ann owns the mill."),
    ],
)
def test_no_claim_leaves_out_an_adverb_that_may_limit_its_verb(line: str, claim: str) -> None:
    """All words in -ly do that are not listed as plain, also one that is no word; whatever its place, neither way."""
    decided = [word for word in LIMITING if verdict(claim, _filled(line, word)) != "unsure"]
    assert decided == []


def _filled(line: str, word: str) -> str:
    text = line.format(word)
    return f"{text[:1].upper()}{text[1:]}"


@pytest.mark.parametrize("line", ["The bug was {} solved.", "Ann {} sold the mill."])
def test_a_claim_may_leave_out_how_and_when_something_was_done(line: str) -> None:
    """What is listed as plain lessens nothing; a claim that has the adverb of its line needs no list."""
    plain = word_list("claims/plain_adverbs")
    claim = line.replace("{} ", "")
    missed = [word for word in plain if verdict(claim, line.format(word)) == "contradicted"]
    assert missed == []
    said = [
        word
        for word in ("quickly", "finally", "quietly", "publicly")
        if verdict(claim, line.format(word)) == "supported"
    ]
    assert said == ["quickly", "finally", "quietly", "publicly"]
    assert verdict(line.format("temporarily"), line.format("temporarily")) == "supported"
    assert verdict("The bug was temporarily solved.", "The bug was temporarily solved by Ann.") == "supported"


@pytest.mark.parametrize("phrase", word_list("claims/limiting_phrases"))
def test_no_claim_leaves_out_a_phrase_that_limits(phrase: str) -> None:
    """Before the subject, behind the verb and at the end."""
    for line in (
        f"{phrase.capitalize()}, the plan was approved.",
        f"The plan was {phrase} approved.",
        f"The plan was approved {phrase}.",
    ):
        assert verdict("The plan was approved.", line) == "unsure", line


@pytest.mark.parametrize("word", sorted(PRIVATIVES))
def test_no_claim_leaves_out_a_word_that_makes_its_noun_another(word: str) -> None:
    """*The deputy mayor* is not the mayor, *a bogus doctor* no doctor, *the interim director* not the director."""
    for line, claim in (
        (f"Ann is the {word} mayor.", "Ann is the mayor."),
        (f"Ann, the {word} mayor, left.", "Ann is the mayor."),
        (f"Bo met the {word} mayor.", "Bo met the mayor."),
    ):
        assert verdict(claim, line) == "unsure", line


@pytest.mark.parametrize(
    "rest",
    [
        "both married in 1990",
        "each married sailors",
        "were married, she to a lawyer and he to a nurse",
        "were married to twins",
        "were married young",
        "were married by then",
        "married, but not each other",
        "divorced their husbands",
        "were both divorced",
        "married in the same year",
    ],
)
def test_two_who_marry_need_not_marry_each_other(rest: str) -> None:
    for claim in ("Maud married Neil.", "Neil married Maud.", "Maud divorced Neil.", "Maud was married to Neil."):
        assert verdict(claim, f"Maud and Neil {rest}.") == "unsure"
    assert verdict("Maud married Neil.", "Maud, Neil and Carl married.") == "unsure"


@pytest.mark.parametrize("rest", ["married in 1990", "were married on 2 June 1990", "were married in Hull", "married"])
def test_a_line_that_says_only_that_two_married_says_that_one_married_the_other(rest: str) -> None:
    line = f"Maud Rees and Neil Ash {rest}."
    assert [verdict(claim, line) for claim in ("Maud Rees married Neil Ash.", "Neil Ash married Maud Rees.")] == [
        "supported",
        "supported",
    ]
    assert check("Maud Rees did not marry Neil Ash.", [line]).verdict is not ClaimVerdict.SUPPORTED
