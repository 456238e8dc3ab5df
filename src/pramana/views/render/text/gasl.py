"""The steps and rows of GASL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pramana.gasl import Command, ExecutionResult, Explained, PlanResult, Vocabulary, excerpt, hint_text
from pramana.views.gasl_rows import ShownRows, remarks, row_count, shown_rows
from pramana.views.render.parts import Cell, Part, RuledTable, aside, columns, error_lines, line, text_lines
from pramana.wording import plural

STATUS_STYLES = {
    "success": "green",
    "empty": "yellow",
    "partial": "yellow",
    "binding_failure": "red",
    "schema_mismatch": "red",
    "error": "bold red",
}


_CELL = 60
"""Characters of a cell: two columns still fit a terminal."""


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = value if isinstance(value, str) else excerpt(value, max_chars=200)
    return text if len(text) <= _CELL else f"{text[:_CELL]}…"


def _explained_row(each: Explained) -> list[Cell]:
    rows = "" if each.rows is None else f"{'' if each.exact else '≤ '}{each.rows:,} rows"
    cost = ""
    if each.usage is not None and each.calls:
        money = "price unknown" if each.usage.money is None else f"${each.usage.money / 1e6:.4f}"
        cost = f"{plural(each.calls, 'call')}, about {each.usage.tokens:,} tokens, {money}"
    elif each.calls is None:
        cost = "calls not known yet"
    command = " ".join(each.command.split())
    return [
        f"{'  ' * each.depth}{command[:70]}{'…' if len(command) > 70 else ''}",
        rows,
        ", ".join(filter(None, (each.scans, cost))),
    ]


def _table(found: list[Any]) -> Iterator[Part]:
    """Yield objects as a table of their first fields, and other values unchanged."""
    if not all(isinstance(item, Mapping) for item in found):
        for item in found:
            yield line(excerpt(item))
        return
    names = list(dict.fromkeys(name for item in found for name in item if name != "provenance"))[:8]
    cells = [[_cell(item.get(name)) for name in names] for item in found]
    yield columns([[(name, "bold") for name in names], *cells], indent=0)


def plan_parts(result: PlanResult, found: list[Any]) -> Iterator[Part]:
    rows: list[list[Cell]] = []
    for each in result.results:
        count = "" if each.count is None else f"{each.count:,}"
        rows.append([(str(each.status), STATUS_STYLES[str(each.status)]), count, each.record.command])
    yield columns(rows, indent=0)
    for each in result.results:
        for hint in each.metrics.get("hints", ()):
            yield aside(("hint: ", "yellow"), hint_text(hint))
    if result.stopped:
        yield aside(("stopped: ", "red"), result.stopped)
    if found:
        yield line()
        yield from _table(found)


def _message(result: ExecutionResult) -> str:
    """Return what is wrong, with an example where the message has none."""
    error = dict(result.error or {})
    message, example = str(error.get("message", result.status)), str(error.get("example", ""))
    return message if not example or example in message else f"{message}\nExample: {example}"


def _count_cells(result: ExecutionResult) -> tuple[Cell, ...]:
    if result.count is None:
        return ()
    return (f", {result.count:,} {'item' if result.count == 1 else 'items'}",)


def rows_parts(rows: ShownRows) -> Iterator[Part]:
    """Yield rows as a table, and the number of rows left out."""
    yield RuledTable(tuple(rows.names), tuple(map(tuple, rows.cells)))
    left = [f"{rows.left:,} more rows"] * bool(rows.left) + [f"{rows.hidden:,} more columns"] * bool(rows.hidden)
    if left:
        yield line((f"… {' and '.join(left)}", "dim"))


def step_parts(result: ExecutionResult, found: Sequence[Any]) -> Iterator[Part]:
    """Yield a step: its rows, how it ended, and what else is to be known of it; errors on standard error."""
    if result.failed:
        yield from error_lines(_message(result))
    elif found:
        yield from rows_parts(shown_rows(found, row_count(result)))
    yield line((str(result.status), STATUS_STYLES[str(result.status)]), *_count_cells(result))
    for remark in remarks(result):
        yield aside(("hint: ", "yellow"), remark)


def explained_parts(found: Sequence[Explained]) -> Iterator[Part]:
    """Yield what commands would do, a row each, and the model calls in all."""
    yield columns([_explained_row(each) for each in found], indent=0)
    calls = sum(each.calls or 0 for each in found)
    open_ended = any(each.calls is None for each in found)
    yield line()
    more = " and more that cannot be counted yet" if open_ended else ""
    yield line("about ", plural(calls, "model call"), more)


def variables_parts(variables: Mapping[str, Any]) -> Iterator[Part]:
    """Yield variables with what they hold."""
    if not variables:
        yield aside("no variables yet: a command makes one by AS name")
    yield columns([[(name, "bold"), _kind(value)] for name, value in variables.items()], indent=0)


def _kind(value: Any) -> str:
    if hasattr(value, "__len__") and not isinstance(value, str | Mapping):
        return plural(len(value), "item")
    return excerpt(value, max_chars=200)


def state_keys_parts(keys: Sequence[tuple[tuple[str, ...], Any, float]]) -> Iterator[Part]:
    """Yield the keys of a state, each with its type and count."""
    if not keys:
        yield aside("the state is empty: DECLARE and UPDATE write it")
    yield columns([[(".".join(key), "bold"), str(kind), f"{count:,}"] for key, kind, count in keys], indent=0)


def graph_names_parts(name: str, size: tuple[int, int], known: Vocabulary) -> Iterator[Part]:
    """Yield the size of a graph and the names that its nodes and edges have."""
    nodes, edges = size
    yield line(f"{name}: {plural(nodes, 'node')}, {plural(edges, 'edge')}")
    rows = [("nodes have", known.nodes), ("edges have", known.edges)]
    rows += [(each, known.values[each]) for each in ("type", "entity_type", "relation") if each in known.values]
    yield columns([[(each, "bold"), ", ".join(values)] for each, values in rows if values], indent=0)


def help_parts(commands: Sequence[Command], words: Mapping[str, str], *, whole: bool) -> Iterator[Part]:
    """Yield the syntax of commands and the words of a session; `whole`: what each command says, with its example."""
    if whole:
        for command in commands:
            example = command.example.replace("\n", "\n        ")
            yield from text_lines(f"{command.syntax}\n  {command.says}\n  e.g.  {example}")
        return
    yield columns([[(command.name, "bold"), command.syntax] for command in commands], indent=0)
    yield line()
    yield columns([[(word, "bold"), says] for word, says in words.items()], indent=0)
