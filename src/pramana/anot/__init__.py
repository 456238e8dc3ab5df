"""General ANoT: a task formula compiled once into a reviewable Formula Seed, then executed over any number of entities.

A seed is data: checked before it runs, hashed, edited by hand. Formulas compute; a model only extracts.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports
from pramana.llm import PromptFolder

if TYPE_CHECKING:
    from pramana.anot.checking import check_seed, seed_errors, sort_steps
    from pramana.anot.compiling import MAX_CORRECTIONS, Compiled, Compiler, CompilingAttempt
    from pramana.anot.compute import Blocked, CompiledDag, Failed, Primitive, PrimitiveValue
    from pramana.anot.deciding import UNDECIDED
    from pramana.anot.differing import SeedDifference, diff_seeds, extracts_alike
    from pramana.anot.drawing import to_mermaid, to_tree
    from pramana.anot.entities import Entity, Item, UnreadableEntity, file_hash, read_entities
    from pramana.anot.evaluating import python_eval
    from pramana.anot.evaluation import Confusion, Evaluation, evaluate, load_truth
    from pramana.anot.execute import EntityResult, Executor, Extracted
    from pramana.anot.explanation import ExplainedPrimitive, ItemSaid, explain, primitive_text
    from pramana.anot.extraction import EXECUTE_PTOOLS
    from pramana.anot.ptools import COMPILE_PTOOLS
    from pramana.anot.reading import RULES
    from pramana.anot.records import ANOT_SCHEMA, Extractions, Results
    from pramana.anot.rendering import number_text, range_text
    from pramana.anot.report import write_report
    from pramana.anot.seed import (
        ITEM_FIELDS,
        PROMPT_SLOT,
        ComputeStep,
        ExtractionField,
        Filter,
        FormulaSeed,
        ReviewHandling,
        load_seed,
        save_seed,
    )
    from pramana.anot.shelf import SeedShelf
    from pramana.anot.summary import ResultSummary
    from pramana.anot.templates import TEMPLATES, AnotTemplate, available_templates, template
    from pramana.anot.writing import check_output, result_row, seed_beside, write_results
    from pramana.findings import Finding, Severity
    from pramana.llm import parse_json_response as parse_json
else:
    __getattr__ = lazy_exports(__name__, __file__)

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The package's prompts by key."""

__all__ = [
    "ANOT_SCHEMA",
    "COMPILE_PTOOLS",
    "EXECUTE_PTOOLS",
    "ITEM_FIELDS",
    "MAX_CORRECTIONS",
    "PROMPTS",
    "PROMPT_SLOT",
    "RULES",
    "TEMPLATES",
    "UNDECIDED",
    "AnotTemplate",
    "Blocked",
    "Compiled",
    "CompiledDag",
    "Compiler",
    "CompilingAttempt",
    "ComputeStep",
    "Confusion",
    "Entity",
    "EntityResult",
    "Evaluation",
    "Executor",
    "ExplainedPrimitive",
    "Extracted",
    "ExtractionField",
    "Extractions",
    "Failed",
    "Filter",
    "Finding",
    "FormulaSeed",
    "Item",
    "ItemSaid",
    "Primitive",
    "PrimitiveValue",
    "ResultSummary",
    "Results",
    "ReviewHandling",
    "SeedDifference",
    "SeedShelf",
    "Severity",
    "UnreadableEntity",
    "available_templates",
    "check_output",
    "check_seed",
    "diff_seeds",
    "evaluate",
    "explain",
    "extracts_alike",
    "file_hash",
    "load_seed",
    "load_truth",
    "number_text",
    "parse_json",
    "primitive_text",
    "python_eval",
    "range_text",
    "read_entities",
    "result_row",
    "save_seed",
    "seed_beside",
    "seed_errors",
    "sort_steps",
    "template",
    "to_mermaid",
    "to_tree",
    "write_report",
    "write_results",
]
