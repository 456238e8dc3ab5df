"""FILTER, LLM_FOREACH, COMPUTE: a seed executed over a stream of entities, accepted in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import anyio

from pramana.anot.compute import CompiledDag, Primitive, PrimitiveValue
from pramana.anot.deciding import ENTITY_FIELDS, READ, UNDECIDED, Undecided, note_of, undecided_reason
from pramana.anot.entities import Entity, Item, UnreadableEntity
from pramana.anot.extraction import ExtractionForm, own_fields
from pramana.anot.filtering import KeywordFilter
from pramana.anot.ranges import possible_values, ranges_of, settled_values
from pramana.anot.reading import ItemReader, ItemReading
from pramana.anot.records import Extractions
from pramana.anot.seed import FormulaSeed
from pramana.errors import PramanaError
from pramana.gsv import GSVSettings
from pramana.llm import Gateway, map_in_order
from pramana.trace import Step, Trail, path_part

ENTITIES_A_WINDOW = 64
"""Entities: so many that transactions are few, and so few that results appear while the run continues."""
ITEMS_A_WINDOW = 256
"""A window of the stream is read at once, and accepted in one transaction; it closes at either number."""
_AHEAD = 4
"""How many windows are under way: accepting one, and its last answers, keep no call waiting."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A relevant item: the keyword that it was found by, and its reading as JSON (see `Reading.body`)."""

    item: Item
    keyword: str
    reading: Mapping[str, Any]

    @property
    def is_read(self) -> bool:
        return self.reading["status"] in READ

    def record(self) -> dict[str, Any]:
        """Return what formulas see of the item."""
        return {**self.reading["values"], **own_fields(self.item)}

    def output_part(self) -> dict[str, Any]:
        """Return it as a part of its entity's output line: the places of its values, and their responses."""
        return {"item": self.item.id, "keyword": self.keyword, **self.reading, **own_fields(self.item)}


@dataclass(frozen=True, slots=True)
class EntityResult:
    """What became of one entity.

    `status`: `done`; `partial`, where a primitive has no value; `undecided`, where its relevant items were not all read
    with words for what they say, and an output depends on these; `failed`, where the entity could not be read (`error`
    says why). `gap` says which items are open, and what the steps can be (see `deciding`, `ranges`). `primitives` holds
    every step of the DAG in its order: the one value that is possible, else, for those in `open`, what the items that
    count would give. `extracted` holds the relevant items in their order, `own` what formulas read of the entity,
    `repeated` the ids of items that the data hold more than once.
    """

    position: int
    entity: str
    status: str
    items: int = 0
    primitives: Mapping[str, Primitive] = field(default_factory=dict)
    extracted: Sequence[Extracted] = ()
    error: str = ""
    gap: Undecided | None = None
    open: frozenset[str] = frozenset()
    own: Mapping[str, Any] = field(default_factory=dict)
    repeated: Sequence[str] = ()

    def output_line(self, outputs: Sequence[str]) -> dict[str, Any]:
        """Return it as one line of the output: the output fields' values, then what they were derived from.

        An open primitive has no value; what it can be is under `undecided`, and what the items that count would give
        under `provisional`.
        """
        head: dict[str, Any] = {"entity": self.entity, "status": self.status}
        if self.status == "failed":
            return {**head, "error": self.error}
        settled = {name: each for name, each in self.primitives.items() if name not in self.open}
        primitives = {name: each.value for name, each in settled.items() if isinstance(each, PrimitiveValue)}
        lost = {name: each.as_json() for name, each in settled.items() if not isinstance(each, PrimitiveValue)}
        note = note_of(self.items, len(self.extracted), self.status, self.gap, bool(self.repeated))
        return {
            **head,
            **({UNDECIDED: self.gap.as_json()} if self.gap is not None else {}),
            "values": {name: primitives.get(name) for name in outputs},
            "items": {
                "all": self.items,
                "relevant": len(self.extracted),
                "read": sum(e.is_read for e in self.extracted),
            },
            **({"note": note} if note else {}),
            **({ENTITY_FIELDS: self.own} if self.own else {}),
            **({"repeated_items": list(self.repeated)} if self.repeated else {}),
            **({"without_value": lost} if lost else {}),
            "primitives": primitives,
            **({"provisional": self._provisional()} if self.gap is not None else {}),
            "extractions": [each.output_part() for each in self.extracted],
        }

    def _provisional(self) -> dict[str, Any]:
        return {
            name: each.value
            for name, each in self.primitives.items()
            if name in self.open and isinstance(each, PrimitiveValue)
        }


