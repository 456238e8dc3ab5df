"""What a sentence makes of a relation between two ends: its direction, and whether it is denied."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from pramana.evidence import words
from pramana.language.analysis import analyse_cached, tag_tokens
from pramana.language.model import NOMINAL, Clause, NounPhrase, Sentence
from pramana.language.occurrences import QuotedPassage, mentions
from pramana.language.operators import negations
from pramana.language.role_comparison import Key, Predication, RoleAgreement, compare_roles, is_turned, key_of

SOURCE, TARGET = "<source>", "<target>"
"""What recognises an end in a sentence, whatever it is called there. No word has these brackets."""
_PASSIVE_BY = "by"


def relation_predication(relation: str) -> Predication | None:
    """Return a relation that reads like a verb as a predication of its ends; None for a noun, or a relation of nothing.

    >>> relation_predication("WORKS_FOR").verb, relation_predication("OWNED_BY").agents == (frozenset({"<target>"}),)
    ('work', True)
    """
    spoken = " ".join(words(relation.replace("_", " ")).forms)
    by = spoken.endswith(f" {_PASSIVE_BY}")  # a frame tells the tagger that a participle, or a verb, is meant
    tokens = tag_tokens(f"it was {spoken} them" if by else f"they {spoken} it")[1 + by : -1]
    verbs = [token for token in tokens if token.tag.startswith("VV")]
    if not tokens or len(verbs) != 1 or not tokens[0].tag.startswith("V"):
        return None
    source, target = (frozenset((mark,)) for mark in (SOURCE, TARGET))
    if by:
        return Predication(verbs[0].lemma, (target,), (source,), ())
    after = tokens[tokens.index(verbs[0]) + 1 :]
    direct = all(token.tag == "AVP" for token in after)  # laid down
    return Predication(verbs[0].lemma, (source,), (target,) if direct else (), () if direct else (target,))


class Stated(StrEnum):
    """What a sentence makes of a relation."""

    SAME = "same"
    """It is not read as saying anything else."""
    REVERSED = "reversed"
    DENIED = "denied"


def stated_relation(
    relation: str, sentence: str, source: Sequence[str], target: Sequence[str], *, denies: bool = False
) -> Stated:
    """Return how a sentence relates two ends, each given by its names.

    A relation that reads like a verb is compared with the clauses of that verb, any other with those that have both
    ends. An unreadable sentence gives SAME. `denies`: the relation itself denies something, as *NOT_PART_OF*
    does, and no denial of the sentence counts.

    >>> stated("STOLE", "Marsh stole the map.", ["map"], ["Marsh"]).value
    'reversed'
    """
    there, predication = analyse_cached(sentence), relation_predication(relation)
    verb = "" if predication is None else predication.verb
    denies = denies or negations(relation.replace("_", " ")) > 0
    if not denies and _is_denied(there, verb, source, target):
        return Stated.DENIED
    if predication is None:
        return Stated.SAME

    def key(of: Sentence, phrase: NounPhrase) -> Key:
        core = of.text[phrase.start : of.tokens[phrase.head].end]  # *the map of Oslo* does not name Oslo
        ends = ((SOURCE, source), (TARGET, target))
        return key_of(of, phrase) | {mark for mark, names in ends if _names(core, names)}

    found, _ = compare_roles([predication], [there], key, key)
    agents, patients = (source, target) if predication.agents == (frozenset((SOURCE,)),) else (target, source)
    direct = bool(predication.patients)
    turned = direct and any(is_turned(there, verb, agent, patient) for agent in agents for patient in patients)
    return Stated.REVERSED if found is RoleAgreement.REVERSED or turned else Stated.SAME


def _names(words: str, names: Iterable[str]) -> bool:
    return any(mentions(QuotedPassage(words, 0, len(words)), name, folded=True) for name in names)


def _is_denied(sentence: Sentence, verb: str, source: Sequence[str], target: Sequence[str]) -> bool:
    """Whether every clause that speaks of the relation is denied, or reported as denied."""
    found = []
    for clause in sentence.clauses:
        if clause.kind in NOMINAL:
            continue
        texts = [phrase.text for phrase in _participants(clause)]
        named = [any(_names(text, names) for text in texts) for names in (source, target)]
        if all(named) or (any(named) and clause.verb.partition(" ")[0] == verb):
            found.append(clause)
    return bool(found) and all(clause.negated or clause.unasserted for clause in found)


def _participants(clause: Clause) -> tuple[NounPhrase, ...]:
    led = (part.phrase for part in clause.prepositions)
    return (*clause.subjects, *clause.objects, *clause.indirect, *led)
