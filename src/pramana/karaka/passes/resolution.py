"""Entity resolution by rules: which names of a graph name one entity, and which cannot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from pramana.karaka.passes.aliases import stated_names
from pramana.karaka.passes.blocking import (
    MOST_BEARERS,
    Spellings,
    bearers_of,
    reordered_pairs,
    same_form_pairs,
    similar_pairs,
)
from pramana.karaka.passes.clusters import Clusters, Pair, clusters, pair
from pramana.karaka.passes.context import SharedNames
from pramana.karaka.passes.model import EntityMention, Link, PairFinding, PassView
from pramana.karaka.passes.name_text import introduces, is_heading, namesake
from pramana.karaka.passes.name_words import GENERIC_ENDINGS
from pramana.karaka.passes.names import NameIndex, names_of
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
from pramana.karaka.passes.per_view import once_for_view
from pramana.karaka.passes.profiles import Profile
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
    known = names_of(view)
    names = [known[entity].name for entity in known if known[entity].reading.words]
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


def resolve(view: PassView) -> NameResolution:
    """Return links, clusters, what must stay apart, and what was refused, each with its reason.

    It is found once: proposals, refusals and questions to a model all start from it.
    """
    return _resolve(view.plain or view)


@once_for_view
def _resolve(view: PassView) -> NameResolution:
    names = names_of(view)
    senses = Senses(names, view.senses, view.decisions)
    finder = LinkFinder(names)
    found = [*stated_names(view.lines, names).links, *finder.same_forms(names)]
    settled = clusters(surest_links(found, senses))
    shorts = finder.short_forms(names, settled.representative)
    found += [*shorts.links, *finder.variants(names), *finder.reorderings(names)]
    return settle_links(found, names, senses, _clauses(view), shorts.refusals)


def surest_links(found: Iterable[Link], senses: Senses | None = None) -> list[Link]:
    """Return one link a pair, the surest, of equally sure ones the first; none between bearers of one name."""
    links: dict[Pair, Link] = {}
    for link in found:
        if senses is None or not senses.of_one_name(link.source, link.target):
            before = links.get(pair(link.source, link.target))
            if before is None or before.confidence < link.confidence:
                links[pair(link.source, link.target)] = link
    return list(links.values())


Clauses = Callable[[Mapping[str, str]], Iterable[tuple[Pair, str]]]
"""Returns the pairs of entities in groups, by entity, that are named beside each other in one Kriyā, with the Kriyā."""


def settle_links(
    found: Iterable[Link], names: NameIndex, senses: Senses, clauses: Clauses, refused: Iterable[RefusedName] = ()
) -> NameResolution:
    """Return what becomes of links: of all that are joined by them, in any order."""
    links, unclear = senses.without_ambiguous(surest_links(found, senses))
    refusals = [*refused, *(RefusedName(entity, others, reason) for entity, others, reason in unclear)]
    cannot = _cannot(clauses, names, links) | senses.apart(links)
    joined = clusters(links, cannot, order=lambda entity: _standing(names[entity]))
    refusals += [_refused_name(link, cannot[enemy]) for link, enemy in joined.refused]
    return NameResolution(joined, cannot, tuple(sorted(refusals, key=lambda one: (one.entity, one.others, one.reason))))


def _refused_name(link: Link, problem: str) -> RefusedName:
    return RefusedName(link.source, (link.target,), f"{link.reason}, but {problem}")


def _standing(profile: Profile) -> tuple[object, ...]:
    """Order of representatives: the longest proper name, then the one most used, then the smallest."""
    return -len(profile.reading.words), -profile.count, len(profile.name), profile.id


def _reordering(one: Profile, other: Profile) -> PairFinding | None:
    return turned_round(one, other) or inflected_form(one, other)


def _in_order(one: Profile, other: Profile) -> tuple[Profile, Profile]:
    return (one, other) if one.id <= other.id else (other, one)


def _link(source: Profile, target: Profile, finding: PairFinding) -> Link:
    """Return a link with a mention of each: in the first document that has both, if there is one."""
    shared = sorted(source.first.keys() & target.first.keys())
    a = source.first[shared[0] if shared else min(source.first)]
    b = target.first[shared[0] if shared else min(target.first)]
    return Link(source.id, IS_SAME_AS, target.id, a, b, finding.reason, finding.confidence)


@dataclass(frozen=True, slots=True)
class ShortForms:
    """The links of shorter names to their bearers, and the names that join none."""

    links: tuple[Link, ...]
    refusals: tuple[RefusedName, ...]


class LinkFinder:
    """Finds the links of names, of each by the names that share its keys."""

    def __init__(self, names: NameIndex) -> None:
        self._names = names
        self.context = SharedNames(names)

    def same_forms(self, wanted: Iterable[str]) -> list[Link]:
        """Return the links between names of one form of which one is wanted, by pair."""
        pairs = self._pairs(wanted, lambda profile: same_form_pairs(profile, self._names))
        return [link for both in pairs if (link := self._link_of(both, self._same_form))]

    def variants(self, wanted: Iterable[str]) -> list[Link]:
        """Return the links between names of which one word is spelled otherwise and of which one is wanted, by pair."""
        pairs = self._pairs(wanted, Spellings(self._names).pairs)
        return [link for both in pairs if (link := self._link_of(both, spelling_variant))]

    def reorderings(self, wanted: Iterable[str]) -> list[Link]:
        """Return the links between names of the same words in another order or case, of which one is wanted."""
        pairs = self._pairs(wanted, lambda profile: reordered_pairs(profile, self._names))
        return [link for both in pairs if (link := self._link_of(both, _reordering))]

    def _pairs(self, wanted: Iterable[str], of: Callable[[Profile], set[Pair]]) -> list[Pair]:
        return sorted({both for entity in wanted for both in of(self._names[entity])})

    def _link_of(self, both: Pair, judge: Callable[[Profile, Profile], PairFinding | None]) -> Link | None:
        one, other = (self._names[entity] for entity in both)
        finding = judge(one, other)
        return None if finding is None else _link(one, other, finding)

    def _same_form(self, one: Profile, other: Profile) -> PairFinding | None:
        if differ_by_adjective(one, other) and _is_hub(one, self._names):
            return None
        return same_form(one, other)

    def short_forms(self, wanted: Iterable[str], representative: Callable[[str], str]) -> ShortForms:
        """Return the links of wanted names to their bearers where these are all one, else why they join none.

        `representative` says which names are one by their form, and by what lines say.
        """
        links: list[Link] = []
        refusals: list[RefusedName] = []
        for entity in wanted:
            found = self._short_form(self._names[entity], representative)
            refusals += [found] if isinstance(found, RefusedName) else []
            links += found if isinstance(found, list) else []
        return ShortForms(tuple(links), tuple(refusals))

    def _short_form(self, short: Profile, representative: Callable[[str], str]) -> list[Link] | RefusedName:
        candidates = bearers_of(short, self._names)
        if len(candidates) > MOST_BEARERS:
            return RefusedName(short.id, (), f"{short.name!r} fits more than {MOST_BEARERS} names, so it joins none")
        fitting = _fitting(short, candidates, self.context)
        named = [bearer for bearer, _ in fitting]
        problem = (
            _rivalry(named, representative)
            or namesake(short, named)
            or _stranger(short, named, candidates, representative)
        )
        headed = self._heading_bearers(short, named) if problem else []
        if headed:
            fitting = [(bearer, PairFinding(_heading_reason(short, bearer), HEADED)) for bearer in headed]
        elif problem is not None:
            others = tuple(bearer.id for bearer, _ in fitting)
            return RefusedName(short.id, others, f"{short.name!r} fits {problem}, so it joins none")
        return [_link(*_in_order(short, bearer), finding) for bearer, finding in fitting if bearer.id != short.id]

    def _heading_bearers(self, short: Profile, bearers: Sequence[Profile]) -> list[Profile]:
        """Return the bearers that the heading of each document of `short` names: whom the text is about."""
        full = [bearer for bearer in bearers if len(bearer.reading.words) > 1]
        return [bearer for bearer in full if is_heading(bearer, short, self._names.heading)]


def _heading_reason(short: Profile, bearer: Profile) -> str:
    return f"{short.name!r} fits several; the heading names {bearer.name!r}"


def _stranger(
    short: Profile, bearers: Sequence[Profile], candidates: Sequence[Profile], representative: Callable[[str], str]
) -> str | None:
    """Return a description of a longer name in a document of `short` that has its word, and is none of its bearers.

    *Keller* may be *Marta Keller* or *Keller Logistics*, unless it is known to be a person.
    """
    ours = {representative(bearer.id) for bearer in (short, *bearers)}
    full = [bearer for bearer in bearers if len(bearer.reading.words) > len(short.reading.words)]
    for other in candidates if full else ():
        longer = len(other.reading.words) > len(short.reading.words) and short.first.keys() & other.first.keys()
        if longer and representative(other.id) not in ours and not _is_of_another_kind(short, other, full):
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


def _is_hub(name: Profile, names: NameIndex) -> bool:
    """Return whether two people who cannot be one have this name within their full names."""
    bearers = bearers_of(name, names)
    full = [bearer for bearer in bearers if len(bearer.reading.words) > 1 and "person" in bearer.kind]
    return len(bearers) > MOST_BEARERS or any(rivals(one, other) for one, other in combinations(full, 2))


def _fitting(short: Profile, candidates: Sequence[Profile], context: SharedNames) -> list[tuple[Profile, PairFinding]]:
    """Return the names that `short` may mean: those that share a document with it, else those of any document."""
    found = [(bearer, finding) for bearer in candidates if (finding := fits(short, bearer)) is not None]
    near = [(bearer, finding) for bearer, finding in found if short.first.keys() & bearer.first.keys()]
    exact = [one for one in near if set(short.reading.words) <= set(one[0].reading.words)]
    near = exact or near  # *Иванов* is *Пётр Иванов* rather than a form of *Иванова*
    if near:
        return [one for one in near if not is_given_name(short, one[0]) or introduces(short, one[0])]
    return [(bearer, finding) for bearer, finding in found if context.may_meet(short, bearer)]


def _rivalry(bearers: Sequence[Profile], representative: Callable[[str], str]) -> str | None:
    """Return a description of the two bearers that cannot be one; None if all may be one."""
    for one, other in combinations(bearers, 2):
        if representative(one.id) != representative(other.id):
            reason = rivals(one, other)
            if reason:
                return f"{one.name!r} and {other.name!r} alike ({reason})"
    return None


def _cannot(clauses: Clauses, names: NameIndex, links: Sequence[Link]) -> dict[Pair, str]:
    """Return the pairs within reach of a link that cannot be one. What the text itself says to be one is left out."""
    said = {pair(link.source, link.target) for link in links if link.signal is not None}
    reach = clusters(links)
    found = dict(both for members in reach.members.values() for both in _conflicts(members, names))
    found.update((both, f"both take part in {kriya}") for both, kriya in clauses(reach.chosen))
    return {key: found[key] for key in sorted(found) if key not in said}


def _conflicts(members: Sequence[str], known: NameIndex) -> Iterator[tuple[Pair, str]]:
    """Yield the pairs that conflict. Names that read alike are compared once: there may be thousands."""
    alike: dict[object, list[str]] = defaultdict(list)
    for member in members:
        reading, kind = known[member].reading, known[member].kind
        alike[replace(reading, whole=""), kind].append(member)
    for some, others in combinations(alike.values(), 2):
        problem = conflict(known[some[0]], known[others[0]])
        if problem:
            yield from ((pair(one, other), problem) for one in some for other in others)


JOINING_VERBS = word_set("names/joining_verbs")


def _clauses(view: PassView) -> Clauses:
    """Return what yields the pairs of a view that take part in one Kriyā side by side: nobody is named twice there."""
    joining = {event.kriya for event in view.events if event.verb in JOINING_VERBS}

    def beside(group: Mapping[str, str]) -> Iterator[tuple[Pair, str]]:
        clauses: dict[str, list[EntityMention]] = defaultdict(list)
        for mention in view.mentions:
            if mention.entity in group and mention.kriya not in joining:
                clauses[mention.kriya].append(mention)
        for kriya in sorted(clauses):
            for one, other in combinations(clauses[kriya], 2):
                if one.entity != other.entity and group[one.entity] == group[other.entity] and are_apart(one, other):
                    yield pair(one.entity, other.entity), kriya

    return beside


def are_apart(one: EntityMention, other: EntityMention) -> bool:
    """Return whether two mentions of a line do not overlap."""
    return one.evidence.end <= other.evidence.start or other.evidence.end <= one.evidence.start
