"""Who says, thinks or denies something in a statement, and in the lines that it is compared with."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language import DENIALS, NOMINAL, SPEECH, THOUGHT, Clause, Key, NounPhrase, Sentence, key_of, word_set

REPORTING = SPEECH | THOUGHT | DENIALS | {"tell"}
_FACTIVE = word_set("claims/known_verbs")


def other_speaker(statement: Sentence, lines: Sequence[Sentence]) -> str:
    """Return the verb of speech or thought that a statement gives another subject than each line, "" for none.

    A subject that is a pronoun on either side may be anybody, and is not compared.
    """
    for clause in _reports(statement):
        own = _speakers(statement, clause)
        there = [(line, each) for line in lines for each in _reports(line) if each.verb == clause.verb]
        keys = [_speakers(line, each) for line, each in there]
        if own and keys and all(keys) and not any(_share(own, each) for each in keys):
            return clause.verb
    return ""


def _reports(sentence: Sentence) -> list[Clause]:
    return [each for each in sentence.clauses if each.kind not in NOMINAL and each.verb in REPORTING]


def _speakers(sentence: Sentence, clause: Clause) -> list[Key]:
    """Return the keys of those who say it; none where one is a pronoun."""
    if clause.passive:
        phrases = [part.phrase for part in clause.prepositions if part.preposition == "by"]
    else:
        phrases = list(clause.subjects)
    keys = [key_of(sentence, phrase) for phrase in phrases]
    return keys if all(keys) else []


def _share(ones: Sequence[Key], others: Sequence[Key]) -> bool:
    return any(not one.isdisjoint(other) for one in ones for other in others)


def dropped_speaker(statement: Sentence, lines: Sequence[Sentence]) -> str:
    """Return who says in every line what a statement asserts without a speaker, "" where a line asserts it too.

    A statement with any verb of speech or thought, or *according to*, is not compared: it may name the speaker.
    """
    if _reports(statement) or any(_source(clause) is not None for clause in statement.clauses):
        return ""
    for clause in statement.clauses:
        sources = [
            None if _is_known(line, each) else _source(each)
            for line in lines
            for each in line.clauses
            if _is_same(statement, clause, line, each)
        ]
        if sources and all(sources):
            return next(source.text for source in sources if source is not None)
    return ""


def _is_known(line: Sentence, clause: Clause) -> bool:
    return clause.parent is not None and line.clauses[clause.parent].verb in _FACTIVE


def _source(clause: Clause) -> NounPhrase | None:
    """Return whose words a clause is, None where the text asserts it."""
    if clause.attributed_to is not None:
        return clause.attributed_to
    return next((part.phrase for part in clause.prepositions if part.preposition == "according to"), None)


def _is_same(statement: Sentence, clause: Clause, line: Sentence, other: Clause) -> bool:
    """Whether two clauses speak of the same event: the same verb, and one participant in common."""
    if clause.kind in NOMINAL or other.kind in NOMINAL or clause.verb != other.verb:
        return False
    own, there = (
        [key_of(sentence, phrase) for phrase in (*each.subjects, *each.objects)]
        for sentence, each in ((statement, clause), (line, other))
    )
    return _share(own, there)
