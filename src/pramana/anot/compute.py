"""COMPUTE: a seed's DAG compiled once, worked out for one entity after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from pramana.anot.checking import check_seed, seed_errors
from pramana.anot.inferring import check_formulas
from pramana.anot.order import ENTITY, EXTRACTIONS, INPUTS, keys_read, loops_over, reads, sort_steps
from pramana.anot.seed import FormulaSeed
from pramana.errors import FormulaFailed, SeedRefused
from pramana.expr import MAX_STEPS, MAX_WEIGHT, Formula, Trouble, Weigher, compile_formula, weigh_given
from pramana.serialization import JsonRecord, JsonShape

ITEMS_A_BUDGET = 1_000
"""So many items have one budget of steps; twice as many have twice as much."""


@dataclass(frozen=True, slots=True)
class PrimitiveValue(JsonRecord):
    """A primitive that has a value: JSON."""

    value: Any


@dataclass(frozen=True, slots=True)
class Failed(JsonRecord):
    """A primitive whose formula has no value for these data. `name` names the error, `error` says what and where."""

    name: str
    error: str

    json_shape = JsonShape(keys={"name": "error", "error": "message"})


@dataclass(frozen=True, slots=True)
class Blocked(JsonRecord):
    """A primitive that was not worked out. `on` are the failed ones that it rests on, in the DAG's order."""

    on: tuple[str, ...]

    json_shape = JsonShape(keys={"on": "blocked"})


Primitive = PrimitiveValue | Failed | Blocked
_Step = tuple[str, Formula, tuple[str, ...]]


class CompiledDag:
    """A seed's formulas, compiled once. `order` holds the steps' names as they are worked out.

    Raises SeedRefused, with the findings, where the seed has errors.
    """

    def __init__(self, seed: FormulaSeed) -> None:
        found = seed_errors(check_seed(seed))
        if found:
            raise SeedRefused(f"The seed {seed.task_name!r} is not executed.", found)
        self.seed = sort_steps(seed)
        self.order = tuple(step.name for step in self.seed.compute_dag)
        self._sizes: dict[int, list[_Step]] = {}

    @cached_property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        """The steps that each step reads."""
        return reads(self.seed)

    @cached_property
    def on_items(self) -> frozenset[str]:
        """The steps that read the extractions, themselves or over other steps."""
        found: set[str] = set()
        for step in self.seed.compute_dag:  # each comes after those that it reads
            used = compile_formula(step.formula, (*INPUTS, *self.order)).used
            if EXTRACTIONS in used or found.intersection(used):
                found.add(step.name)
        return frozenset(found)

    @cached_property
    def fields_read(self) -> frozenset[str]:
        """The fields of extractions that formulas read."""
        return check_formulas(self.seed)[1]

    @cached_property
    def loops(self) -> Sequence[Callable[[Any], Any]] | None:
        """What the formulas see of each extraction, as functions of a list of them: their loops over `extractions`.

        None where a formula also sees extractions otherwise, or a loop depends on a step that rests on them.
        """
        settled = {name: each.value for name, each in self.run([]).items() if isinstance(each, PrimitiveValue)}
        known = {name: value for name, value in settled.items() if name not in self.on_items}
        found: dict[str, Callable[[Any], Any]] = {}
        for step in self.seed.compute_dag:
            sources = loops_over(step.formula, EXTRACTIONS)
            if sources is None:
                return None
            for source in sources:
                used = compile_formula(source, (*INPUTS, *self.order)).used - {EXTRACTIONS}
                if not used <= known.keys():
                    return None
                names = sorted(used)
                loop = compile_formula(source, (EXTRACTIONS, *names))
                found[source] = partial(_call_with, loop, [known[name] for name in names])
        return list(found.values())

    @cached_property
    def _entity_keys(self) -> frozenset[str] | None:
        """The keys of the entity that formulas name; None where one may read any."""
        found = [keys_read(step.formula, ENTITY) for step in self.seed.compute_dag]
        return None if None in found else frozenset(key for keys in found for key in keys or ())

    def entity_read(self, entity: Mapping[str, Any]) -> dict[str, Any]:
        """Return what formulas read of an entity."""
        keys = self._entity_keys
        return {key: value for key, value in entity.items() if keys is None or key in keys}

    def run(
        self, extractions: Sequence[Mapping[str, Any]], items: int = 0, entity: Mapping[str, Any] | None = None
    ) -> dict[str, Primitive]:
        """Return every primitive of one entity, in the order of `order`.

        `extractions` fit the seed's fields, each with its item's `ITEM_FIELDS`. `entity` holds the entity's own fields.
        `items` is the number of the entity's items: it scales the limit of steps of a formula. An error concerns only
        its primitive; what depends on it is blocked and gets no default value. The values of all steps have one bound
        of length: MAX_WEIGHT, and as much as the extractions for each step.
        """
        values: dict[str, Any] = {EXTRACTIONS: extractions if type(extractions) is list else list(extractions)}
        values[ENTITY] = dict(entity or {})
        allowance = _Allowance(list(values.values()), len(self.order))
        lost: dict[str, tuple[str, ...]] = {}
        found: dict[str, Primitive] = {}
        for name, formula, used in self._steps(max(items, len(extractions))):
            if lost and (on := self._lost(used, lost)):
                lost[name] = on
                found[name] = Blocked(on)
                continue
            try:
                value = formula(*[values[key] for key in used])
                allowance.spend(value, formula.source)
                values[name] = value
                found[name] = PrimitiveValue(value)
            except FormulaFailed as error:
                lost[name] = (name,)
                found[name] = Failed(str(error.kind), str(error))
        return found

    def _lost(self, used: Sequence[str], lost: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        on = {root for name in used for root in lost.get(name, ())}
        return tuple(name for name in self.order if name in on)

    def _steps(self, items: int) -> list[_Step]:
        """Return the steps with a budget for so many items, rounded up to a power of two so that few are compiled."""
        size = 1 << max(0, (items - 1) // ITEMS_A_BUDGET).bit_length()
        if size not in self._sizes:
            self._sizes[size] = [self._step(step.name, step.formula, size) for step in self.seed.compute_dag]
        return self._sizes[size]

    def _step(self, name: str, source: str, size: int) -> _Step:
        used = compile_formula(source, (*INPUTS, *self.order)).used
        names = tuple(each for each in (*INPUTS, *self.order) if each in used)
        return name, compile_formula(source, names, MAX_STEPS * size), names


def _call_with(loop: Formula, known: Sequence[Any], extractions: Any) -> Any:
    return loop(extractions, *known)


class _Allowance:
    """How long the values of an entity's steps may still be as JSON. What was given is weighed only where it matters:
    weighing a thousand extractions takes seven times as long as computing them."""

    def __init__(self, given: Sequence[Any], steps: int) -> None:
        self._given, self._steps = given, steps
        self._left = MAX_WEIGHT
        self._whole = False

    def spend(self, value: Any, source: str) -> None:
        """Take a value's length. Raises FormulaFailed where it is more than what is left."""
        try:
            self._left -= Weigher(self._left).weigh(value)
        except Trouble as error:
            if self._whole:
                what = "the values of this entity are too long as JSON"
                raise FormulaFailed(error.kind, what, source[:80]) from None
            self._left += weigh_given(self._given) * self._steps
            self._whole = True
            self.spend(value, source)
