"""A reader's clauses as tuples in CaRB's manner, with long arguments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.language import NOMINAL, Clause, ClauseKind, NounPhrase, Prepositional, Sentence
from reading.carb import Triple


def triples(sentence: Sentence) -> list[Triple]:
    """The clauses as OpenIE tuples, in CaRB's manner: one for each subject, everything else as further arguments.

    A clause's words run on through the clauses that hang on it (*said that …*, *the man who …*), since CaRB's
    arguments do. Verbs without any complement give no tuple: CaRB has none with one argument.
    """
    reach = _reaches(sentence)
    found = [triple for place, clause in enumerate(sentence.clauses) for triple in _of(sentence, clause, reach[place])]
    return list({(triple.relation, triple.subject, triple.rest): triple for triple in found}.values())


def _reaches(sentence: Sentence) -> list[int]:
    """Where each clause ends, with all that hangs on it. Children come after their parents here."""
    reach = [clause.end for clause in sentence.clauses]
    for place in range(len(reach) - 1, -1, -1):
        clause = sentence.clauses[place]
        if clause.parent is not None and clause.parent < place and _hangs(sentence, clause.parent, clause):
            reach[clause.parent] = max(reach[clause.parent], reach[place])
    return reach


def _hangs(sentence: Sentence, parent: int, clause: Clause) -> bool:
    """Is the clause part of its parent's arguments? Of relatives only those without a comma: they say which one."""
    if clause.kind is ClauseKind.RELATIVE:
        return "," not in sentence.text[sentence.clauses[parent].end : clause.verb_start]
    return clause.kind in _HANGING


_HANGING = {ClauseKind.CONTENT, ClauseKind.INFINITIVE, ClauseKind.PARTICIPIAL, ClauseKind.SUBORDINATE}


def _of(sentence: Sentence, clause: Clause, end: int) -> Iterator[Triple]:
    if clause.kind in NOMINAL:
        yield from _nominal(clause)
        return
    if _absorbed(sentence, clause):
        return
    relation = _relation(sentence, clause)
    for rest in _rests(sentence, clause, end):
        words = [*rest, *_before(sentence, clause), *_context(sentence, clause)]
        cut = _joins_relation(sentence, clause, words)
        for subject in clause.subjects if len(words) > cut else ():
            full = " ".join([relation, *words[:cut]])
            yield Triple(full, _subject(sentence, clause, subject), " ".join(words[cut:]), clause.confidence)


def _nominal(clause: Clause) -> Iterator[Triple]:
    """The tuple of a relation without a verb; of events that a noun names, none: CaRB has hardly any."""
    relation, other = _NOMINAL_RELATIONS.get(clause.kind), clause.objects[0] if clause.objects else None
    if relation is None or not clause.subjects or not (other or clause.prepositions):
        return
    if other is None:
        relation, other = f"{relation} {clause.prepositions[0].preposition}", clause.prepositions[0].phrase
    yield Triple(relation, clause.subjects[0].text, other.text, clause.confidence)


_NOMINAL_RELATIONS = {
    ClauseKind.APPOSITION: "is",
    ClauseKind.TITLE: "is",
    ClauseKind.POSSESSIVE: "has",
    ClauseKind.EXAMPLE: "are such as",
    ClauseKind.LOCATION: "is",
}
_PREPOSITIONS = frozenset(
    ("in", "on", "at", "to", "of", "for", "from", "with", "by", "as", "into", "over", "under", "about", "after")
)


def _joins_relation(sentence: Sentence, clause: Clause, words: Sequence[str]) -> int:
    """How many words after the verb CaRB counts to the relation: *was born in*, *is responsible for*."""
    if words[:1] == ["that"]:
        return 1
    cut = 0
    if clause.complement and not clause.objects:
        cut = len(clause.complement.split()) if " ".join(words).startswith(clause.complement) else 0
    if cut < len(words) and words[cut].lower() in _PREPOSITIONS:
        return cut + 1
    return 0


def _rests(sentence: Sentence, clause: Clause, end: int) -> list[list[str]]:
    """What stands after the verb; of *A, B and C* one at a time, each with what follows them."""
    whole = _after(sentence, clause, end)
    listed = clause.objects or tuple(part.phrase for part in clause.prepositions if part.start == _first(clause))
    if len(listed) < 2 or listed[0].start < clause.verb_end:
        return [whole]
    before = _words(sentence, clause.verb_end, listed[0].start).split()
    after = _words(sentence, listed[-1].end, end).split()
    return [[*before, *_words(sentence, phrase.start, phrase.end).split(), *after] for phrase in listed]


