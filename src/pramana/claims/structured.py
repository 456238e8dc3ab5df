"""Structured claims: a Kriyā that a model proposes of a line."""

from __future__ import annotations

from pramana.claims.model import ClaimCheck, ClaimVerdict
from pramana.events import Kriya, contradictions, polarity_problems
from pramana.evidence import Span
from pramana.language import gives_orders


def check_kriya(kriya: Kriya, line: str, verb: Span) -> ClaimCheck:
    """Return whether a line contradicts a Kriyā that a model proposes of it; `verb` is where its verb is.

    Polarity, roles and direction, speaker and modality are compared. Never `supported`: the rules that read the line
    are the embedded model's own, and its reading cannot be evidence for itself.
    """
    claim = f"{kriya.verb}({', '.join(mention for held in kriya.karakas.values() for mention in held)})"
    ordered = ("the line gives orders to its reader: it states nothing.",) if gives_orders(line) else ()
    reasons = (*ordered, *polarity_problems(line, kriya, verb), *contradictions(line, kriya, verb))
    if reasons:
        return ClaimCheck(claim, ClaimVerdict.CONTRADICTED, reasons, (0,))
    return ClaimCheck(claim, ClaimVerdict.UNSURE, ("The rules find no contradiction.",), (0,))
