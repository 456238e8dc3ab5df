"""From a dependency tree, whichever parser made it, to the clauses of a line.

Universal Dependencies and the labels of spaCy's English pipelines are read. What decides negation, modality, reported
speech and values is shared with the rules.
"""

from pramana.language.trees.analysis import analyse_tree
from pramana.language.trees.model import DependencyTree, TreeWord

__all__ = ["DependencyTree", "TreeWord", "analyse_tree"]
