"""What people decide about entities: which are one, and which are not. Each decision is a run; none is ever deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pramana.app.workspace import WorkspaceResources
from pramana.errors import ConfigError, InputError, UnknownName
from pramana.graph import Node, fold_name
from pramana.karaka import (
    LINKS,
    NO_BASE,
    PASSES,
    SENSE_OF,
    canonical_name,
    is_one_mention,
    sense_id,
)
from pramana.retrieval import LookUp
from pramana.serialization import JsonRecord, JsonShape
from pramana.views import ABOUT_CLAIMS, ABOUT_ENTRIES, DECISION, DecisionReader, EntryReader, PassReport, Ruling

ENTITY = "Entity"
LONGEST_WHY = 500
"""Characters of a reason: a few sentences. It is printed with each list of decisions."""
LONGEST_SUFFIX = 120
"""Characters in the brackets of a name. `readings` looks for brackets of the same length in questions."""


@dataclass(frozen=True, slots=True)
class EntryNamed:
    """An entry of a knowledge base by its whole id (`people:17`), and what the base says of it."""

    id: str
    label: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class DecisionReport(JsonRecord):
    """A decision that was recorded, and what the passes made of it."""

    ruling: Ruling
    passes: tuple[PassReport, ...]
    graph_hash: str

    json_shape = JsonShape(keys={"ruling": "decision"}, plus=("heeded",))

    @property
    def heeded(self) -> bool:
        """Whether the pass that heeds the decision is on."""
        if self.ruling.what in ABOUT_CLAIMS:
            return True
        if self.ruling.what in ABOUT_ENTRIES:
            return any(report.name == LINKS for report in self.passes)
        passes = [PASSES[report.name] for report in self.passes if report.name != LINKS]
        return any(each.parts if self.ruling.places else each.heeds_decisions for each in passes)


class DecisionBook(DecisionReader):
    """The decisions of one workspace. `record` and `undo` write; hold the workspace's lease."""

    def record(self, what: Literal["merge", "split"], one: str, other: str, why: str) -> Ruling:
        """Record that two entities are one, or are not.

        Raises UnknownName for an unknown name, InputError if it means several entities or this decision is in force.
        """
        first, second = sorted((self.entity(one), self.entity(other)))
        if first == second:
            raise InputError(f"{one!r} and {other!r} are the same node, {first!r}. Name two.")
        for ruling in self.all():
            if (ruling.what, ruling.one, ruling.other, ruling.state) == (what, first, second, "in force"):
                raise InputError(f"This is already in force, as decision {ruling.number}: {ruling}.")
        return self._write({"what": what, "one": first, "other": second, "why": _sentence(why)})

    def record_claim(self, claim: str, is_accepted: bool, lines: Sequence[str], why: str) -> Ruling:
        """Record that lines (`doc:line`) say a claim, or do not. Raises InputError if this decision is in force."""
        held = self.about_claim(claim)
        if held is not None and held.is_accepted == is_accepted:
            raise InputError(f"This is already in force, as decision {held.number}.")
        about = {"one": " ".join(claim.split()), "other": "", "places": [], "texts": []}
        texts = {place: self._text_at(place) for place in lines}
        about |= {"places": list(texts), "texts": [text or "" for text in texts.values()]}
        return self._write({"what": "accept" if is_accepted else "refuse", **about, "why": _sentence(why)})

    def record_entry(self, what: Literal["link", "unlink"], name: str, entry: EntryNamed, why: str) -> Ruling:
        """Record that an entity is an entry of a knowledge base, or is not. Raises what `record` raises."""
        one = self.entity(name)
        for ruling in self.all():
            if (ruling.what, ruling.one, ruling.other, ruling.state) == (what, one, entry.id, "in force"):
                raise InputError(f"This is already in force, as decision {ruling.number}: {ruling}.")
        about = {"one": one, "other": entry.id, "label": entry.label, "description": entry.description}
        return self._write({"what": what, **about, "why": _sentence(why)})

    def part(self, name: str, places: Sequence[str], called: str, why: str) -> Ruling:
        """Record that a name means one more bearer at some places. See `AsyncWorkspace.part`."""
        base = self._base(name)
        if is_one_mention(base):
            raise InputError(f"{base!r} is one mention, so there is nothing to part.")
        bearers = [base, *(sense.id for sense in self._graph.senses(base))]
        stands = [item for bearer in bearers for item in self._graph.node_evidence(bearer)]
        held = {place for item in stands for place in (item.doc_id, f"{item.doc_id}:{item.line_number}")}
        named = sorted(dict.fromkeys(places))
        for place in named:
            if place not in held:
                near = sorted(each for each in held if each.startswith(f"{place.partition(':')[0]}:"))[:3]
                hint = f" It occurs in {', '.join(near)}." if near else ""
                raise InputError(
                    f"{name!r} takes part in nothing in {place!r}.{hint} A place is rama.txt or rama.txt:7."
                )
        if not named:
            raise InputError("Give at least one place: a document (rama.txt) or a line (rama.txt:7).")
        sense = sense_id(base, _suffix(called) if called else named[0])
        manifest = {"what": "split", "one": base, "other": sense, "places": named, "why": _sentence(why)}
        for ruling in self.all():
            if (ruling.one, ruling.other, list(ruling.places), ruling.state) == (base, sense, named, "in force"):
                raise InputError(f"This is already in force, as decision {ruling.number}: {ruling}.")
        return self._write(manifest)

    def _base(self, name: str) -> str:
        """Return the id of the node of a name, also by the name or the id of one of its senses."""
        node = self._graph.node(name)
        found = [node] if node is not None and node.type == ENTITY else self._entities_named(name)
        bases = sorted({str(each.properties.get(SENSE_OF, each.id)) for each in found})
        return bases[0] if len(bases) == 1 else self.entity(name)

    def undo(self, number: int, why: str) -> Ruling:
        """Take a decision back. Taking back an undo puts what it undid in force again."""
        rulings = self._rulings()
        if not 1 <= number <= len(rulings):
            held = f"the newest is {len(rulings)}" if rulings else "there is none yet"
            raise InputError(f"No decision {number}; {held}.")
        ruling = rulings[number - 1]
        if ruling.state == "taken back":
            raise InputError(f"Decision {number} is taken back already.")
        about = {"one": ruling.one, "other": ruling.other}
        return self._write({"what": "undo", "undoes": number, **about, "why": _sentence(why)})

    def entity(self, name: str) -> str:
        """Return the id of the entity that a name means. Raises UnknownName, InputError where it means several."""
        node = self._graph.node(name)
        exact = node is not None and node.type == ENTITY and not self._graph.is_empty(node)
        found = [node] if node is not None and exact else self._entities_named(name)
        if not found:
            raise UnknownName("entity", name, self._graph.names())
        if len(found) > 1:
            several = ", ".join(repr(each.id) for each in found)
            raise InputError(f"{name!r} is the name of several: {several}. Give one of these.")
        if found[0].properties.get("pronoun"):
            raise InputError(f"{found[0].id!r} is one mention of a pronoun. Decisions are about names.")
        return found[0].id

    def _entities_named(self, name: str) -> list[Node]:
        """Return the entities called just this, else those that go by this among other names."""
        called = self._graph.nodes_named(name) or self._graph.nodes_named(canonical_name(name))
        found = [node for node in called if node.type == ENTITY]
        exact = [node for node in found if fold_name(str(node.properties["canonical_name"])) == fold_name(name)]
        senses = [node for node in found if fold_name(str(node.properties.get(SENSE_OF, ""))) == fold_name(name)]
        return [*exact, *senses] or found

    def _write(self, manifest: Mapping[str, Any]) -> Ruling:
        with self._ledger.running(DECISION, manifest) as run:
            run.result = {"graph_hash": self._graph.hash()}
        return self._rulings()[-1]


