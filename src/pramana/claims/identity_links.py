"""Whether a text contradicts that two expressions mean one: *the captain* is not Marsh in *Marsh met the captain*.

A link *X is Y* is a claim: a line may deny it (*Marsh was never the captain*), it may make one take part in a clause
twice, and it makes the clauses of X speak of Y, which another line may contradict.
"""

from __future__ import annotations

from collections.abc import Iterator

from pramana.claims.checking import check
from pramana.claims.model import ClaimCheck, ClaimVerdict
from pramana.claims.near import NEAREST, ClaimText
from pramana.claims.readings import ComparedLine, read_line
from pramana.claims.rewording import mid_sentence_form
from pramana.claims.wording import replacing_stems
from pramana.language import (
    NOMINAL,
    PRONOUNS,
    Clause,
    ClauseKind,
    MentionPlace,
    NounPhrase,
    negations,
    span_of,
    stem,
    word_set,
)

_IDENTIFYING = word_set("names/joining_verbs")
_LIKENING = frozenset({"as", "like"})
_GOVERNED = frozenset({"to", "by"})
"""Prepositions behind which a pronoun is not the subject; *she took it with her* shows that of others it may be."""
_GROUP = frozenset({"us", "we", "me"})
"""Speakers who may do something to themselves: *we shall not take upon us to say*."""
_REFLEXIVE = ("self", "selves", "each other", "one another")


def check_identity(text: ClaimText, one: MentionPlace, other: MentionPlace) -> ClaimCheck:
    """Return whether a text contradicts that the expressions of two places mean one, by rules alone.

    `contradicted` where a line denies it, names both as two participants of one clause, or says of the one what cannot
    be together with what another line says of the other; else `unsure`, never `supported`.
    """
    words, others = (text.lines[place.line].text[place.start : place.end] for place in (one, other))
    pairs = ((words, mid_sentence_form(others)), (others, mid_sentence_form(words)))
    claims = [_sentence(f"{first} is {second}") for first, second in pairs]
    if words.casefold() == others.casefold():
        return ClaimCheck(claims[0], ClaimVerdict.UNSURE, ("Both have one name.",))
    if one.line == other.line:
        clause = _common_clause(read_line(text.lines[one.line]), one, other)
        if clause is not None:
            reason = f"“{words}” and “{others}” are two participants of “{clause.verb_quote}”."
            return ClaimCheck(claims[0], ClaimVerdict.CONTRADICTED, (reason,), (one.line,))
    if not {words.casefold(), others.casefold()} & PRONOUNS:
        denying = tuple(place for place in text.holding((words, others)) if negations(text.lines[place].text))
        was = [_sentence(f"{first} was {second}") for first, second in pairs]  # whoever it was, still is
        for claim in (*claims, *was) if denying else ():
            said = _check_at(text, claim, denying[:NEAREST])
            if said.verdict is ClaimVerdict.CONTRADICTED:
                return said
    for place, name in ((one, others), (other, words)):
        for said in _clause_checks(text, place, name):
            if said.verdict is ClaimVerdict.CONTRADICTED:
                return ClaimCheck(claims[0], said.verdict, (f"“{said.claim}”: {said.reasons[0]}",), said.lines)
    return ClaimCheck(claims[0], ClaimVerdict.UNSURE, ("No line contradicts it.",))


_SHARING = frozenset({ClauseKind.INFINITIVE, ClauseKind.RELATIVE})
_POSING = frozenset({"feel", "play", "portray", "prove", "sound", "impersonate"})
"""*Tom began to feel a fool*: what somebody is, or poses as."""
_READ = 0.8
"""The least confidence of a clause whose subject another clause states."""


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _check_at(text: ClaimText, claim: str, places: tuple[int, ...]) -> ClaimCheck:
    """Return the check of a claim against some lines of a text, with the places of those that decide."""
    return check(claim, [text.lines[place] for place in places]).in_places(places)


def _common_clause(line: ComparedLine, one: MentionPlace, other: MentionPlace) -> Clause | None:
    """Return a clause in which both expressions are participants, each for itself; None where there is none.

    Only clauses that state their subject before their verb, and the others behind it: of a subject that is shared with
    another clause, or of a phrase before it (*in a letter from Ponsonby, he wrote*), the reading is less sure. Of
    *Tom tried to sink the boat* and *Tom, who sank the boat* it is sure of an object other than a pronoun.
    """
    for clause in line.sentence.clauses:
        if clause.kind in NOMINAL or clause.verb in _IDENTIFYING:
            continue
        behind = list(_behind(clause))
        if clause.subject_from != "stated":
            sure = clause.kind in _SHARING and clause.confidence >= _READ and not clause.passive
            sure = sure and clause.verb not in _POSING
            behind = [each for each in clause.objects if sure and each.kind != "pronoun"]
        phrases = [*(each for each in clause.subjects if each.end <= clause.verb_start), *behind]
        apart = [each for each in phrases if not each.text.casefold().endswith(_REFLEXIVE)]
        if not _GROUP.isdisjoint(each.text.casefold() for each in phrases):
            continue
        heads = [line.sentence.tokens[phrase.head] for phrase in apart]
        mine, its = ([head for head in heads if place.start <= head.start < place.end] for place in (one, other))
        if mine and its and mine != its:
            return clause
    return None


def _behind(clause: Clause) -> Iterator[NounPhrase]:
    """Yield the participants behind the verb of a clause, but for those that say what somebody is: *as*."""
    phrases = [*clause.objects, *clause.indirect]
    for part in clause.prepositions:
        if part.preposition not in _LIKENING and (part.preposition in _GOVERNED or part.phrase.kind != "pronoun"):
            phrases.append(part.phrase)
    yield from (phrase for phrase in phrases if phrase.start >= clause.verb_end)


def _clause_checks(text: ClaimText, place: MentionPlace, name: str) -> Iterator[ClaimCheck]:
    """Yield the check of each clause with a name in the place of an expression, against the lines that may say it."""
    if name.casefold() in PRONOUNS:
        return
    line = read_line(text.lines[place.line])
    for clause in line.sentence.clauses:
        here = any((phrase.start, phrase.end) == place[1:] for phrase in (*clause.subjects, *clause.objects))
        if clause.kind is not ClauseKind.MAIN or not here:
            continue
        others = set(text.holding((name,))) & _places_of_verb(text, clause) - {place.line}
        if others:
            start, end = span_of(clause)
            before, behind = line.line.text[min(start, place.start) : place.start], line.line.text[place.end :]
            called = mid_sentence_form(name) if before else name
            claim = f"{before}{called}{behind[: max(end - place.end, 0)]}".strip(" ,;:")
            yield _check_at(text, _sentence(claim), tuple(sorted(others))[:NEAREST])


def _places_of_verb(text: ClaimText, clause: Clause) -> set[int]:
    """Return the lines that have the verb of a clause, or a word that may replace it."""
    own = {stem(word) for word in (clause.verb, *clause.verb_quote.casefold().split())}
    stems = own.union(*map(replacing_stems, own))
    return {place for each in stems for place in text.having(each)}
