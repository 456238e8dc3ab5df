"""Homonyms: which mentions of one spelling mean another bearer than others do.

One name is one entity until something tells two bearers apart. Each pair of usages is decided by itself, from what
their own documents say of them; usages that say the same are one sense, and one that may belong to several stays with
the name. What people decided of places goes first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations

from pramana.events import told_by_place
from pramana.evidence import Evidence
from pramana.gsv import GSVSettings, gather
from pramana.karaka.passes.document_usages import NameUsage
from pramana.karaka.passes.documents import ReadAbout
from pramana.karaka.passes.following import follow
from pramana.karaka.passes.mark_conflicts import marks_conflict, marks_differ
from pramana.karaka.passes.marks import Mark
from pramana.karaka.passes.model import AskedLinks, EntityDecision, EntityMention, PassView, SenseProposal
from pramana.karaka.passes.names import NameIndex, names_of
from pramana.karaka.passes.profiles import Profile
from pramana.karaka.passes.statements import Label, Statement, are_judged, judge_statements, lines_around
from pramana.karaka.passes.usages import LongerNames, UsageReader
from pramana.karaka.senses import sense_id
from pramana.llm import Gateway
from pramana.trace import Trail, Verdict, path_part

Pair = tuple[int, int]
SURE, JUDGED, STATED = 95, 80, 100
MOST_SENSES = 256
"""A name of which documents say more different things than this is left whole."""
MOST_ASKED = 20
"""Pairs of one name about which a model is asked, at most."""
_TELLING = ("born", "trade", "name", "type", "gender")
"""What names a sense, the best first."""


@dataclass(slots=True)
class _Bearer:
    """Usages of which the same is said. `doubts` is what a model said where its word parted this one from another."""

    usages: list[NameUsage]
    marks: dict[tuple[str, str], Mark]
    judged: str = ""

    @property
    def first(self) -> EntityMention:
        return self.usages[0].mentions[0]


@dataclass(slots=True)
class _Parting:
    """The bearers of one name, and which pairs of them cannot be one. `stated` is what people said of mentions."""

    base: str
    name: str
    bearers: list[_Bearer]
    apart: set[Pair] = field(default_factory=set)
    stated: dict[str, list[EntityMention]] = field(default_factory=dict)


async def part(gateway: Gateway, settings: GSVSettings, view: PassView, trail: Trail) -> AskedLinks:
    """Return the senses of every name that several go by. With a model, doubtful pairs are put to it, those of a name
    together.

    A pair that it scores and verifies as two is parted, all others stay one. Raises the errors that end a run.
    """
    reader = _reader_of(view)
    partings = reader.partings(names_of(view))
    failed = 0
    if are_judged(gateway):
        asked = [(parting, pairs) for parting in partings if (pairs := _doubtful(parting))]
        works = [
            partial(_judge, gateway, settings.accept_score, view, *each, trail.at(path_part(each[0].base)))
            for each in asked
        ]
        for start in range(0, len(works), 64):
            failed += sum(await gather(works[start : start + 64]))
    return AskedLinks((), failed, tuple(reader.all_senses(partings)))


def propose(view: PassView) -> list[SenseProposal]:
    """Return the senses that rules and people's decisions distinguish, in order of names and places."""
    reader = _reader_of(view)
    return reader.all_senses(reader.partings(names_of(view)))


def _reader_of(view: PassView) -> BearerReader:
    names = names_of(view)
    return BearerReader(names.about, names, view.decisions)


class BearerReader:
    """Reads which bearers names have, each name by itself."""

    def __init__(self, about: ReadAbout, names: NameIndex, decisions: Sequence[EntityDecision]) -> None:
        self._about, self._names, self._decisions = about, names, decisions
        self._longer = LongerNames(names)
        self._usages = UsageReader(about, self._longer)
        self._stated = _decisions_by_name(decisions)

    def partings(self, bases: Iterable[str]) -> list[_Parting]:
        """Return the bearers of those of some names that several may go by."""
        return [found for base in bases if (found := self._parting(self._names[base])) is not None]

    def _parting(self, profile: Profile) -> _Parting | None:
        stated = self._stated.get(profile.id, ())
        if told_by_place(profile.name) or not (stated or self._longer.may_part(profile)):
            return None
        left, said = _apart_from_stated(self._usages.mentions(profile), stated)
        bearers: list[_Bearer] = []
        if left and profile.reading.words:
            bearers = _bearers(self._usages.usages(profile, left))
        apart = {
            (one, other)
            for one, other in combinations(range(len(bearers)), 2)
            if marks_conflict(list(bearers[one].marks.values()), list(bearers[other].marks.values()))
            or _side_by_side(bearers[one], bearers[other])
        }
        return _Parting(profile.id, profile.name, bearers, apart, said) if said or len(bearers) > 1 else None

    def senses(self, base: str) -> list[SenseProposal]:
        """Return the senses of one name, [] where all that go by it are one."""
        return [found for parting in self.partings([base]) for found in _senses(parting, self._decisions)]

    def following(
        self, base: str, senses: Sequence[SenseProposal], is_parted: Callable[[str], bool]
    ) -> list[SenseProposal]:
        """Return the senses of the short forms of a name, whose own are given."""
        return follow(self._about, self._names, base, senses, is_parted)

    def all_senses(self, partings: Iterable[_Parting]) -> list[SenseProposal]:
        """Return the senses of names that several go by, and of their short forms."""
        found = {parting.base: _senses(parting, self._decisions) for parting in partings}
        parted = {base for base, senses in found.items() if senses}
        own = [proposal for senses in found.values() for proposal in senses]
        return own + [
            short for base in sorted(parted) for short in self.following(base, found[base], parted.__contains__)
        ]


