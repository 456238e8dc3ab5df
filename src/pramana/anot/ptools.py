"""What compiling asks models: a task formula's conditions, its computation graph, its seed; or the seed at once."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from pramana.anot.seed import ComputeStep, FieldType
from pramana.llm import Parameters, Ptool


class AnotInput(BaseModel):
    """Base of what models are given."""

    model_config = ConfigDict(frozen=True)


class AnotOutput(BaseModel):
    """Base of what models answer: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Name = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]{0,63}$")]


class ProposedField(AnotOutput):
    """A field to extract from each item; `values` for an enum alone."""

    name: Name
    type: FieldType
    values: Annotated[list[str], Field(max_length=50)] = []
    description: str = ""


class TaskRule(AnotOutput):
    """A rule of the task, in its own words: what is counted, scored or decided, with every number that it names."""

    name: Name
    rule: str
    quote: str = ""


class ConditionsInput(AnotInput):
    task_formula: str


class Conditions(AnotOutput):
    """Step 1: what must be read from each item, which words tell that an item bears on it, and the rules."""

    task_name: Annotated[str, Field(min_length=1, max_length=200)]
    keywords: list[str]
    fields: list[ProposedField]
    rules: list[TaskRule]


class GraphInput(AnotInput):
    """`language` says what formulas may hold."""

    task_formula: str
    conditions: Conditions
    language: str


class ComputationGraph(AnotOutput):
    """Step 2: the rules as steps, each a formula over extractions and earlier steps; `outputs` are those put out."""

    steps: list[ComputeStep]
    outputs: list[str]


class SeedValues(AnotOutput):
    """The values under a seed's fixed keys."""

    task_name: Annotated[str, Field(min_length=1, max_length=200)]
    filter_keywords: list[str]
    extraction_fields: list[ProposedField]
    extraction_prompt: str
    review_validity: bool = False
    compute_dag: list[ComputeStep]
    output_fields: list[str]


class SeedParts(AnotOutput):
    """Step 3: what the steps before did not say. None for a part that stays as it is: code has it already."""

    task_name: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    filter_keywords: list[str] | None = None
    extraction_fields: list[ProposedField] | None = None
    extraction_prompt: str | None = None
    review_validity: bool | None = None
    compute_dag: list[ComputeStep] | None = None
    output_fields: list[str] | None = None

    def over(self, values: SeedValues) -> SeedValues:
        """Return `values` with these parts in place of their own."""
        given = {name: part for name in SeedParts.model_fields if (part := getattr(self, name)) is not None}
        return values.model_copy(update=given)


def seed_values(conditions: Conditions, graph: ComputationGraph) -> SeedValues:
    """Return a seed as far as the first two steps say it: without a prompt."""
    return SeedValues(
        task_name=conditions.task_name,
        filter_keywords=conditions.keywords,
        extraction_fields=conditions.fields,
        extraction_prompt="",
        compute_dag=graph.steps,
        output_fields=graph.outputs,
    )


class SeedDraft(AnotInput):
    """A seed that was not accepted, and what is wrong with it."""

    seed: SeedValues
    findings: list[str]


class SeedInput(AnotInput):
    """`conditions` and `graph` are those of the steps before, None where the seed is written in a single step.

    `draft` is the last seed that was not accepted, None at first.
    """

    task_formula: str
    conditions: Conditions | None = None
    graph: ComputationGraph | None = None
    language: str
    placeholders: list[str]
    draft: SeedDraft | None = None


_LONG = Parameters(temperature=0.0, max_tokens=8192)

CONDITIONS = Ptool("anot.conditions", "anot_conditions_prompt", ConditionsInput, Conditions, (), _LONG)
GRAPH = Ptool("anot.graph", "anot_graph_prompt", GraphInput, ComputationGraph, (), _LONG)
SEED = Ptool("anot.seed", "anot_seed_prompt", SeedInput, SeedParts, (), _LONG)
SINGLE = Ptool("anot.single_step", "anot_single_step_prompt", SeedInput, SeedValues, (), _LONG)
COMPILE_PTOOLS: tuple[Ptool[Any, Any], ...] = (CONDITIONS, GRAPH, SEED, SINGLE)
"""Those that compiling asks, for configuration, prompts and estimates."""
