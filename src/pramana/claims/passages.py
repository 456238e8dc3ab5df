"""Passages of several sentences as claims: each sentence with a verdict of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pramana.claims.checking import Evidence
from pramana.claims.identities import linked_line
from pramana.claims.model import ClaimCheck, ClaimVerdict
from pramana.claims.near import ClaimText
from pramana.documents import read_text
from pramana.language import RESOLVABLE, LinkedExpression
from pramana.serialization import JsonRecord

_POSSESSIVE = frozenset({"his", "its", "their"})
"""*Her* may be either, and stays as it is."""
_WEIGHTS = (ClaimVerdict.CONTRADICTED, ClaimVerdict.UNSURE, ClaimVerdict.NOT_STATED, ClaimVerdict.SUPPORTED)


@dataclass(frozen=True, slots=True)
class PassageCheck(JsonRecord):
    """A passage with the check of each of its sentences, in order; `verdict` is the least favourable of theirs."""

    passage: str
    verdict: ClaimVerdict
    sentences: tuple[ClaimCheck, ...]


def check_passage(passage: str, lines: Evidence) -> PassageCheck:
    """Return whether a text says each sentence of a passage, by rules alone.

    >>> found = check_passage("Marsh stole the map. He never hid it.", ["Marsh stole the map.", "Marsh hid the map."])
    >>> [each.verdict.value for each in found.sentences], found.verdict.value
    (['supported', 'contradicted'], 'contradicted')
    """
    text, sentences = ClaimText(lines), sentences_of(passage)
    checked = tuple(check_sentence(text, sentences, place) for place in range(len(sentences)))
    return PassageCheck(passage, joint_verdict(each.verdict for each in checked), checked)


def joint_verdict(verdicts: Iterable[ClaimVerdict]) -> ClaimVerdict:
    """Return the least favourable of some verdicts: contradicted, unsure, not stated, supported; unsure of none."""
    held = set(verdicts)
    return next((verdict for verdict in _WEIGHTS if verdict in held), ClaimVerdict.UNSURE)


def sentences_of(passage: str) -> list[str]:
    """Return the sentences of a passage as a document would be cut into lines; one alone is as it was given.

    >>> sentences_of("Fabrikam Inc. was bought. It had 12 ships.")
    ['Fabrikam Inc. was bought.', 'It had 12 ships.']
    """
    lines = [line.text for line in read_text(passage, "text").lines] if len(passage.split()) > 1 else []
    return lines if len(lines) > 1 else [passage]


def check_sentence(text: ClaimText, sentences: Sequence[str], place: int) -> ClaimCheck:
    """Return the check of one sentence of a passage, with its pronouns read by the sentences before it."""
    sentence = sentences[place]
    found = text.check(sentence)
    if place == 0 or not found.is_undecided:
        return found
    links = linked_line(sentences[: place + 1], place).references
    named = _with_names(sentence, [each for each in links if sentence[each.start : each.end].casefold() in RESOLVABLE])
    there = text.check(named) if named != sentence else found
    if there.is_undecided and not there.opposing:
        return found
    read = f"Read as “{named}”, by the sentences before it."
    return replace(there, claim=sentence, reasons=(*there.reasons, read))


def _with_names(sentence: str, links: Sequence[LinkedExpression]) -> str:
    for link in reversed(links):
        ending = "'s" if sentence[link.start : link.end].casefold() in _POSSESSIVE else ""
        sentence = f"{sentence[: link.start]}{link.means}{ending}{sentence[link.end :]}"
    return sentence
