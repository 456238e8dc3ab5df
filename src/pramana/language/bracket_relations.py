"""What brackets behind a name say of it: *World Health Organization (WHO)*, *Otto Jespersen (1860–1943)*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.language.appositions import ending_phrases, is_office, is_person_phrase
from pramana.language.chunks import Chunk
from pramana.language.model import Adverbial, Clause, ClauseKind, NounPhrase, Token
from pramana.language.nominals import part_of_phrase
from pramana.language.word_lists import word_list

_MONTH = "|".join(sorted({name.capitalize() for names in word_list("numbers/months") for name in names.split()}))
_DATE = (
    r"(?:(?:c\.|ca\.|circa|about|around)\s*)?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\s+(?:{_MONTH})\.?,?\s+\d{{3,4}}|(?:{_MONTH})\.?\s+(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s+)?"
    r"\d{3,4}|\d{4}-\d{2}-\d{2}|\d{3,4})"
)
_ORIGIN = r"(?:[^;\d]{0,80}[;,]\s*)?"
"""A spelling or sound before the dates: *(Russian: …; 4 May 1840 – …)*."""
_LIFE = re.compile(
    rf"{_ORIGIN}(?:born\s+|b\.\s*)?(?P<born>{_DATE})\s*(?:[–—-]|to|until)\s*(?:died\s+|d\.\s*)?(?P<died>{_DATE})"
)
_BIRTH = re.compile(rf"{_ORIGIN}b\.\s*(?P<born>{_DATE})")
_DEATH = re.compile(rf"{_ORIGIN}d\.\s*(?P<died>{_DATE})")
_YEAR = re.compile(r"\d{3,4}(?!\d)")
_SHORTEST_LIFE, _LONGEST_LIFE = 15, 115
"""Years between birth and death; fewer are more often years in an office."""
_LONGEST = 160
"""Characters within a bracket, at most."""
_SHORT_FORM = re.compile(r"[A-Z][A-Za-z&.-]{1,9}")
_PLAIN = frozenset({"NP", "PREP", "ADJ", "ADV"})
_SURE = 0.75


@dataclass(frozen=True, slots=True)
class _Bracket:
    """A bracket behind a phrase: `held` are the chunks between its marks, `text` the words."""

    owner: NounPhrase
    held: Sequence[Chunk]
    start: int
    end: int
    text: str


def bracket_relations(
    text: str, tokens: Sequence[Token], chunks: Sequence[Chunk], clauses: Sequence[Clause]
) -> list[Clause]:
    """The clauses that brackets behind noun phrases state: *be* of another name, *bear* and *die* with their dates.

    `clauses` are the line's own: they tell whether a name is a person's.
    """
    found: list[Clause] = []
    for bracket in _brackets(text, tokens, chunks):
        named = _other_name(text, tokens, bracket)
        if named is not None:
            found.append(_be(text, bracket, *named))
        elif any(character.isdigit() for character in bracket.text):
            found += _life(text, tokens, bracket, clauses)
    return found


def _brackets(text: str, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> Iterator[_Bracket]:
    for place in range(1, len(chunks)):
        owner = chunks[place - 1].phrase
        if chunks[place].kind != "OPEN" or owner is None or owner.kind in {"pronoun", "number"}:
            continue
        close = next((at for at in range(place + 1, len(chunks)) if chunks[at].kind in {"CLOSE", "OPEN"}), -1)
        if close < 0 or chunks[close].kind == "OPEN":
            continue
        start, end = tokens[chunks[place].first].start, tokens[chunks[close].first].end
        if end - start <= _LONGEST:
            yield _Bracket(owner, chunks[place + 1 : close], start, end, text[start + 1 : end - 1])


def _other_name(text: str, tokens: Sequence[Token], bracket: _Bracket) -> tuple[NounPhrase, NounPhrase] | None:
    """A phrase and its short form, full form, or description: *Lester Smith (designer of the game)*."""
    held = bracket.held
    if len(held) == 1 and text[tokens[held[0].first].start : tokens[held[0].last - 1].end] == bracket.text:
        for owner in ending_phrases(bracket.owner):
            definite = tokens[owner.first].text.lower() not in {"a", "an"}
            if definite and (_is_short_for(bracket.text, owner.text) or _is_short_for(owner.text, bracket.text)):
                return owner, part_of_phrase(text, tokens, held[0].first, held[0].last)  # *WHO* is tagged as a pronoun
    phrase = held[0].phrase if held else None
    if phrase is None or phrase.kind != "noun" or any(chunk.kind not in _PLAIN for chunk in held):
        return None
    office = is_office(tokens, phrase) or (tokens[phrase.head].tag == "NN1" and phrase.inner is not None)
    described = bracket.owner.kind == "name" and is_person_phrase(tokens, bracket.owner)
    return (bracket.owner, phrase) if described and (office or _has_article(tokens, phrase)) else None


def _has_article(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    return tokens[phrase.first].tag in {"AT0", "DPS"}


def _is_short_for(short: str, full: str) -> bool:
    """Return whether a short form is made of the first letters of a name's words, in order, beginning with one.

    >>> _is_short_for("FBI", "the Federal Bureau of Investigation"), _is_short_for("SPD", "Anna Keller")
    (True, False)
    """
    letters = [letter for letter in short if letter.isupper()]
    if not _SHORT_FORM.fullmatch(short) or len(letters) < 2:
        return False
    initials = [word[0].upper() for word in re.findall(r"[^\W\d_]+", full)]
    at = 0
    for initial in initials:
        at += at < len(letters) and initial == letters[at]
    return at == len(letters) and len(initials) >= len(letters)


def _life(text: str, tokens: Sequence[Token], bracket: _Bracket, clauses: Sequence[Clause]) -> Iterator[Clause]:
    written = bracket.text.strip()
    found = _LIFE.fullmatch(written) or _BIRTH.fullmatch(written) or _DEATH.fullmatch(written)
    if found is None or not _is_mortal(tokens, bracket.owner, clauses):
        return
    dates = found.groupdict()
    years = [int(_YEAR.findall(date)[-1 if "-" not in date else 0]) for date in dates.values() if date]
    if len(years) == 2 and not _SHORTEST_LIFE <= years[1] - years[0] <= _LONGEST_LIFE:
        return
    offset = text.index(written, bracket.start)
    for name, verb in (("born", "bear"), ("died", "die")):
        if dates.get(name):
            start, end = offset + found.start(name), offset + found.end(name)
            yield _event(text, bracket, verb, start, end)


def _is_mortal(tokens: Sequence[Token], owner: NounPhrase, clauses: Sequence[Clause]) -> bool:
    """Return whether a name is a person's: by itself, or by what the line says that its bearer is."""
    if owner.kind != "name":
        return False
    if is_person_phrase(tokens, owner):
        return True
    said = (clause for clause in clauses if clause.verb == "be" and owner in clause.subjects)
    return any(is_person_phrase(tokens, phrase) for clause in said for phrase in clause.objects)


def _event(text: str, bracket: _Bracket, verb: str, start: int, end: int) -> Clause:
    quote = (bracket.start, end) if verb == "bear" else (start, bracket.end)
    return replace(
        _be(text, bracket, bracket.owner, None),
        verb=verb,
        predicate=verb,
        verb_quote=text[quote[0] : quote[1]],
        verb_start=quote[0],
        verb_end=quote[1],
        passive=verb == "bear",
        adverbials=(Adverbial("time", start, end, text[start:end]),),
    )


def _be(text: str, bracket: _Bracket, owner: NounPhrase, other: NounPhrase | None) -> Clause:
    return Clause(
        kind=ClauseKind.BRACKET,
        verb="be",
        verb_quote=text[bracket.start : bracket.end],
        verb_start=bracket.start,
        verb_end=bracket.end,
        predicate="be",
        end=bracket.end,
        subjects=(owner,),
        objects=() if other is None else (other,),
        confidence=_SURE,
    )
