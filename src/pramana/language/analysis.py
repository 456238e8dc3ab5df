"""One line in, its clauses out."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache

from pramana.language import lexicon as lex
from pramana.language.addressees import set_addressees_aside
from pramana.language.appositions import set_appositions_aside
from pramana.language.assembly import assemble
from pramana.language.brackets import set_aside
from pramana.language.chunks import Chunk, Chunker
from pramana.language.clauses import Builder
from pramana.language.drafts import ClauseDraft
from pramana.language.model import Clause, NounPhrase, Sentence, Token
from pramana.language.repair import repair
from pramana.language.speech import Quotation, quotations, stretches, titles
from pramana.language.tagging import lemma_of, tag
from pramana.language.tokens import tokenize

_CACHED = 4_096
"""Texts whose analysis is remembered: the lines of a book, each compared with many statements."""
_TAGGED = 1_024
"""Texts whose tags are remembered: those of some ten questions. Of the texts that a question has tagged, two in five
come again before it is answered."""


def analyse(text: str) -> Sentence:
    """The words, phrases and clauses of one line of English. Never raises on any text; near-linear in its length.

    Clauses come in the order of their verbs. Text in another language yields tokens, and little else that holds.

    >>> [(clause.verb, clause.subjects[0].text) for clause in analyse("He used it to kill Ravana.").clauses]
    [('use', 'He'), ('kill', 'He')]
    """
    tokens = tag_tokens(text)
    quoted = quotations(text, tokens)
    chunks = Chunker(text, tokens, _set_off(tokens, quoted), titles(tokens, quoted)).chunks()
    phrases = tuple(chunk.phrase for chunk in chunks if chunk.phrase is not None)
    groups = tuple(chunk.verb for chunk in chunks if chunk.verb is not None)
    clauses = _clauses(text, tokens, chunks, quoted) if groups or phrases else ()
    return Sentence(text, tokens, phrases, groups, clauses)


@lru_cache(maxsize=_CACHED)
def analyse_cached(text: str) -> Sentence:
    """Return the analysis of a text, remembered: a statement is compared with many lines."""
    return analyse(text)


def _set_off(tokens: Sequence[Token], quoted: Sequence[Quotation]) -> frozenset[int]:
    """The quotation marks that may occur inside a noun phrase."""
    spans = [quotation for quotation in quoted if not quotation.spoken]
    return frozenset(
        place for quotation in spans for place in (quotation.first, quotation.last - 1) if tokens[place].tag == "PUQ"
    )


@lru_cache(maxsize=_TAGGED)
def tag_tokens(text: str) -> tuple[Token, ...]:
    """The tokens of `text` with repaired tags and lemmas."""
    words = tokenize(text)
    plain = _calm([word.plain for word in words])
    tags = repair(plain, tag(plain))
    return tuple(
        Token(word.start, word.end, text[word.start : word.end], lemma_of(word.plain, name), name)
        for word, name in zip(words, tags, strict=True)
    )


def _calm(words: list[str]) -> list[str]:
    """A line in capitals in lower case: the tagger takes every capital for a name."""
    long = [word for word in words if len(word) > 1 and word.isalpha()]
    shouted = len(long) > 2 and sum(word.isupper() for word in long) > 0.6 * len(long)
    return [word.lower() for word in words] if shouted else words


def _clauses(
    text: str, tokens: tuple[Token, ...], chunks: Sequence[Chunk], quoted: Sequence[Quotation]
) -> tuple[Clause, ...]:
    outside, spoken = stretches(chunks, quoted)
    main, asides = _parts(text, tokens, outside)
    drafts = [draft for part in (main, *asides) for draft in part.drafts]
    pairs = [pair for part in (main, *asides) for pair in part.nominals]
    saying = [draft for draft in main.drafts if draft.base in lex.DIRECT_SPEECH and draft.subjects]
    for quotation in spoken:
        inner, within = _parts(text, tokens, quotation)
        speaker = _speaker(saying, quotation)
        for part in (inner, *within):
            for draft in part.drafts:
                draft.speaker = speaker
            drafts += part.drafts
            pairs += part.nominals
    return assemble(text, tokens, chunks, drafts, pairs)


def _parts(text: str, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> tuple[Builder, list[Builder]]:
    """The clauses outside of brackets, and those of each bracket."""
    outside, inside = set_aside(chunks)
    outside = set_addressees_aside(tokens, outside)
    outside, nominals, described = set_appositions_aside(tokens, outside)
    main = _build(text, tokens, outside)
    main.nominals += nominals
    return main, [_build(text, tokens, part) for part in (*inside, *described)]


def _build(text: str, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> Builder:
    builder = Builder(text, tokens, chunks)
    builder.build()
    return builder


def _speaker(saying: Sequence[ClauseDraft], quotation: Sequence[Chunk]) -> NounPhrase | None:
    """The speaker of a quotation: the subject of the nearest verb of saying outside it."""
    if not saying or not quotation:
        return None
    first, last = quotation[0].first, quotation[-1].last
    place = bisect_left(saying, last, key=lambda draft: draft.group.head)
    near = saying[max(0, place - 1) : place + 1]
    return min(near, key=lambda draft: max(draft.group.head - last, first - draft.group.head)).subjects[0]
