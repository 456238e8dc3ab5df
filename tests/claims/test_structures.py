"""Claims whose truth follows from how their sentence was made (`structures.txt`), whatever names and deeds fill it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from claim_structures import CHOSEN, OTHERS, StructureClaim, StructureWords, claims_of, structures

from pramana.claims import ClaimVerdict, check

FILLINGS = {"chosen": (7, CHOSEN), "names like adjectives": (20, CHOSEN), "other words": (201, OTHERS)}
"""Seeds of the names and deeds, and what these are taken from. Rules were first chosen on 7."""
SAID = 0.75
"""The least share of the true claims that are supported: a check that refuses all would pass the rest."""


def claims(seed: int, words: StructureWords) -> list[StructureClaim]:
    return [each for place, one in enumerate(structures()) for each in claims_of(one, Random(f"{seed}-{place}"), words)]


@pytest.mark.slow
@pytest.mark.parametrize("filling", sorted(FILLINGS))
def test_no_claim_is_supported_that_its_sentence_does_not_assert(filling: str) -> None:
    """Some 4,500 claims: another's deed, time or place, hedged, reported, supposed, denied, chosen between; and no
    claim is contradicted that its sentence asserts."""
    verdicts = [(each, check(each.claim, [each.line]).verdict) for each in claims(*FILLINGS[filling])]
    accepted = [each for each, verdict in verdicts if each.is_said is False and verdict is ClaimVerdict.SUPPORTED]
    refused = [each for each, verdict in verdicts if each.is_said and verdict is ClaimVerdict.CONTRADICTED]
    assert not accepted
    assert not refused
    counts = Counter(verdict for each, verdict in verdicts if each.is_said)
    assert counts[ClaimVerdict.SUPPORTED] >= SAID * counts.total()


OPEN = [
    ("{A}, a nurse, left, and {B} ran home.", "{A} ran home."),
    ("{A}, who stole the map, left, and {B} wept.", "{A} wept."),
    ("Perhaps {A} closed the shop, and {B} left.", "{B} left."),
    ("{A} wept, and perhaps {B} left.", "{B} left."),
    ("{A} hardly knew {B}.", "{A} knew {B}."),
    ("{A} hardly knew {B}.", "{A} did not know {B}."),
    ("{A} rarely met {B}.", "{A} met {B}."),
    ("Only {A}, the cook, and {B} left.", "{A} is the cook."),
    ("{A} sold the mill or painted the gate.", "{A} sold the mill."),
    ("{B}, said {A}, sold the mill.", "{B} sold the mill."),
    ("{B}, it is said, sold the mill.", "{B} sold the mill."),
    ("{B} sold the mill, according to {A}.", "{B} sold the mill."),
    ("In {A}'s view, {B} sold the mill.", "{B} sold the mill."),
    ("“{B} sold the mill”, {A} told us.", "{B} sold the mill."),
    ("It was {A}, not {B}, who sold the mill.", "{B} sold the mill."),
    ("{A} wept not in May but in June.", "{A} wept in May."),
    ("The mill was sold by {A} and the gate by {B}.", "The mill was sold by {B}."),
    ("{A}'s and {B}'s brothers left.", "{A} left."),
    ("{A} acted as though {B} sold the mill.", "{B} sold the mill."),
    ("{A} closed the shop in case {B} came.", "{A} closed the shop."),
    ("{A} sold the mill?", "{A} sold the mill."),
    ("Let {A} sell the mill.", "{A} sold the mill."),
]
SAYING = [
    ("{A}, a nurse, left, and {B} ran home.", "{B} ran home."),
    ("{A} neither wept nor left.", "{A} did not weep."),
    ("Neither {A} nor {B} left.", "{B} did not leave."),
    ("Only {A}, the cook, and {B} left.", "{A} left."),
    ("Maybe {A} wept, but {B} left.", "{B} left."),
    ("{A} left in May, and {B} left in June.", "{B} left in June."),
]
NAMES = [("Ann", "Bo"), ("Krug", "Ivo Lind"), ("Rosa Kern", "Krug")]


@pytest.mark.parametrize("names", NAMES, ids=" and ".join)
@pytest.mark.parametrize(("line", "claim"), OPEN)
def test_what_a_sentence_leaves_open_is_neither_said_nor_denied(line: str, claim: str, names: tuple[str, str]) -> None:
    """Each shows a way in which a word reaches over a clause that it does not stand in."""
    filled = dict(zip("AB", names, strict=True))
    verdict = check(claim.format(**filled), [line.format(**filled)]).verdict
    assert verdict in (ClaimVerdict.UNSURE, ClaimVerdict.NOT_STATED, ClaimVerdict.CONTRADICTED)
    assert verdict is not ClaimVerdict.CONTRADICTED or " not " in line


@pytest.mark.parametrize("names", NAMES, ids=" and ".join)
@pytest.mark.parametrize(("line", "claim"), SAYING)
def test_what_stands_beside_it_takes_nothing_from_a_claim(line: str, claim: str, names: tuple[str, str]) -> None:
    """The other half of the same sentences."""
    filled = dict(zip("AB", names, strict=True))
    assert check(claim.format(**filled), [line.format(**filled)]).is_supported
