"""A question as a row of words and signs: where it begins, what form it has, which words say nothing by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.investigate.marked import MarkedQuestion
from pramana.investigate.matched_words import AUX, HOLDING, without_wholes
from pramana.investigate.terms import PREPOSITIONS
from pramana.language import Token, tag_tokens, word_set

AUXILIARIES = frozenset(AUX.split("|")) - {"may", "might", "would", "could", "will"}
"""Without those that ask for what could be: a graph says what is."""
DETERMINERS = word_set("investigation/determiners")
FREE_WORDS = AUXILIARIES | DETERMINERS | PREPOSITIONS | frozenset("there that which who it and 's".split())
"""Words that ask for nothing by themselves."""
STOP = word_set("investigation/clause_words")
"""Words that are no part of a relation's name: they make another clause of one, or another question."""
NEGATIONS = frozenset(("not", "no", "never", "without", "lack", "lacks", "lacking"))
BEING = frozenset(("is", "are", "was", "were", "be", "been", "being"))
_PEOPLE = frozenset("who whom anyone anybody someone somebody people person persons everyone".split())
_FRONTED = re.compile(r"^(in|at|on|for|to|from|with|by|under|through|of) (which|what|whom) (.*)$")
_OPENINGS = (
    ("count", re.compile(r"how many (?:of (?:the )?)?")),
    ("exists", re.compile(r"(?:is|are|was|were) there (?:any |an? |some )?")),
    ("exists", re.compile(r"(?:has|have|did|does|do|is|are|was|were) (?=any(?:one|body)|some(?:one|body))")),
    ("exists", re.compile(r"(?:has|have|did|does|do|is|are|was|were) any ")),
    ("list", re.compile(r"(?=who\b|whom\b)")),
    ("list", re.compile(r"(?=what (?:is|are|was|were) in\b)")),
    ("list", re.compile(r"(?:which|what|who) (?:is|are|was|were) (?:all )?(?:the )?")),
    ("list", re.compile(r"(?:which|what|list|show|name|give|find)(?: me)?(?: all)?(?: of)?(?: the)? ")),
)
"""How the answer is told, and what a question begins with, up to its first noun."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a marked question, with their tags; `total`: it asks for all taken together."""

    marked: MarkedQuestion
    words: tuple[str, ...]
    tags: tuple[str, ...]
    total: bool = False

    @classmethod
    def of(cls, marked: MarkedQuestion, *, pronoun: bool = False) -> Tokens:
        """Return the words; with `pronoun`, *it* is a sign for what an earlier part asked for, `@it`."""
        text = marked.text
        if pronoun:
            text = re.sub(r"\b(?:it|they|that|them|he|she)\b", "@it", text, count=1)
        fronted = _FRONTED.match(text)
        text = f"{fronted[2]} {fronted[3]} {fronted[1]}" if fronted else text
        text, total = without_wholes(text)
        words = tuple(text.split())
        return cls(replace(marked, text=text), words, tuple(_tags(words)), total)

    @property
    def size(self) -> int:
        return len(self.words)

    def is_name(self, place: int) -> bool:
        """Whether a name is at a place."""
        return self.words[place].startswith("@")

    def sign(self, place: int) -> str:
        """Return the sign at a place, "" for a word: `@`, `$`, `#`."""
        return self.words[place][0] if self.words[place][0] in "@$#" else ""

    def number(self, place: int) -> int:
        """Return the number of the sign at a place."""
        return int(self.words[place][1:])

    def content(self, start: int, end: int) -> list[str]:
        """Return the words of a span, with signs."""
        return list(self.words[start:end])

    def text(self, start: int) -> str:
        """Return the words from a place on."""
        return " ".join(self.words[start:])

    def may_begin(self, place: int) -> bool:
        """Whether a noun phrase may begin at a place: not within one."""
        return place == 0 or self.words[place - 1] not in DETERMINERS

    def is_whether(self) -> bool:
        """Whether the question is answered by yes or no."""
        return bool(self.words) and self.words[0] in AUXILIARIES

    def is_participle(self, place: int) -> bool:
        """Whether the word at a place is a past participle, or a past: *painted*."""
        return self.tags[place : place + 1] in (("VVN",), ("VVD",))

    def is_passive(self) -> bool:
        """Whether a participle of the passive is among the words: *is written*."""
        return not BEING.isdisjoint(self.words) and "VVN" in self.tags

    def is_negated(self) -> bool:
        """Whether a word denies."""
        return not NEGATIONS.isdisjoint(self.words)

    def openings(self) -> Iterator[tuple[str, int]]:
        """Yield how an answer is told, and the place of the first noun."""
        text = " ".join(self.words)
        for output, pattern in _OPENINGS:
            found = pattern.match(text)
            if found is not None:
                yield output, len(found[0].split())

    def is_people(self, place: int) -> bool:
        """Whether the word at a place asks for people of any kind."""
        return self.words[place] in _PEOPLE


def asked_form(tokens: Tokens) -> tuple[str | None, int]:
    """Return in which form a question asks for a value, and how many words say so; None for no such question.

    A form is `when`, `where`, `why`, `who`, `many`, `much`, `what`, or "" for *how* with an adjective.
    """
    first, second = (*tokens.words[:2], "", "")[:2]
    if first == "how":
        return (second, 2) if second in ("many", "much") else ("", 1)
    if first in ("when", "where", "why", "who", "whom"):
        return first.removesuffix("m"), 1
    if first in ("what", "which"):
        return ("when", 2) if second in ("year", "date", "day") else ("what", 1)
    return None, 0


def _tags(words: Sequence[str]) -> Iterator[str]:
    """Yield a tag for each word; names are their own tags."""
    plain = ["Ann" if word[0] == "@" else "7" if word[0] == "#" else word.lstrip("$") or word for word in words]
    text, spans, at = " ".join(plain), [], 0
    for word in plain:
        spans.append(at)
        at += len(word) + 1
    by_start: dict[int, Token] = {token.start: token for token in tag_tokens(text)}
    for start in spans:
        yield by_start[start].tag if start in by_start else ""


__all__ = ["AUXILIARIES", "BEING", "DETERMINERS", "FREE_WORDS", "HOLDING", "NEGATIONS", "STOP", "Tokens", "asked_form"]
