"""What traces and graphs teach: graphs distilled to plain Python, free-form runs clustered to graphs.

Nothing here asks a model to decide; what is found is data or source to be read, with what it agrees with.
"""

from pramana.expr import Plain, plain_formula
from pramana.mining.alignment import align_sequences
from pramana.mining.clustering import Branch, Clustering, PathCoverage, cluster, coverage
from pramana.mining.distillation import distil, python_literal
from pramana.mining.loops import PROMPTS, react, route
from pramana.mining.ptools import NEXT_ACTION, PTOOLS, ROUTE, RULES
from pramana.mining.rules import RuleProposal, propose_rules
from pramana.mining.transcripts import (
    TranscriptAction,
    json_transcript,
    read_transcripts,
    text_transcripts,
    trace_of_actions,
)
from pramana.mining.trees import Leaf, Split, Tree, guard_formula, learn_tree, tree_label

__all__ = [
    "NEXT_ACTION",
    "PROMPTS",
    "PTOOLS",
    "ROUTE",
    "RULES",
    "Branch",
    "Clustering",
    "Leaf",
    "PathCoverage",
    "Plain",
    "RuleProposal",
    "Split",
    "TranscriptAction",
    "Tree",
    "align_sequences",
    "cluster",
    "coverage",
    "distil",
    "guard_formula",
    "json_transcript",
    "learn_tree",
    "plain_formula",
    "propose_rules",
    "python_literal",
    "react",
    "read_transcripts",
    "route",
    "text_transcripts",
    "trace_of_actions",
    "tree_label",
]
