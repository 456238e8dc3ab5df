"""What a text makes of a relation between two ends: who does it to whom, and whether it is asserted as a fact.

Only what can be read speaks against a relation: a clause of its verb that has somebody else in the place of an end, or
none that asserts it. A pronoun in the place of an end, and a verb that no clause has, leave it unread.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pramana.claims.checking import check
from pramana.claims.clauses import SYMMETRIC
from pramana.claims.equivalents import agents_of
from pramana.claims.limits import limits_of
from pramana.claims.participants import described_subjects, joined_agents, joined_objects
from pramana.claims.readings import read_line
from pramana.claims.wording import equal_words, frames_of, narrower_words
from pramana.evidence import words
from pramana.language import (
    NOMINAL,
    PREPOSITIONS,
    PRIVATIVES,
    SOURCE,
    Clause,
    ClauseKind,
    EvidenceLine,
    Modal,
    NounPhrase,
    QuotedPassage,
    ReadLine,
    Stated,
    lemma_of,
    mentions,
    relation_predication,
    stated_relation,
    stem,
    word_set,
)


class RelationReading(StrEnum):
    """What a text makes of a relation."""

    SAID = "said"
    """A clause asserts it of both ends, or of one and of what may be the other: a pronoun, or what was not read."""
    UNREAD = "unread"
    """No clause could be compared with it."""
    REVERSED = "reversed"
    """The text has the ends in each other's roles."""
    DENIED = "denied"
    OTHER = "other"
    """The text says it of somebody else in the place of an end."""
    UNCERTAIN = "uncertain"
    """The text says it as possible, intended, asked, conditional, or in somebody's words; nowhere as a fact."""


_FACTUAL = word_set("claims/factual") | {"that", "whose"}
_FACTIVE = word_set("claims/factive")
_MUTUAL = word_set("claims/mutual_nouns")
_PEOPLE = word_set("types/people") | word_set("names/kin")
_OF = re.compile(r" of ")
_APART = word_set("claims/strict") | frozenset("through via as like by about".split())
"""Prepositions that lead no object of a verb, whatever the verb: *paid through Ben*, *left without Ben*."""
_RECEIVING = frozenset({"to", "for"})
"""Markers of whom an act is for beside its object: *gave the bow to Sita*."""


def read_relation(
    relation: str, text: str, source: Sequence[str], target: Sequence[str], *, denies: bool = False
) -> RelationReading:
    """Return what a text makes of a relation from one end to another, each given by its names.

    `denies`: the relation itself denies something, so that a denial of the text does not count against it.

    >>> read_relation("SOLD", "Lily said that Marsh sold the map.", ["Lily"], ["map"]).value
    'other'
    >>> read_relation("OWNS", "Hugo may own Titan.", ["Hugo"], ["Titan"]).value
    'uncertain'
    """
    stated = stated_relation(relation, text, source, target, denies=denies)
    if stated is not Stated.SAME:
        return RelationReading.REVERSED if stated is Stated.REVERSED else RelationReading.DENIED
    predication = relation_predication(relation)
    if predication is None:
        return _noun_reading(relation, text, source, target)
    straight = predication.agents == (frozenset((SOURCE,)),)
    agent, patient = (source, target) if straight else (target, source)
    direct, last = bool(predication.patients) or not straight, words(relation.replace("_", " ")).forms[-1]
    marker = last if last in PREPOSITIONS and last != "by" else ""
    asked = _VerbRelation(predication.verb, tuple(agent), tuple(patient), direct, marker)
    found = asked.reading(read_line(EvidenceLine(text)))
    first = words(relation.replace("_", " ")).forms[0]
    is_plain = predication.verb in {first, *(lemma_of(first, tag) for tag in ("VVZ", "VVD", "VVN", "VVG"))}
    if found is RelationReading.UNCERTAIN and (denies or not is_plain):  # MAY_OWN
        return RelationReading.SAID
    return found


