"""Clauses while they are being built."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field

from pramana.language import lexicon as lex
from pramana.language.model import (
    Adverbial,
    Clause,
    ClauseKind,
    Modal,
    NounPhrase,
    Prepositional,
    Token,
    VerbGroup,
)

_WITNESSING = frozenset("see notice realise realize know remember forget perceive recognise recognize".split())
"""Verbs whose clause the line itself asserts: *she saw that he had left* says that he had."""


@dataclass(slots=True)
class Excluded:
    """The participants of the opposite clause; of the first two, where they are empty, the clause's own count."""

    subjects: list[NounPhrase] = field(default_factory=list)
    objects: list[NounPhrase] = field(default_factory=list)
    prepositions: list[Prepositional] = field(default_factory=list)
    adverbials: list[Adverbial] = field(default_factory=list)


@dataclass(slots=True)
class Elided:
    """Participants of a clause whose verb is left out: *Anna plays the piano and Ben the flute*.

    Of lists that are empty the clause's own count, but for prepositions.
    """

    subjects: list[NounPhrase] = field(default_factory=list)
    objects: list[NounPhrase] = field(default_factory=list)
    prepositions: list[Prepositional] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class ClauseDraft:
    """A clause that still grows. `content_of` is the draft whose content this one is (*said that …*)."""

    kind: ClauseKind
    group: VerbGroup
    subjects: list[NounPhrase] = field(default_factory=list)
    objects: list[NounPhrase] = field(default_factory=list)
    indirect: list[NounPhrase] = field(default_factory=list)
    prepositions: list[Prepositional] = field(default_factory=list)
    adverbials: list[Adverbial] = field(default_factory=list)
    complement: tuple[int, int] | None = None
    marker: str | None = None
    parent: ClauseDraft | None = None
    content_of: ClauseDraft | None = None
    speaker: NounPhrase | None = None
    negated: bool = False
    modal: Modal = Modal.ACTUAL
    confidence: float = 1.0
    subject_from: str = "stated"
    quote_first: int = 0
    last: int = 0
    excluded: Excluded | None = None
    """Whom the line sets against the participants: *to the owners, but not to the tenants*."""
    elided: list[Elided] = field(default_factory=list)
    gap: list[NounPhrase] = field(default_factory=list)
    """The head of an object relative, until the clause shows where it belongs."""
    dropped: bool = False
    unasserted: bool = False
    """The line reports it without asserting it, or says that it did not happen though the verb is not negated."""

    def __post_init__(self) -> None:
        self.quote_first = self.group.first
        self.last = max(self.last, self.group.last)
        self.negated = self.negated or self.group.negated
        if self.modal is Modal.ACTUAL:
            self.modal = self.group.modal

    @property
    def verb(self) -> str:
        return self.group.lemma

    @property
    def base(self) -> str:
        """The lemma without its particle."""
        return self.group.lemma.split(" ")[0]

    @property
    def bare(self) -> bool:
        """Nothing but a subject: no object, complement, preposition, place or time."""
        return not (self.objects or self.indirect or self.prepositions or self.adverbials or self.complement)

    @property
    def passive_or_be(self) -> bool:
        return self.group.passive or self.base == "be"

    @property
    def progressive(self) -> bool:
        return " " in self.group.text and self.group.text.split(" ")[-1].endswith("ing")

    def fill_gap(self) -> None:
        """The head of an object relative is its object, unless it has one."""
        if self.gap and not self.objects and not self.group.passive:
            self.objects = list(self.gap)
        elif self.gap and self.objects and self.base in lex.DITRANSITIVE and not self.indirect:
            self.indirect, self.objects = self.objects, list(self.gap)

    def reach(self, last: int) -> None:
        self.last = max(self.last, last)


def share_objects(tokens: Sequence[Token], drafts: Sequence[ClauseDraft]) -> None:
    """Give *bought and sold houses* its object twice."""
    shared = False
    for one, other in zip(drafts[-2::-1], drafts[:0:-1], strict=True):
        between = tokens[one.group.last : other.group.first]
        shared = _joins(between, listed=shared) and _shares_object(one, other)
        if shared:
            one.objects = list(other.objects)


def _joins(between: Sequence[Token], listed: bool) -> bool:
    """Whether *and* joins two verbs, or a comma where the second is itself joined to another (`listed`)."""
    joined = any(token.tag == "CJC" for token in between) or (listed and [token.text for token in between] == [","])
    return joined and len(between) < 4 and all(token.tag in {"CJC", "AV0", "PUN"} for token in between)


