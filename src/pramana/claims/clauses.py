"""How a clause of a claim differs from a clause of a line: verb, roles, markers, denial, modality, speaker.

No difference means that the line's clause says all that the claim's does. What cannot be compared is a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.claims.aspects import unfinished_difference
from pramana.claims.circumstances import circumstance_differences, is_excluded, is_timed
from pramana.claims.equivalents import agents_of, equivalents, patients_of
from pramana.claims.limits import limits_of
from pramana.claims.model import Aspect, Mismatch
from pramana.claims.participants import described_subjects, joined_agents, joined_objects, left_out_participants
from pramana.claims.phrases import differences_among, names_same, restating_words, same_among
from pramana.claims.reach import reach_differences
from pramana.claims.scope import scope_differences
from pramana.claims.times import time_difference
from pramana.claims.wording import opposite_of
from pramana.language import (
    DENYING_VERBS,
    DOUBTS,
    NEGATIONS,
    NOMINAL,
    PRIVATIVES,
    Adverbial,
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
"""Words of a line's clause that a claim may not drop: without them it claims more. *Without* ends a participant,
which may be dropped as a whole."""
_LOOKED_AT = _KEPT | {"n't", "n’t", "but"}
_BOUND_PREPOSITIONS = frozenset({"according to", "except", "except for"})
_LOCAL = frozenset("almost nearly about approximately over under up less fewer few half part partly first last".split())
"""Words that change what follows them only: of *…, almost twice as many as before* nothing changes what is said before
the comma."""
_REPLACED = frozenset({"instead of", "rather than", "unlike"})
"""*Tea instead of coffee* says *tea*, unless it is denied."""
_DEPENDENT = frozenset({ClauseKind.INFINITIVE, ClauseKind.CONTENT, ClauseKind.PARTICIPIAL})
_ALL = word_set("claims/all") | {"every", "each", "no"}
_EXCEPTED = 3
"""Words between *all* and *but* that may be excepted from: *all of the charges but one*."""
_GIVEN = word_set("roles/ditransitive")
SYMMETRIC = word_set("claims/symmetric")
_PAIRED = frozenset({"neither", "nor", "no", "not"})
"""Denials that replace each other, where a clause is denied on both sides."""


def clause_differences(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    """Yield how `stated`, a clause of a line, differs from `claimed`, of a claim; nothing where it says as much.

    Clauses of other verbs have one difference, and nothing else of them is compared.
    """
    if not says_verb(said, claimed.verb, stated.verb):
        opposed = stated.verb in opposite_of(claimed.verb) and claimed.negated == stated.negated is False
        yield Mismatch(Aspect.VERB, claimed.predicate, stated.predicate, opposed)
        if not opposed:
            return
    if denied := claimed.negated != stated.negated:
        opposed = claimed.modal == stated.modal and not (_nearly_denies(claimed) or _nearly_denies(stated))
        yield Mismatch(Aspect.NEGATION, claimed.predicate, stated.predicate, opposed)
    moods = claimed.modal == stated.modal or _depends_alike(said, claimed, line, stated)
    for is_alike in (moods, _is_asserted(said, claimed, line, stated)):
        if not is_alike:
            yield Mismatch(Aspect.MODALITY, claimed.predicate, stated.predicate)
    if not _same_speaker(said, claimed, line, stated):
        yield Mismatch(Aspect.SPEAKER)
    yield from reach_differences(said, claimed, line, stated)
    times = (find(said, claimed, line, stated) for find in (time_difference, unfinished_difference))
    yield from (each for each in times if each is not None)
    roles = _role_differences(said, claimed, line, stated)
    yield from (each for each in roles if not (denied and each.aspect is Aspect.NEGATION))
    yield from circumstance_differences(said, claimed, line, stated)
    dropped, limits = _dropped_qualifiers(said, claimed, line, stated), _dropped_limits(said, claimed, line, stated)
    if dropped:
        yield Mismatch(Aspect.DETAIL, "", " ".join(sorted(dropped)))
    if limits:
        yield Mismatch(Aspect.LIMIT, "", " ".join(sorted(limits)))
    yield from scope_differences(said, claimed, line, stated)


def _nearly_denies(clause: Clause) -> bool:
    """Whether a clause is denied by a word that leaves some of it: *was scarcely closed* is not *was not closed*."""
    return not _NEAR_DENIALS.isdisjoint(operator_words(f"{clause.predicate} {clause.verb_quote}"))


_NEAR_DENIALS = frozenset({"hardly", "scarcely", "barely"})


def says_verb(said: ReadLine, one: str, other: str) -> bool:
    """Return whether the verb (a lemma) of a line says that of a claim: the same, an equal one, or a kind of it."""
    return one == other or other in restating_words(said, one)


def _parent(line: ReadLine, clause: Clause) -> Clause | None:
    """Return the clause that another depends on; of a fronted one (*If it rains, …*) the only main clause there is."""
    if clause.parent is not None:
        return line.sentence.clauses[clause.parent]
    if clause.kind is not ClauseKind.SUBORDINATE:
        return None
    own = line.place_of(clause)
    main = [each for each in line.sentence.clauses if each.kind is ClauseKind.MAIN and each.parent in (None, own)]
    return main[0] if len(main) == 1 else None


def _is_asserted(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether the line asserts its clause as the claim does: not as part of what somebody tried or denied."""
    over, under = _parent(line, stated), _parent(said, claimed)
    same_parent = over is not None and under is not None and _says_alike(said, under, over)
    if _is_excluding(line, stated):
        return False
    if claimed.marker is not None and claimed.marker != stated.marker:
        return claimed.marker in {"who", "which", "whom"} and claimed.kind is ClauseKind.RELATIVE
    if stated.marker == "that" and stated.kind is not ClauseKind.RELATIVE and stated.attributed_to is None:
        return same_parent or _is_reason(line, stated)
    if stated.kind in _DEPENDENT and stated.attributed_to is None:
        return same_parent or _outcome(line, stated, over) or _describes_subject(line, stated, over)
    if stated.marker is not None and stated.marker not in _FACTUAL:
        return stated.marker == "that" or (claimed.marker == stated.marker and same_parent)
    if claimed.marker is not None and stated.marker is not None and claimed.kind is not ClauseKind.RELATIVE:
        return same_parent
    if stated.kind is ClauseKind.RELATIVE and _is_of_denied(line, stated):
        return False
    return over is None or stated.kind is not ClauseKind.RELATIVE or not over.negated


