"""Planted falsehoods: of a true statement about a text, the false ones that differ from it in one thing.

No model, no clock: the same pairs and seed give the same falsehoods.
"""

from pramana.evals.falsehoods.generating import falsehoods_of
from pramana.evals.falsehoods.model import Falsehood, FalsehoodKind, StructuredClaim, TruePair
from pramana.evals.falsehoods.pairs import pair_of, true_pairs

__all__ = ["Falsehood", "FalsehoodKind", "StructuredClaim", "TruePair", "falsehoods_of", "pair_of", "true_pairs"]