@dataclass(frozen=True, slots=True)
class _VerbRelation:
    """A relation that reads like a verb. `direct`: the patient is its object, and is led by no preposition; `marker`
    is the preposition that the relation's name ends with, "" for none."""

    verb: str
    agent: tuple[str, ...]
    patient: tuple[str, ...]
    direct: bool
    marker: str = ""

    def reading(self, line: ReadLine) -> RelationReading:
        own = [clause for clause in line.sentence.clauses if clause.kind not in NOMINAL]
        saying = {self.verb} | equal_words(self.verb) | narrower_words(self.verb)
        clauses = [clause for clause in own if _verb(clause) in saying]
        if not clauses:
            converses = {frame.verb for frame in frames_of(self.verb)}
            turned = self.direct and any(_verb(clause) in converses for clause in own)
            if not turned:
                apart = self.verb in SYMMETRIC and not _SEVERALLY.isdisjoint(line.folded_words)
                return RelationReading.OTHER if apart else RelationReading.UNREAD
            return RelationReading.SAID if self._is_supported(line) else RelationReading.OTHER
        placed = [clause for clause in clauses if self._has_ends(line, clause)]
        if not placed:
            back = replace(self, agent=self.patient, patient=self.agent)
            turned = any(back._has_both(line, clause) for clause in clauses)
            return RelationReading.REVERSED if turned else RelationReading.OTHER
        factual = any(_is_fact(line, clause) for clause in placed)
        return RelationReading.SAID if factual else RelationReading.UNCERTAIN

    def _is_supported(self, line: ReadLine) -> bool:
        """Whether the line says it with a verb from the other side: *Zed bought Nova from Kim*, of *Kim sold Nova*."""
        claims = (f"{one} did {self.verb} {other}." for one in self.agent for other in self.patient)
        return any(check(claim, [line.line]).is_supported for claim in claims)

    def _has_ends(self, line: ReadLine, clause: Clause) -> bool:
        """Whether a clause has the ends in their places, or nothing that can be read there."""
        doers, undergoers, led = _doers(line, clause), _undergoers(line, clause), self._phrases_led(clause)
        if _verb(clause) in SYMMETRIC:
            if all(any(_names(each, names) for each in clause.subjects) for names in (self.agent, self.patient)):
                return _is_done_together(line, clause)
            return all(_may_name([*doers, *undergoers, *led], names) for names in (self.agent, self.patient))
        if not _may_name(doers, self.agent) or any(_names(each, self.patient) for each in doers):
            return False
        apart = [part.phrase for part in clause.prepositions if part.phrase not in led]
        if any(_names(each, self.patient) for each in apart) and not any(
            _names(each, self.patient) for each in (*undergoers, *led)
        ):
            return False
        if not self.direct:
            return _may_name([*undergoers, *led], self.patient)
        receiving = [part.phrase for part in clause.prepositions if part.preposition in _RECEIVING]
        return _may_name(undergoers or led, self.patient) or any(_names(each, self.patient) for each in receiving)

    def _phrases_led(self, clause: Clause) -> list[NounPhrase]:
        """Return what prepositions lead that may lead the patient: its own where one is there, none of means or time.

        *Works with Ben for Zed* says nothing of *WORKS_FOR Ben*, *paid through Ben* nothing of *PAID Ben*.
        """
        parts = [part for part in clause.prepositions if not (clause.passive and part.preposition == "by")]
        own = [part for part in parts if part.preposition == self.marker]
        if own:
            return [part.phrase for part in own]
        return [part.phrase for part in parts if part.preposition not in _APART]

    def _has_both(self, line: ReadLine, clause: Clause) -> bool:
        """Whether a clause names both ends in their places."""
        undergoers = [*_undergoers(line, clause), *([] if self.direct else self._phrases_led(clause))]
        places = ((_doers(line, clause), self.agent), (undergoers, self.patient))
        return all(any(_names(each, names) for each in phrases) for phrases, names in places)


def _verb(clause: Clause) -> str:
    return clause.verb.partition(" ")[0]


def _doers(line: ReadLine, clause: Clause) -> list[NounPhrase]:
    joined = (joined_agents if clause.passive else described_subjects)(line, clause)
    return _with_descriptions(line, [*agents_of(clause), *joined])


def _undergoers(line: ReadLine, clause: Clause) -> list[NounPhrase]:
    found = [*clause.objects, *clause.indirect, *joined_objects(line, clause)]
    found += [*clause.subjects, *described_subjects(line, clause)] if clause.passive else ()
    return _with_descriptions(line, found)


def _led_phrases(clause: Clause) -> list[NounPhrase]:
    return [part.phrase for part in clause.prepositions if not (clause.passive and part.preposition == "by")]


def _with_descriptions(line: ReadLine, phrases: Sequence[NounPhrase]) -> list[NounPhrase]:
    """Return phrases with what the line says to be the same: *the owner, Baltic Lines, …*."""
    spans = {(each.start, each.end) for each in phrases}
    same = [each for each in line.sentence.clauses if each.kind in _IDENTIFYING]
    sides = ((clause.subjects, clause.objects) for clause in same)
    return [
        *phrases,
        *(
            other
            for side in sides
            for mine, theirs in (side, side[::-1])
            if any((each.start, each.end) in spans for each in mine)
            for other in theirs
        ),
    ]


_IDENTIFYING = frozenset({ClauseKind.APPOSITION, ClauseKind.TITLE, ClauseKind.BRACKET})


def _may_name(phrases: Sequence[NounPhrase], names: Sequence[str]) -> bool:
    """Whether one of some phrases names an end, or may: there are none, or a pronoun."""
    return not phrases or any(each.kind == "pronoun" or _names(each, names) for each in phrases)


def _is_done_together(line: ReadLine, clause: Clause) -> bool:
    """Whether joined subjects do it to each other: *Ann and Bo met*, not *both married*, *met with a lawyer*."""
    if clause.objects or clause.indirect or any(part.preposition in _PARTNERS for part in clause.prepositions):
        return False
    behind = words(line.sentence.text[clause.verb_end :]).forms
    return _SEVERALLY.isdisjoint(words(line.sentence.text).forms) and _PARTNERS.isdisjoint(behind)


_PARTNERS = frozenset({"to", "with", "against"})
_SEVERALLY = frozenset({"both", "each", "either", "neither", "respectively", "separately"})