def _bearers(usages: Sequence[NameUsage]) -> list[_Bearer]:
    """Return what is said of usages, each thing said once, with its usages; those of which nothing is said left out."""
    found: dict[tuple[tuple[str, str], ...], _Bearer] = {}
    for usage in usages:
        if usage.marks:
            bearer = found.setdefault(tuple(sorted(usage.marks)), _Bearer([], dict(sorted(usage.marks.items()))))
            bearer.usages.append(usage)
    ordered = sorted(found)
    return [found[key] for key in ordered] if len(ordered) <= MOST_SENSES else []


def _side_by_side(one: _Bearer, other: _Bearer) -> bool:
    """Return whether a document has both, as two."""
    return not {usage.doc_id for usage in one.usages}.isdisjoint(usage.doc_id for usage in other.usages)


# What people decided ------------------------------------------------------


def _decisions_by_name(decisions: Sequence[EntityDecision]) -> dict[str, list[EntityDecision]]:
    found: dict[str, list[EntityDecision]] = defaultdict(list)
    for decision in decisions:
        if decision.places:
            found[decision.one].append(decision)
    return found


def _apart_from_stated(
    mentions: Sequence[EntityMention], decisions: Sequence[EntityDecision]
) -> tuple[list[EntityMention], dict[str, list[EntityMention]]]:
    """Return the mentions that nobody decided about, and the others by their senses. The latest decision holds."""
    if not decisions:
        return list(mentions), {}
    left: list[EntityMention] = []
    said: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in mentions:
        place = mention.evidence
        here = {place.doc_id, f"{place.doc_id}:{place.line_number}"}
        senses = [decision.other for decision in decisions if here & set(decision.places)]
        (said[senses[-1]] if senses else left).append(mention)
    return left, dict(said)


# What a model is asked ----------------------------------------------------


def _doubtful(parting: _Parting) -> list[Pair]:
    """Return the pairs of which different things are said that one bearer may well combine."""
    bearers = parting.bearers
    found = [
        (one, other)
        for one, other in combinations(range(len(bearers)), 2)
        if (one, other) not in parting.apart
        and marks_differ(list(bearers[one].marks.values()), list(bearers[other].marks.values()))
    ]
    return found[:MOST_ASKED]


async def _judge(
    gateway: Gateway, accept_score: int, view: PassView, parting: _Parting, pairs: Sequence[Pair], trail: Trail
) -> int:
    """Part the pairs that a model scores high enough, and verifies, as two. Returns how many got no answer."""
    statements = [_statement(view, parting, pair) for pair in pairs]
    missing = 0
    for pair, said in zip(pairs, await judge_statements(gateway, statements, accept_score, trail), strict=True):
        one, other = (parting.bearers[number] for number in pair)
        if said.verdict is Verdict.VERIFIED:
            parting.apart.add(pair)
            one.judged = one.judged or said.reason
            other.judged = other.judged or one.judged
        elif said.verdict is Verdict.REFUSED:
            ends = [f"{end.doc_id}:{end.line_number}" for end in (_evidence_of(one), _evidence_of(other))]
            reason = f"Not found valid, so the name stays one. {said.reason}"
            trail.at("pair", *map(path_part, ends)).propose(
                {"name": parting.name, "places": ends}, said.verdict, reason
            )
        missing += said.verdict is None
    return missing


def _statement(view: PassView, parting: _Parting, pair: Pair) -> Statement:
    """Return that two bearers are two, as a statement, with the two lines before and after what is said of each."""
    ends = [_evidence_of(parting.bearers[number]) for number in pair]
    name = parting.bearers[pair[0]].first.name

    def words(label: Label) -> str:
        return (
            f"{name!r} in line {label(ends[0])} and {name!r} in line {label(ends[1])} are two different bearers of one "
            "name: what the lines say of them cannot be said of one."
        )

    return Statement(words, lines_around(view.lines, ends, before=2, after=2))


def _evidence_of(bearer: _Bearer) -> Evidence:
    """Return the place of what is said of a bearer."""
    return next(iter(bearer.marks.values())).place


# Senses -------------------------------------------------------------------


