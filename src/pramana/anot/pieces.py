"""Long items: cut into pieces, and the readings of the pieces made one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pramana.anot.seed import VALIDITY

if TYPE_CHECKING:
    from pramana.anot.extraction import Form, Quoted

_BREAK = re.compile(r"(?<=[.!?…])\s+|\n+")


def split(text: str, length: int) -> list[str]:
    """Cut a text into pieces of at most `length` code points, after a sentence, else at a blank, else anywhere.

    >>> split("It was fine. We came back.", 15)
    ['It was fine.', 'We came back.']
    """
    pieces = []
    while len(text) > length:
        cuts = [found.start() for found in _BREAK.finditer(text, 0, length + 1) if found.start() > 0]
        at = cuts[-1] if cuts else text.rfind(" ", 1, length + 1)
        at = at if at > 0 else length
        pieces.append(text[:at])
        text = text[at:].lstrip()
    return [piece for piece in (*pieces, text) if piece.strip()]


def reconciled(form: Form, readings: Sequence[tuple[dict[str, Any], dict[str, Quoted]]]) -> tuple[Any, Any]:
    """Return the one reading that pieces of an item come to, with its evidence.

    The piece that tells most speaks (see `Form.rank`; of equals the first), so that its values belong together; what
    it does not tell is taken from the others in their order. The validity is the worst of all.
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
