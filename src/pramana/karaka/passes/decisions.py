"""What people decided about entities, put over what the rules of resolution propose: their word goes first."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from pramana.evidence import Evidence, Grade
from pramana.gsv import GSVSettings
from pramana.karaka.passes.model import Ask, AskedLinks, EntityDecision, Link, Loop, PassView, ProposeLinks
from pramana.karaka.schema import IS_SAME_AS
from pramana.llm import Gateway
from pramana.trace import Trail

STATED = "Stated by a person"
_SURE = 100


def add_decisions(propose: ProposeLinks) -> ProposeLinks:
    """Return a pass that heeds people's decisions where `propose` does not."""
    return lambda view: with_decisions(view, propose(view))


def not_splitting(propose: ProposeLinks, standing: ProposeLinks) -> ProposeLinks:
    """Return a pass whose links join nothing that people split, on top of what `standing`, which heeds them, joins."""
    return lambda view: _unsplit(view, propose(view), standing)


def kept_apart(ask: Ask, propose: ProposeLinks) -> Ask:
    """Return an `ask` whose links join nothing that people split, on top of what `propose`, which heeds them, joins."""

    async def asking(gateway: Gateway, view: PassView, trail: Trail) -> Sequence[Link]:
        return _unsplit(view, await ask(gateway, view, trail), propose)

    return asking


def loop_apart(loop: Loop, propose: ProposeLinks) -> Loop:
    """Return a `loop` whose links join nothing that people split, on top of what `propose`, which heeds them, joins."""

    async def looping(gateway: Gateway, settings: GSVSettings, view: PassView, trail: Trail) -> AskedLinks:
        asked = await loop(gateway, settings, view, trail)
        return replace(asked, links=_unsplit(view, asked.links, propose))

    return looping


def _unsplit(view: PassView, links: Sequence[Link], propose: ProposeLinks) -> Sequence[Link]:
    if not links or all(decision.kind == "merge" for decision in view.decisions):
        return links
    return without_splits(view, links, propose(view))


def with_decisions(view: PassView, links: Sequence[Link]) -> list[Link]:
    """Return `links` (IS_SAME_AS between named entities) as people's decisions leave them, by pair.

    A merge adds a link. A split takes links out, the least sure first, until nothing joins the two. Of decisions that
    contradict each other the later one holds; one about an entity without a mention waits for it.
    """
    return decided_links(view.decisions, _first_mentions(view), links) if view.decisions else list(links)


def decided_links(
    decisions: Sequence[EntityDecision], places: Mapping[str, Evidence], links: Sequence[Link]
) -> list[Link]:
    """Return `links` as `with_decisions` does; `places` has the first mention of each entity."""
    groups = _Groups()
    stated = [_link(one, places) for one in _upheld(decisions, places, groups) if one.kind == "merge"]
    said = {(link.source, link.target) for link in stated}
    kept = [
        link
        for link in sorted(links, key=_strength)
        if (link.source, link.target) not in said and groups.join(link.source, link.target)
    ]
    return sorted([*stated, *kept], key=lambda link: (link.source, link.target, -link.confidence))


def without_splits(view: PassView, links: Sequence[Link], standing: Sequence[Link]) -> list[Link]:
    """Return `links` without those that would join, together with `standing` ones, what people split."""
    groups = _Groups()
    _upheld(view.decisions, _first_mentions(view), groups)
    for link in standing:
        groups.join(link.source, link.target)
    return [link for link in sorted(links, key=_strength) if groups.join(link.source, link.target)]


def upheld(decisions: Sequence[EntityDecision], present: Container[str]) -> list[EntityDecision]:
    """Return the decisions, given oldest first, that are about entities in `present` and that no later one overrules.

    The newest comes first. A decision made again counts as its newest.
    """
    return _upheld(decisions, present, _Groups())


def is_stated(link: Link) -> bool:
    """Return whether a person stated this link: then no model is asked about it."""
    return link.source_evidence.grade is Grade.ASSERTED and link.target_evidence.grade is Grade.ASSERTED


def _upheld(decisions: Sequence[EntityDecision], present: Container[str], groups: _Groups) -> list[EntityDecision]:
    found: dict[tuple[str, str], EntityDecision] = {}
    for decision in reversed(decisions):
        pair = (decision.one, decision.other)
        if decision.places or pair in found or not all(entity in present for entity in pair):
            continue
        if groups.join(*pair) if decision.kind == "merge" else groups.keep_apart(*pair):
            found[pair] = decision
    return list(found.values())


def _first_mentions(view: PassView) -> dict[str, Evidence]:
    found: dict[str, Evidence] = {}
    for mention in view.mentions:
        found.setdefault(mention.entity, mention.evidence)
    return found


def _link(decision: EntityDecision, places: Mapping[str, Evidence]) -> Link:
    one, other = (replace(places[entity], grade=Grade.ASSERTED) for entity in (decision.one, decision.other))
    reason = f"{STATED}: {decision.why}" if decision.why else f"{STATED}."
    return Link(decision.one, IS_SAME_AS, decision.other, one, other, reason, _SURE)


def _strength(link: Link) -> tuple[int, str, str, str]:
    return -link.confidence, link.source, link.target, link.reason


class _Groups:
    """Which entities are one so far, and which pairs must not become one."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}
        self._apart: list[tuple[str, str]] = []

    def join(self, one: str, other: str) -> bool:
        """Make two entities one, with all that are one with them; or change nothing, and return False."""
        ends = {self._root(one), self._root(other)}
        if len(ends) == 2:
            if any({self._root(first), self._root(second)} == ends for first, second in self._apart):
                return False
            self._above[max(ends)] = min(ends)
        return True

    def keep_apart(self, one: str, other: str) -> bool:
        """Keep two entities from becoming one; or return False where they are one already."""
        if self._root(one) == self._root(other):
            return False
        self._apart.append((one, other))
        return True

    def _root(self, entity: str) -> str:
        path = []
        while entity in self._above:
            path.append(entity)
            entity = self._above[entity]
        for below in path:
            self._above[below] = entity
        return entity
