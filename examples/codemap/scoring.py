"""How near a map comes to the truth: precision and recall of classes, functions, imports and calls."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from codemap.truth import Truth


@dataclass(frozen=True)
class Score:
    """`right` of the `found` that could be judged are true; `met` of the `true` were found."""

    what: str
    right: int
    found: int
    met: int
    true: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.met / self.true if self.true else 0.0

    def __str__(self) -> str:
        return (
            f"{self.what:<10} precision {self.precision:.3f} ({self.right}/{self.found})"
            f"  recall {self.recall:.3f} ({self.met}/{self.true})"
        )


def scores(graph: Any, truth: Truth) -> list[Score]:
    """Score a graph (any adapter's) against the truth.

    A call counts as found wrongly only where its line ran and the call was never seen: what did not run tells nothing.
    Calls from the bodies of modules and classes, which run at the import, are in neither.
    """
    names = {node.id: str(node.properties["qualified_name"]) for node in graph.nodes()}
    kinds = {kind: {names[node.id] for node in graph.nodes() if node.type == kind} for kind in ("Class", "Function")}
    edges = [
        (edge.relation, names[edge.source], names[edge.target], edge.properties.get("line")) for edge in graph.edges()
    ]
    imports = {(source, target) for relation, source, target, _ in edges if relation == "IMPORTS"}
    calls = {(source, target) for relation, source, target, _ in edges if relation == "CALLS"}
    ran = {(source, target) for relation, source, target, line in edges if (source, line) in truth.lines}
    judged = {call for call in calls if call in ran}
    known = truth.functions | truth.classes
    seen = {(caller, callee) for caller, callee in truth.calls if caller in known and callee in known}
    return [
        _score("classes", kinds["Class"], truth.classes),
        _score("functions", kinds["Function"], truth.functions),
        _score("imports", imports, truth.imports),
        Score("calls", len(judged & truth.calls), len(judged), len(calls & seen), len(seen)),
    ]


def _score(what: str, found: Set[Any], true: Set[Any]) -> Score:
    return Score(what, len(found & true), len(found), len(found & true), len(true))
