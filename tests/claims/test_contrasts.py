"""Claims about what a sentence sets against something else: *It was Krug, not Vera, who ran home*."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from contrasts import FILLINGS, contrasts

from pramana.claims import ClaimVerdict, check

SAID = {"chosen": 0.35, "reported": 0.3}
"""The least share of the true claims that are supported: a check that refuses all would pass the rest."""


@pytest.mark.slow
@pytest.mark.parametrize("filling", sorted(FILLINGS))
def test_what_is_set_against_another_is_never_supported_and_the_other_never_contradicted(filling: str) -> None:
    """Some 1,800 claims about who, what, where and when, with *not*, *rather than*, *instead of*, *but* and the like;
    rules were chosen on one filling, which has no word in common with the other."""
    found = [(each, check(each.claim, [each.line]).verdict) for each in contrasts(FILLINGS[filling], Random(1))]
    assert not [each for each, verdict in found if not each.is_said and verdict is ClaimVerdict.SUPPORTED]
    assert not [each for each, verdict in found if each.is_said and verdict is ClaimVerdict.CONTRADICTED]
    counts = Counter(verdict for each, verdict in found if each.is_said)
    assert counts[ClaimVerdict.SUPPORTED] >= SAID[filling] * counts.total()


CORRECTED = [
    ("{A} did not sell the mill {S}, but {T}.", "{A} sold the mill {T}.", "{A} sold the mill {S}."),
    ("{A} did not sell the mill {S} but {T}.", "{A} sold the mill {T}.", "{A} did not sell the mill."),
    ("{A} never sold mills {S}, but {T}.", "{A} sold mills {T}.", "{A} never sold mills {T}."),
    ("{A} sold the mill {T}, not {S}.", "{A} sold the mill {T}.", "{A} sold the mill {S}."),
    ("The mill was not sold {S}, but {T}.", "The mill was sold {T}.", "The mill was not sold {T}."),
    ("{A} did not sell the mill {S}, but rather {T}.", "{A} sold the mill {T}.", "{A} sold the mill {S}."),
]
TIMES = ["in May", "last winter", "on Tuesday", "in June", "in 1994", "on 4 March 1912", "last spring"]


@pytest.mark.parametrize(("line", "said", "unsaid"), CORRECTED)
def test_a_denial_that_is_corrected_denies_only_what_it_corrects(line: str, said: str, unsaid: str) -> None:
    """*did not sell it on Tuesday, but last winter* says that it was sold, and when, whatever the times are."""
    for one in TIMES:
        for other in TIMES:
            if one == other:
                continue
            filled = {"A": "Krug", "S": one, "T": other}
            text = line.format(**filled)
            assert check(said.format(**filled), [text]).verdict is not ClaimVerdict.CONTRADICTED, text
            assert not check(unsaid.format(**filled), [text]).is_supported, text
            assert check(f"{said.format(**filled)[:-1]}, and Krug left.", [text]).verdict is ClaimVerdict.UNSURE, text


@pytest.mark.parametrize(
    "names", [("Krug", "Vera"), ("Ann", "Bo"), ("Zed", "Ivo Lind"), ("Ilse", "Omar")], ids=" ".join
)
def test_a_cleft_says_who_it_was_and_who_it_was_not(names: tuple[str, str]) -> None:
    """Whatever word the tagger makes of a name: a rare one stands where an adjective could."""
    one, other = names
    lines = [f"It was {one}, not {other}, who stole the map.", f"It was not {other} but {one} who stole the map."]
    for line in lines:
        assert check(f"{one} stole the map.", [line]).is_supported
        assert check(f"{other} stole the map.", [line]).verdict is ClaimVerdict.CONTRADICTED
        assert check(f"{other} did not steal the map.", [line]).verdict is not ClaimVerdict.CONTRADICTED
