"""Entity resolution by rules: which names of a graph name one entity, and which cannot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any
from weakref import WeakKeyDictionary

from pramana.karaka.passes.aliases import alias_links
from pramana.karaka.passes.blocking import (
    MOST_BEARERS,
    Bearers,
    reordered_pairs,
    same_form_pairs,
    similar_pairs,
    variant_pairs,
)
from pramana.karaka.passes.clusters import Clusters, Pair, clusters, pair
from pramana.karaka.passes.context import SharedNames
from pramana.karaka.passes.model import EntityMention, Link, PairFinding, PassView
from pramana.karaka.passes.name_text import NameText
from pramana.karaka.passes.name_words import GENERIC_ENDINGS
from pramana.karaka.passes.pairs import (
    conflict,
    differ_by_adjective,
    fits,
    inflected_form,
    is_given_name,
    rivals,
    same_form,
    spelling_variant,
    turned_round,
)
from pramana.karaka.passes.profiles import Profile, profiles
from pramana.karaka.passes.sense_links import Senses
from pramana.karaka.ptools import LINK_VERIFICATION
from pramana.karaka.schema import IS_SAME_AS
from pramana.language import word_set
from pramana.llm import Gateway
from pramana.trace import Trail

LIKENESS = 50
"""The confidence in names that are only spelled alike, before a model has judged them."""
HEADED = 66
"""The confidence in a name that fits several, of which one is the heading of each of its documents."""
_JOINING_VERBS = word_set("names/joining_verbs")


@dataclass(frozen=True, slots=True)
class RefusedName:
    """A name that was looked at and not linked to `others`, with the reason. Without others: it has too many."""

    entity: str
    others: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class NameResolution:
    """`clusters.held` are the links to be made; `cannot` the pairs, with reasons, that must stay apart."""

    clusters: Clusters
    cannot: Mapping[Pair, str]
    refusals: tuple[RefusedName, ...]


def propose(view: PassView) -> list[Link]:
    """Return the IS_SAME_AS links between named entities that rules find, by pair. Pronouns are not looked at.

    A link runs from the smaller id to the larger. The result is a function of what the view holds, in any order.
    """
    held = resolve(view).clusters.held
    return sorted(held, key=lambda link: (link.source, link.target, -link.confidence))


async def ask(gateway: Gateway, view: PassView, trail: Trail) -> list[Link]:
    """Propose, for a model to judge, the names that vectors hold alike and that rules neither joined nor kept apart.

    Nothing where no model would judge them: likeness alone makes no two names one.
    """
    if not gateway.judges(LINK_VERIFICATION):
        return []
    known = profiles(view)
    names = [profile.name for profile in known.values() if profile.reading.words]
    if not names:
        return []
    vectors = await gateway.embed(names, trail=trail.at("names"))
    settled = resolve(view)
    links = []
    for (one, other), cosine in similar_pairs(known, lambda _: vectors).items():
        joined = settled.clusters.representative(one) == settled.clusters.representative(other)
        if view.senses.get(one, one) == view.senses.get(other, other):
            continue
        if not joined and (one, other) not in settled.cannot:
            reason = f"{known[one].name!r} and {known[other].name!r} are spelled alike (cosine {cosine:.2f})."
            links.append(_link(known[one], known[other], PairFinding(reason, LIKENESS)))
    return links


def refusals(view: PassView) -> list[tuple[dict[str, Any], str]]:
    """Return what was looked at and not linked, for the ledger: the names (JSON) and the reason."""
    found = resolve(view).refusals
    return [({"entity": one.entity, "others": list(one.others)}, one.reason) for one in found]


_RESOLVED: WeakKeyDictionary[PassView, NameResolution] = WeakKeyDictionary()
"""What was found on views that are still in use: proposals, refusals and questions to a model all start from it."""


def resolve(view: PassView) -> NameResolution:
    """Return links, clusters, what must stay apart, and what was refused, each with its reason."""
    held = view.plain or view
    found = _RESOLVED.get(held)
    if found is None:
        found = _RESOLVED[held] = _resolve(held)
    return found


def _resolve(view: PassView) -> NameResolution:
    known = profiles(view)
    senses = Senses(known, view.senses, view.decisions)
    found = _FoundLinks(known, senses)
    for link in alias_links(view, known):
        found.add_link(link)
    bearers = Bearers(known)
    for one, other in same_form_pairs(known):
        if not (differ_by_adjective(known[one], known[other]) and _is_hub(known[one], bearers)):
            found.add(one, other, same_form(known[one], known[other]))
    settled = clusters(found.links())
    refusals = list(_short_forms(known, bearers, settled, NameText.read(view.lines, known), found))
    for one, other in variant_pairs(known):
        found.add(one, other, spelling_variant(known[one], known[other]))
    for one, other in reordered_pairs(known):
        found.add(one, other, turned_round(known[one], known[other]) or inflected_form(known[one], known[other]))
    links, unclear = senses.without_ambiguous(found.links())
    refusals += [RefusedName(entity, others, reason) for entity, others, reason in unclear]
    cannot = _cannot(view.mentions, view, known, links)
    cannot |= senses.apart(link for link in links)
    joined = clusters(links, cannot, order=lambda entity: _standing(known[entity]))
    refusals += [_refused_name(link, cannot[enemy]) for link, enemy in joined.refused]
    return NameResolution(joined, cannot, tuple(sorted(refusals, key=lambda one: (one.entity, one.others, one.reason))))


def _refused_name(link: Link, problem: str) -> RefusedName:
    return RefusedName(link.source, (link.target,), f"{link.reason}, but {problem}")


def _standing(profile: Profile) -> tuple[object, ...]:
    """Order of representatives: the longest proper name, then the one most used, then the smallest."""
    return -len(profile.reading.words), -profile.count, len(profile.name), profile.id


class _FoundLinks:
    """The links found so far, one a pair: the surest."""

    def __init__(self, known: Mapping[str, Profile], senses: Senses) -> None:
        self._known = known
        self._senses = senses
        self._links: dict[Pair, Link] = {}

    def add_link(self, link: Link) -> None:
        if self._senses.of_one_name(link.source, link.target):
            return
        before = self._links.get(pair(link.source, link.target))
        if before is None or before.confidence < link.confidence:
            self._links[pair(link.source, link.target)] = link

    def add(self, one: str, other: str, finding: PairFinding | None) -> None:
        if finding is not None and one != other:
            self.add_link(_link(self._known[min(one, other)], self._known[max(one, other)], finding))

    def links(self) -> list[Link]:
        return list(self._links.values())


def _link(source: Profile, target: Profile, finding: PairFinding) -> Link:
    """Return a link with a mention of each: in the first document that has both, if there is one."""
    shared = sorted(source.first.keys() & target.first.keys())
    a = source.first[shared[0] if shared else min(source.first)]
    b = target.first[shared[0] if shared else min(target.first)]
    return Link(source.id, IS_SAME_AS, target.id, a, b, finding.reason, finding.confidence)


def _short_forms(
    known: Mapping[str, Profile],
    bearers: Bearers,
    settled: Clusters,
    text: NameText,
    found: _FoundLinks,
) -> Iterator[RefusedName]:
    """Link each shorter name to its bearers where they are all one; else yield why it joins none."""
    context = SharedNames(known)
    for short in known.values():
        candidates = bearers.of(short)
        if len(candidates) > MOST_BEARERS:
            yield RefusedName(short.id, (), f"{short.name!r} fits more than {MOST_BEARERS} names, so it joins none")
            continue
        fitting = _fitting(short, candidates, context, text)
        named = [bearer for bearer, _ in fitting]
        problem = (
            _rivalry(named, settled) or text.namesake(short, named) or _stranger(short, named, candidates, settled)
        )
        headed = _heading_bearers(short, named, text) if problem else []
        if headed:
            fitting = [(bearer, PairFinding(_heading_reason(short, bearer), HEADED)) for bearer in headed]
        elif problem is not None:
            others = tuple(bearer.id for bearer, _ in fitting)
            yield RefusedName(short.id, others, f"{short.name!r} fits {problem}, so it joins none")
            continue
        for bearer, finding in fitting:
            found.add(short.id, bearer.id, finding)


def _heading_bearers(short: Profile, bearers: Sequence[Profile], text: NameText) -> list[Profile]:
    """Return the bearers that the heading of each document of `short` names: whom the text is about."""
    return [bearer for bearer in bearers if len(bearer.reading.words) > 1 and text.is_heading(bearer, short)]


def _heading_reason(short: Profile, bearer: Profile) -> str:
    return f"{short.name!r} fits several; the heading names {bearer.name!r}"


def _stranger(
    short: Profile, bearers: Sequence[Profile], candidates: Sequence[Profile], settled: Clusters
) -> str | None:
    """Return a description of a longer name in a document of `short` that has its word, and is none of its bearers.

    *Keller* may be *Marta Keller* or *Keller Logistics*, unless it is known to be a person.
    """
    ours = {settled.representative(bearer.id) for bearer in (short, *bearers)}
    full = [bearer for bearer in bearers if len(bearer.reading.words) > len(short.reading.words)]
    for other in candidates if full else ():
        longer = len(other.reading.words) > len(short.reading.words) and short.first.keys() & other.first.keys()
        if longer and settled.representative(other.id) not in ours and not _is_of_another_kind(short, other, full):
            return f"{full[0].name!r} and {other.name!r} alike"
    return None


def _is_of_another_kind(short: Profile, other: Profile, bearers: Sequence[Profile]) -> bool:
    """Return whether `short` cannot be `other`: persons are not firms, bearers of the longer name are not strangers."""
    words = set(other.reading.words)
    if any(words <= set(bearer.reading.words) or set(bearer.reading.words) <= words for bearer in bearers):
        return True
    if conflict(short, other) is not None:
        return True
    thing = bool(other.reading.company) or other.reading.words[-1] in GENERIC_ENDINGS
    return short.human > 1 and thing


def _is_hub(name: Profile, bearers: Bearers) -> bool:
    """Return whether two people who cannot be one have this name within their full names."""
    full = [bearer for bearer in bearers.of(name) if len(bearer.reading.words) > 1 and "person" in bearer.kind]
    return len(full) > MOST_BEARERS or any(rivals(one, other) for one, other in combinations(full, 2))


def _fitting(
    short: Profile,
    candidates: Sequence[Profile],
    context: SharedNames,
    text: NameText,
) -> list[tuple[Profile, PairFinding]]:
    """Return the names that `short` may mean: those that share a document with it, else those of any document."""
    found = [(bearer, finding) for bearer in candidates if (finding := fits(short, bearer)) is not None]
    near = [(bearer, finding) for bearer, finding in found if short.first.keys() & bearer.first.keys()]
    exact = [one for one in near if set(short.reading.words) <= set(one[0].reading.words)]
    near = exact or near  # *Иванов* is *Пётр Иванов* rather than a form of *Иванова*
    if near:
        return [one for one in near if not is_given_name(short, one[0]) or text.introduces(short, one[0])]
    return [(bearer, finding) for bearer, finding in found if context.may_meet(short, bearer)]


def _rivalry(bearers: Sequence[Profile], settled: Clusters) -> str | None:
    """Return a description of the two bearers that cannot be one; None if all may be one."""
    for one, other in combinations(bearers, 2):
        if settled.representative(one.id) != settled.representative(other.id):
            reason = rivals(one, other)
            if reason:
                return f"{one.name!r} and {other.name!r} alike ({reason})"
    return None


def _cannot(
    mentions: Iterable[EntityMention], view: PassView, known: Mapping[str, Profile], links: Sequence[Link]
) -> dict[Pair, str]:
    """Return the pairs within reach of a link that cannot be one. What the text itself says to be one is left out."""
    said = {pair(link.source, link.target) for link in links if link.signal is not None}
    reach = clusters(links)
    found = dict(both for members in reach.members.values() for both in _conflicts(members, known))
    found.update(_one_clause(mentions, view, reach.chosen))
    return {key: found[key] for key in sorted(found) if key not in said}


def _conflicts(members: Sequence[str], known: Mapping[str, Profile]) -> Iterator[tuple[Pair, str]]:
    """Yield the pairs that conflict. Names that read alike are compared once: there may be thousands."""
    alike: dict[object, list[str]] = defaultdict(list)
    for member in members:
        reading, kind = known[member].reading, known[member].kind
        alike[replace(reading, whole=""), kind].append(member)
    for some, others in combinations(alike.values(), 2):
        problem = conflict(known[some[0]], known[others[0]])
        if problem:
            yield from ((pair(one, other), problem) for one in some for other in others)


def _one_clause(
    mentions: Iterable[EntityMention], view: PassView, group: Mapping[str, str]
) -> Iterator[tuple[Pair, str]]:
    """Yield pairs that take part in one Kriyā side by side: nobody is named twice in one clause."""
    joining = {event.kriya for event in view.events if event.verb in _JOINING_VERBS}
    clauses: dict[str, list[EntityMention]] = defaultdict(list)
    for mention in mentions:
        if mention.entity in group and mention.kriya not in joining:
            clauses[mention.kriya].append(mention)
    for kriya in sorted(clauses):
        for one, other in combinations(clauses[kriya], 2):
            if one.entity != other.entity and group[one.entity] == group[other.entity] and _apart(one, other):
                yield pair(one.entity, other.entity), f"both take part in {kriya}"


def _apart(one: EntityMention, other: EntityMention) -> bool:
    return one.evidence.end <= other.evidence.start or other.evidence.end <= one.evidence.start
