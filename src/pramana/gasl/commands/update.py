"""UPDATE: what a variable holds, into the state, with where it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pramana.gasl.binding import item_rows
from pramana.gasl.command import Command
from pramana.gasl.provenance import split, union
from pramana.gasl.records import Outcome
from pramana.gasl.slots import STATE_KEY, VARIABLE, Keyword, OptionalPart, ValueSlot, choice
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.types import Status, UpdateMode
from pramana.gasl.work import Work


@dataclass(frozen=True, slots=True)
class UpdateNode(GASLNode):
    """UPDATE: the state's key, and the variable whose value is written to it."""

    key: FieldPath
    source: str
    mode: UpdateMode = UpdateMode.MERGE


async def update(node: UpdateNode, work: Work) -> Outcome:
    """Merge the variable's value into the key, or put it in its place. `error` where the two do not go together."""
    value, sources = split_provenance(work.scope.value(node.source))
    write = work.state.merge if node.mode is UpdateMode.MERGE else work.state.replace
    change = write(node.key, value, sources)
    return Outcome(Status.SUCCESS, metrics=change.as_json())


def split_provenance(value: Any) -> tuple[Any, Any]:
    """Return a value as the state takes it, without its provenance, and that beside it."""
    if isinstance(value, Mapping):
        values, sources = split([value])
        return values[0], timeless(sources[0])
    if isinstance(value, Sequence) and not isinstance(value, str):
        values, sources = split(item_rows(value))
        return values, [timeless(records) for records in sources]
    return value, None


def timeless(records: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return provenance without the times at which models were asked: they are in the history, and in no hash."""
    if not any("extraction" in record for record in records):
        return [dict(record) for record in records]
    kept = []
    for record in records:
        asked = record.get("extraction")
        if isinstance(asked, Mapping) and "time" in asked:
            record = {**record, "extraction": {name: asked[name] for name in asked if name != "time"}}
        kept.append(dict(record))
    return union(kept)


UPDATE = Command(
    place=40,
    node=UpdateNode,
    run=update,
    parts=(
        *(Keyword("UPDATE"), ValueSlot("key", STATE_KEY), Keyword("WITH"), ValueSlot("source", VARIABLE)),
        OptionalPart((ValueSlot("mode", choice("MODE", UpdateMode)),)),
    ),
    example="UPDATE study.authors WITH people MERGE",
    says="Writes a result into the state.",
    gives="MERGE is the default",
)