def _shares_object(one: ClauseDraft, other: ClauseDraft) -> bool:
    alike = not one.group.passive and not other.group.passive and other.subject_from == "shared"
    free = one.bare and one.verb not in lex.INTRANSITIVE and " " not in one.verb
    return alike and free and bool(other.objects) and other.subjects == one.subjects


def opposites(drafts: Sequence[ClauseDraft]) -> list[ClauseDraft]:
    """Return a clause of the opposite polarity for whom each clause excludes: *and not with gravel*."""
    return [_opposite(draft, draft.excluded) for draft in drafts if draft.excluded is not None and not draft.dropped]


def repetitions(drafts: Sequence[ClauseDraft]) -> list[ClauseDraft]:
    """Return the clauses that leave out the verb of another: *and Ben the flute*."""
    return [_repeat(draft, each) for draft in drafts for each in draft.elided if not draft.dropped]


def _repeat(draft: ClauseDraft, elided: Elided) -> ClauseDraft:
    other = copy(draft)
    other.subjects = elided.subjects or draft.subjects
    other.objects = elided.objects or draft.objects
    other.prepositions, other.adverbials = elided.prepositions, []
    other.excluded, other.elided = None, []
    return other


def _opposite(draft: ClauseDraft, excluded: Excluded) -> ClauseDraft:
    other = copy(draft)
    other.negated = not draft.negated
    other.subjects = excluded.subjects or draft.subjects
    other.objects = excluded.objects or draft.objects
    if excluded.prepositions or excluded.adverbials:
        agents = [part for part in draft.prepositions if part.preposition == "by" and draft.group.passive]
        other_agent = any(part.preposition == "by" for part in excluded.prepositions)  # *by Ann and not by Ben*
        other.prepositions = [*([] if other_agent else agents), *excluded.prepositions]
        other.adverbials = list(excluded.adverbials)
    other.excluded = None
    return other


def freeze(text: str, tokens: Sequence[Token], drafts: Sequence[ClauseDraft]) -> tuple[Clause, ...]:
    """The clauses in the order of their verbs."""
    kept = sorted((draft for draft in drafts if not draft.dropped), key=lambda draft: draft.group.head)
    place = {id(draft): index for index, draft in enumerate(kept)}
    return tuple(_clause(text, tokens, draft, place) for draft in kept)


def _clause(text: str, tokens: Sequence[Token], draft: ClauseDraft, place: dict[int, int]) -> Clause:
    start, end = tokens[draft.quote_first].start, draft.group.end
    said = draft.content_of
    while said is not None and said.base in _WITNESSING and said.content_of is not said:
        said = said.content_of
    named = said is not None and said.subjects and not said.group.passive
    speaker = draft.speaker or (said.subjects[0] if named and said is not None else None)
    return Clause(
        kind=draft.kind,
        verb=draft.verb,
        verb_quote=text[start:end],
        verb_start=start,
        verb_end=end,
        predicate=" ".join(token.text for token in tokens[draft.quote_first : draft.group.last]),
        end=max(tokens[draft.last - 1].end, end),
        passive=draft.group.passive,
        subjects=tuple(draft.subjects),
        objects=tuple(draft.objects),
        indirect=tuple(draft.indirect),
        prepositions=tuple(draft.prepositions),
        adverbials=tuple(draft.adverbials),
        complement=_span(text, tokens, draft.complement),
        negated=draft.negated,
        unasserted=draft.unasserted,
        modal=draft.modal,
        marker=draft.marker,
        attributed_to=speaker,
        confidence=round(draft.confidence, 3),
        parent=place.get(id(draft.parent)) if draft.parent is not None else None,
        subject_from=draft.subject_from,
    )


def _span(text: str, tokens: Sequence[Token], span: tuple[int, int] | None) -> str | None:
    return text[tokens[span[0]].start : tokens[span[1] - 1].end] if span else None


_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")


def is_time(tokens: Sequence[Token], phrase: NounPhrase) -> bool:
    """*last night*, *that day*, *every year*: a time that needs no preposition."""
    head = tokens[phrase.head].lemma.lower()
    first = tokens[phrase.first].text.lower()
    if phrase.last - phrase.first == 1:
        if _CLOCK.fullmatch(first):
            return True
        return first in lex.TIME_ADVERBS or (head in lex.SEASONS_AND_DAYS and head not in {"may", "march", "christmas"})
    if phrase.inner is not None and tokens[phrase.head].text.lower() == "minutes":  # *the minutes of the meeting*
        return False
    if first == "the" and phrase.last - phrase.first == 2:  # *won the day*
        return False
    return head in lex.TIME_NOUNS and (first in lex.TIME_DETERMINERS or first in lex.SEASONS_AND_DAYS)
