"""What the primitives of an entity can be while some of its items are open: between which numbers, or one of which
values.

An open item counts as one extraction whose open fields can have any value that they admit. Where few cases remain, each
is computed, and the bounds are exact. Otherwise the formulas are worked out over bounds (interval arithmetic), which
hold every possible value, and may hold more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import isfinite, prod
from typing import Any

from pramana.anot.compute import CompiledDag, PrimitiveValue
from pramana.anot.deciding import CUT, READ, UNEVIDENCED
from pramana.anot.inferring import field_shape
from pramana.anot.order import ENTITY, EXTRACTIONS
from pramana.anot.seed import ITEM_FIELDS, ExtractionField
from pramana.canonical import canonical
from pramana.errors import FormulaFailed
from pramana.expr import UNKNOWN, Shape, bag_shape, infer_shape, object_shape, value_shape
from pramana.serialization import JsonRecord, JsonShape

MAX_CASES = 1_024
"""So many cases of an entity are computed one by one: two items open in the template G1a are 256, in about 0.1 s."""
MAX_RECORDS = 20_000
"""So many extractions, over all cases of an entity, are computed."""
MAX_ELEMENTS = 2_000
"""Of an entity with more relevant items no bounds are worked out: it would take seconds."""
_PARTS_AN_ELEMENT = 200
"""Parts of a formula that are looked at for an item; one formula of a reviewed seed has fewer than 40."""
MOST_VALUES = 20
"""So many possible values of a primitive are listed."""


@dataclass(frozen=True, slots=True)
class PossibleValues(JsonRecord):
    """What a primitive can be. Numbers: from `low` to `high`, both inclusive, None for no bound. Anything
    else: one of `values`, None where they are not known. `fails` where it may have no value."""

    low: float | None = None
    high: float | None = None
    values: tuple[Any, ...] | None = None
    numeric: bool = False
    fails: bool = False

    json_shape = JsonShape(
        keys={"values": "one_of", "fails": "or_no_value"},
        omit_empty=("fails",),
        omit_none=("low", "high", "values"),
        without=("numeric",),
    )

    @property
    def single(self) -> PrimitiveValue | None:
        """The one value that is possible, None where there are several."""
        if self.fails:
            return None
        if self.numeric:
            return PrimitiveValue(self.low) if self.low is not None and self.low == self.high else None
        return PrimitiveValue(self.values[0]) if self.values is not None and len(self.values) == 1 else None


@dataclass(frozen=True, slots=True)
class Possible:
    """The possible values of the primitives that rest on items; `exact` where each bound and value can be reached."""

    values: Mapping[str, PossibleValues]
    exact: bool


@dataclass(frozen=True, slots=True)
class _OpenItem:
    """An extraction whose `fields` can have any value; `known` holds the others, with the item's own."""

    known: Mapping[str, Any]
    fields: tuple[ExtractionField, ...]


def possible_values(
    dag: CompiledDag, extractions: Sequence[Mapping[str, Any]], items: int, entity: Mapping[str, Any] | None = None
) -> Possible | None:
    """Return what the primitives can be that rest on items, None where nothing can be said.

    `extractions` are an entity's relevant items as its output has them (`Extracted.output_part`), `items` is the number
    of all its items, `entity` what formulas read of it.
    """
    every = [_open_item(dag, each) for each in extractions]
    cases = _cases(dag, every)
    if cases is not None:
        return Possible(_values_of_cases(dag, cases, items, entity or {}), exact=True)
    if len(every) > MAX_ELEMENTS:
        return None
    return Possible(_bounds_of_steps(dag, every, entity or {}), exact=False)


def settled_values(possible: Possible | None) -> dict[str, PrimitiveValue]:
    """Return the primitives that have one value whatever the open items say."""
    found = {name: each.single for name, each in possible.values.items()} if possible is not None else {}
    return {name: value for name, value in found.items() if value is not None}


def ranges_of(possible: Possible | None, names: Collection[str]) -> dict[str, Any]:
    """Return the parts of `Undecided` that say what these primitives can be."""
    if possible is None:
        return {}
    return {"ranges": {name: each for name, each in possible.values.items() if name in names}, "exact": possible.exact}


def _open_item(dag: CompiledDag, part: Mapping[str, Any]) -> _OpenItem:
    """Return what is known of an item, and what is open: all of one that was not read, or not in whole."""
    own = {name: part.get(name) for name in ITEM_FIELDS}
    values = part.get("values", {})
    if part["status"] == UNEVIDENCED and not part.get(CUT):
        names = set(part["unshown"])
    else:
        names = set() if part["status"] in READ and not part.get(CUT) else {field.name for field in dag.seed.fields}
    fields = tuple(field for field in dag.seed.fields if field.name in names)
    return _OpenItem({**{name: value for name, value in values.items() if name not in names}, **own}, fields)


# Few cases: each is computed


