"""Pronouns and descriptions that rules leave open: a model is asked whom they mean."""

from __future__ import annotations

from functools import partial

from pramana.gsv import GSVSettings
from pramana.karaka import ptools
from pramana.karaka.passes import references
from pramana.karaka.passes.builtin.resolution import RESOLVE
from pramana.karaka.passes.decisions import loop_apart
from pramana.karaka.passes.runner import LOOP_SHARE, Expected, Pass
from pramana.llm import Gateway, Usage

EXPRESSIONS = 105
"""Expressions that models are asked about in 100 lines: 1,776 in the 1,688 lines of A Christmas Carol."""
MEANT = 2
"""One expression in so many is expected to get a candidate that is judged."""
_PTOOLS = (
    ptools.REFERENCE,
    ptools.REFERENCE_SCORING,
    ptools.REFERENCE_VERIFICATION,
    ptools.REFERENCE_BATCH,
    ptools.LINK_BATCH_SCORING,
    ptools.LINK_BATCH_VERIFICATION,
)


def _expected_calls(gateway: Gateway, settings: GSVSettings) -> list[Expected]:
    """Return the calls of the loops of open expressions: most of them go the fast path, or are nobody's at once."""
    if not all(gateway.judges(ptool) for ptool in _PTOOLS):
        return []
    loop = (settings.candidates, settings.candidates * settings.scorers, 1)
    costs = tuple(partial(cost, gateway) for cost in (_reference_usage, _scoring_usage, _verification_usage))
    if settings.policy == "full":
        return [(EXPRESSIONS * calls, cost) for calls, cost in zip(loop, costs, strict=True)]
    fast = (EXPRESSIONS, EXPRESSIONS * settings.scorers // MEANT, EXPRESSIONS // MEANT)
    again = (EXPRESSIONS * calls // (MEANT * LOOP_SHARE) for calls in loop)
    return [(first + more, cost) for first, more, cost in zip(fast, again, costs, strict=True)]


def _sample_input(marked: str, lines: list[str]) -> dict[str, object]:
    names = ["name"] * 12
    return ptools.Referring(expression="he", line=1, marked=marked, lines=lines * 4, names=names).model_dump()


def _reference_usage(gateway: Gateway, marked: str, lines: list[str]) -> Usage:
    return gateway.estimate(ptools.REFERENCE, ptools.ReferenceInput.model_validate(_sample_input(marked, lines)))


def _scoring_usage(gateway: Gateway, marked: str, lines: list[str]) -> Usage:
    asked = ptools.ReferenceScoringInput.model_validate({**_sample_input(marked, lines), "means": "name"})
    return gateway.estimate(ptools.REFERENCE_SCORING, asked)


def _verification_usage(gateway: Gateway, marked: str, lines: list[str]) -> Usage:
    candidates = [ptools.NamedCandidate(id="Candidate_A", data={"means": "name"})]
    asked = ptools.ReferenceVerificationInput.model_validate({**_sample_input(marked, lines), "candidates": candidates})
    return gateway.estimate(ptools.REFERENCE_VERIFICATION, asked)


PLUGIN = Pass(
    "references",
    lambda _: (),
    loop=loop_apart(references.ask, RESOLVE),
    ptools=_PTOOLS,
    embeds=True,
    heeds_splits=True,
    on=False,
    order=40,
    expected=_expected_calls,
)
