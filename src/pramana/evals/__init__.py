"""Evaluations that users can run on their own documents: what does Pramana accept that it should refuse?

`evals.falsehoods` plants false statements beside true ones.
"""

from pramana.evals.falsehoods import Claim, Falsehood, Kind, TruePair, falsehoods_of, true_pairs

__all__ = ["Claim", "Falsehood", "Kind", "TruePair", "falsehoods_of", "true_pairs"]