def _first(clause: Clause) -> int:
    return min((part.start for part in clause.prepositions if part.start >= clause.verb_end), default=-1)


def _subject(sentence: Sentence, clause: Clause, subject: NounPhrase) -> str:
    """With the prepositional phrases that follow it: *People close to the talks*."""
    end = max([subject.end, *(part.end for part in _beside_subject(clause))])
    return _words(sentence, subject.start, end if subject is clause.subjects[-1] else subject.end)


def _beside_subject(clause: Clause) -> list[Prepositional]:
    if not clause.subjects or clause.subject_from != "stated":
        return []
    last = clause.subjects[-1].end
    return [part for part in clause.prepositions if last <= part.start and part.end <= clause.verb_start]


def _context(sentence: Sentence, clause: Clause) -> list[str]:
    """Who says it, as CaRB's annotators wrote it: a last argument *C: X said*."""
    return ["C:", *clause.attributed_to.text.split(), "said"] if clause.attributed_to else []


def _absorbed(sentence: Sentence, clause: Clause) -> bool:
    """Is the clause only the first verb of *refused to grant*?"""
    bare = not (clause.objects or clause.complement or clause.indirect)
    return bare and any(
        child.kind is ClauseKind.INFINITIVE
        and child.parent is not None
        and sentence.clauses[child.parent] is clause
        and _adjacent(clause, child)
        for child in sentence.clauses
    )


def _adjacent(parent: Clause, child: Clause) -> bool:
    return 0 <= child.verb_start - parent.verb_end <= 1


def _relation(sentence: Sentence, clause: Clause) -> str:
    """*refused to grant*: the verb that governs an infinitive directly is part of CaRB's relation."""
    parent = sentence.clauses[clause.parent] if clause.parent is not None else None
    if clause.kind is ClauseKind.INFINITIVE and parent is not None and _adjacent(parent, clause):
        return f"{_with_adverb(sentence, parent)} {clause.predicate}"
    return _with_adverb(sentence, clause)


def _with_adverb(sentence: Sentence, clause: Clause) -> str:
    """*readily admits*: an adverb right before the verb is part of the relation; *built by* becomes *is built by*."""
    before = [token for token in sentence.tokens if token.end <= clause.verb_start]
    adverb = before[-1].text + " " if before and before[-1].tag == "AV0" and before[-1].text.islower() else ""
    be = "is " if clause.passive and " " not in clause.predicate else ""
    return be + adverb + clause.predicate


def _words(sentence: Sentence, start: int, end: int) -> str:
    """The words from `start` to `end`, with the quotation marks right around them."""
    before = [token for token in sentence.tokens if token.end <= start][-1:]
    after = [token for token in sentence.tokens if token.start >= end][:1]
    if before and after and before[0].tag == after[0].tag == "PUQ":
        start, end = before[0].start, after[0].end
    return " ".join(token.text for token in sentence.tokens if start <= token.start and token.end <= end)


def _after(sentence: Sentence, clause: Clause, end: int) -> list[str]:
    if clause.subjects and clause.subjects[0].start > clause.verb_start:
        return _said(sentence, clause)
    words = _words(sentence, clause.verb_end, end)
    return words.split(" ") if words else [phrase.text for phrase in clause.objects] or _said(sentence, clause)


def _said(sentence: Sentence, clause: Clause) -> list[str]:
    """What is attributed to the clause's subject, where it stands before the clause: *…, he said*."""
    said = [other for other in sentence.clauses if other.attributed_to in clause.subjects]
    starts = [min([other.verb_start, *(phrase.start for phrase in other.subjects)]) for other in said]
    return _words(sentence, min(starts), max(other.end for other in said)).split() if said else []


def _before(sentence: Sentence, clause: Clause) -> list[str]:
    """Times and places that stand before the subject or the verb."""
    beside = _beside_subject(clause)
    parts = [part for part in clause.prepositions if part not in beside]
    spans = [(part.start, part.end) for part in (*parts, *clause.adverbials) if part.start < clause.verb_start]
    return [word for start, end in spans for word in _words(sentence, start, end).split()]
