"""What people decide about entities: which are one, and which are not. Each decision is a run; none is ever deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from pramana.app.reports import PassReport
from pramana.app.workspace import WorkspaceResources
from pramana.errors import InputError, UnknownName
from pramana.graph import Node, fold
from pramana.karaka import (
    LINKS,
    PASSES,
    SENSE_OF,
    Decision,
    EntryDecision,
    canonical_name,
    is_one_mention,
    sense_id,
    upheld,
)
from pramana.trace import Ledger, Run, RunStatus

KIND = "decision"
"""The kind of run that a decision is recorded as."""
ENTITY = "Entity"
_ABOUT_ENTRIES = ("link", "unlink")
LONGEST_WHY = 500
LONGEST_SUFFIX = 120


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision as it stands. `number` counts the decisions of a workspace from 1; `undoes` is the one it takes back.

    `state`: `in force`; `taken back` by a later decision; `overruled` by one that contradicts it; `waiting` for an
    entity that is not in the graph now.
    """

    number: int
    run: int
    what: Literal["merge", "split", "link", "unlink", "undo"]
    one: str
    other: str
    why: str
    undoes: int | None = None
    state: str = "in force"
    places: tuple[str, ...] = ()
    """Where `one`, a name, means `other`, a bearer of it; none where the decision is about two entities."""
    label: str = ""
    description: str = ""
    """What the knowledge base said of the entry `other`, where the decision is about one."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        joined = "are not one" if self.what == "split" else "are one"
        if self.what in _ABOUT_ENTRIES:
            named = f"{self.other} ({self.label})" if self.label else self.other
            return f"{self.one!r} is {'' if self.what == 'link' else 'not '}{named}"
        if self.what == "undo":
            return f"decision {self.undoes} is taken back"
        if self.places:
            return f"{self.one!r} in {', '.join(self.places)} is {self.other!r}"
        return f"{self.one!r} and {self.other!r} {joined}"


@dataclass(frozen=True, slots=True)
class EntryNamed:
    """An entry of a knowledge base by its whole id (`people:17`), and what the base says of it."""

    id: str
    label: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class DecisionReport:
    """A decision that was recorded, and what the passes made of it."""

    ruling: Ruling
    passes: tuple[PassReport, ...]
    graph_hash: str

    @property
    def heeded(self) -> bool:
        """Whether the pass that heeds the decision is on."""
        if self.ruling.what in _ABOUT_ENTRIES:
            return any(report.name == LINKS for report in self.passes)
        passes = [PASSES[report.name] for report in self.passes if report.name != LINKS]
        return any(each.parts if self.ruling.places else each.heeds_decisions for each in passes)

    def as_json(self) -> dict[str, Any]:
        passes = [each.as_json() for each in self.passes]
        return {
            "decision": self.ruling.as_json(),
            "heeded": self.heeded,
            "passes": passes,
            "graph_hash": self.graph_hash,
        }


class DecisionBook:
    """The decisions of one workspace. `record` and `undo` write; hold the workspace's lease."""

    def __init__(self, workspace: WorkspaceResources) -> None:
        self._database = workspace.database
        self._graph = workspace.graph
        self._ledger: Ledger = workspace.ledger

    def in_force(self) -> tuple[Decision, ...]:
        """Return what was decided and not taken back, oldest first, for the passes."""
        return tuple(_decision(ruling) for ruling in self._rulings() if _counts(ruling))

    def about_entries(self) -> tuple[EntryDecision, ...]:
        """Return what was decided of entities and entries of a knowledge base, and not taken back, oldest first."""
        return tuple(
            EntryDecision(ruling.what, ruling.one, ruling.other, ruling.label, ruling.description, ruling.why)
            for ruling in self._rulings()
            if ruling.what in ("link", "unlink") and ruling.state != "taken back"
        )

    def all(self) -> list[Ruling]:
        """Return every decision, oldest first."""
        rulings = self._rulings()
        counting = [ruling for ruling in rulings if _counts(ruling)]
        present = {id_ for ruling in counting for id_ in (ruling.one, ruling.other) if self._stands(id_)}
        settled = {place: ruling.number for ruling in counting for place in _settled(ruling)}
        newest = {(ruling.one, ruling.other): ruling.number for ruling in counting}
        last = {one.one: one.number for one in rulings if one.what in _ABOUT_ENTRIES and one.state != "taken back"}
        held = {(decision.one, decision.other) for decision in upheld(list(map(_decision, counting)), present)}

        def standing(ruling: Ruling) -> Ruling:
            if last.get(ruling.one) and ruling.what in _ABOUT_ENTRIES and ruling.state != "taken back":
                state = "in force" if last[ruling.one] == ruling.number else "overruled"
                return replace(ruling, state=state if self._stands(ruling.one) else "waiting")
            if not _counts(ruling):
                return ruling
            pair = (ruling.one, ruling.other)
            if ruling.places and all(settled[place] != ruling.number for place in _settled(ruling)):
                return replace(ruling, state="overruled")
            if not present.issuperset(pair[1:] if ruling.places else pair):
                return replace(ruling, state="waiting")
            if ruling.places:
                return ruling
            return ruling if newest[pair] == ruling.number and pair in held else replace(ruling, state="overruled")

        return [standing(ruling) for ruling in rulings]

    def _stands(self, entity: str) -> bool:
        """Return whether an entity has lines of its own: a name of which every mention has a sense has none."""
        node = self._graph.node(entity)
        return node is not None and not self._graph.is_empty(node)

    def record(self, what: Literal["merge", "split"], one: str, other: str, why: str) -> Ruling:
        """Record that two entities are one, or are not.

        Raises UnknownName for a name that is not there, InputError where it means several, or where this stands.
        """
        first, second = sorted((self.entity(one), self.entity(other)))
        if first == second:
            raise InputError(f"{one!r} and {other!r} are the same node, {first!r}. Name two.")
        for ruling in self.all():
            if (ruling.what, ruling.one, ruling.other, ruling.state) == (what, first, second, "in force"):
                raise InputError(f"That stands already, as decision {ruling.number}: {ruling}.")
        return self._write({"what": what, "one": first, "other": second, "why": _sentence(why)})

    def record_entry(self, what: Literal["link", "unlink"], name: str, entry: EntryNamed, why: str) -> Ruling:
        """Record that an entity is an entry of a knowledge base, or is not. Raises what `record` raises."""
        one = self.entity(name)
        for ruling in self.all():
            if (ruling.what, ruling.one, ruling.other, ruling.state) == (what, one, entry.id, "in force"):
                raise InputError(f"That stands already, as decision {ruling.number}: {ruling}.")
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
                hint = f" It stands in {', '.join(near)}." if near else ""
                raise InputError(
                    f"{name!r} takes part in nothing in {place!r}.{hint} A place is rama.txt or rama.txt:7."
                )
        if not named:
            raise InputError("Give at least one place: a document (rama.txt) or a line (rama.txt:7).")
        sense = sense_id(base, _suffix(called) if called else named[0])
        manifest = {"what": "split", "one": base, "other": sense, "places": named, "why": _sentence(why)}
        for ruling in self.all():
            if (ruling.one, ruling.other, list(ruling.places), ruling.state) == (base, sense, named, "in force"):
                raise InputError(f"That stands already, as decision {ruling.number}: {ruling}.")
        return self._write(manifest)

    def _base(self, name: str) -> str:
        """Return the id of the node of a name, also by the name or the id of one of its senses."""
        node = self._graph.node(name)
        found = [node] if node is not None and node.type == ENTITY else self._named(name)
        bases = sorted({str(each.properties.get(SENSE_OF, each.id)) for each in found})
        return bases[0] if len(bases) == 1 else self.entity(name)

    def undo(self, number: int, why: str) -> Ruling:
        """Take a decision back. Taking back an undo puts what it undid in force again."""
        rulings = self._rulings()
        if not 1 <= number <= len(rulings):
            held = f"the newest is {len(rulings)}" if rulings else "there is none yet"
            raise InputError(f"There is no decision {number}; {held}.")
        ruling = rulings[number - 1]
        if ruling.state == "taken back":
            raise InputError(f"Decision {number} is taken back already.")
        about = {"one": ruling.one, "other": ruling.other}
        return self._write({"what": "undo", "undoes": number, **about, "why": _sentence(why)})

    def entity(self, name: str) -> str:
        """Return the id of the entity that a name means. Raises UnknownName, InputError where it means several."""
        node = self._graph.node(name)
        exact = node is not None and node.type == ENTITY and not self._graph.is_empty(node)
        found = [node] if node is not None and exact else self._named(name)
        if not found:
            raise UnknownName("entity", name, self._graph.names())
        if len(found) > 1:
            several = ", ".join(repr(each.id) for each in found)
            raise InputError(f"{name!r} is the name of several: {several}. Give one of these.")
        if found[0].properties.get("pronoun"):
            raise InputError(f"{found[0].id!r} is one mention of a pronoun. Decisions are about names.")
        return found[0].id

    def _named(self, name: str) -> list[Node]:
        """Return the entities called just this, else those that go by this among other names."""
        called = self._graph.named(name) or self._graph.named(canonical_name(name))
        found = [node for node in called if node.type == ENTITY]
        exact = [node for node in found if fold(str(node.properties["canonical_name"])) == fold(name)]
        senses = [node for node in found if fold(str(node.properties.get(SENSE_OF, ""))) == fold(name)]
        return [*exact, *senses] or found

    def _write(self, manifest: Mapping[str, Any]) -> Ruling:
        with self._database.transaction():
            run = self._ledger.begin(KIND, manifest)
            self._ledger.end(run.id, RunStatus.DONE, {"graph_hash": self._graph.hash()})
        return self._rulings()[-1]

    def _rulings(self) -> list[Ruling]:
        """Return every decision with `taken back` as the only state but `in force`."""
        rulings = [_ruling(number, run) for number, run in enumerate(self._ledger.runs(KIND), 1)]
        taken: set[int] = set()
        for ruling in reversed(rulings):
            if ruling.undoes is not None and ruling.number not in taken:
                taken.add(ruling.undoes)
        return [replace(ruling, state="taken back") if ruling.number in taken else ruling for ruling in rulings]


