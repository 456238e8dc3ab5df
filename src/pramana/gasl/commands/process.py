"""PROCESS: a model works on items, a batch at a time; what comes back is checked, and keeps where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lark import Token

from pramana.errors import ExecutionError, ModelError, NeedsModel, OutputInvalid, ReplayMiss
from pramana.expr import RefusedToken, write_path
from pramana.gasl.batches import (
    MOST_ITEMS,
    REFUSED_SHOWN,
    ItemBatch,
    OutputItem,
    RefusedItem,
    batches,
    made_of,
    refused_item,
)
from pramana.gasl.binding import item_rows, provenance_of, with_provenance
from pramana.gasl.command import Command
from pramana.gasl.estimating import Estimator, Explained, KnownVariable, rows_text
from pramana.gasl.provenance import union
from pramana.gasl.ptools import process_ptool, returning_in
from pramana.gasl.records import Outcome, error_of
from pramana.gasl.slots import (
    INSTRUCTION,
    VARIABLE,
    FlagWord,
    Keyword,
    SlotKind,
    ValueSlot,
    as_is,
    optional,
    result,
    word_terminal,
)
from pramana.gasl.tree import GASLNode, Returning
from pramana.gasl.types import Status
from pramana.gasl.work import Work
from pramana.llm import ENDS_RUN, Abstention, Call, Gateway, Ptool


@dataclass(slots=True)
class _Yield:
    """The results of the batches, in order. `lost` counts input items without an answer, by why; `refused` output items
    that name no input, `refusals` are these and the items that were not verified, with reasons."""

    items: list[Any] = field(default_factory=list)
    lost: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    refusals: list[RefusedItem] = field(default_factory=list)
    unquoted: int = 0
    problem: dict[str, Any] | None = None
    notes: dict[str, Any] = field(default_factory=dict)

    def lose(self, batch: ItemBatch, why: str, problem: dict[str, Any]) -> None:
        self.lost[why] += len(batch.items)
        self.problem = self.problem or problem


@dataclass(frozen=True, slots=True)
class ProcessNode(GASLNode):
    """PROCESS: a model's instruction about each item. Without `returning`, the instruction may name the fields."""

    source: str
    instruction: str
    output: str
    returning: Returning | None = None
    verified: bool = False


async def process(node: ProcessNode, work: Work) -> Outcome:
    """Ask for output items, batch by batch, as many at once as the model allows.

    `success` where every batch was answered and every output item kept; `empty` where there were no items, or none
    came back; `partial` where some batches have no valid answer, or output items were refused; where all have none
    `schema_mismatch`, or `error` where it was not the form that was wrong. What the model declines to answer counts as
    nothing said.
    """
    items = item_rows(work.scope.sequence(node.source))
    if not items:
        return Outcome(Status.EMPTY, [], 0, {"inputs": 0})
    returning = node.returning or returning_in(node.instruction)
    ptool = process_ptool(returning)
    cut = batches(items, node.instruction, returning)
    found = await (_ask_verified if node.verified else _ask_model)(ptool, cut, items, work)
    return _outcome(found, len(items), len(cut))


def _outcome(found: _Yield, inputs: int, asked: int) -> Outcome:
    metrics: dict[str, Any] = {"inputs": inputs, "batches": asked, **found.notes}
    metrics |= {f"inputs_{why}": count for why, count in sorted(found.lost.items())}
    metrics |= {name: count for name in ("refused", "unquoted") if (count := getattr(found, name))}
    metrics |= {"refused_items": found.refusals[:REFUSED_SHOWN]} if found.refusals else {}
    lost = sum(found.lost.values())
    if found.lost["abstained"] == inputs:
        hint = {"kind": "abstained", "message": (found.problem or {}).get("message", "")}
        return Outcome(Status.EMPTY, [], 0, {**metrics, "hints": [hint]})
    if (lost == inputs or (found.refused and not found.items)) and not found.items:
        status = Status.ERROR if found.lost["failed"] else Status.SCHEMA_MISMATCH
        return Outcome(status, None, 0, metrics, found.problem or {"type": "OutputInvalid", "message": _NO_ITEMS})
    if lost or found.refused:
        return Outcome(Status.PARTIAL, found.items, len(found.items), metrics, found.problem)
    return Outcome(Status.SUCCESS if found.items else Status.EMPTY, found.items, len(found.items), metrics)


