"""ANALYZE: a model answers a question about the state's items; what it cites must be there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Any

from pramana.errors import BindingError, NeedsModel
from pramana.gasl.binding import with_provenance
from pramana.gasl.command import Command
from pramana.gasl.estimating import Estimator, Explained, KnownVariable
from pramana.gasl.provenance import union
from pramana.gasl.ptools import ANALYZE, AnalyzeInput, SampledItem
from pramana.gasl.records import Outcome
from pramana.gasl.serialization import bounded_json
from pramana.gasl.slots import INSTRUCTION, STATE_KEY, Keyword, ValueSlot, result
from pramana.gasl.state import StateItem
from pramana.gasl.tree import FieldPath, GASLNode
from pramana.gasl.types import Status
from pramana.gasl.work import Work
from pramana.llm import Abstention

SAMPLED = 40
"""Items that a model is shown."""
ITEM_CHARS = 600
"""Characters of JSON of an item. With `SAMPLED` items a prompt stays below 24,000 characters."""
SUMMARY_CHARS = 4_000
"""Characters of JSON of an item, and of the summary."""


@dataclass(frozen=True, slots=True)
class AnalyzeNode(GASLNode):
    """ANALYZE: a model's instruction about what a key of the state holds."""

    key: FieldPath
    instruction: str
    output: str


async def analyze(node: AnalyzeNode, work: Work) -> Outcome:
    """Ask about a bounded summary and sample of a key. The value is an object: `answer`, `rationale`, `evidence`.

    `success` where all that is cited was shown; `partial` where some of it was not shown, which is refused and named;
    `empty` where the model abstains; `binding_failure` for an unknown key; `error` where no answer came.
    """
    name = ".".join(node.key)
    if work.state.type_of(node.key) is None:
        raise BindingError(name, "is not declared in the state", _near(work, name))
    if work.llm is None:
        raise NeedsModel("ANALYZE asks a model, and this executor was given no gateway to one.")
    sampled = {_ref(item): item for item in islice(work.state.items(node.key), SAMPLED)}
    shown = [SampledItem(ref=ref, data=bounded_json(item.value, 50, ITEM_CHARS)) for ref, item in sampled.items()]
    summary = work.state.summary([node.key], max_items=0, max_chars=SUMMARY_CHARS)
    asked = AnalyzeInput(instruction=node.instruction, summary=summary, sample=shown)
    call = await work.llm.call(ANALYZE, asked, trail=work.trail.at("analyze"))
    metrics: dict[str, Any] = {"sampled": len(shown)}
    if isinstance(call.output, Abstention):
        return Outcome(Status.EMPTY, None, 0, {**metrics, "abstained": call.output.reason})
    extraction = {"model": call.model, "time": work.time, "response": f"{call.request}#{call.revision}"}
    parameters = work.llm.identity(ANALYZE).get("parameters")
    record = {"source": "analyze", "id": extraction["response"], "extraction": extraction}
    if parameters:
        extraction["parameters"] = parameters
    cited = list(dict.fromkeys(call.output.evidence))
    known = [ref for ref in cited if ref in sampled]
    unknown = [ref for ref in cited if ref not in sampled]
    value = {"answer": call.output.answer, "rationale": call.output.rationale, "evidence": known}
    sources = union(*(sampled[ref].provenance for ref in known), [record])
    return _outcome(with_provenance(value, sources), {**metrics, "cited": len(known)}, unknown)


def _outcome(value: Any, metrics: dict[str, Any], unknown: Sequence[str]) -> Outcome:
    if not unknown:
        return Outcome(Status.SUCCESS, value, 1, metrics)
    return Outcome(Status.PARTIAL, value, 1, {**metrics, "refused_evidence": [ref[:200] for ref in unknown[:20]]})


def _ref(item: StateItem) -> str:
    """Return the reference of an item: `authors[3]` in a list, `institutions.MIT` in a dict."""
    name = ".".join(item.under)
    return f"{name}[{item.place}]" if isinstance(item.place, int) else f"{name}.{item.place}"


def _near(work: Work, name: str) -> list[str]:
    known = list(map(".".join, work.state.keys()))
    return get_close_matches(name, known, n=3, cutoff=0.5)


def estimate(node: AnalyzeNode, estimator: Estimator) -> Explained:
    """Estimate the tokens of the one call."""
    known = estimator.state is not None and estimator.state.type_of(node.key) is not None
    asked = AnalyzeInput(instruction=node.instruction, summary={}, sample=[])
    usage = estimator.llm.estimate(ANALYZE, asked) if estimator.llm else None
    estimator.known[node.output] = KnownVariable(1, True)
    reads = f"state {'.'.join(node.key)}{'' if known else ', which is not declared yet'}"
    return Explained(reads, 1, True, calls=1, usage=usage)


ANALYZE_COMMAND = Command(
    place=50,
    node=AnalyzeNode,
    run=analyze,
    parts=(
        *(Keyword("ANALYZE"), ValueSlot("key", STATE_KEY), Keyword("USING"), ValueSlot("instruction", INSTRUCTION)),
        *result(),
    ),
    example='ANALYZE study USING "Who is central?" AS view',
    says="Has a model judge what the state holds.",
    gives="one object: answer, rationale, evidence",
    asks_model=True,
    estimate=estimate,
)