def _names(phrase: NounPhrase, names: Sequence[str]) -> bool:
    """Whether a phrase names an end, and not only whose it is: *Ben's brother*, *the wife of Ben* is not Ben."""
    text = phrase.text
    if phrase.inner is not None and _OF.search(text) and _PEOPLE.intersection(words(_OF.split(text)[0]).forms):
        text = _OF.split(text)[0]
    if phrase.possessor is not None:
        first, last = (place - phrase.start for place in phrase.possessor)
        if _mentions(text[first:last], names):
            text = text[last:]
    return _mentions(text, names)


def _mentions(text: str, names: Sequence[str]) -> bool:
    return any(mentions(QuotedPassage(text, 0, len(text)), name, folded=True) for name in names)


def _is_fact(line: ReadLine, clause: Clause) -> bool:
    """Whether the line itself asserts a clause as what is or was so, in full: not *nearly*, *nominally*."""
    if limits_of(line, clause):
        return False
    if clause.modal is not Modal.ACTUAL or clause.negated or clause.unasserted or clause.attributed_to is not None:
        return False
    if clause.kind is ClauseKind.CONTENT:
        over = None if clause.parent is None else line.sentence.clauses[clause.parent]
        return over is not None and over.verb in _FACTIVE
    return clause.marker is None or clause.marker in _FACTUAL


def _noun_reading(relation: str, text: str, source: Sequence[str], target: Sequence[str]) -> RelationReading:
    """Return what a text makes of *BROTHER_OF*, or *HAS_BROTHER*; of any other relation that it is said."""
    forms = [form for form in words(relation.replace("_", " ")).forms if form not in {"is", "was"}]
    one, other, noun = source, target, " ".join(forms[:-1])
    if forms[:1] in (["has"], ["had"]):
        one, other, noun = target, source, " ".join(forms[1:])
    elif forms[-1:] == ["than"]:
        return _compared_reading(" ".join(forms), text, source, target)
    elif forms[-1:] != ["of"]:
        return RelationReading.UNREAD
    line = read_line(EvidenceLine(text))
    if forms[-1:] == ["of"] and _is_only_lessened(noun, line):
        return RelationReading.UNCERTAIN
    joining = [clause for clause in line.sentence.clauses if _joins(line, clause, source, target)]
    if joining and all(each.kind not in NOMINAL and not _is_fact(line, each) for each in joining):
        return RelationReading.UNCERTAIN
    if not noun or noun in _MUTUAL or _says_noun(noun, line, one, other) or not _says_noun(noun, line, other, one):
        return RelationReading.UNREAD
    return RelationReading.REVERSED


def _compared_reading(compared: str, text: str, source: Sequence[str], target: Sequence[str]) -> RelationReading:
    """Return what a text makes of *OLDER_THAN*: reversed where it says so of the ends in each other's place alone."""

    def is_said(one: Sequence[str], other: Sequence[str]) -> bool:
        claims = (f"{mine} {be} {compared} {theirs}." for mine in one for theirs in other for be in ("is", "was"))
        return any(check(claim, [text]).is_supported for claim in claims)

    turned = not is_said(source, target) and is_said(target, source)
    return RelationReading.REVERSED if turned else RelationReading.UNREAD


def _is_only_lessened(noun: str, line: ReadLine) -> bool:
    """Whether a line has the noun of a relation only as part of another: *the deputy director*, *a mother-in-law*.

    *The former director* is none the less: a relation has no time.
    """
    own = stem(noun.split()[-1]) if noun else ""
    found = [place for place, token in enumerate(line.sentence.tokens) if own in _part_stems(token.text)]
    return bool(found) and all(_is_lessened(line, place, own) for place in found)


def _is_lessened(line: ReadLine, place: int, own: str) -> bool:
    if stem(line.sentence.tokens[place].text.casefold()) != own and own not in _own_lemma(line, place):
        return True  # *mother-in-law*
    before = line.folded_words[max(0, place - _MODIFIERS) : place]
    return not (PRIVATIVES - _PAST_ONES).isdisjoint(before)


def _own_lemma(line: ReadLine, place: int) -> frozenset[str]:
    return frozenset({stem(line.sentence.tokens[place].lemma.casefold())})


def _part_stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, text.casefold().split("-"))) | frozenset({stem(text.casefold())})


_MODIFIERS = 2
"""Words before a noun that may lessen it: *the acting managing director*."""
_PAST_ONES = frozenset("former ex late retired one-time onetime erstwhile sometime".split())


def _says_noun(noun: str, line: ReadLine, one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether a line says that the one is, or was, what the noun names of the other: a relation has no time."""
    claims = (f"{mine} {be} the {noun} of {theirs}." for mine in one for theirs in other for be in ("was", "is"))
    return any(check(claim, [line.line]).is_supported for claim in claims)


def _joins(line: ReadLine, clause: Clause, source: Sequence[str], target: Sequence[str]) -> bool:
    phrases = [*_doers(line, clause), *_undergoers(line, clause), *_led_phrases(clause)]
    return all(any(_mentions(each.text, names) for each in phrases) for names in (source, target))