def _senses(parting: _Parting, decisions: Sequence[EntityDecision]) -> list[SenseProposal]:
    """Return each line's mentions of each sense: as people stated them, and as the text tells them."""
    found: dict[tuple[str, str, int], SenseProposal] = {}
    stated = [(sense, mentions, _because(sense, decisions)) for sense, mentions in sorted(parting.stated.items())]
    for sense, mentions, reason in stated:
        _add(found, parting, SenseProposal(parting.base, parting.name, sense, (), None, reason, STATED), mentions)
    groups = _groups(parting)
    for group, suffix in zip(groups, _suffixes(groups), strict=True):
        for bearer in group:
            for usage in bearer.usages:
                proposal = _sense_proposal(parting, sense_id(parting.base, suffix), bearer, usage)
                _add(found, parting, proposal, usage.mentions)
    return list(found.values())


def _because(sense: str, decisions: Sequence[EntityDecision]) -> str:
    why = next(one.why for one in reversed(decisions) if one.other == sense and one.places)
    return f"Stated by a person: {why}" if why else "Stated by a person."


def _sense_proposal(parting: _Parting, sense: str, bearer: _Bearer, usage: NameUsage) -> SenseProposal:
    """Return a proposal, still without mentions, with the mark that tells this usage from others."""
    kinds = [*_TELLING, "other", "first"]
    mark = min(usage.marks.values(), key=lambda one: (kinds.index(one.kind), one.key))
    reason = f"{mark.place.quote!r} ({mark.place.doc_id}:{mark.place.line_number}) tells this {parting.name!r} apart."
    judged = f"{reason} {bearer.judged}" if bearer.judged else reason
    sure = JUDGED if bearer.judged else SURE
    return SenseProposal(parting.base, parting.name, sense, (), mark.place, judged, sure, bool(bearer.judged))


def _add(
    found: dict[tuple[str, str, int], SenseProposal],
    parting: _Parting,
    proposal: SenseProposal,
    mentions: Sequence[EntityMention],
) -> None:
    for mention in mentions:
        place = mention.evidence
        key = (proposal.sense, place.doc_id, place.line_number)
        before = found.get(key, proposal)
        found[key] = replace(before, mentions=(*before.mentions, mention))


def _groups(parting: _Parting) -> list[list[_Bearer]]:
    """Return the bearers, grouped by identity: each group is one bearer, distinct from the others.

    A bearer that fits two distinct groups equally belongs to neither: its mentions stay with the name.
    [] if fewer than two groups are left.
    """
    bearers, apart = parting.bearers, parting.apart
    groups = [[number] for number in sorted({number for pair in apart for number in pair})]

    def may_join(one: Sequence[int], other: Sequence[int]) -> bool:
        return not any((min(a, b), max(a, b)) in apart for a in one for b in other)

    def alike(one: Sequence[int], other: Sequence[int]) -> bool:
        keys = {key for a in one for key in bearers[a].marks if key[0] in ("born", "trade", "name")}
        return may_join(one, other) and any(keys & bearers[b].marks.keys() for b in other)

    groups, _ = _join_near_groups(groups, alike, may_join)
    groups, unclear = _join_near_groups(groups, may_join, may_join)
    clear = [group for group in groups if group not in unclear]
    return [[bearers[number] for number in sorted(group)] for group in clear] if len(clear) > 1 else []


Near = Callable[[Sequence[int], Sequence[int]], bool]


def _join_near_groups(groups: list[list[int]], near: Near, may_join: Near) -> tuple[list[list[int]], list[list[int]]]:
    """Join groups that are near one another; return them, and those that are near two that cannot be one."""
    unclear = []
    for group in groups:
        beside = [other for other in groups if other is not group and near(group, other)]
        if any(not may_join(one, other) for one, other in combinations(beside, 2)):
            unclear.append(group)
    found: list[list[int]] = []
    for group in groups:
        home = (
            None if group in unclear else next((one for one in found if one not in unclear and near(one, group)), None)
        )
        if home is not None and may_join(home, group):
            home.extend(group)
        else:
            found.append(list(group))
    return found, unclear


def _suffixes(groups: Sequence[Sequence[_Bearer]]) -> list[str]:
    """Return what tells each group from the others, in a word of the text where one does, else where it begins."""
    words = [_words(group) for group in groups]
    found = []
    for number, group in enumerate(groups):
        others = {word for other, said in enumerate(words) if other != number for word in said}
        first = min((bearer.first.evidence for bearer in group), key=lambda place: (place.doc_id, place.line_number))
        own = next((word for word in words[number] if word not in others), f"{first.doc_id}:{first.line_number}")
        found.append(own)
    clashing = {word for word, count in Counter(found).items() if count > 1}
    return [f"{word} {number}" if word in clashing else word for number, word in enumerate(found, 1)]


def _words(group: Sequence[_Bearer]) -> list[str]:
    """Return the words that may name a group, the best first: of a kind of mark the one said most."""
    found = []
    for kind in _TELLING:
        said = Counter(
            mark.word
            for bearer in group
            for usage in bearer.usages
            for mark in usage.marks.values()
            if mark.kind == kind
        )
        found += [word for word, _ in sorted(said.items(), key=lambda entry: (-entry[1], entry[0]))[:1]]
    return found