def _is_excluding(line: ReadLine, stated: Clause) -> bool:
    """Whether a clause is of somebody whom its line sets against who takes part: *It was Ann, not Bo, who left*.

    The denied clause that is made of such words is of Bo: *Ann, not Bo, left*.
    """
    own = (*stated.subjects, *stated.objects, *stated.indirect)
    may_be_denied = stated.negated and stated.kind is not ClauseKind.RELATIVE
    return not may_be_denied and any(is_excluded(line, each.start) for each in own)


def _is_of_denied(line: ReadLine, stated: Clause) -> bool:
    """Whether a relative clause is of somebody whom its line says not to be there: *It was Ann, not Bo, who left*."""
    denied = [each for clause in line.sentence.clauses if clause.negated for each in clause.objects]
    return any(each in denied for each in (*stated.subjects, *stated.objects))


def _is_reason(line: ReadLine, stated: Clause) -> bool:
    """*Now that the stove has been repaired*: what *now that* introduces is so."""
    return line.sentence.text[: stated.verb_start].casefold().count("now that") == 1


def _depends_alike(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether both are infinitives of the same verb, which says how they are meant: *persuaded them to leave*, *they
    were persuaded to leave*."""
    over, under = _parent(line, stated), _parent(said, claimed)
    both = claimed.kind is stated.kind is ClauseKind.INFINITIVE
    return both and over is not None and under is not None and _says_alike(said, under, over)


def _says_alike(said: ReadLine, claimed: Clause, stated: Clause) -> bool:
    verbs = {stated.verb, *(each.verb for each in equivalents(stated))}
    return claimed.negated == stated.negated and any(says_verb(said, claimed.verb, verb) for verb in verbs)


def _outcome(line: ReadLine, stated: Clause, over: Clause | None) -> bool:
    """*…, killing two workers*: a participle behind a comma says what happened, unless the main clause denies."""
    before = line.sentence.text[: stated.verb_start].rstrip()
    fine = over is None or (not over.negated and over.modal is Modal.ACTUAL and over.verb not in DENYING_VERBS)
    return stated.kind is ClauseKind.PARTICIPIAL and before.endswith(",") and fine


def _describes_subject(line: ReadLine, stated: Clause, over: Clause | None) -> bool:
    """*The painting, long attributed to Vermeer, …*, *Bo Ek (born in 1968)*: right behind what it is of."""
    behind = max((phrase.end for phrase in stated.subjects), default=stated.verb_start)
    between = line.sentence.text[behind : stated.verb_start].strip(" ,(").split()
    reduced = stated.kind is ClauseKind.PARTICIPIAL and stated.passive and stated.marker is None
    return reduced and over is None and len(between) <= 1 and behind < stated.verb_start


def _same_speaker(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether both name the same speaker, or neither names one."""
    speaker = claimed.attributed_to or _according(claimed)
    source = stated.attributed_to or _according(stated)
    if speaker is None or source is None:
        return speaker is None and source is None
    over, under = _parent(line, stated), _parent(said, claimed)
    if under is None and over is not None and (over.negated or over.modal is not Modal.ACTUAL):
        return False  # *according to Ann* of what Ann never said, or may have said
    verbs = [each.verb if each is not None else "" for each in (over, under)]
    return names_same(said, speaker, line, source) and (verbs[0] == verbs[1] or DENYING_VERBS.isdisjoint(verbs))


def _according(clause: Clause) -> NounPhrase | None:
    return next((part.phrase for part in clause.prepositions if part.preposition == "according to"), None)


def _role_differences(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    """Yield the participants of a claim that have not the same role in the line; either may be in the passive."""
    if _is_swapped(said, claimed, line, stated):
        yield Mismatch(Aspect.ROLES, claimed.verb, "", opposed=True)
        return
    recipients = [*stated.indirect, *(part.phrase for part in stated.prepositions if part.preposition in {"to", "for"})]
    patients = [*patients_of(stated), *joined_objects(line, stated)]
    patients += recipients if claimed.passive and claimed.objects else ()
    agents = [*agents_of(stated), *(joined_agents if stated.passive else described_subjects)(line, stated)]
    patients += described_subjects(line, stated) if stated.passive else ()
    yield from differences_among(said, agents_of(claimed), line, agents)
    yield from differences_among(said, patients_of(claimed), line, patients)
    yield from differences_among(said, claimed.indirect, line, recipients)
    if _says_nothing(claimed) and not _says_nothing(stated):  # *the sea is his*: what it is was not read
        yield Mismatch(Aspect.DETAIL, claimed.predicate)
    if _gives_otherwise(said, claimed, line, stated):
        yield Mismatch(Aspect.ROLES, claimed.verb)
    if _turns_complement(said, claimed, line, stated):
        yield Mismatch(Aspect.ROLES, claimed.verb)
    yield from _complement_differences(claimed, stated)


def _says_nothing(clause: Clause) -> bool:
    """Whether a clause says of its subject only that it is."""
    rest = (clause.objects, clause.complement, clause.prepositions, clause.adverbials, clause.indirect)
    return clause.verb == "be" and not any(rest)


def _is_swapped(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether the line has agent and patient of a claim in each other's roles, each of them once."""
    agents, patients = agents_of(claimed), patients_of(claimed)
    others, undergone = agents_of(stated), patients_of(stated)
    if claimed.verb in SYMMETRIC or any(len(each) != 1 for each in (agents, patients, others, undergone)):
        return False
    if same_among(said, agents, line, others) or same_among(said, patients, line, undergone):
        return False
    return same_among(said, agents, line, undergone) and same_among(said, patients, line, others)


def _turns_complement(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether two passives name what something is considered, in the other order: *X was ranked Y*."""
    if not (claimed.passive and stated.passive and claimed.objects and stated.objects) or claimed.verb in _GIVEN:
        return False
    return not same_among(said, claimed.subjects, line, [*stated.subjects, *described_subjects(line, stated)])


def _gives_otherwise(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether both name who gets something, and not the same: *Ann was given Bo* is not *Bo was given Ann*."""
    if claimed.verb not in _GIVEN and stated.verb not in _GIVEN:
        return False
    mine, theirs = _receivers(claimed), _receivers(stated)
    return bool(mine and theirs) and not same_among(said, mine, line, theirs)


def _receivers(clause: Clause) -> list[NounPhrase]:
    behind = [part.phrase for part in clause.prepositions if part.preposition == "to"]
    passive = clause.subjects if clause.passive and clause.objects else ()
    return [*clause.indirect, *behind, *passive]


def _complement_differences(claimed: Clause, stated: Clause) -> Iterator[Mismatch]:
    """Yield how what the claim says that somebody is differs from what the line's clause says."""
    if claimed.complement is None:
        return
    words, held = operator_words(claimed.complement), operator_words(stated.complement or "")
    if words and set(words) <= set(held) and words[-1:] == held[-1:]:
        return
    strange = [word for word in words if word not in held]
    opposed = sorted(opposite_of(strange[0]) & set(held)) if len(strange) == 1 else []
    both = bool(opposed) and len(words) == len(held) and is_timed(stated)
    yield Mismatch(Aspect.DETAIL, claimed.complement, stated.complement or "", both)


def _dropped_qualifiers(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> set[str]:
    """Return the words and prepositions of the line's clause that change its claim, and that the claim has not."""
    markers = {part.preposition for part in claimed.prepositions}
    kept = _BOUND_PREPOSITIONS | (_REPLACED if stated.negated else frozenset())
    left_out = [part for part in stated.prepositions if part.preposition not in markers | kept]
    apart: list[NounPhrase | Prepositional | Adverbial] = [*stated.adverbials, *left_out]
    apart += left_out_participants(said, claimed, line, stated)
    behind = [part.start for part in stated.prepositions if part.preposition in markers]
    theirs = set(_kept_words(line, stated, apart, max(behind, default=0)))
    mine = set(_kept_words(said, claimed)) if theirs else theirs
    bound = {part.preposition for part in stated.prepositions} & (kept - {"according to"})
    if "not" in theirs and _is_contrasted(line, stated):
        theirs = theirs - {"not"}
    counted = NEGATIONS if stated.negated else frozenset()  # of a line read as affirmed *not* has a meaning of its own
    negating = counted if claimed.negated != stated.negated else _PAIRED if claimed.negated else frozenset()
    return ((theirs - mine) | (bound - {part.preposition for part in claimed.prepositions})) - negating


def _dropped_limits(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> set[str]:
    """Return the adverbs and phrases that limit a clause of a line, and that the claim has not."""
    theirs = limits_of(line, stated)
    return theirs - limits_of(said, claimed) if theirs else theirs


def _is_contrasted(line: ReadLine, stated: Clause) -> bool:
    """Whether the denial of a line is of another: *not Ben but Anna signed*."""
    same = (each for each in line.sentence.clauses if each.verb_start == stated.verb_start and each is not stated)
    return not stated.negated and any(each.negated and each.verb == stated.verb for each in same)


def _kept_words(
    line: ReadLine, clause: Clause, apart: Sequence[NounPhrase | Prepositional | Adverbial] = (), behind: int = 0
) -> Iterator[str]:
    """Yield those words of a clause without which it claims more, and that belong to no other clause, without those of
    some participants, and without what changes only words behind a comma; `behind` is where the last participant
    starts that may be claimed."""
    index = line.place_of(clause)
    comma = line.sentence.text.find(", ", max(clause.verb_end, *(each.end for each in clause.objects), 0))
    for place, token in enumerate(line.sentence.tokens):
        word = line.folded_words[place]
        if word not in _LOOKED_AT or token.tag == "NP0":  # in May; Will
            continue
        named = any(phrase.start <= token.start and token.end <= phrase.end for phrase in apart)
        added = word in _LOCAL and behind <= comma < token.start and comma >= 0
        if not named and not added and line.owner(token, verbal=clause.kind not in NOMINAL) in (index, -1):
            if word != "but":
                yield "not" if word in {"n't", "n’t"} else word
            elif not _ALL.isdisjoint(line.folded_words[max(0, place - _EXCEPTED - 1) : place]):
                yield "except"
