"""The evidence report: what a key of the state holds, and where each item comes from, down to lines or source ids."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pramana.gasl.serialization import excerpt
from pramana.gasl.state import StateItem, StateView
from pramana.serialization import JsonRecord, JsonShape

Lines: TypeAlias = Callable[[str, int], str | None]
"""What gives a document's line, by doc_id and number from 1; None where it is not known."""

Texts: TypeAlias = Callable[[str], str | None]
"""What gives the text of a source, by its id; None where it is not known."""

TEXT_CHARS = 1_500
"""How much of a source's text a report shows: a chunk of LightRAG has about 1,200 tokens, of which the beginning."""

VALUE_CHARS = 2_000
"""How much of a value the Markdown report shows. The JSON report has it whole."""

INPUTS = "inputs"
"""The field of a record that holds the records it was made from."""


@dataclass(frozen=True, slots=True)
class EvidenceReport(JsonRecord):
    """What is known about the origin of what one key holds, at one snapshot."""

    key: str
    type: str
    description: str | None
    hash: str
    items: tuple[StateItem, ...]

    json_shape = JsonShape(
        plus=("untraced", "documents"),
        computed={"count": lambda report: len(report.items)},
        convert={"untraced": len, "items": lambda items: list(map(_item_json, items))},
    )

    @property
    def untraced(self) -> tuple[StateItem, ...]:
        """The items for which no record leads to a line, a source or an element of a graph."""
        return tuple(item for item in self.items if not has_origin(item.provenance))

    @property
    def documents(self) -> tuple[str, ...]:
        """The documents that the items rest on, by name."""
        records = (record for item in self.items for record in with_inputs(item.provenance))
        return tuple(sorted({str(record["doc_id"]) for record in records if record.get("doc_id") is not None}))

    def to_markdown(self) -> str:
        """Return the report as Markdown. Whatever comes from documents or models is in it as inert code."""
        return "\n".join(_markdown(self)) + "\n"


def evidence_report(
    state: StateView, key: tuple[str, ...], lines: Lines | None = None, texts: Texts | None = None
) -> EvidenceReport:
    """Return the evidence report of a declared key, or of the entry of a DICT to which the key leads.

    With `lines`, each record that names a line gets the line's text as `line`; with `texts`, one that names a source
    (the chunk of a LightRAG store) gets its text as `text`. Raises UnknownName for an unknown key.
    """
    under = key
    while under and state.type_of(under) is None:
        under = under[:-1]
    if under != key:
        state.get(key)
    items = (
        item for item in state.items(under) if under == key or (item.under, item.place) == (under, key[len(under)])
    )
    found = tuple(_with_lines(item, lines, texts) for item in items)
    return EvidenceReport(".".join(key), str(state.type_of(under)), state.description(under), state.hash, found)


def has_origin(records: Iterable[Mapping[str, Any]]) -> bool:
    """Whether one of the records, or of those that it was made from, names a line, a source or a graph's element."""
    return any(
        record.get("doc_id") is not None
        or record.get("source_id") is not None
        or (record.get("source") == "graph" and record.get("id") is not None)
        for record in with_inputs(records)
    )


def with_inputs(records: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield the records, each followed by those that it was made from."""
    for record in records:
        yield record
        yield from with_inputs(_inputs(record))


def _inputs(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    inner = record.get(INPUTS)
    return [found for found in inner if isinstance(found, Mapping)] if isinstance(inner, list) else []


def _with_lines(item: StateItem, lines: Lines | None, texts: Texts | None) -> StateItem:
    if lines is None and texts is None:
        return item
    return StateItem(item.under, item.place, item.value, [with_text(each, lines, texts) for each in item.provenance])


def with_text(record: Mapping[str, Any], lines: Lines | None, texts: Texts | None) -> dict[str, Any]:
    """Return a record of provenance with the text that it names, as `line` or as `text`."""
    found = dict(record)
    doc_id, number, source = record.get("doc_id"), record.get("line_number"), record.get("source_id")
    line = lines(doc_id, number) if lines and isinstance(doc_id, str) and isinstance(number, int) else None
    if line is not None:
        found["line"] = line
    text = texts(source) if texts and isinstance(source, str) else None
    if text is not None:
        found["text"] = text if len(text) <= TEXT_CHARS else f"{text[: TEXT_CHARS - 1]}…"
    if inner := _inputs(record):
        found[INPUTS] = [with_text(source, lines, texts) for source in inner]
    return found


def _item_json(item: StateItem) -> dict[str, Any]:
    place = {"key": ".".join(item.under), "place": item.place, "value": item.value}
    return {**place, "traced": has_origin(item.provenance), "provenance": item.provenance}


def _markdown(report: EvidenceReport) -> Iterator[str]:
    yield f"# Evidence for {code_span(report.key)}\n"
    if report.description:
        yield f"{code_span(report.description)}\n"
    yield f"{report.type} of {_count_text(len(report.items), 'item')}, state {code_span(report.hash)}."
    if report.documents:
        yield f"From {', '.join(map(code_span, report.documents))}."
    missing = len(report.untraced)
    yield (
        f"**{_count_text(missing, 'item')} cannot be traced to a source.**" if missing else "Every item can be traced."
    )
    for item in report.items:
        yield f"\n## {code_span('.'.join((*item.under, str(item.place))))}\n"
        yield f"{code_span(excerpt(item.value, max_chars=VALUE_CHARS))}\n"
        yield from _chain(item.provenance, "") if item.provenance else ["- no provenance"]


def _count_text(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"


def _chain(records: Iterable[Mapping[str, Any]], indent: str) -> Iterator[str]:
    for record in records:
        yield f"{indent}- {_record(record)}"
        yield from _chain(_inputs(record), indent + "  ")


_SHOWN = ("source", "id", "source_id", "doc_id", "line_number", "quote", "line", "text")


def _record(record: Mapping[str, Any]) -> str:
    """Return one line: what kind of source, which, where, what it says; then all else that is known."""
    parts = [code_span(str(record.get("source", "?")))]
    parts += [code_span(str(record[name])) for name in ("id", "source_id") if record.get(name) is not None]
    if record.get("doc_id") is not None:
        number = record.get("line_number")
        parts.append(code_span(str(record["doc_id"]) + (f":{number}" if number is not None else "")))
    parts += [
        f"{name} {code_span(str(record[name]))}" for name in ("quote", "line", "text") if record.get(name) is not None
    ]
    rest = {name: value for name, value in record.items() if name not in (*_SHOWN, INPUTS)}
    return " · ".join([*parts, *([code_span(excerpt(rest))] if rest else [])])


def code_span(text: str) -> str:
    """Return a text as a Markdown code span, on one line, from which it cannot break out.

    White space becomes single spaces; signs that cannot be seen, or that turn the writing round, are spelled out.

    >>> code_span("a `b`"), code_span("<b>")
    ('`` a `b` ``', '`<b>`')
    """
    plain = "".join(sign if sign.isprintable() else _escape_sign(sign) for sign in " ".join(text.split()))
    longest = max((len(run) for run in re.findall("`+", plain)), default=0)
    pad = " " if longest or not plain else ""
    return f"{'`' * (longest + 1)}{pad}{plain}{pad}{'`' * (longest + 1)}"


def _escape_sign(sign: str) -> str:
    return json.dumps(sign)[1:-1]