def _suffix(called: str) -> str:
    """Return what tells a bearer of a name from others; brackets would end it."""
    said = " ".join(called.split())
    if not said or len(said) > LONGEST_SUFFIX or {*"()"} & {*said} or said == "entity":
        raise InputError(
            f"{called!r} cannot distinguish a bearer. Give up to {LONGEST_SUFFIX} characters, no brackets."
        )
    return said


def _sentence(why: str) -> str:
    said = " ".join(why.split())
    if len(said) > LONGEST_WHY:
        raise InputError(f"The reason has {len(said):,} characters; {LONGEST_WHY} are the most.")
    return said


async def known_entry(workspace: WorkspaceResources, said: str) -> EntryNamed:
    """Return the entry that a person names, `people:17` or `17`, as the configured base knows it.

    Raises ConfigError where none is configured, InputError for another base's, UnknownName where there is none such.
    """
    base = workspace.knowledge
    if base is None:
        raise ConfigError(NO_BASE)
    prefix, parted, id_ = said.partition(":")
    if not parted:
        prefix, id_ = base.name, said
    elif prefix != base.name:
        raise InputError(f"{said!r} is of another base than {base.name!r}, which is configured.")
    found = (await base.entries([id_], {id_: LookUp()})).get(id_)
    if found is None:
        raise UnknownName(f"entry of {base.name}", id_, [])
    return EntryNamed(f"{base.name}:{found.id}", found.label, found.description)


def entry_to_unlink(workspace: WorkspaceResources, name: str, said: str) -> EntryNamed:
    """Return the entry that an entity is linked to, or the one that a person names. Raises InputError for neither."""
    entity = DecisionBook(workspace.stores).entity(name)
    held = EntryReader(workspace.stores).of((entity,))
    for view in held:
        if not said or said in (view.entry, view.entry.partition(":")[2]):
            return EntryNamed(view.entry, view.label, view.description)
    if not said:
        raise InputError(f"{name!r} is linked to no entry.")
    base = workspace.knowledge
    return EntryNamed(said if ":" in said or base is None else f"{base.name}:{said}")
