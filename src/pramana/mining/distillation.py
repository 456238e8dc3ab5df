"""A StateGraph as a readable plain Python module, with no dependency on the runtime.

The texts of a graph (ids, keys, goals) are hostile: they reach the module only as literals.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pramana.errors import InputError, UnknownName
from pramana.expr import plain_formula
from pramana.mining.sources import known_names, names_in, pieces_of
from pramana.stategraph import MapOver, Retry, StateEdge, StateGraph, StateNode

ALWAYS = ("true", "True")
INDENT = "    "
_FUNCTIONS = ("do_", "after_", "failed_")
_RESERVED = frozenset({*keyword.kwlist, *keyword.softkwlist, *known_names(), *dir(builtins)})


def distil(graph: StateGraph, graphs: Iterable[StateGraph] = ()) -> str:
    """Return the source of a Python module that does what the graph does. `graphs` are those of its `graph` nodes.

    Its one public function takes the inputs and `Calls` (ptools and functions by name) and gives the last state and the
    path. Guards are `if`s; their budgets, a retry's jitter and a map's concurrency are left out. Raises
    FormulaRefused, UnknownName, and InputError where graphs contain each other or a node is not there.
    """
    module = _Module({each.name: each for each in graphs})
    entry = module.add(graph, ())
    body = "\n".join(module.lines)
    imports, sources = pieces_of(names_in(ast.parse(body)) | {"Calls", "State"})
    head = f"# Distilled from the StateGraph {graph.hash}. Call {entry}(inputs, Calls(ptools, functions))."
    return "\n".join([head, *imports, *_constants(graph), body, "", "", "# What it is made of", "", "", sources])


@dataclass
class _Module:
    """The module's own functions, as they are written. `functions` are the names of graphs already there."""

    graphs: Mapping[str, StateGraph]
    lines: list[str] = field(default_factory=list)
    functions: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def add(self, graph: StateGraph, outer: tuple[str, ...]) -> str:
        """Write the functions of a graph, those of nested graphs first. Return the name of the graph's function."""
        if graph.name in outer:
            raise InputError(f"The graph {graph.name!r} contains itself: {' > '.join((*outer, graph.name))}.")
        if graph.name in self.functions:
            return self.functions[graph.name]
        _check(graph)
        entry = self.functions[graph.name] = self.name(graph.name, ("",))
        names = {name: self.name(f"{entry}_{name}" if outer else name, _FUNCTIONS) for name in graph.nodes}
        lines = [*_entry(graph, entry, names)]
        first = len(self.lines)
        nested: dict[str, str] = {}
        for node in graph.nodes.values():
            if node.kind == "graph" and node.callable_id not in nested:
                nested[node.callable_id] = self.add(self._graph(node.callable_id), (*outer, graph.name))
        for name, node in graph.nodes.items():
            lines += _work(node, names[name], nested)
            lines += _after(graph, name, names[name])
        self.lines[first:first] = lines
        return entry

    def name(self, text: str, prefixes: Sequence[str]) -> str:
        """Return words, as near to the text as can be, that are new identifiers behind each of the prefixes."""
        words = re.sub(r"[^0-9A-Za-z]+", "_", text).strip("_")[:60].lower() or "it"
        if prefixes == ("",) and (words[0].isdigit() or words in _RESERVED):
            words = f"run_{words}"
        number, name = 2, words
        while any(f"{prefix}{name}" in self.taken for prefix in prefixes):
            name, number = f"{words}_{number}", number + 1
        self.taken |= {f"{prefix}{name}" for prefix in prefixes}
        return name

    def _graph(self, name: str) -> StateGraph:
        if name not in self.graphs:
            raise UnknownName("graph", name, sorted(self.graphs))
        return self.graphs[name]


