"""Why a primitive has its value: its formula, what that read, down to the items and their quotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pramana.anot.compute import Blocked, CompiledDag, Failed, Primitive, PrimitiveValue
from pramana.anot.deciding import ENTITY_FIELDS, READ, UNDECIDED, is_open, why_open
from pramana.anot.order import ENTITY, EXTRACTIONS, INPUTS, keys_read, texts_in
from pramana.anot.rendering import number_text, range_text
from pramana.anot.seed import ITEM_FIELDS, FormulaSeed
from pramana.errors import InputError, UnknownName
from pramana.expr import compile_formula
from pramana.serialization import JsonRecord, JsonShape


@dataclass(frozen=True, slots=True)
class ItemSaid(JsonRecord):
    """What a formula read of one item. `moves`: without the item the primitive would have another value.

    `share` is by how much: the value, a number, less the one without the item; None where it has none.
    `evidence` holds by field the place of the value in the item's text, and its grade. `open` says why the item does
    not count, "" where it does.
    """

    item: str
    moves: bool
    values: Mapping[str, Any]
    evidence: Mapping[str, Mapping[str, Any]]
    share: float | None = None
    open: str = ""

    json_shape = JsonShape(omit_none=("share",), omit_empty=("open",))

    @property
    def head(self) -> str:
        """The item, by how much it moves the primitive, and what the formula read of it; or why it does not count."""
        if self.open:
            return f"item {self.item}: {self.open}"
        share = "" if not self.share else f" ({'+' if self.share > 0 else '-'}{number_text(abs(self.share))})"
        return f"item {self.item}{share}: {', '.join(f'{name} {value!r}' for name, value in self.values.items())}"


@dataclass(frozen=True, slots=True)
class ExplainedPrimitive(JsonRecord):
    """One primitive: its value, its formula, and the steps and items that it read.

    `undecided` says why the items do not decide it, "" where they do; `possible` then is what it can be, and
    `primitive` what the items that count would make of it, and no result. `entity` holds what the formula read of the
    entity itself. Of the asked primitive, if it rests on items over other steps, `items` are all that move it, and
    `base` is its value without any.
    """

    name: str
    formula: str
    primitive: Primitive
    reads: Sequence[ExplainedPrimitive]
    items: Sequence[ItemSaid]
    undecided: str = ""
    possible: Mapping[str, Any] | None = None
    entity: Mapping[str, Any] = field(default_factory=dict)
    base: Primitive | None = None

    json_shape = JsonShape(
        omit_empty=("entity",),
        omit_none=("base",),
        without=("primitive", "undecided", "possible"),
        plus=("value_json",),
        inline=("value_json",),
    )

    @property
    def value_json(self) -> dict[str, Any]:
        """The value, or why there is none, and what it would be provisionally, as JSON."""
        made = self.primitive.as_json()
        if not self.undecided:
            return made
        possible = {} if self.possible is None else {"possible": dict(self.possible)}
        return {UNDECIDED: self.undecided, **possible, "provisional": made}

    def as_text(self, first: bool = True) -> str:
        """Return the value as text. The first of the shown primitives, if undecided, is followed by its reason."""
        if not self.undecided:
            return primitive_text(self.primitive)
        why = f": {self.undecided}" if first else ""
        can_be = "" if self.possible is None else f" ({range_text(self.possible)})"
        return f"{UNDECIDED}{can_be}{why} [what counts gives {primitive_text(self.primitive)}]"

    def __str__(self) -> str:
        return "\n".join(self._lines(0, set()))

    def _lines(self, depth: int, told: set[str]) -> Iterator[str]:
        pad = "  " * depth
        known = self.name in told
        yield f"{pad}{self.name} = {self.as_text(first=not depth)}{' (see above)' if known else ''}"
        if known:
            return
        told.add(self.name)
        yield f"{pad}  {self.formula}"
        yield from (f"{pad}    entity {key} {value!r}" for key, value in self.entity.items())
        yield from [f"{pad}    without items {primitive_text(self.base)}"] if self.base is not None else []
        yield from (f"{pad}    {line}" for line in self._item_lines(told))
        for each in self.reads:
            yield from each._lines(depth + 1, told)

    def _item_lines(self, told: set[str]) -> Iterator[str]:
        """Yield the items that move the primitive; those that are open, the same for every step, once."""
        known = 0
        for item in self.items:
            if item.open and item.head in told:
                known += 1
            elif item.moves:
                yield f"{'?' if item.open else '*'} {item.head}"
                yield from (f'    {key}: "{each["quote"]}" {each["grade"]}' for key, each in item.evidence.items())
                told.update([item.head] if item.open else [])
        if known:
            yield f"? {known} open item{'' if known == 1 else 's'} (see above)"


def explain(seed: FormulaSeed, result: Mapping[str, Any], name: str) -> ExplainedPrimitive:
    """Derive a primitive of one entity's result (a line of the output). Raises UnknownName for an unknown step,
    InputError where the entity could not be read, or the result is another seed's."""
    steps = {step.name: step.formula for step in seed.compute_dag}
    if name not in steps:
        raise UnknownName("primitive", name, list(steps))
    if result["status"] == "failed":
        raise InputError(f"{result['entity']} could not be read: {result.get('error', '')}")
    derivation = _Derivation(seed, result)
    return derivation.with_shares(derivation.of(name))


