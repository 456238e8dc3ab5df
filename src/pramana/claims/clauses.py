"""Whether a clause of a statement says what a clause of a line says: verb, roles, markers, denial, modality, speaker.

Where the two cannot be compared, the answer is no.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.claims.participants import described_subjects, joined_objects, left_out_participants
from pramana.claims.phrases import names_same, same_among
from pramana.language import (
    DENYING_VERBS,
    DOUBTS,
    NEGATIONS,
    NOMINAL,
    PRIVATIVES,
    Clause,
    ClauseKind,
    Modal,
    NounPhrase,
    Prepositional,
    ReadLine,
    operator_words,
    word_set,
)

_FACTUAL = word_set("claims/factual")
_KEPT = (NEGATIONS - {"without"}) | DOUBTS | PRIVATIVES | word_set("claims/kept")
"""Words of a line's clause that a statement may not drop: without them it claims more. *Without* ends a participant,
which may be dropped as a whole."""
_BOUND_PREPOSITIONS = frozenset({"according to", "except", "except for", "instead of", "rather than", "unlike"})
_DEPENDENT = frozenset({ClauseKind.INFINITIVE, ClauseKind.CONTENT, ClauseKind.PARTICIPIAL})
_ALL = word_set("claims/all")


def clause_says(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Return whether `stated`, a clause of the line, says all that `claimed`, a clause of the statement, does."""
    return (
        claimed.verb == stated.verb
        and claimed.negated == stated.negated
        and claimed.modal == stated.modal
        and _is_asserted(said, claimed, line, stated)
        and _same_speaker(said, claimed, line, stated)
        and _same_roles(said, claimed, line, stated)
        and _same_circumstances(said, claimed, line, stated)
        and not _drops_qualifier(said, claimed, line, stated)
    )


def _parent(line: ReadLine, clause: Clause) -> Clause | None:
    return None if clause.parent is None else line.sentence.clauses[clause.parent]


def _is_asserted(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether the line asserts its clause as the statement does: not as part of what somebody tried or denied."""
    over, under = _parent(line, stated), _parent(said, claimed)
    same_parent = over is not None and under is not None and over.verb == under.verb and over.negated == under.negated
    if claimed.marker is not None and claimed.marker != stated.marker:
        return claimed.marker in {"who", "which", "whom"} and claimed.kind is ClauseKind.RELATIVE
    if stated.marker == "that" and stated.kind is not ClauseKind.RELATIVE and stated.attributed_to is None:
        return same_parent
    if stated.kind in _DEPENDENT and stated.attributed_to is None:
        return same_parent or _outcome(line, stated, over)
    if stated.marker is not None and stated.marker not in _FACTUAL:
        return stated.marker == "that" or (claimed.marker == stated.marker and same_parent)
    if claimed.marker is not None and stated.marker is not None and claimed.kind is not ClauseKind.RELATIVE:
        return same_parent
    return over is None or stated.kind is not ClauseKind.RELATIVE or not over.negated


def _outcome(line: ReadLine, stated: Clause, over: Clause | None) -> bool:
    """*…, killing two workers*: a participle behind a comma says what happened, unless the main clause denies."""
    before = line.sentence.text[: stated.verb_start].rstrip()
    fine = over is None or (not over.negated and over.modal is Modal.ACTUAL and over.verb not in DENYING_VERBS)
    return stated.kind is ClauseKind.PARTICIPIAL and before.endswith(",") and fine


def _same_speaker(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether both name the same speaker, or neither names one."""
    speaker = claimed.attributed_to or _according(claimed)
    source = stated.attributed_to or _according(stated)
    if speaker is None or source is None:
        return speaker is None and source is None
    over, under = _parent(line, stated), _parent(said, claimed)
    verbs = [each.verb if each is not None else "" for each in (over, under)]
    return names_same(said, speaker, line, source) and (verbs[0] == verbs[1] or DENYING_VERBS.isdisjoint(verbs))


def _according(clause: Clause) -> NounPhrase | None:
    return next((part.phrase for part in clause.prepositions if part.preposition == "according to"), None)


def _same_roles(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether who acts and who is acted on are the same in both, one of them perhaps in the passive."""
    recipients = [*stated.indirect, *(part.phrase for part in stated.prepositions if part.preposition in {"to", "for"})]
    patients = [*_patients(stated), *joined_objects(line, stated)]
    patients += recipients if claimed.passive and claimed.objects else ()
    agents = [*_agents(stated), *(() if stated.passive else described_subjects(line, stated))]
    patients += described_subjects(line, stated) if stated.passive else ()
    return (
        same_among(said, _agents(claimed), line, agents)
        and same_among(said, _patients(claimed), line, patients)
        and same_among(said, claimed.indirect, line, recipients)
        and (bool(_agents(stated)) or not _agents(claimed))
        and _same_complement(said, claimed, line, stated)
    )


def _agents(clause: Clause) -> list[NounPhrase]:
    if not clause.passive:
        return list(clause.subjects)
    return [part.phrase for part in clause.prepositions if part.preposition == "by"]


def _patients(clause: Clause) -> list[NounPhrase]:
    return [*clause.subjects, *clause.objects] if clause.passive else list(clause.objects)


def _same_complement(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether the line's clause holds what the statement says that somebody is."""
    if claimed.complement is None:
        return True
    words = operator_words(claimed.complement)
    held = operator_words(stated.complement or "")
    return bool(words) and set(words) <= set(held) and words[-1:] == held[-1:]


def _same_circumstances(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether each place, time and other participant has the same marker and names the same in both."""
    if any(not _has(said, part, line, stated, claimed) for part in claimed.prepositions):
        return False
    held = {each.text.casefold() for each in stated.adverbials}
    return all(each.text.casefold() in held for each in claimed.adverbials)


def _has(said: ReadLine, part: Prepositional, line: ReadLine, stated: Clause, claimed: Clause) -> bool:
    if part.preposition == "according to" or (claimed.passive and part.preposition == "by"):
        return True  # compared as the speaker, and as who acts
    others = [other.phrase for other in stated.prepositions if other.preposition == part.preposition]
    if part.preposition in {"to", "for"}:
        others += stated.indirect
    return same_among(said, [part.phrase], line, others)


def _drops_qualifier(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether the line's clause has a word that changes its claim, and the statement's has not."""
    mine = set(_own_words(said, claimed))
    apart = left_out_participants(said, claimed, line, stated)
    theirs = {word for word in _own_words(line, stated, apart) if word in _KEPT}
    bound = {part.preposition for part in stated.prepositions} & (_BOUND_PREPOSITIONS - {"according to"})
    return bool(theirs - mine) or bool(bound - {part.preposition for part in claimed.prepositions})


def _own_words(line: ReadLine, clause: Clause, apart: Sequence[NounPhrase] = ()) -> Iterator[str]:
    """Yield the words that belong to a clause and to no other, without those of some phrases."""
    index = line.sentence.clauses.index(clause)
    nominal = {place for place, each in enumerate(line.sentence.clauses) if each.kind in NOMINAL}
    before = ""
    for token in line.sentence.tokens:
        owner, word = line.owner(token), token.text.casefold()
        named = token.tag == "NP0"  # in May; Will
        named = named or any(phrase.start <= token.start and token.end <= phrase.end for phrase in apart)
        if not named and (owner == index or owner in nominal):
            yield "not" if word in {"n't", "n’t"} else word
            if word == "but" and before in _ALL:
                yield "except"
        before = word
