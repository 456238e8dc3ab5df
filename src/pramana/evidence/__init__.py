"""Evidence: where a fact occurs in its line, and how surely.

`align` finds a quote and grades it; `evidence` makes the record that facts carry. Pure functions of text: no offsets
are ever taken from a model.
"""

from pramana.evidence.aligner import align, align_all
from pramana.evidence.model import Evidence, Grade, Span, make_evidence
from pramana.evidence.words import CHARACTER_KINDS, WORD_SEPARATOR, Words, words

__all__ = [
    "CHARACTER_KINDS",
    "WORD_SEPARATOR",
    "Evidence",
    "Grade",
    "Span",
    "Words",
    "align",
    "align_all",
    "make_evidence",
    "words",
]
