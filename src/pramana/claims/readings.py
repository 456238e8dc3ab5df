"""Lines and claims, each read once: their clauses, words and stems, kept for the claims that come after."""

from __future__ import annotations

from functools import cached_property, lru_cache

from pramana.evidence import words
from pramana.language import EvidenceLine, ReadLine, Token, analyse_cached, bare_form, operator_words, stem

MOST_KEPT = 4_096
"""Readings that are kept, each of some kilobytes."""


def texts_of(line: EvidenceLine) -> tuple[str, ...]:
    """Return the text of a line, and what its expressions mean."""
    return (line.text, *(each.means for each in line.references))


class ComparedLine(ReadLine):
    """A line read, with all words that it or its links have."""

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The line, and what its expressions mean."""
        return texts_of(self.line)

    @cached_property
    def all_words(self) -> frozenset[str]:
        """The words of the line and of what its expressions mean, as written and as lemmas; verbs of nouns, too."""
        return frozenset(form for text in self.texts for form in _all_words(text))


@lru_cache(maxsize=MOST_KEPT)
def _all_words(text: str) -> frozenset[str]:
    read = analyse_cached(text)
    own = {form for token in read.tokens for form in _token_forms(token)}
    verbs = {group.lemma for group in read.verb_groups} | {clause.verb for clause in read.clauses}
    return frozenset(own | set(operator_words(text)) | verbs)


def _token_forms(token: Token) -> tuple[str, str, str]:
    return token.text.casefold(), bare_form(token.text), token.lemma.casefold()


@lru_cache(maxsize=MOST_KEPT)
def read_line(line: EvidenceLine) -> ComparedLine:
    """Return a line read, kept for the next claim."""
    return ComparedLine(line)


@lru_cache(maxsize=2 * MOST_KEPT)
def stems_of(line: EvidenceLine) -> frozenset[str]:
    """Return the stems of all words of a line, and of what its expressions mean."""
    return frozenset(stem(form) for text in texts_of(line) for form in words(text).forms)
