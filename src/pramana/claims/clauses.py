"""How a clause of a claim differs from a clause of a line: verb, roles, markers, denial, modality, speaker.

No difference means that the line's clause says all that the claim's does. What cannot be compared is a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.claims.model import Aspect, Mismatch
from pramana.claims.participants import described_subjects, joined_objects, left_out_participants
from pramana.claims.phrases import differences_among, names_same, phrase_difference, same_among
from pramana.claims.wording import equal_words, opposite_of
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
    dates_of,
    number_values,
    operator_words,
    word_set,
)

_FACTUAL = word_set("claims/factual")
_KEPT = (NEGATIONS - {"without"}) | DOUBTS | PRIVATIVES | word_set("claims/kept")
"""Words of a line's clause that a claim may not drop: without them it claims more. *Without* ends a participant,
which may be dropped as a whole."""
_BOUND_PREPOSITIONS = frozenset({"according to", "except", "except for", "instead of", "rather than", "unlike"})
_DEPENDENT = frozenset({ClauseKind.INFINITIVE, ClauseKind.CONTENT, ClauseKind.PARTICIPIAL})
_ALL = word_set("claims/all")
_GIVEN = word_set("roles/ditransitive")
_SYMMETRIC = word_set("claims/symmetric")
_DATED = frozenset({"in", "on", "at"})
"""Prepositions of a date; which one it is, follows from the date."""
_PAIRED = frozenset({"neither", "nor", "no", "not"})
"""Denials of which one stands for another, where a clause is denied on both sides."""
_TIMED = frozenset({Modal.ACTUAL, Modal.FUTURE})
"""Moods in which two values of the same detail exclude each other; of what is possible both may be."""


def clause_differences(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    """Yield how `stated`, a clause of a line, differs from `claimed`, of a claim; nothing where it says as much.

    Clauses of other verbs have one difference, and nothing else of them is compared.
    """
    if not same_verb(claimed.verb, stated.verb):
        opposed = stated.verb in opposite_of(claimed.verb) and claimed.negated == stated.negated is False
        yield Mismatch(Aspect.VERB, claimed.predicate, stated.predicate, opposed)
        if not opposed:
            return
    if denied := claimed.negated != stated.negated:
        yield Mismatch(Aspect.NEGATION, claimed.predicate, stated.predicate, claimed.modal == stated.modal)
    if claimed.modal != stated.modal:
        yield Mismatch(Aspect.MODALITY, claimed.predicate, stated.predicate)
    if not _is_asserted(said, claimed, line, stated):
        yield Mismatch(Aspect.MODALITY, claimed.predicate, stated.predicate)
    if not _same_speaker(said, claimed, line, stated):
        yield Mismatch(Aspect.SPEAKER)
    roles = _role_differences(said, claimed, line, stated)
    yield from (each for each in roles if not (denied and each.aspect is Aspect.NEGATION))
    yield from _circumstance_differences(said, claimed, line, stated)
    if dropped := _dropped_qualifiers(said, claimed, line, stated):
        yield Mismatch(Aspect.DETAIL, "", " ".join(sorted(dropped)))


def clause_says(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Return whether `stated`, a clause of the line, says all that `claimed`, a clause of the claim, does."""
    return next(clause_differences(said, claimed, line, stated), None) is None


def is_timed(clause: Clause) -> bool:
    """Return whether a clause asserts something of one time, so that another value of a detail contradicts it."""
    return not clause.negated and clause.modal in _TIMED


def same_verb(one: str, other: str) -> bool:
    """Return whether two verbs (lemmas) say the same."""
    return one == other or other in equal_words(one)


def _parent(line: ReadLine, clause: Clause) -> Clause | None:
    """Return the clause that another depends on; of a fronted one (*If it rains, …*) the only main clause there is."""
    if clause.parent is not None:
        return line.sentence.clauses[clause.parent]
    if clause.kind is not ClauseKind.SUBORDINATE:
        return None
    main = [each for each in line.sentence.clauses if each.kind is ClauseKind.MAIN and each.parent is None]
    return main[0] if len(main) == 1 else None


