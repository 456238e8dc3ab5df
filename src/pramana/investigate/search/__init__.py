"""Search over plans: states are nodes, proposed actions edges, and what each brought decides where to look next.

The same problem, settings and answers give the same tree, whatever comes back first.
"""

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
from pramana.investigate.search.rolling import Policy, Rollouts
from pramana.investigate.search.searching import search
from pramana.investigate.search.settings import Judging, Limits, Settings, Strategy
from pramana.investigate.search.tree import Best, Edge, Node, Tree, best

__all__ = [
    "Action",
    "Answer",
    "Applied",
    "Asked",
    "Best",
    "Charges",
    "Cost",
    "Edge",
    "Judging",
    "Limits",
    "Node",
    "Place",
    "Policy",
    "Problem",
    "Rollouts",
    "Settings",
    "State",
    "Strategy",
    "Taken",
    "Tree",
    "Valued",
    "Worst",
    "best",
    "search",
]