@dataclass(slots=True)
class _Plan:
    """An entity under way: its relevant items with their keywords and keys."""

    position: int
    entity: Entity | UnreadableEntity
    relevant: list[tuple[Item, str, str]]


@dataclass(slots=True)
class _Window:
    plans: list[_Plan]
    trail: Trail
    readings: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    fresh: dict[str, ItemReading] = field(default_factory=dict)
    results: list[EntityResult] = field(default_factory=list)


Accept = Callable[[Sequence[EntityResult], Trail], None]
"""Gets the results of one window in the stream's order, and what was recorded of its calls; within one transaction."""


class Executor:
    """Executes a seed. `gateway` None: the embedded model's cues, with nothing stored. `extractions` keeps readings
    from run to run: a changed formula, keyword or output reads no item again. `recorded` holds the steps of a run that
    is being replayed, for a gateway that asks nobody: what an earlier run had read is read from the newest response.

    Raises SeedRefused where the seed has errors.
    """

    def __init__(
        self,
        seed: FormulaSeed,
        gateway: Gateway | None = None,
        *,
        extractions: Extractions | None = None,
        gsv: GSVSettings | None = None,
        concurrency: int = 8,
        refresh: bool = False,
        recorded: Mapping[str, Step] | None = None,
    ) -> None:
        self.dag = CompiledDag(seed)
        self.seed = self.dag.seed
        self.form = ExtractionForm(self.seed)
        self.reader = ItemReader(self.form, gateway, gsv)
        self._filter = KeywordFilter(self.seed)
        self._gateway = gateway
        self._extractions = extractions
        self._concurrency = max(1, concurrency)
        self._refresh = refresh
        self._recorded = recorded

    async def run(self, entities: Iterable[Entity | UnreadableEntity], accept: Accept, first: int = 0) -> None:
        """Execute the seed over a stream. `first` is the position of its first entity.

        Raises what ends a run (a budget, a refused key); what was accepted before stays accepted.
        """

        def accept_window(_: object, window: _Window) -> None:
            self._accept(window, accept)

        await map_in_order(self._work, self._windows(entities, first), accept_window, _AHEAD)

    def compute(self, position: int, entity: Entity, extracted: Sequence[Extracted]) -> EntityResult:
        """Work out an entity's primitives from its extractions. Where an item does not count, what rests on the items
        stays open."""
        own = self.dag.entity_read({"id": entity.id, **entity.fields})
        primitives = self.dag.run([each.record() for each in extracted if each.is_read], len(entity.items), own)
        count, gap = len(entity.items), undecided_reason([(each.item.id, each.reading) for each in extracted])
        open_steps: frozenset[str] = frozenset()
        if gap is not None:
            possible = possible_values(self.dag, [each.output_part() for each in extracted], count, own)
            settled = settled_values(possible)
            primitives = {name: settled.get(name, each) for name, each in primitives.items()}
            open_steps = self.dag.on_items - settled.keys()
            gap = replace(gap, **ranges_of(possible, open_steps))
        if open_steps.intersection(self.seed.output_fields):
            status = UNDECIDED
        else:
            every = (each for name, each in primitives.items() if name not in open_steps)
            status = "done" if all(isinstance(each, PrimitiveValue) for each in every) else "partial"
        return EntityResult(
            *(position, entity.id, status, count, primitives, extracted, "", gap, open_steps, own, entity.repeated)
        )

    def _windows(self, entities: Iterable[Entity | UnreadableEntity], first: int) -> Iterator[list[_Plan]]:
        plans: list[_Plan] = []
        items = 0
        for position, entity in enumerate(entities, first):
            plans.append(self._plan(position, entity))
            items += len(entity.items) if isinstance(entity, Entity) else 0
            if len(plans) >= ENTITIES_A_WINDOW or items >= ITEMS_A_WINDOW:
                yield plans
                plans, items = [], 0
        if plans:
            yield plans

    def _plan(self, position: int, entity: Entity | UnreadableEntity) -> _Plan:
        relevant = []
        for item in entity.items if isinstance(entity, Entity) else ():
            keyword = self._filter.hit(item.text)
            if keyword is not None:
                relevant.append((item, keyword, self.reader.key(item)))
        return _Plan(position, entity, relevant)

    async def _work(self, plans: list[_Plan]) -> _Window:
        window = _Window(plans, Trail())
        wanted = {key: (plan, item) for plan in plans for item, _, key in plan.relevant}
        if self._extractions is not None and not self._refresh:
            window.readings.update(self._extractions.get(list(wanted)))
        missing = [(key, *wanted[key]) for key in wanted if key not in window.readings]
        if missing:
            await self._read_items(missing, window)
        window.results = [self._result(plan, window) for plan in plans]
        return window

    async def _read_items(self, missing: Sequence[tuple[str, _Plan, Item]], window: _Window) -> None:
        """Read items, as many at once as the model allows; after an error that ends the run begin none."""
        if self._gateway is not None:
            self._gateway.expect(len(missing))
        pending = iter(missing)
        ended: list[Exception] = []

        async def work() -> None:
            for key, plan, item in pending:
                if ended:
                    return
                trail = window.trail.at("entity", path_part(plan.entity.id), "item", path_part(item.id))
                if self._recorded is not None:
                    trail = _replay_trail(trail, self._recorded)
                try:
                    window.fresh[key] = await self.reader.read(item, trail)
                except (PramanaError, OSError) as error:
                    ended.append(error)
                except Exception as error:  # a provider or a reader of somebody else's: this item's own failure
                    body = {"status": "failed", "reason": f"{type(error).__name__}: {error}"}
                    window.fresh[key] = ItemReading(body)

        async with anyio.create_task_group() as group:
            for _ in range(min(self._concurrency, len(missing))):
                group.start_soon(work)
        if ended:
            raise ended[0]
        window.readings.update({key: reading.body for key, reading in window.fresh.items()})

    def _result(self, plan: _Plan, window: _Window) -> EntityResult:
        entity = plan.entity
        if isinstance(entity, UnreadableEntity):
            return EntityResult(plan.position, entity.id, "failed", error=entity.problem)
        extracted = [Extracted(item, keyword, window.readings[key]) for item, keyword, key in plan.relevant]
        return self.compute(plan.position, entity, extracted)

    def _accept(self, window: _Window, accept: Accept) -> None:
        if self._extractions is None:
            accept(window.results, window.trail)
            return
        with self._extractions.database.transaction():
            self._extractions.put({key: reading.body for key, reading in window.fresh.items() if reading.lasting})
            accept(window.results, window.trail)


_BEGINS = (("piece", 0), ("pass", 1), ("piece", 0, "pass", 1))
"""Where below an item its first call is recorded, if not at the item itself."""


def _replay_trail(trail: Trail, recorded: Mapping[str, Step]) -> Trail:
    """Return the trail of an item in a replay: over its recorded steps, and outside all where the run made none."""
    if trail.path in recorded or any(trail.at(*place).path in recorded for place in _BEGINS):
        return replace(trail, recorded=recorded)
    return Trail()
