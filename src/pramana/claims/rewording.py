"""Claims in other words that mean the same, or cannot both be true: *Ann left before Bo*, *Bo left after Ann*.

Each rewording is checked like any claim, so whatever it does not fit stays open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.claims.wording import opposite_of
from pramana.language import PRONOUNS, ClauseKind, EvidenceLine, Sentence, analyse_cached, span_of, word_list

_ORDERING = frozenset({"before", "after"})
_ORDINALS = tuple(word_list("claims/ordinals"))


@dataclass(frozen=True, slots=True)
class Rewording:
    """A claim in other words. `opposed`: it and the claim cannot both hold; `difference` says in what."""

    text: str
    opposed: bool = False
    difference: str = ""


def rewordings(claim: str, lines: Sequence[EvidenceLine]) -> Iterator[Rewording]:
    """Yield other ways to say a claim, and ways to say the opposite, that its lines may have."""
    folded = claim.casefold()
    if any(marker in folded for marker in _ORDERING):
        yield from _orders(claim)
    if any(ordinal in folded for ordinal in _ORDINALS):
        yield from _ordinals(claim, lines)
    yield from map(Rewording, _same_sayings(claim, lines))


def _same_sayings(claim: str, lines: Sequence[EvidenceLine]) -> Iterator[str]:
    """Yield a cleft without its frame (*it was Ann who left*: *Ann left*), and an identity from its other end (*the
    captain is Ann*: *Ann is the captain*), where a line has the whole phrase: *a captain* may be another."""
    if cleft := _CLEFT.fullmatch(claim.strip()):
        yield _sentence(f"{cleft['who']} {cleft['did']}")
    sentence = analyse_cached(claim)
    if len(sentence.clauses) != 1 or not _IDENTITY.search(claim):
        return
    (clause,) = sentence.clauses
    if clause.verb != "be" or clause.negated or len(clause.subjects) != 1 or len(clause.objects) != 1:
        return
    one, other = clause.subjects[0], clause.objects[0]
    named = any(one.text.casefold() in line.text.casefold() for line in lines)
    if named and one.start == 0 and other.end == len(claim.rstrip(" .")) and other.kind == "name":
        rest = claim[one.end : other.start]
        yield _sentence(f"{other.text}{rest}{mid_sentence_form(one.text)}")


_CLEFT = re.compile(
    r"It (?:is|was) (?P<who>(?:the |an? )?[^,;:]{1,80}?) (?:who|that|which) (?P<did>[^,;:]{3,200}?)\.?", re.IGNORECASE
)
_IDENTITY = re.compile(r"\b(?:is|was|are|were)\b")


def _orders(claim: str) -> Iterator[Rewording]:
    """Yield the order of two events told from the other side, and the other order."""
    parts = _parts_in_order(analyse_cached(claim))
    if parts is None:
        return
    first, marker, second = (mid_sentence_form(part) for part in parts)
    (other,) = opposite_of(marker) & _ORDERING
    if marker == "before":  # *he died before he finished it* does not say that he finished it
        yield Rewording(_sentence(f"{second} {other} {first}"))
    told = f"the order of two events: it has “{marker}”, where the line has them the other way round"
    yield Rewording(_sentence(f"{first} {other} {second}"), True, told)
    yield Rewording(_sentence(f"{second} {marker} {first}"), True, told)


def _parts_in_order(sentence: Sentence) -> tuple[str, str, str] | None:
    """Return the main clause, *before* or *after*, and the clause behind it; None for another sentence."""
    verbal = [each for each in sentence.clauses if each.kind in (ClauseKind.MAIN, ClauseKind.SUBORDINATE)]
    if len(verbal) != 2 or len(verbal) != len(sentence.clauses):
        return None
    main, under = sorted(verbal, key=lambda each: each.marker in _ORDERING)
    if under.marker not in _ORDERING or main.marker is not None or main.negated or under.negated:
        return None
    text, start = sentence.text.rstrip(" .!"), span_of(under)[0]
    found = [each for each in re.finditer(rf"\b{under.marker}\b", text, re.IGNORECASE) if each.end() <= start]
    if not found:
        return None
    front, back = text[: found[-1].start()].strip(" ,"), text[found[-1].end() :].strip()
    if front:
        return front, under.marker, back
    fronted, comma, rest = back.partition(", ")
    return (rest, under.marker, fronted) if comma and ", " not in rest else None


def _ordinals(claim: str, lines: Sequence[EvidenceLine]) -> Iterator[Rewording]:
    """Yield a claim with the one ordinal of a line in the place of its own, where it says which one somebody was.

    *Ann won the first race* and *Ann won the second race* may both be true.
    """
    own = _ordinals_of(claim)
    for line in lines if len(own) == 1 and _RANKED.search(claim) else ():
        there = set(_ordinals_of(line.text))
        if len(there) == 1 and not there & set(own):
            (other,) = there
            told = f"the place in an order “{own[0]}”, where the line has “{other}”"
            yield Rewording(re.sub(rf"\b{own[0]}\b", other, claim, flags=re.IGNORECASE), True, told)


def _ordinals_of(text: str) -> list[str]:
    words = re.findall(r"\w+", text.casefold())
    return [word for word in words if word in _ORDINALS]


_RANKED = re.compile(
    rf"\b(?:is|are|was|were|be|been|became|finished|came|placed|ranked) (?:in )?(?:the )?(?:{'|'.join(_ORDINALS)})\b",
    re.IGNORECASE,
)


def mid_sentence_form(text: str) -> str:
    """Return words that began a sentence as they are within one."""
    first = text.partition(" ")[0]
    return f"{text[:1].lower()}{text[1:]}" if first.casefold() in _DETERMINERS else text


_DETERMINERS = PRONOUNS | {"the", "a", "an", "this", "that", "these", "those"}


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
