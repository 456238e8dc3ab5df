"""General ANoT: every name of the specification, and its Formula Seed executed step by step as its snippets do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from specified import Named, check, named, shown, table

from pramana.anot import FormulaSeed, check_seed, parse_json, python_eval, seed_errors
from pramana.errors import FormulaRefused

PACKAGE = "pramana.anot"
NAMES = [
    Named("FormulaSeed", f"{PACKAGE}:FormulaSeed", None, "checked JSON: `FormulaSeed.from_dict`, `.to_dict()`"),
    *named("ComputeStep ExtractionField Primitive", PACKAGE),
    Named("Extraction", f"{PACKAGE}:Extracted", None, "also holds the item's `review_date`, `_stars`, `_useful`"),
    Named("review_handling", f"{PACKAGE}:ReviewHandling"),
    Named("parse_json", f"{PACKAGE}:parse_json", ("response",)),
    Named("python_eval", f"{PACKAGE}:python_eval", ("formula", "values"), "a checked subset; no Python `eval`"),
    Named("compute_dag", f"{PACKAGE}:CompiledDag", ("seed",)),
    Named("phase1: compile", f"{PACKAGE}:Compiler"),
    Named("phase2: execute", f"{PACKAGE}:Executor"),
]
"""All that the specification of General ANoT names. Its module files are private to it; the phases are classes here."""

SEED: dict[str, Any] = {
    "task_name": "G1a",
    "filter_keywords": ["peanut", "allergy", "nut"],
    "extraction_fields": [
        {"name": "incident_severity", "type": "enum", "values": ["none", "mild", "moderate", "severe"]},
        {"name": "account_type", "type": "enum", "values": ["none", "firsthand", "secondhand", "hypothetical"]},
        {"name": "safety_interaction", "type": "enum", "values": ["none", "positive", "negative", "betrayal"]},
    ],
    "extraction_prompt": "Analyze this review:\n{review_text}\n{review_date} {review_stars} {review_useful}",
    "compute_dag": [
        *(
            {
                "name": f"n_{severity}",
                "formula": f"sum(1 for e in extractions if e['incident_severity']=='{severity}'"
                " and e['account_type']=='firsthand')",
            }
            for severity in ("mild", "moderate", "severe")
        ),
        {"name": "n_total_incidents", "formula": "n_mild + n_moderate + n_severe"},
        {"name": "incident_score", "formula": "n_mild * 2 + n_moderate * 5 + n_severe * 15"},
        {"name": "raw_risk", "formula": "incident_score * 0.5"},
        {"name": "final_risk_score", "formula": "max(0.0, min(20.0, raw_risk))"},
        {
            "name": "verdict",
            "formula": "'Low Risk' if final_risk_score < 4 else"
            " ('High Risk' if final_risk_score < 8 else 'Critical Risk')",
        },
    ],
    "output_fields": ["n_total_incidents", "incident_score", "final_risk_score", "verdict"],
}
"""The specification's example, with the steps that it leaves out."""

REVIEWS = [
    ("I had a mild reaction to a Peanut.", '```json\n{"incident_severity": "mild", "account_type": "firsthand"}\n```'),
    ("Lovely soup.", ""),
    ("Severe allergy attack.", 'It says {"incident_severity": "severe", "account_type": "firsthand",}'),
]


@pytest.mark.parametrize("entry", NAMES, ids=lambda entry: entry.name)
def test_name_is_there(entry: Named) -> None:
    """Every name is public, and takes what the specification gives it."""
    check(entry)


def test_the_page_lists_every_name() -> None:
    """The table in docs/specifications.md is the one that is checked here."""
    assert shown("002") == table(NAMES)


def test_the_seed_of_the_example_is_sound() -> None:
    """The completed seed is read, has its fixed keys, and nothing in it is an error."""
    seed = FormulaSeed.from_dict(SEED)
    assert seed_errors(check_seed(seed)) == []
    for key in ("filter_keywords", "extraction_fields", "extraction_prompt", "compute_dag", "output_fields"):
        assert getattr(seed, key)
    assert FormulaSeed.from_dict(json.loads(json.dumps(seed.to_dict()))) == seed


def test_filter_extract_and_compute_as_the_snippets_do() -> None:
    """FILTER by keywords, LLM_FOREACH through `parse_json`, COMPUTE through `python_eval`: the outputs of the seed."""
    seed = FormulaSeed.from_dict(SEED)
    relevant = [
        (text, answer) for text, answer in REVIEWS if any(word in text.lower() for word in seed.filter_keywords)
    ]
    values: dict[str, Any] = {"extractions": [parse_json(answer) for _, answer in relevant]}
    for step in seed.compute_dag:
        values[step.name] = python_eval(step.formula, values)
    assert {field: values[field] for field in seed.output_fields} == {
        "n_total_incidents": 2,
        "incident_score": 17,
        "final_risk_score": 8.5,
        "verdict": "Critical Risk",
    }


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("a + b * c", 7),
        ("'Low' if x < 4 else 'High'", "High"),
        ("sum(1 for e in list_ if e > 1)", 1),
        ("max(a, b)", 2),
        ("len(list_)", 2),
        ("a and b or c", 2),
    ],
)
def test_single_expressions_work(formula: str, value: Any) -> None:
    """What the specification's table says `eval()` can handle."""
    assert python_eval(formula, {"a": 1, "b": 2, "c": 3, "x": 5, "list_": [1, 2]}) == value


@pytest.mark.parametrize(
    "statement", ["a = b", "if x < 4: return 'Low'", "for e in l: pass", "def f(x): x", "import x"]
)
def test_statements_do_not(statement: str) -> None:
    """What the same table says it cannot."""
    with pytest.raises(FormulaRefused):
        python_eval(statement, {"a": 1, "b": 2, "x": 3, "l": []})
