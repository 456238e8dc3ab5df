"""Passes over the whole graph, after the lines have been read: who is who, what caused what.

Each reads one frozen view, decides every proposal by itself, and is applied as a whole.
"""

from collections.abc import Mapping
from dataclasses import replace

from pramana.karaka.passes import causes, coreference, homonyms, references, resolution, types
from pramana.karaka.passes.decisions import decided, kept_apart, loop_apart, not_splitting, upheld
from pramana.karaka.passes.linking import NO_BASE, Linker
from pramana.karaka.passes.model import Decision, EntryDecision, Event, GraphView, Link, Mention
from pramana.karaka.passes.runner import Pass, PassOutcome, PassRunner
from pramana.karaka.passes.types import DEFAULT as ENTITY_TYPES
from pramana.karaka.passes.types import propose as propose_types
from pramana.karaka.passes.view import view_of
from pramana.karaka.ptools import (
    ENTRY,
    ENTRY_SCORING,
    ENTRY_VERIFICATION,
    REFERENCE,
    REFERENCE_SCORING,
    REFERENCE_VERIFICATION,
)
from pramana.retrieval.knowledge import KnowledgeBase

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
        Pass(
            "links",
            lambda _: (),
            loop=Linker(None, (), _RESOLVE),
            ptools=(ENTRY, ENTRY_SCORING, ENTRY_VERIFICATION),
            heeds_decisions=True,
            on=False,
        ),
    )
}
"""By name, in the order in which they are carried out."""
LINKS = "links"
"""The pass that links entities to a knowledge base. It is given its base, and what people stated, where it is run."""


def links_pass(base: KnowledgeBase | None, stated: tuple[EntryDecision, ...]) -> Pass:
    """Return the pass `links` over a knowledge base, with people's decisions, oldest first."""
    return replace(PASSES[LINKS], loop=Linker(base, stated, _RESOLVE))


__all__ = [
    "ENTITY_TYPES",
    "LINKS",
    "NO_BASE",
    "PASSES",
    "Decision",
    "EntryDecision",
    "Event",
    "GraphView",
    "Link",
    "Linker",
    "Mention",
    "Pass",
    "PassOutcome",
    "PassRunner",
    "links_pass",
    "propose_types",
    "upheld",
    "view_of",
]
