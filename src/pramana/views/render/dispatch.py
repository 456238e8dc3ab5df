"""Which function makes the parts of a result, by the result's class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

from pramana.views.render.parts import Part

PartsOf = Callable[..., Iterable[Part]]

TEXTS: Mapping[str, str] = {
    "ClusterView": "entity.cluster_parts",
    "Clustering": "mining.clustering_parts",
    "EntityView": "facts.entity_parts",
    "EntryView": "linking.entry_parts",
    "Estimate": "ingest.estimate_parts",
    "Evaluation": "anot_results.evaluation_parts",
    "ExplainedPrimitive": "anot_results.derivation_parts",
    "Fact": "facts.fact_parts",
    "FormulaSeed": "anot.seed_parts",
    "ImportReport": "graphs.import_parts",
    "PushReport": "graphs.push_parts",
    "IngestReport": "ingest.ingest_parts",
    "InvestigationRecord": "investigation.investigation_parts",
    "IterationRecord": "igg.turn_parts",
    "KriyaView": "facts.kriya_with_line_parts",
    "LineView": "facts.line_parts",
    "ReplayReport": "ledger.replay_parts",
    "Report": "report.report_parts",
    "ResultSummary": "anot_results.summary_parts",
    "SeedDifference": "anot.difference_parts",
    "StateGraph": "stategraph.stategraph_parts",
    "Why": "facts.why_parts",
    "WorkEstimate": "ingest.work_estimate_parts",
    "WorkflowTrace": "stategraph.steps_parts",
    "WorkspaceStatus": "status.status_parts",
}
"""Where the parts of a result are made, by its class: a module of `render.text` and a function.

Names, so that showing one result does not import what all others are made of. A class name is unique in the tree.
"""
_PLUGGED: dict[str, PartsOf] = {}


def parts_by(kind: str, function: PartsOf) -> None:
    """Plug in the function from results of the class of that name to their parts, for packages above this one."""
    _PLUGGED[kind] = function


def parts_of(result: object, **options: Any) -> Iterable[Part] | None:
    """Return what a result is shown as on a terminal; None for a class that has no parts. `options`: as the function
    of its class takes them, such as `limit`."""
    for kind in type(result).__mro__:
        if kind.__name__ in _PLUGGED:
            return _PLUGGED[kind.__name__](result, **options)
        if kind.__name__ in TEXTS:
            module, _, name = TEXTS[kind.__name__].partition(".")
            function: PartsOf = getattr(import_module(f"pramana.views.render.text.{module}"), name)
            return function(result, **options)
    return None
