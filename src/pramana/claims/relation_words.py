"""Whether a text says a relation between two ends in words: its verb or noun, or words that say it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from pramana.claims.wording import restating_stems
from pramana.evidence import words
from pramana.language import (
    NOMINAL,
    PREPOSITIONS,
    Clause,
    QuotedPassage,
    analyse_cached,
    lemma_of,
    mentions,
    stem,
    word_set,
)

ANY_WORDS = "*"
"""Among a relation's words: whatever the text says between the ends, as in source code, that is the relation."""
_UNSAID = word_set("claims/glue") | PREPOSITIONS | frozenset("not a an the of related relates relation".split())
"""Words of a relation's name that claim nothing: *HAS_PART* is said by *part*, *RELATED_TO* by nothing."""
_PLACED = frozenset(map(stem, ("locate", "situate", "base", "find")))
"""*LOCATED_IN* is said by *in* as well."""


def says_relation(
    relation: str, text: str, source: Sequence[str], target: Sequence[str], others: Collection[str] = ()
) -> bool:
    """Return whether a text has the words of a relation where it names both ends, each by one of its names.

    They are those of the relation's name in any form, words that say them, or one of `others`, as the schema declares
    them (`*`: any words). Where a clause names both ends, one such clause must have them; else they may be anywhere.
    """
    parts = [word for word in words(relation.replace("_", " ")).forms if word not in _UNSAID]
    if ANY_WORDS in others or not parts or any(_holds_phrase(text, each) for each in others):
        return True
    joined = [clause for clause in analyse_cached(text).clauses if _joins(clause, source, target)]
    verbs = [clause for clause in joined if clause.kind not in NOMINAL]
    if verbs and len(verbs) == len(joined) and _is_verb(parts[0]):
        return any(_says_verb(clause, parts[0]) or _says(parts, _clause_words(clause)) for clause in verbs)
    return _says(parts, _stems(text))


def _is_verb(word: str) -> bool:
    return any(lemma_of(word, tag) != word for tag in ("VVZ", "VVD", "VVN", "VVG"))


def _says_verb(clause: Clause, word: str) -> bool:
    own = _forms(word)
    return bool({stem(clause.verb), *_stems(clause.verb_quote)} & {other for each in own for other in _sayings(each)})


def _clause_words(clause: Clause) -> frozenset[str]:
    held = [*clause.objects, *(part.phrase for part in clause.prepositions)]
    texts = [clause.complement or "", *(part.preposition for part in clause.prepositions)]
    return frozenset().union(*map(_stems, (*texts, *(phrase.text for phrase in held))))


def _says(parts: Iterable[str], held: frozenset[str]) -> bool:
    return all(any(other in held for each in _forms(part) for other in _sayings(each)) for part in parts)


def _forms(word: str) -> set[str]:
    """Return the stems that a word of a relation's name may have: as a verb in any form, and as it is."""
    return {stem(word), *(stem(lemma_of(word, tag)) for tag in ("VVZ", "VVD", "VVN"))}


def _sayings(stemmed: str) -> Iterator[str]:
    yield stemmed
    yield from restating_stems(stemmed)
    if stemmed in _PLACED:
        yield from ("in", "at", "on")


def _stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text, as written and as lemmas."""
    lemmas = (token.lemma.casefold() for token in analyse_cached(text).tokens)
    return frozenset(stem(form) for form in (*words(text).forms, *lemmas))


def _joins(clause: Clause, source: Sequence[str], target: Sequence[str]) -> bool:
    """Whether a clause names both ends among its participants."""
    led = (part.phrase for part in clause.prepositions)
    texts = [phrase.text for phrase in (*clause.subjects, *clause.objects, *clause.indirect, *led)]
    return all(any(_names(text, names) for text in texts) for names in (source, target))


def _names(text: str, names: Iterable[str]) -> bool:
    return any(mentions(QuotedPassage(text, 0, len(text)), name, folded=True) for name in names)


def _holds_phrase(text: str, phrase: str) -> bool:
    """Whether a text has the words of a phrase in any form, one after the other; of marks alone, as they are."""
    own = words(phrase).forms
    if not own:
        return phrase.strip() in text
    asked, held = [stem(word) for word in own], [stem(word) for word in words(text).forms]
    return any(held[place : place + len(asked)] == asked for place in range(len(held) - len(asked) + 1))
