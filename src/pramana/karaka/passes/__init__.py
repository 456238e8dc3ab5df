"""Passes over the whole graph, after the lines have been read: who is who, what caused what.

Each reads one frozen view, decides every proposal by itself, and is applied as a whole.
"""

from collections.abc import Mapping

from pramana.karaka.passes import causes, coreference, homonyms, references, resolution, types
from pramana.karaka.passes.decisions import decided, kept_apart, loop_apart, not_splitting, upheld
from pramana.karaka.passes.model import Decision, Event, GraphView, Link, Mention
from pramana.karaka.passes.runner import Pass, PassOutcome, PassRunner
from pramana.karaka.passes.types import DEFAULT as ENTITY_TYPES
from pramana.karaka.passes.types import propose as propose_types
from pramana.karaka.passes.view import view_of
from pramana.karaka.ptools import REFERENCE, REFERENCE_SCORING, REFERENCE_VERIFICATION

_RESOLVE = decided(resolution.propose)
PASSES: Mapping[str, Pass] = {
    each.name: each
    for each in (
        Pass("homonyms", lambda _: (), loop=homonyms.part, parts=True),
        Pass(
            "resolution",
            _RESOLVE,
            ask=kept_apart(resolution.ask, _RESOLVE),
            refuse=resolution.refusals,
            embeds=True,
            heeds_decisions=True,
        ),
        Pass("coreference", not_splitting(coreference.propose, _RESOLVE), heeds_splits=True),
        Pass(
            "references",
            lambda _: (),
            loop=loop_apart(references.ask, _RESOLVE),
            ptools=(REFERENCE, REFERENCE_SCORING, REFERENCE_VERIFICATION),
            embeds=True,
            heeds_splits=True,
            on=False,
        ),
        Pass("causes", causes.propose),
        Pass("types", types.propose),
    )
}
"""By name, in the order in which they are carried out."""

__all__ = [
    "ENTITY_TYPES",
    "PASSES",
    "Decision",
    "Event",
    "GraphView",
    "Link",
    "Mention",
    "Pass",
    "PassOutcome",
    "PassRunner",
    "propose_types",
    "upheld",
    "view_of",
]