def _cases(dag: CompiledDag, items: Sequence[_OpenItem]) -> list[list[Mapping[str, Any]]] | None:
    """Return every list of extractions that can be, None where they are too many or not finite."""
    choices = []
    for item in items:
        made = _records(dag, item)
        if made is None:
            return None
        choices.append(made)
    count = prod(map(len, choices))
    if count > MAX_CASES or count * len(items) > MAX_RECORDS:
        return None
    return [list(case) for case in product(*choices)]


def _records(dag: CompiledDag, item: _OpenItem) -> list[Mapping[str, Any]] | None:
    """Return the extractions that an open item can be and that the formulas can distinguish."""
    if not item.fields:
        return [item.known]
    options = [_options(field) if field.name in dag.fields_read else [None] for field in item.fields]
    if any(each is None for each in options) or prod(len(each or ()) for each in options) > MAX_CASES:
        return None
    names = [field.name for field in item.fields]
    every = product(*(each or () for each in options))
    made = [{**item.known, **dict(zip(names, values, strict=True))} for values in every]
    distinct = {_signature(dag, record): record for record in made}
    return list(distinct.values())


def _options(field: ExtractionField) -> list[Any] | None:
    """Return the values that a field can have, None where they are not finite."""
    if field.type == "enum":
        return list(field.values)
    return [True, False, None] if field.type == "boolean" else None


def _signature(dag: CompiledDag, record: Mapping[str, Any]) -> str:
    """Return what the formulas can see of an extraction: two with the same one are the same to them."""
    if dag.loops is None:
        return canonical(record)
    seen: list[Any] = []
    for run in dag.loops:
        try:
            seen.append(run([record]))
        except FormulaFailed as error:
            seen.append({"error": str(error)})
    return canonical(seen)


def _values_of_cases(
    dag: CompiledDag, cases: Sequence[list[Mapping[str, Any]]], items: int, entity: Mapping[str, Any]
) -> dict[str, PossibleValues]:
    found: dict[str, dict[str, Any]] = {name: {} for name in dag.order if name in dag.on_items}
    failed: set[str] = set()
    for case in cases:
        primitives = dag.run(case, items, entity)
        for name, values in found.items():
            each = primitives[name]
            if isinstance(each, PrimitiveValue):
                values.setdefault(canonical(each.value), each.value)
            else:
                failed.add(name)
    return {name: _summary_of(list(values.values()), name in failed) for name, values in found.items()}


def _summary_of(values: Sequence[Any], fails: bool) -> PossibleValues:
    if values and all(isinstance(each, int | float) and not isinstance(each, bool) for each in values):
        return PossibleValues(min(values), max(values), numeric=True, fails=fails)
    return PossibleValues(values=tuple(values) if len(values) <= MOST_VALUES else None, fails=fails)


# Many cases: bounds


def _bounds_of_steps(
    dag: CompiledDag, items: Sequence[_OpenItem], entity: Mapping[str, Any]
) -> dict[str, PossibleValues]:
    """Return bounds of the primitives, by the formulas worked out over what the extractions can be."""
    scope: dict[str, Shape] = {EXTRACTIONS: bag_shape((_item_shape(dag, item), True) for item in items)}
    scope[ENTITY] = value_shape(entity)
    parts = _PARTS_AN_ELEMENT * (len(items) + 10)
    found: dict[str, PossibleValues] = {}
    failing: set[str] = set()
    for step in dag.seed.compute_dag:
        inferred = infer_shape(step.formula, scope, step.name, parts)
        if inferred.fails or failing.intersection(dag.needs[step.name]):
            failing.add(step.name)
        scope[step.name] = replace(inferred.shape, field="") if inferred.shape.possible else UNKNOWN
        if step.name in dag.on_items:
            found[step.name] = _of_shape(scope[step.name], step.name in failing)
    return found


def _item_shape(dag: CompiledDag, item: _OpenItem) -> Shape:
    known = {name: value_shape(value) for name, value in item.known.items()}
    return object_shape({**known, **{field.name: field_shape(field) for field in item.fields}})


def _of_shape(shape: Shape, fails: bool) -> PossibleValues:
    """Return the possible values of a shape. Of a boolean, both that are possible."""
    if not shape.known:
        return PossibleValues(fails=fails)
    if shape.kinds == {"number"}:
        low, high = (_bound(value, shape.whole) for value in (shape.low, shape.high))
        return PossibleValues(low, high, numeric=True, fails=fails)
    texts: list[Any] = sorted(shape.texts or ()) if "text" in shape.kinds else []
    if not shape.kinds <= {"text", "boolean", "null"} or shape.texts is None or len(texts) > MOST_VALUES:
        return PossibleValues(fails=fails)
    truths = [each for each in (False, True) if "boolean" in shape.kinds and shape.low <= each <= shape.high]
    return PossibleValues(values=(*texts, *truths, *([None] if "null" in shape.kinds else [])), fails=fails)


def _bound(value: float, whole: bool) -> float | None:
    if not isfinite(value):
        return None
    return int(value) if whole else value
