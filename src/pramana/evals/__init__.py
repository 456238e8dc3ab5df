"""Evaluations that users can run on their own documents: prompts compared over the same lines, false statements
planted beside true ones."""

from __future__ import annotations

from pramana.evals.falsehoods import Falsehood, FalsehoodKind, StructuredClaim, TruePair, falsehoods_of, true_pairs
from pramana.evals.prompts.compare import COMPARE, CompareEstimate, PromptComparer, repeat_comparison
from pramana.evals.prompts.comparison import compare_estimate_note, compare_estimate_parts, comparison_parts
from pramana.evals.prompts.facts import LineReading, ReadFact, in_words
from pramana.evals.prompts.result import PromptComparison
from pramana.evals.prompts.sums import LinePair
from pramana.evals.prompts.trial import Workbench
from pramana.evals.prompts.words import amount_text, change_interval_text, change_text, interval_text
from pramana.evals.question_sheets import (
    AnsweredQuestion,
    SheetQuestion,
    judge_answer,
    question_sheet_parts,
    read_question_sheet,
)
from pramana.views import page_by, parts_by

__all__ = [
    "COMPARE",
    "AnsweredQuestion",
    "CompareEstimate",
    "Falsehood",
    "FalsehoodKind",
    "LinePair",
    "LineReading",
    "PromptComparer",
    "PromptComparison",
    "ReadFact",
    "SheetQuestion",
    "StructuredClaim",
    "TruePair",
    "Workbench",
    "amount_text",
    "change_interval_text",
    "change_text",
    "compare_estimate_note",
    "compare_estimate_parts",
    "comparison_parts",
    "falsehoods_of",
    "in_words",
    "interval_text",
    "judge_answer",
    "question_sheet_parts",
    "read_question_sheet",
    "repeat_comparison",
    "true_pairs",
]


def _comparison_page(found: PromptComparison) -> str:
    from pramana.evals.prompts.page import comparison_page  # only where a page is wanted

    return comparison_page(found)


page_by("PromptComparison", _comparison_page)
parts_by("PromptComparison", comparison_parts)
parts_by("CompareEstimate", compare_estimate_parts)