_NO_ITEMS = "Every output item names items that are not there."


async def _ask_model(ptool: Ptool[Any, Any], cut: Sequence[ItemBatch], items: Sequence[Any], work: Work) -> _Yield:
    if work.llm is None:
        raise NeedsModel("PROCESS asks a model, and this executor was given no gateway to one.")
    found = _Yield()
    answers = await _answers(work.llm, ptool, cut, work)
    for batch, answer in answers:
        if isinstance(answer, ModelError):
            found.lose(batch, "invalid" if isinstance(answer, OutputInvalid) else "failed", error_of(answer))
        elif isinstance(answer.output, Abstention):
            found.lose(batch, "abstained", {"type": "Abstention", "message": answer.output.reason})
        else:
            _keep(found, batch, answer.output, items, _extraction(work.llm, ptool, answer, work.time))
    return found


async def _answers(
    llm: Gateway, ptool: Ptool[Any, Any], cut: Sequence[ItemBatch], work: Work
) -> list[tuple[ItemBatch, Call[Any] | ModelError]]:
    """Ask about all batches; those whose answer never had the right form item by item, so that one spoils no other."""
    calls = await llm.map(ptool, [batch.asked for batch in cut], trail=work.trail.at("batch"))
    answers: list[tuple[ItemBatch, Call[Any] | ModelError]] = []
    for index, (batch, answer) in enumerate(zip(cut, calls, strict=True)):
        if isinstance(answer, (*ENDS_RUN, ReplayMiss)):
            raise answer
        if isinstance(answer, OutputInvalid) and len(batch.items) > 1:
            alone = list(batch.alone())
            each = await llm.map(ptool, [one.asked for one in alone], trail=work.trail.at("alone", index))
            answers += zip(alone, _going_on(each), strict=True)
        else:
            answers.append((batch, answer))
    return answers


def _going_on(calls: Iterable[Call[Any] | ModelError]) -> list[Call[Any] | ModelError]:
    listed = list(calls)
    for call in listed:
        if isinstance(call, (*ENDS_RUN, ReplayMiss)):
            raise call
    return listed


def _extraction(llm: Gateway, ptool: Ptool[Any, Any], call: Call[Any], time: str) -> dict[str, Any]:
    """Return what is noted of the call that an item comes from. `response` is the stored one's request and revision."""
    said: dict[str, Any] = {"model": call.model, "time": time, "response": f"{call.request}#{call.revision}"}
    parameters = llm.identity(ptool).get("parameters")
    return {**said, **({"parameters": parameters} if parameters else {})}


def _keep(found: _Yield, batch: ItemBatch, output: Any, items: Sequence[Any], extraction: dict[str, Any]) -> None:
    made, refused, unquoted = made_of(batch, output)
    found.refused += len(refused)
    found.refusals += refused
    found.unquoted += unquoted
    found.items += [_with_sources(item, items, extraction) for item in made]


def _with_sources(made: OutputItem, items: Sequence[Any], extraction: dict[str, Any]) -> Any:
    """Return an output item with the provenance of its inputs and a record of how it was made."""
    asked = {"source": "process", "id": extraction["response"], "extraction": extraction}
    if made.quote:
        asked["quote"] = made.quote
    sources = union(*(provenance_of(items[position]) for position in made.of))
    return with_provenance(made.data, [*sources, asked])


