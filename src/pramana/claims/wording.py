"""Words of equal, of wider and of opposite meaning, from the lists that rules compare claims by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from pramana.language import stem, word_list, word_table

_NOTHING: frozenset[str] = frozenset()


@cache
def _equals() -> dict[str, frozenset[str]]:
    return _collect((word, words) for words in _rows(word_list("claims/equal_words")) for word in words)


@cache
def _narrower() -> dict[str, frozenset[str]]:
    return _collect((wide, (narrow,)) for narrow, *wider in _rows(word_list("claims/broader_words")) for wide in wider)


@cache
def _opposites() -> dict[str, frozenset[str]]:
    pairs = [(one, other) for one, other in _rows(word_list("claims/opposites"))]
    both = (*pairs, *((other, one) for one, other in pairs))
    return _collect((word, (opposite, *equal_words(opposite))) for word, opposite in both)


def _collect(found: Iterable[tuple[str, Iterable[str]]]) -> dict[str, frozenset[str]]:
    by_word: dict[str, frozenset[str]] = {}
    for word, others in found:
        by_word[word] = by_word.get(word, _NOTHING) | (frozenset(others) - {word})
    return by_word


def _rows(entries: Iterable[str]) -> Iterator[list[str]]:
    for entry in entries:
        yield [word.replace("_", " ") for word in entry.split()]


def equal_words(lemma: str) -> frozenset[str]:
    """Return the lemmas that say the same as one, itself not among them; empty for most.

    >>> sorted(equal_words("vanish"))
    ['disappear']
    """
    return _equals().get(lemma, _NOTHING)


def narrower_words(lemma: str) -> frozenset[str]:
    """Return the lemmas of kinds of what one names, which say it where nothing is denied or counted out.

    >>> sorted(narrower_words("fish"))
    ['cod', 'salmon', 'trout']
    """
    return _narrower().get(lemma, _NOTHING)


def opposite_of(lemma: str) -> frozenset[str]:
    """Return the lemmas that cannot hold of the same where one does; empty for most.

    >>> sorted(opposite_of("reject"))
    ['accept', 'approve']
    """
    return _opposites().get(lemma, _NOTHING)


@dataclass(frozen=True, slots=True)
class ConverseFrame:
    """Another verb that says the event of a line's verb: `verb`, whose participants have other roles.

    `source` is the marker of what becomes the subject, `target` that of what was the subject, "" for an object.
    """

    verb: str
    source: str
    target: str


@cache
def _frames() -> dict[str, tuple[ConverseFrame, ...]]:
    found: dict[str, list[ConverseFrame]] = {}
    for entry in word_list("claims/converses"):
        (one, first), (other, second) = (part.split() for part in entry.split(": "))
        found.setdefault(one, []).append(ConverseFrame(other, first, second))
        found.setdefault(other, []).append(ConverseFrame(one, second, first))
    for entry in word_list("claims/swapped_verbs"):
        (one, _, _), (other, _, marker) = (part.partition(" ") for part in entry.split(": "))
        found.setdefault(one, []).append(ConverseFrame(other, "", marker))
        found.setdefault(other, []).append(ConverseFrame(one, marker, ""))
    return {verb: tuple(frames) for verb, frames in found.items()}


def frames_of(verb: str) -> tuple[ConverseFrame, ...]:
    """Return the verbs that say the event of a verb from another side; none for most."""
    return _frames().get(verb, ())


@cache
def _results() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for entry in word_list("claims/resulting_verbs"):
        verb, result = entry.replace("_", " ").split(": ")
        found[verb] = found.get(verb, _NOTHING) | {result}
    return found


@cache
def _implying() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for verb, frames in _frames().items():
        for frame in frames:
            found.setdefault(frame.verb, set()).add(verb)
    for verb, results in _results().items():
        for result in results:
            found.setdefault(result, set()).add(verb)
    return {verb: frozenset(verbs) for verb, verbs in found.items()}


def verbs_implying(verb: str) -> frozenset[str]:
    """Return the verbs whose clauses may say the event of a verb from another side, or have it as their result.

    >>> sorted(verbs_implying("borrow"))
    ['lend']
    """
    return _implying().get(verb, _NOTHING)


def results_of(verb: str) -> frozenset[str]:
    """Return the verbs of what happens to the object of a verb: of *kill* *die*; empty for most."""
    return _results().get(verb, _NOTHING)


@cache
def _replacements(opposed: bool) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    lists = (_equals(), _narrower(), _opposites()) if opposed else (_equals(), _narrower())
    pairs = [(word, other) for words in lists for word in words for other in words[word]]
    pairs += [(frame.verb, verb) for verb, frames in _frames().items() for frame in frames]
    pairs += [(result, verb) for verb, results in _results().items() for result in results]
    nouns = [(noun, frame.split()[0].replace("_", " ")) for noun, frame in word_table("nominalizations/events").items()]
    pairs += [pair for noun, verb in nouns for pair in ((noun, verb), (verb, noun))]
    for word, other in pairs:
        for part in word.split():
            found.setdefault(stem(part), set()).update(stem(each) for each in other.split())
    return {word: frozenset(others) for word, others in found.items()}


def restating_stems(stemmed: str) -> frozenset[str]:
    """Return the stems of the words by which a line may say a word with this stem."""
    return _replacements(False).get(stemmed, _NOTHING)


def replacing_stems(stemmed: str) -> frozenset[str]:
    """Return the stems of the words by which a line may say a word with this stem, or the opposite."""
    return _replacements(True).get(stemmed, _NOTHING)
