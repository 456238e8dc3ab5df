"""What a script would do, before it does anything: what it reads, about how much comes of it, what models cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pramana.errors import PramanaError
from pramana.expr import Predicate, bind, variables
from pramana.gasl.batches import MOST_ITEMS, batches
from pramana.gasl.binding import rows
from pramana.gasl.executor import inside
from pramana.gasl.paths import path_query
from pramana.gasl.ptools import ANALYZE, AnalyzeInput, process_ptool, returning_in
from pramana.gasl.state import StateStore
from pramana.gasl.tree import (
    AnalyzeNode,
    CountNode,
    DistinctNode,
    FindNode,
    GASLNode,
    GroupNode,
    ProcessNode,
    SelectFieldsNode,
    SelectWhereNode,
    SortNode,
    TryNode,
)
from pramana.gasl.types import TargetKind
from pramana.gasl.writing import write_command
from pramana.graph.adapters import GraphAdapter
from pramana.llm import Gateway, Usage

SHOWN = MOST_ITEMS
"""How many rows of a search are looked at to say what a model would be given."""


@dataclass(frozen=True, slots=True)
class Explained:
    """What one command would do. `scans` says in words what it reads; `rows` is about how many items come of it, None
    where that is open. `exact`: no estimate. `calls` are model calls, `usage` what they take, about."""

    command: str
    depth: int
    scans: str
    rows: int | None = None
    exact: bool = False
    calls: int | None = 0
    usage: Usage | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON. `money` is in millionths of a dollar, None where a price is not known."""
        cost = self.usage
        spent = (
            {"prompt_tokens": cost.prompt_tokens, "completion_tokens": cost.completion_tokens, "money": cost.money}
            if cost
            else {}
        )
        head = {"command": self.command, "depth": self.depth, "scans": self.scans, "rows": self.rows}
        return {**head, "exact": self.exact, "calls": self.calls, **spent}


@dataclass(slots=True)
class _Known:
    """What is known of a variable: how many items it has, whether that is exact, and some of them."""

    rows: int | None = None
    exact: bool = False
    some: Sequence[Any] = ()


@dataclass(slots=True)
class Explainer:
    """Explains commands one after the other. It searches the graph, and writes and asks nothing."""

    adapter: GraphAdapter
    llm: Gateway | None = None
    state: StateStore | None = None
    _known: dict[str, _Known] = field(default_factory=dict)

    def explain(self, nodes: Iterable[GASLNode], depth: int = 0) -> list[Explained]:
        """Return what each command would do, those inside a block after it, with a greater depth."""
        found: list[Explained] = []
        for node in nodes:
            text = "TRY" if isinstance(node, TryNode) else write_command(node)
            found.append(replace(self._one(node), command=text, depth=depth))
            found += self.explain(inside(node), depth + 1)
        return found

    def _one(self, node: GASLNode) -> Explained:
        if isinstance(node, FindNode):
            return self._find(node)
        if isinstance(node, ProcessNode):
            return self._process(node)
        if isinstance(node, AnalyzeNode):
            return self._analyze(node)
        source = getattr(node, "source", None)
        if source is None:
            return Explained("", 0, "nothing")
        held = self._of(source)
        made = self._made(node, held)
        output = getattr(node, "output", None)
        if output is not None:
            self._known[output] = made
        return Explained("", 0, f"{source}: {_counted(held)}", None if output is None else made.rows, made.exact)

    def _made(self, node: GASLNode, held: _Known) -> _Known:
        if isinstance(node, CountNode):
            return _Known(1, True)
        if isinstance(node, SelectFieldsNode):
            return held
        if isinstance(node, SortNode) and held.rows is not None:
            most = held.rows if node.limit is None else min(held.rows, node.limit)
            return _Known(most, held.exact, held.some[:most])
        if isinstance(node, SelectWhereNode | DistinctNode | GroupNode | SortNode):
            return _Known(held.rows, False, held.some)
        return _Known()

    def _find(self, node: FindNode) -> Explained:
        nodes, edges = self.adapter.count()
        where = self._bound(node.where)
        if node.target is TargetKind.PATHS:
            return self._paths(node, where)
        of_nodes = node.target is TargetKind.NODES
        scans = f"{nodes:,} nodes" if of_nodes else f"{edges:,} edges"
        if where is None and node.where is not None:
            self._known[node.output] = _Known(node.limit, False)
            return Explained("", 0, f"{scans}, with values that are not known yet", node.limit)
        search = self.adapter.find_nodes if of_nodes else self.adapter.find_edges
        found = search(where, node.limit)
        self._known[node.output] = _Known(len(found), True, rows(found[:SHOWN]))
        return Explained("", 0, scans, len(found), True)

    def _paths(self, node: FindNode, where: Predicate | None) -> Explained:
        self._known[node.output] = _Known(node.limit)
        if where is None and node.where is not None:
            return Explained("", 0, "paths, with values that are not known yet", node.limit)
        query = path_query(where)
        starts, ends = len(self.adapter.find_nodes(query.start)), len(self.adapter.find_nodes(query.end))
        caps = self.adapter.caps
        longest = min(query.longest or caps.max_path_length, caps.max_path_length)
        most = f"at most {caps.max_expansions:,} edges"
        return Explained("", 0, f"paths of up to {longest} edges from {starts:,} to {ends:,} nodes, {most}", node.limit)

    def _process(self, node: ProcessNode) -> Explained:
        held = self._of(node.source)
        self._known[node.output] = _Known(held.rows)
        scans = f"{node.source}: {_counted(held)}"
        if held.rows is None:
            return Explained("", 0, scans, None, False, None)
        calls = -(-held.rows // MOST_ITEMS)
        returning = node.returning or returning_in(node.instruction)
        cut = batches(held.some, node.instruction, returning)
        usage = self.llm.estimate(process_ptool(returning), cut[0].asked) if self.llm and cut else None
        return Explained("", 0, scans, held.rows, False, calls, None if usage is None else _times(usage, calls))

    def _analyze(self, node: AnalyzeNode) -> Explained:
        name = ".".join(node.key)
        known = self.state is not None and self.state.type_of(node.key) is not None
        asked = AnalyzeInput(instruction=node.instruction, summary={}, sample=[])
        usage = self.llm.estimate(ANALYZE, asked) if self.llm else None
        self._known[node.output] = _Known(1, True)
        return Explained("", 0, f"state {name}{'' if known else ', which is not declared yet'}", 1, True, 1, usage)

    def _of(self, name: str) -> _Known:
        if name in self._known:
            return self._known[name]
        if self.state is not None and self.state.type_of((name,)) is not None:
            return _Known(int(self.state.count((name,))), True)
        return _Known()

    def _bound(self, where: Predicate | None) -> Predicate | None:
        """Return a condition whose variables are all known, None for another, or none."""
        if where is None or not variables(where):
            return where
        values = {
            name: list(known.some)
            for name, known in self._known.items()
            if known.exact and known.rows == len(known.some)
        }
        try:
            return bind(where, values)
        except PramanaError:
            return None


def _counted(held: _Known) -> str:
    if held.rows is None:
        return "a number of items that is not known yet"
    return f"{held.rows:,} items" if held.exact else f"up to {held.rows:,} items"


def _times(usage: Usage, calls: int) -> Usage:
    money = None if usage.money is None else usage.money * calls
    return Usage(usage.prompt_tokens * calls, usage.completion_tokens * calls, money)
