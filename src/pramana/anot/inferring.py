"""The formulas of a seed, followed from step to step without data."""

from __future__ import annotations

from dataclasses import replace

from pramana.anot.order import ENTITY, EXTRACTIONS
from pramana.anot.seed import ITEM_FIELDS, ExtractionField, FormulaSeed
from pramana.expr import (
    BOOLEAN,
    NULL,
    UNKNOWN,
    Shape,
    infer_shape,
    join_shapes,
    list_shape,
    number_shape,
    object_shape,
    text_shape,
)
from pramana.findings import Finding


def check_formulas(seed: FormulaSeed) -> tuple[list[Finding], frozenset[str]]:
    """Return what is found about the formulas of a seed in order, by their steps' names, and the fields they read."""
    scope: dict[str, Shape] = {EXTRACTIONS: extractions_shape(seed), ENTITY: UNKNOWN}
    found: list[Finding] = []
    fields: set[str] = set()
    for step in seed.compute_dag:
        inferred = infer_shape(step.formula, scope, step.name)
        scope[step.name] = replace(inferred.shape, field="") if inferred.shape.possible else UNKNOWN
        found += inferred.findings
        fields |= inferred.fields
    return found, frozenset(fields)


def extractions_shape(seed: FormulaSeed) -> Shape:
    """Return the shape of a seed's extractions."""
    own = [ExtractionField(name=name, type=kind) for name, kind in ITEM_FIELDS.items()]
    fields = {each.name: replace(field_shape(each), field=each.name) for each in (*own, *seed.fields)}
    return list_shape(object_shape(fields), filled=False)


def field_shape(declared: ExtractionField) -> Shape:
    """Return the shape of a field's values."""
    shapes = {
        "text": text_shape(),
        "number": number_shape(),
        "integer": number_shape(whole=True),
        "boolean": BOOLEAN,
        "date": text_shape(dates=True, filled=True),
    }
    return text_shape(declared.values) if declared.type == "enum" else join_shapes(shapes[declared.type], NULL)