def _ruling(number: int, run: Run) -> Ruling:
    said = run.manifest
    places = tuple(said.get("places", ()))
    return Ruling(
        *(number, run.id, said["what"], said["one"], said["other"], said["why"], said.get("undoes")),
        places=places,
        label=said.get("label", ""),
        description=said.get("description", ""),
    )


def _settled(ruling: Ruling) -> list[tuple[str, str]]:
    """Return the places of a name that a decision is about; none where it is about two entities."""
    return [(ruling.one, place) for place in ruling.places]


def _counts(ruling: Ruling) -> bool:
    """Return whether a decision is about entities alone, and was not taken back."""
    return ruling.what not in ("undo", *_ABOUT_ENTRIES) and ruling.state != "taken back"


def _decision(ruling: Ruling) -> Decision:
    assert ruling.what in ("merge", "split")
    return Decision(ruling.what, ruling.one, ruling.other, ruling.why, ruling.places)


def _suffix(called: str) -> str:
    """Return what tells a bearer of a name from others; brackets would end it."""
    said = " ".join(called.split())
    if not said or len(said) > LONGEST_SUFFIX or {*"()"} & {*said} or said == "entity":
        raise InputError(f"{called!r} cannot tell a bearer apart: give up to {LONGEST_SUFFIX} characters, no brackets.")
    return said


def _sentence(why: str) -> str:
    said = " ".join(why.split())
    if len(said) > LONGEST_WHY:
        raise InputError(f"The reason has {len(said):,} characters; {LONGEST_WHY} are the most.")
    return said
