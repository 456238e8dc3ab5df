"""General ANoT: a task formula compiled once into a reviewable Formula Seed, then executed over any number of entities.

A seed is data: checked before it runs, hashed, edited by hand. Formulas compute; a model only extracts.
"""

from pathlib import Path

from pramana.anot.checking import check_seed, errors, ordered
from pramana.anot.compiling import Attempt, Compiled, Compiler
from pramana.anot.compute import Blocked, CompiledDag, Failed, Primitive, Value
from pramana.anot.differing import Difference, diff_seeds, extracts_alike
from pramana.anot.drawing import to_mermaid, to_tree
from pramana.anot.entities import Entity, Item, Unreadable, file_hash, read_entities
from pramana.anot.evaluating import python_eval
from pramana.anot.execute import EntityResult, Executor, Extracted
from pramana.anot.explain import Explained
from pramana.anot.extraction import EXECUTE_PTOOLS
from pramana.anot.ptools import COMPILE_PTOOLS
from pramana.anot.reading import RULES
from pramana.anot.records import ANOT_SCHEMA, Extractions, Results
from pramana.anot.seed import (
    ITEM_FIELDS,
    SLOT,
    ComputeStep,
    ExtractionField,
    Filter,
    FormulaSeed,
    ReviewHandling,
    load_seed,
    save_seed,
)
from pramana.anot.shelf import SeedShelf
from pramana.anot.templates import TEMPLATES, AnotTemplate, template, templates
from pramana.findings import Finding, Severity
from pramana.llm import PromptFolder
from pramana.llm import parse_json_response as parse_json

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The room's prompts by key."""

__all__ = [
    "ANOT_SCHEMA",
    "COMPILE_PTOOLS",
    "EXECUTE_PTOOLS",
    "ITEM_FIELDS",
    "PROMPTS",
    "RULES",
    "SLOT",
    "TEMPLATES",
    "AnotTemplate",
    "Attempt",
    "Blocked",
    "Compiled",
    "CompiledDag",
    "Compiler",
    "ComputeStep",
    "Difference",
    "Entity",
    "EntityResult",
    "Executor",
    "Explained",
    "Extracted",
    "ExtractionField",
    "Extractions",
    "Failed",
    "Filter",
    "Finding",
    "FormulaSeed",
    "Item",
    "Primitive",
    "Results",
    "ReviewHandling",
    "SeedShelf",
    "Severity",
    "Unreadable",
    "Value",
    "check_seed",
    "diff_seeds",
    "errors",
    "extracts_alike",
    "file_hash",
    "load_seed",
    "ordered",
    "parse_json",
    "python_eval",
    "read_entities",
    "save_seed",
    "template",
    "templates",
    "to_mermaid",
    "to_tree",
]
