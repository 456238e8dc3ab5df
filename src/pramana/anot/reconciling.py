"""The readings of an item's pieces made one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pramana.anot.extraction import ExtractionForm, Quoted
from pramana.anot.seed import VALIDITY


def reconcile(form: ExtractionForm, readings: Sequence[tuple[dict[str, Any], dict[str, Quoted]]]) -> tuple[Any, Any]:
    """Merge the readings of an item's pieces into one, with its evidence.

    The piece with the highest rank wins (see `ExtractionForm.rank`; ties go to the first), so that its values belong
    together. Fields that it leaves empty are taken from the others in their order. The validity is the worst of all.
    """
    ranked = sorted(readings, key=lambda each: form.rank(each[0]), reverse=True)
    values, evidence = dict(ranked[0][0]), dict(ranked[0][1])
    for more, quoted in readings:
        for name in form.names:
            if name != VALIDITY and not form.telling(name, values[name]) and form.telling(name, more[name]):
                values[name] = more[name]
                evidence |= {name: quoted[name]} if name in quoted else {}
    if VALIDITY in values:
        order = next(field for field in form.fields if field.name == VALIDITY).values
        worst = max(readings, key=lambda each: order.index(each[0][VALIDITY]))
        values[VALIDITY] = worst[0][VALIDITY]
        evidence |= {VALIDITY: worst[1][VALIDITY]} if VALIDITY in worst[1] else {}
    return values, evidence
