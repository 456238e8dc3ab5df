"""Search over plans: states are nodes, proposed actions edges, and what each brought decides where to look next.

The same problem, settings and answers give the same tree, whatever comes back first.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.investigate.search.branching import Branches, ModelScorer, Scorer
    from pramana.investigate.search.course import course_of, search_plans
    from pramana.investigate.search.model import (
        AppliedSearchAction,
        Charges,
        Cost,
        PlannerProposals,
        SearchAction,
        SearchAnswer,
        SearchPlace,
        SearchProblem,
        SearchState,
        Taken,
        Valued,
        Worst,
    )
    from pramana.investigate.search.page import to_html, tree_text
    from pramana.investigate.search.rolling import Policy, Rollouts
    from pramana.investigate.search.searching import search
    from pramana.investigate.search.settings import Judging, Limits, SearchSettings, Strategy
    from pramana.investigate.search.tree import SearchEdge, SearchNode, Tree
    from pramana.investigate.search.weighing import Best, WeightedAnswer, best_answer, standings
    from pramana.investigate.search.writing import to_mermaid, tree_json
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "AppliedSearchAction",
    "Best",
    "Branches",
    "Charges",
    "Cost",
    "Judging",
    "Limits",
    "ModelScorer",
    "PlannerProposals",
    "Policy",
    "Rollouts",
    "Scorer",
    "SearchAction",
    "SearchAnswer",
    "SearchEdge",
    "SearchNode",
    "SearchPlace",
    "SearchProblem",
    "SearchSettings",
    "SearchState",
    "Strategy",
    "Taken",
    "Tree",
    "Valued",
    "WeightedAnswer",
    "Worst",
    "best_answer",
    "course_of",
    "search",
    "search_plans",
    "standings",
    "to_html",
    "to_mermaid",
    "tree_json",
    "tree_text",
]
