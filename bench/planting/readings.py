"""A reading of a line with the structure of a claim, as a model would propose it."""

from __future__ import annotations

import re
from typing import Any

from pramana.evals.falsehoods import StructuredClaim, pair_of
from pramana.language import analyse

_TIME = re.compile(
    r"\d{4}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|June|July|August|"
    r"September|October|November|December|morning|evening|night|day|week|month|year|hour"
)

_PASSIVE = re.compile(r"(?:.* )?(?:is|are|was|were|be|been|being) ")
"""A verb in the passive: with *by*, its subject is who is acted on."""


def reading_of(claim: StructuredClaim) -> dict[str, Any]:
    """Return the Kriyā of a claim, as JSON."""
    roles: dict[str, list[str]] = {"KARTA": [claim.subject]}
    if claim.object and claim.preposition == "by" and _PASSIVE.match(claim.verb):
        roles = {"KARTA": [claim.object], "KARMA": [claim.subject]}
    elif claim.object:
        roles[_role(claim.preposition, claim.object)] = [claim.object]
    if claim.detail:
        roles.setdefault(_role("with" if not _TIME.search(claim.detail) else "in", claim.detail), []).append(
            claim.detail
        )
    return {
        "verb": claim.lemma,
        "verb_quote": claim.verb,
        "karakas": roles,
        "polarity": "negative" if claim.negated else "affirmative",
        "modality": claim.modality,
        "attributed_to": claim.speaker or None,
    }


def _role(preposition: str, words: str) -> str:
    if not preposition:
        return "KARMA"
    if _TIME.search(words):
        return "ADHIKARANA_TEMPORAL"
    return {"with": "KARANA", "by": "KARANA", "to": "SAMPRADANA", "from": "APADANA"}.get(
        preposition, "ADHIKARANA_SPATIAL"
    )


def claim_of(line: str) -> StructuredClaim | None:
    """Return what a line says, where its main clause can be taken apart; else its first verb; None without any."""
    pair = pair_of([line], 1, line)
    if pair is not None:
        return pair.claim
    sentence = analyse(line)
    phrases = sentence.noun_phrases
    if not sentence.verb_groups or not phrases:
        return None
    group = sentence.verb_groups[0]
    return StructuredClaim(phrases[0].text, group.text, group.lemma)