def _is_asserted(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether the line asserts its clause as the claim does: not as part of what somebody tried or denied."""
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


def _role_differences(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    """Yield the participants of a claim that have not the same role in the line; either may be in the passive."""
    if _is_swapped(said, claimed, line, stated):
        yield Mismatch(Aspect.ROLES, claimed.verb, "", opposed=True)
        return
    recipients = [*stated.indirect, *(part.phrase for part in stated.prepositions if part.preposition in {"to", "for"})]
    patients = [*_patients(stated), *joined_objects(line, stated)]
    patients += recipients if claimed.passive and claimed.objects else ()
    agents = [*_agents(stated), *(() if stated.passive else described_subjects(line, stated))]
    patients += described_subjects(line, stated) if stated.passive else ()
    yield from differences_among(said, _agents(claimed), line, agents)
    yield from differences_among(said, _patients(claimed), line, patients)
    yield from differences_among(said, claimed.indirect, line, recipients)
    if _turns_complement(said, claimed, line, stated):
        yield Mismatch(Aspect.ROLES, claimed.verb)
    yield from _complement_differences(claimed, stated)


def _is_swapped(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether the line has agent and patient of a claim in each other's roles, each of them once."""
    agents, patients = _agents(claimed), _patients(claimed)
    others, undergone = _agents(stated), _patients(stated)
    if claimed.verb in _SYMMETRIC or any(len(each) != 1 for each in (agents, patients, others, undergone)):
        return False
    if same_among(said, agents, line, others) or same_among(said, patients, line, undergone):
        return False
    return same_among(said, agents, line, undergone) and same_among(said, patients, line, others)


def _turns_complement(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> bool:
    """Whether two passives name what something is considered, in the other order: *X was ranked Y*."""
    if not (claimed.passive and stated.passive and claimed.objects and stated.objects) or claimed.verb in _GIVEN:
        return False
    return not same_among(said, claimed.subjects, line, [*stated.subjects, *described_subjects(line, stated)])


def _agents(clause: Clause) -> list[NounPhrase]:
    if not clause.passive:
        return list(clause.subjects)
    return [part.phrase for part in clause.prepositions if part.preposition == "by"]


def _patients(clause: Clause) -> list[NounPhrase]:
    return [*clause.subjects, *clause.objects] if clause.passive else list(clause.objects)


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


def _circumstance_differences(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> Iterator[Mismatch]:
    """Yield each place, time and other participant that the line does not name after the same marker."""
    for part in claimed.prepositions:
        found = _part_difference(said, part, line, stated, claimed)
        if found is not None:
            yield found
    held = {each.text.casefold() for each in stated.adverbials}
    for each in claimed.adverbials:
        if each.text.casefold() not in held:
            yield Mismatch(Aspect.DETAIL, each.text)


def _part_difference(
    said: ReadLine, part: Prepositional, line: ReadLine, stated: Clause, claimed: Clause
) -> Mismatch | None:
    if part.preposition == "according to" or (claimed.passive and part.preposition == "by"):
        return None  # compared as the speaker, and as who acts
    held = [each for each in stated.prepositions if not _belongs_to_other(said, claimed, line, each)]
    others = [other.phrase for other in held if other.preposition == part.preposition]
    if part.preposition in {"to", "for"}:
        others += stated.indirect
    if same_among(said, [part.phrase], line, others) or _follows_alike(said, part, line):
        return None
    if part.preposition in _DATED and any(_is_date_within(said, part, line, each) for each in held):
        return None
    timed = is_timed(claimed) and is_timed(stated)
    for other in stated.prepositions:
        turned = other.preposition in opposite_of(part.preposition)
        if turned and names_same(said, part.phrase, line, other.phrase):
            return Mismatch(Aspect.MARKER, part.preposition, other.preposition, timed)
        if other.preposition == part.preposition and _other_date(said, part, line, other):
            return Mismatch(Aspect.DATE, part.phrase.text, other.phrase.text, timed)
    found = [phrase_difference(said, part.phrase, line, other) for other in others]
    numbers = [each for each in found if each is not None and each.aspect is Aspect.NUMBER]
    return numbers[0] if len(numbers) == len(found) == 1 and timed else Mismatch(Aspect.DETAIL, _words(said, part))


def _follows_alike(said: ReadLine, part: Prepositional, line: ReadLine) -> bool:
    """Whether a participant follows the same noun in both, whatever clause it was read as part of: *a surgeon from
    Izmir*."""
    nouns = [
        each for each in said.sentence.noun_phrases if each.last == part.phrase.first - len(part.preposition.split())
    ]
    for phrase in nouns:
        words = operator_words(said.sentence.text[said.sentence.tokens[phrase.head].start : part.end])
        if len(words) > 2 and number_values(_words(said, part)) <= number_values(line.line.text):
            return holds_words(line.line.text, words)
    return False


def holds_words(line: str, words: Sequence[str]) -> bool:
    """Return whether a line has some words one after the other."""
    held = operator_words(line)
    places = range(len(held) - len(words) + 1)
    return bool(words) and any(held[place : place + len(words)] == list(words) for place in places)


def _is_date_within(said: ReadLine, part: Prepositional, line: ReadLine, other: Prepositional) -> bool:
    """*In March 2007* is *on 3 March 2007*."""
    mine, theirs = dates_of(_words(said, part)), dates_of(_words(line, other))
    return other.preposition in _DATED and len(mine) == len(theirs) == 1 and mine[0].is_within(theirs[0])


def _belongs_to_other(said: ReadLine, claimed: Clause, line: ReadLine, part: Prepositional) -> bool:
    """Whether a participant of a line goes with what the claim leaves out: *300 in Porto and 120 in Braga*."""
    tokens = line.sentence.tokens
    for phrase in line.sentence.noun_phrases:
        if phrase.last >= len(tokens) or tokens[phrase.last].start != part.start or phrase.first < 2:
            continue
        ended = {other.last for other in _led_phrases(line)}
        if tokens[phrase.first - 1].tag == "CJC" and phrase.first - 1 in ended:
            return not any(names_same(said, each, line, phrase) for each in (*claimed.objects, *claimed.subjects))
    return False


def _led_phrases(line: ReadLine) -> Iterator[NounPhrase]:
    yield from (part.phrase for clause in line.sentence.clauses for part in clause.prepositions)


def _words(line: ReadLine, part: Prepositional) -> str:
    return line.sentence.text[part.start : part.end]


def _other_date(said: ReadLine, part: Prepositional, line: ReadLine, other: Prepositional) -> bool:
    """Whether two phrases are dates, and cannot be the same: they differ in a part that both state."""
    mine, theirs = dates_of(_words(said, part)), dates_of(_words(line, other))
    if len(mine) != 1 or len(theirs) != 1:
        return False
    pairs = ((mine[0].year, theirs[0].year), (mine[0].month, theirs[0].month), (mine[0].day, theirs[0].day))
    return any(one is not None and two is not None and one != two for one, two in pairs)


def _dropped_qualifiers(said: ReadLine, claimed: Clause, line: ReadLine, stated: Clause) -> set[str]:
    """Return the words and prepositions of the line's clause that change its claim, and that the claim has not."""
    mine = set(_own_words(said, claimed))
    apart = left_out_participants(said, claimed, line, stated)
    theirs = {word for word in _own_words(line, stated, apart) if word in _KEPT}
    bound = {part.preposition for part in stated.prepositions} & (_BOUND_PREPOSITIONS - {"according to"})
    negating = NEGATIONS if claimed.negated != stated.negated else _PAIRED if claimed.negated else frozenset()
    return ((theirs - mine) | (bound - {part.preposition for part in claimed.prepositions})) - negating


def _own_words(line: ReadLine, clause: Clause, apart: Sequence[NounPhrase] = ()) -> Iterator[str]:
    """Yield the words that belong to a clause and to no other, without those of some phrases."""
    index = line.sentence.clauses.index(clause)
    before = ""
    for token in line.sentence.tokens:
        owner, word = line.owner(token, verbal=clause.kind not in NOMINAL), token.text.casefold()
        named = token.tag == "NP0"  # in May; Will
        named = named or any(phrase.start <= token.start and token.end <= phrase.end for phrase in apart)
        if not named and owner in (index, -1):
            yield "not" if word in {"n't", "n’t"} else word
            if word == "but" and before in _ALL:
                yield "except"
        before = word
