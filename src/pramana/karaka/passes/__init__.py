"""Passes over the whole graph, after the lines have been read: who is who, what caused what.

Each reads one frozen view, decides every proposal by itself, and is applied as a whole.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from pramana.karaka.passes.linking import Linker
from pramana.karaka.passes.model import EntryDecision
from pramana.karaka.passes.plugin import LINKS, PASSES
from pramana.karaka.passes.runner import Pass
from pramana.lazy import lazy_exports
from pramana.retrieval import KnowledgeBase

if TYPE_CHECKING:
    from pramana.karaka.passes.applying import EVENTS, STATED_BY
    from pramana.karaka.passes.block_store import BLOCK_SCHEMA, ROW_SCHEMA, forget_blocks
    from pramana.karaka.passes.blocks import Blocks
    from pramana.karaka.passes.decisions import upheld
    from pramana.karaka.passes.linking import NO_BASE
    from pramana.karaka.passes.model import EntityDecision, EntityMention, Event, Link, PassView
    from pramana.karaka.passes.plugin import default_passes
    from pramana.karaka.passes.relation_rules import (
        RelationRule,
        default_relation_rules,
        read_relation_rules,
        relation_schema,
        rules_from_lines,
        written_rules,
    )
    from pramana.karaka.passes.runner import PassOutcome, PassRunner
    from pramana.karaka.passes.scopes import PASS_SCHEMA, PassScope, forget_decided
    from pramana.karaka.passes.types import propose as propose_types
    from pramana.karaka.passes.view import PassViews, view_of
    from pramana.karaka.schema import ENTITY_TYPES
else:
    __getattr__ = lazy_exports(__name__, __file__)


def links_pass(base: KnowledgeBase | None, stated: tuple[EntryDecision, ...]) -> Pass:
    """Return the pass `links` over a knowledge base, with people's decisions, oldest first."""
    from pramana.karaka.passes.builtin.resolution import RESOLVE

    return replace(PASSES[LINKS], loop=Linker(base, stated, RESOLVE))


__all__ = [
    "BLOCK_SCHEMA",
    "ENTITY_TYPES",
    "EVENTS",
    "LINKS",
    "NO_BASE",
    "PASSES",
    "PASS_SCHEMA",
    "ROW_SCHEMA",
    "STATED_BY",
    "Blocks",
    "EntityDecision",
    "EntityMention",
    "EntryDecision",
    "Event",
    "Link",
    "Linker",
    "Pass",
    "PassOutcome",
    "PassRunner",
    "PassScope",
    "PassView",
    "PassViews",
    "RelationRule",
    "default_passes",
    "default_relation_rules",
    "forget_blocks",
    "forget_decided",
    "links_pass",
    "propose_types",
    "read_relation_rules",
    "relation_schema",
    "rules_from_lines",
    "upheld",
    "view_of",
    "written_rules",
]