def python_literal(value: object) -> str:
    """Return JSON as Python source that evaluates to exactly that value: no character of it can end the literal."""
    if isinstance(value, str):
        return '"' + repr("'" + value)[2:] if '"' not in value else repr(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{python_literal(key)}: {python_literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(python_literal, value)) + "]"
    return repr(value)


# The functions of a node


def _work(node: StateNode, name: str, nested: Mapping[str, str]) -> list[str]:
    """Return the function that calls a node's callable and writes its results."""
    at = python_literal(node.node_id)
    lines = ["", "", f"def do_{name}(state: State, calls: Calls) -> None:"]
    if node.goal:
        lines.append(INDENT + python_literal(node.goal))
    keys = {**node.input_map, node.map.item: node.map.over} if node.map else node.input_map
    lines.append(f"{INDENT}arguments = _take_arguments({at}, state, {python_literal(keys)})")
    flag = ", nested=True" if node.kind == "graph" else ""
    lines.append(f"{INDENT}with _calling({at}, calls{flag}):")
    if node.map is None:
        lines += _indent(_attempts(node, _call(node, nested, "arguments"), "result = {}", "raise"), 2)
        lines.append(f"{INDENT}state.update(_bind_outputs({at}, result, {python_literal(node.output_map)}))")
        return lines
    lines += _indent(_map_lines(node, node.map, nested), 2)
    lines.append(f"{INDENT}written = _gather_outputs({at}, results, failures, {python_literal(node.output_map)})")
    if node.map.failures is not None:
        lines.append(f"{INDENT}written[{python_literal(node.map.failures)}] = failures")
    return [*lines, f"{INDENT}state.update(written)"]


def _call(node: StateNode, nested: Mapping[str, str], arguments: str) -> str:
    """Return the expression that calls once."""
    if node.kind == "graph":
        call = f"_inner({nested[node.callable_id]}({arguments}, calls))"
    elif node.kind == "python" and node.callable_id == "identity":
        call = f"_identity(**{arguments})"
    else:
        kept = "ptools" if node.kind == "ptool" else "functions"
        call = f"calls.{kept}[{python_literal(node.callable_id)}](**{arguments})"
    if node.timeout is None:
        return call
    return f"_within({node.timeout!r}, {python_literal(node.node_id)}, lambda: {call})"


def _attempts(node: StateNode, call: str, success: str, failure: str) -> list[str]:
    """Return the lines that call until it works, or the attempts are used up."""
    retry = node.retry
    if retry is None or retry.attempts == 1:
        return [success.format(call)]
    every = "*" in retry.errors
    worth = "" if every else f" or not _is_retried(error, {python_literal(retry.errors)})"
    return [
        f"for attempt in range(1, {retry.attempts + 1}):",
        f"{INDENT}try:",
        f"{INDENT * 2}{success.format(call)}",
        f"{INDENT * 2}break",
        f"{INDENT}except calls.ends_run:",
        f"{INDENT * 2}raise",
        f"{INDENT}except Exception{'' if every else ' as error'}:",
        f"{INDENT * 2}if attempt == {retry.attempts}{worth}:",
        f"{INDENT * 3}{failure}",
        f"{INDENT}_wait(attempt, {_pause(retry)})",
    ]


def _pause(retry: Retry) -> str:
    return f"backoff={retry.backoff!r}, factor={retry.factor!r}, longest={retry.longest!r}"


def _map_lines(node: StateNode, over: MapOver, nested: Mapping[str, str]) -> list[str]:
    """Return the lines that call once for each item of a list."""
    item = python_literal(over.item)
    call = _call(node, nested, f"{{**arguments, {item}: item}}")
    return [
        "results: list[Any] = []",
        "failures: list[dict[str, Any]] = []",
        f"for index, item in enumerate(_items(arguments[{item}], {python_literal(over.over)})):",
        f"{INDENT}try:",
        *_indent(_attempts(node, call, "results.append({})", "raise"), 2),
        f"{INDENT}except calls.ends_run:",
        f"{INDENT * 2}raise",
        f"{INDENT}except Exception as error:",
        f"{INDENT * 2}results.append(None)",
        f"{INDENT * 2}failures.append(_failure(index, error))",
        f"_check_failures({python_literal(node.node_id)}, failures, len(results), {over.tolerate})",
    ]


def _after(graph: StateGraph, node: str, name: str) -> list[str]:
    """Return the functions that say what comes after a node, and after its failure."""
    lines: list[str] = []
    if node not in graph.terminal:
        lines += ["", "", f"def after_{name}(state: State) -> str:"]
        edges = [edge for edge in graph.edges if edge.src == node and not edge.on_failure]
        lines += _choices(edges, f"raise _no_edge({python_literal(node)})", ".test")
    failures = [edge for edge in graph.edges if edge.src == node and edge.on_failure]
    if failures:
        lines += ["", "", f"def failed_{name}(state: State) -> str | None:"]
        lines += _choices(failures, "return None", ".text")
    return lines


def _choices(edges: Sequence[StateEdge], otherwise: str, form: str) -> Iterator[str]:
    """Yield an `if` for each guard, in the order written."""
    for edge in edges:
        target = python_literal(edge.dst)
        if edge.condition.expr.strip() in ALWAYS:
            yield f"{INDENT}return {target}"
            return
        guard = plain_formula(edge.condition.expr, ["state"])
        test = guard.test if form == ".test" else guard.text if guard.truth else f"({guard.text}) is True"
        yield f"{INDENT}if {test}:"
        yield f"{INDENT * 2}return {target}"
    yield INDENT + otherwise


def _entry(graph: StateGraph, entry: str, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the function that runs a graph."""
    yield from ("", "", f"def {entry}(inputs: Mapping[str, Any], calls: Calls) -> tuple[State, list[str]]:")
    yield f'{INDENT}"""Run the workflow. Return the last state and the path, the nodes in order."""'
    needed = [
        sorted({n.callable_id for n in graph.nodes.values() if _called_kind(n) == kind}) for kind in ("ptool", "python")
    ]
    yield f"{INDENT}_check(calls, ptools={python_literal(needed[0])}, functions={python_literal(needed[1])})"
    meta = {"graph": graph.name, "graph_hash": graph.hash}
    yield f'{INDENT}state: State = {{**inputs, "_meta": {python_literal(meta)}}}'
    yield f"{INDENT}nodes = {{"
    failing = {edge.src for edge in graph.edges if edge.on_failure}
    for node, name in names.items():
        after = "None" if node in graph.terminal else f"after_{name}"
        failed = f", failed_{name}" if node in failing else ""
        yield f"{INDENT * 2}{python_literal(node)}: _Node(do_{name}, {after}{failed}),"
    yield f"{INDENT}}}"
    yield f"{INDENT}return _follow({python_literal(graph.start)}, nodes, state, calls)"


def _called_kind(node: StateNode) -> str:
    """Return the kind of what a node calls by name, "" where that is known here."""
    return "" if node.kind == "graph" or (node.kind, node.callable_id) == ("python", "identity") else node.kind


def _indent(lines: Iterable[str], depth: int) -> list[str]:
    return [INDENT * depth + line for line in lines]


def _check(graph: StateGraph) -> None:
    for name in (graph.start, *sorted(graph.terminal), *(end for edge in graph.edges for end in (edge.src, edge.dst))):
        if name not in graph.nodes:
            raise UnknownName("node", name, list(graph.nodes))
    for name, node in graph.nodes.items():
        if node.node_id != name:
            raise InputError(f"The node {name!r} calls itself {node.node_id!r}.")
        if node.kind == "wait":
            raise InputError(f"The node {name!r} waits for {node.callable_id!r}: plain Python cannot wait for days.")
        if node.retry is not None and node.retry.attempts < 1:
            raise InputError(f"The node {name!r} has {node.retry.attempts} attempts; one or more are needed.")


# The module's frame


def _constants(graph: StateGraph) -> list[str]:
    reads = {key for node in graph.nodes.values() for key in node.input_map.values()}
    reads |= {node.map.over for node in graph.nodes.values() if node.map}
    writes = {key for node in graph.nodes.values() for key in node.output_map.values()}
    return ["", f"NAME = {python_literal(graph.name)}", f"INPUTS = {python_literal(sorted(reads - writes))}"]