async def _ask_verified(ptool: Ptool[Any, Any], cut: Sequence[ItemBatch], items: Sequence[Any], work: Work) -> _Yield:
    if work.verifier is None:
        raise ExecutionError(
            "Nothing verifies here: VERIFIED needs an executor that was given a verifier, as a workspace's is.",
            example='PROCESS edges USING "who founded what" AS founders',
        )
    found = _Yield()
    verdicts: Counter[str] = Counter()
    results = await work.verifier.extract(ptool, [batch.asked for batch in cut], work.trail.at("verified"))
    for batch, verified in zip(cut, results, strict=True):
        verdicts[verified.verdict] += 1
        if verified.output is None:
            kind = {"abstained": "abstained", "failed": "failed"}.get(verified.verdict, "invalid")
            found.lose(batch, kind, {"type": "NotVerified", "message": verified.reason})
            if kind == "invalid":
                found.refusals += [refused_item(each, verified.reason) for each in batch.items]
            continue
        noted = {"model": "", "time": work.time, "response": verified.response, "verdict": verified.verdict}
        _keep(found, batch, verified.output, items, {**noted, **_scores(verified.scores)})
    found.notes["verdicts"] = dict(sorted(verdicts.items()))
    return found


def _scores(scores: Sequence[int]) -> dict[str, Any]:
    return {"scores": list(scores)} if scores else {}


def estimate(node: ProcessNode, estimator: Estimator) -> Explained:
    """Count the calls, and estimate their tokens from the first batch."""
    held = estimator.of(node.source)
    estimator.known[node.output] = KnownVariable(held.rows)
    reads = f"{node.source}: {rows_text(held)}"
    if held.rows is None:
        return Explained(reads, calls=None)
    calls = -(-held.rows // MOST_ITEMS)
    returning = node.returning or returning_in(node.instruction)
    cut = batches(held.some, node.instruction, returning)
    llm = estimator.llm
    usage = llm.estimate(process_ptool(returning), cut[0].asked).times(calls) if llm and cut else None
    return Explained(reads, held.rows, calls=calls, usage=usage)


_TYPES = ("text", "integer", "number", "boolean", "list", "object")
_EXAMPLE = 'PROCESS people USING "Where?" RETURNING LIST OF {place: text?, year: integer} AS jobs'


def _typed_field(parts: list[Any]) -> tuple[str, str, bool]:
    path, kind = parts[0], parts[1].lower()
    if len(path) > 1:
        raise RefusedToken("a field's name has no dots.", parts[1], "a plain name", _EXAMPLE)
    return path[0], {"string": "text"}.get(kind, kind), len(parts) > 2


def _returning(parts: list[tuple[str, str, bool]]) -> Returning:
    names = [name for name, _, _ in parts]
    if len(set(names)) < len(names):
        raise RefusedToken("a field is named twice in RETURNING.", Token("FIELD", ""), "each field once", _EXAMPLE)
    return Returning(
        tuple((name, kind) for name, kind, _ in parts), frozenset(name for name, _, may_miss in parts if may_miss)
    )


def _write_returning(returning: Returning) -> str:
    typed = [
        f"{write_path((name,))}: {kind}{'?' if name in returning.optional else ''}" for name, kind in returning.fields
    ]
    return f"{{{', '.join(typed)}}}"


RETURNING = SlotKind(
    "returning",
    "{field: type, …}",
    as_is,
    _write_returning,
    grammar='returning: "{" typed ("," typed)* "}"\ntyped: field ":" TYPE OPTIONAL?\nOPTIONAL: "?"\n'
    + word_terminal("TYPE", (*_TYPES, "string")),
    rules={"typed": _typed_field, "returning": _returning},
    words={"TYPE": _TYPES},
)
PROCESS = Command(
    place=30,
    node=ProcessNode,
    run=process,
    parts=(
        *(Keyword("PROCESS"), ValueSlot("source", VARIABLE), Keyword("USING"), ValueSlot("instruction", INSTRUCTION)),
        optional("RETURNING LIST OF", ValueSlot("returning", RETURNING)),
        FlagWord("verified", "VERIFIED"),
        *result(),
    ),
    example='PROCESS people USING "Where do they work?" RETURNING LIST OF {place: text?} AS jobs',
    says="Has a model read each item and answer with items.",
    gives="a model reads the items, answers items",
    asks_model=True,
    estimate=estimate,
)