class _Derivation:
    def __init__(self, seed: FormulaSeed, result: Mapping[str, Any]) -> None:
        self._dag = CompiledDag(seed)
        self._formulas = {step.name: step.formula for step in seed.compute_dag}
        self._said = [each for each in result["extractions"] if each["status"] in READ]
        self._open = [each for each in result["extractions"] if is_open(each)]
        self._reason = result[UNDECIDED]["reason"] if UNDECIDED in result else ""
        self._ranges = result.get(UNDECIDED, {}).get("ranges", {})
        self._settled = {
            name: PrimitiveValue(value)
            for name, value in result["primitives"].items()
            if UNDECIDED in result and name in self._dag.on_items
        }
        self._records = [{**each["values"], **{name: each.get(name) for name in ITEM_FIELDS}} for each in self._said]
        self._count = result["items"]["all"]
        self._entity = result.get(ENTITY_FIELDS, {})
        self._found = self._dag.run(self._records, self._count, self._entity)
        kept = {**result["primitives"], **result.get("provisional", {})}
        now = {name: each.value for name, each in self._found.items() if isinstance(each, PrimitiveValue)}
        if {**now, **{name: each.value for name, each in self._settled.items()}} != kept:
            raise InputError("The seed does not give this result: it is another one, or one of them was edited.")
        self._without: list[Mapping[str, Primitive]] | None = None
        self._made: dict[str, ExplainedPrimitive] = {}

    def of(self, name: str) -> ExplainedPrimitive:
        if name not in self._made:
            formula = self._formulas[name]
            used = compile_formula(formula, (*INPUTS, *self._formulas)).used
            items = self._items(name, formula) if EXTRACTIONS in used else ()
            reads = tuple(self.of(each) for each in self._dag.needs[name])
            open_because = self._reason if name in self._dag.on_items and name not in self._settled else ""
            primitive = self._settled.get(name, self._found[name])
            possible = self._ranges.get(name) if open_because else None
            own = self._entity_read(formula) if ENTITY in used else {}
            self._made[name] = ExplainedPrimitive(name, formula, primitive, reads, items, open_because, possible, own)
        return self._made[name]

    def with_shares(self, asked: ExplainedPrimitive) -> ExplainedPrimitive:
        """Return the asked primitive with the items that move it, if it rests on them over other steps."""
        if asked.items or asked.name not in self._dag.on_items:
            return asked
        items = tuple(each for each in self._items(asked.name) if each.moves)
        return replace(asked, items=items, base=self._dag.run([], self._count, self._entity)[asked.name])

    def _entity_read(self, formula: str) -> dict[str, Any]:
        keys = keys_read(formula, ENTITY)
        return {key: value for key, value in self._entity.items() if keys is None or key in keys}

    def _items(self, name: str, formula: str | None = None) -> tuple[ItemSaid, ...]:
        """Return what a formula read of each item, without a formula all that has words; those that move it first."""
        made = []
        for index, (said, record) in enumerate(zip(self._said, self._records, strict=True)):
            read = tuple(said.get("evidence", ())) if formula is None else fields_read(formula, record)
            without = self._left_out()[index][name]
            moves = without != self._found[name]
            if not moves and is_open(said):  # listed below, with why it is open
                continue
            evidence = {field: said["evidence"][field] for field in read if field in said.get("evidence", {})}
            values = {field: record[field] for field in read}
            made.append(ItemSaid(said["item"], moves, values, evidence, _share(self._found[name], without)))
        waiting = [] if name in self._settled else self._open
        made += [ItemSaid(each["item"], True, {}, {}, None, why_open(each)) for each in waiting]
        return tuple(sorted(made, key=lambda each: not each.moves))

    def _left_out(self) -> list[Mapping[str, Primitive]]:
        """Return all primitives as they would be without each of the items."""
        if self._without is None:
            every = range(len(self._records))
            self._without = [
                self._dag.run(self._records[:each] + self._records[each + 1 :], self._count, self._entity)
                for each in every
            ]
        return self._without


def _share(there: Primitive, without: Primitive) -> float | None:
    """Return the difference of two numbers, None where one of them is none."""
    values = [each.value for each in (there, without) if isinstance(each, PrimitiveValue)]
    numbers = [each for each in values if isinstance(each, int | float) and not isinstance(each, bool)]
    return numbers[0] - numbers[1] if len(numbers) == 2 else None


def fields_read(formula: str, record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the fields of an extraction that a formula names, in its order."""
    return tuple(text for text in texts_in(formula) if text in record)


def primitive_text(primitive: Primitive) -> str:
    """Return a primitive's value, or why it has none, as text."""
    if isinstance(primitive, PrimitiveValue):
        return repr(primitive.value)
    if isinstance(primitive, Failed):
        return f"no value: {primitive.name}: {primitive.error}"
    assert isinstance(primitive, Blocked)
    return f"blocked on {', '.join(primitive.on)}"
