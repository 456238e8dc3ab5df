"""Search over plans: states are nodes, proposed actions edges, and what each brought decides where to look next.

The same problem, settings and answers give the same tree, whatever comes back first.
"""

from pramana.investigate.search.branching import Branches, ModelScorer, Scorer
from pramana.investigate.search.course import course_of, search_plans
from pramana.investigate.search.model import (
    Action,
    Answer,
    Applied,
    Asked,
    Charges,
    Cost,
    Place,
    Problem,
    State,
    Taken,
    Valued,
    Worst,
)
from pramana.investigate.search.page import to_html, tree_text
from pramana.investigate.search.rolling import Policy, Rollouts
from pramana.investigate.search.searching import search
from pramana.investigate.search.settings import Judging, Limits, Settings, Strategy
from pramana.investigate.search.tree import Edge, Node, Tree
from pramana.investigate.search.weighing import Best, Standing, best, standings
from pramana.investigate.search.writing import to_dict, to_mermaid

__all__ = [
    "Action",
    "Answer",
    "Applied",
    "Asked",
    "Best",
    "Branches",
    "Charges",
    "Cost",
    "Edge",
    "Judging",
    "Limits",
    "ModelScorer",
    "Node",
    "Place",
    "Policy",
    "Problem",
    "Rollouts",
    "Scorer",
    "Settings",
    "Standing",
    "State",
    "Strategy",
    "Taken",
    "Tree",
    "Valued",
    "Worst",
    "best",
    "course_of",
    "search",
    "search_plans",
    "standings",
    "to_dict",
    "to_html",
    "to_mermaid",
    "tree_text",
]
