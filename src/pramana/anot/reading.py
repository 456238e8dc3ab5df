"""Reading one item: its pieces, its passes, the checks of each answer, and the result of all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import BaseModel

from pramana.anot.cues import extract
from pramana.anot.deciding import CUT, UNEVIDENCED
from pramana.anot.entities import Item
from pramana.anot.extraction import (
    EXTRACTION,
    SCORING,
    VERIFICATION,
    ExtractionForm,
    ExtractionInput,
    ExtractionScoringInput,
    ExtractionVerificationInput,
    NamedExtraction,
    extraction_identity,
)
from pramana.anot.reconciling import reconcile
from pramana.anot.seed import ITEM_FIELDS
from pramana.canonical import digest, digest_bytes
from pramana.errors import AccessRefused, BudgetExceeded, ModelError, NeedsModel, PriceUnknown, ReplayMiss
from pramana.gsv import GSVRetryEngine, GSVSettings, GSVTask, gather
from pramana.llm import Abstention, Call, Gateway, Rule
from pramana.trace import Trail

RULES: Mapping[str, Rule] = {EXTRACTION.name: extract}
"""By ptool name. Rules score and verify nothing: they would only say what they said."""
ENDS_RUN = (BudgetExceeded, PriceUnknown, AccessRefused, ReplayMiss, NeedsModel)
"""After these no other item would fare better."""


class _Lost(Exception):
    """An item has no reading. `status` is `failed`, `refused` or `abstained`."""

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


@dataclass(frozen=True, slots=True)
class ItemReading:
    """What an item says, as JSON: `status` (`checked`, `verified`, `unevidenced`, or why there are no values), `values`
    by field, `evidence` by field, `calls` (request, revision, response), `reason` where there is one, `unshown`: fields
    whose values no words show, `cut`: how many code points of a long text were not read."""

    body: Mapping[str, Any]

    @property
    def lasting(self) -> bool:
        """Whether the same item would be read in the same way again: no transport failure is."""
        return bool(self.body["status"] != "failed")


class ItemReader:
    """Reads items by a seed. Without a gateway the embedded model's cues answer, and nothing is stored.

    `gsv` says how readings that differ between passes are reconciled.
    """

    def __init__(self, form: ExtractionForm, gateway: Gateway | None, gsv: GSVSettings | None = None) -> None:
        self.form = form
        self._gateway = gateway
        self._modelled = gateway is not None and gateway.judges(form.ptool)
        self._cues = "" if self._modelled else digest([field.model_dump(mode="json") for field in form.fields])
        settings = (gsv or GSVSettings()).model_dump() | {"policy": "full", "candidates": max(2, form.seed.passes)}
        self._settings = GSVSettings(**settings)
        self.identity = extraction_identity(form, self._models())

    def _models(self) -> Any:
        gateway, form = self._gateway, self.form
        if gateway is None:
            return "rules"
        one = gateway.identity(form.ptool)
        if form.seed.passes < 2 or not self._modelled:
            return one
        judges = [gateway.identity(SCORING), gateway.identity(VERIFICATION)]
        return {"extraction": one, "judges": judges, "gsv": self._settings.model_dump(mode="json")}

    def key(self, item: Item) -> str:
        """Return the hash of all that decides an item's reading."""
        shown = json.dumps(self.form.prompt_fields(item), ensure_ascii=True, sort_keys=True, default=str)
        return digest_bytes(f"{self.identity}\n{shown}\n{item.text}".encode("utf-8", "surrogatepass"))

    async def read(self, item: Item, trail: Trail) -> ItemReading:
        """Read one item. Raises what ends a run; any other failure is the item's own."""
        shown = self.form.prompt_fields(item)
        pieces = self.form.pieces(item.text)
        places = [trail.at("piece", index) for index in range(len(pieces))] if len(pieces) > 1 else [trail]
        try:
            read = await gather(
                [partial(self._piece, piece, shown, place) for piece, place in zip(pieces, places, strict=True)]
            )
        except _Lost as lost:
            return ItemReading({"status": lost.status, "reason": lost.reason})
        readings = [(self.form.values(output), self.form.evidence(item.text, output)) for output, _, _ in read]
        values, evidence = reconcile(self.form, readings) if len(readings) > 1 else readings[0]
        verified = all(status == "verified" for _, status, _ in read)
        cut = self.form.unread(item.text)
        return ItemReading(
            {
                **_standing(self.form.unshown(item.text, values, evidence), "verified" if verified else "checked"),
                **({CUT: cut} if cut else {}),
                "values": values,
                "evidence": {name: each.as_json() for name, each in evidence.items()},
                "calls": [call for _, _, calls in read for call in calls],
            }
        )

    async def _piece(self, text: str, shown: Mapping[str, Any], trail: Trail) -> tuple[BaseModel, str, list[Any]]:
        asked = self.form.input(text, shown, self._cues)
        if self._gateway is None:
            output = extract(asked)
            if isinstance(output, Abstention):
                raise _Lost("abstained", output.reason)
            return output, "checked", []
        try:
            if self.form.seed.passes > 1 and self._modelled:
                return await self._passes(asked, trail)
            return await self._once(asked, trail)
        except ENDS_RUN:
            raise
        except ModelError as error:
            raise _Lost("failed", f"{type(error).__name__}: {error}") from None

    async def _call(self, asked: ExtractionInput, sample: int, trail: Trail) -> Call[Any]:
        assert self._gateway is not None
        call = await self._gateway.call(self.form.ptool, asked, sample=sample, trail=trail)
        if isinstance(call.output, Abstention):
            raise _Lost("abstained", call.output.reason)
        return call

    async def _once(self, asked: ExtractionInput, trail: Trail) -> tuple[BaseModel, str, list[Any]]:
        """Ask once, and once more where a quote is missing or not in the text, or orders were overlooked; then the item
        is refused where its quotes still prove nothing."""
        call = await self._call(asked, 0, trail)
        calls = [_call_ids(call)]
        text = asked.review_text
        form = self.form
        faults = (
            form.ungrounded_quotes(text, call.output)
            + form.unproven(text, call.output)
            + form.overlooked_orders(text, call.output)
        )
        if faults:
            again = asked.model_copy(update={"feedback": " ".join(faults)})
            call = await self._call(again, 0, trail.at("again"))
            calls.append(_call_ids(call))
            faults = self.form.ungrounded_quotes(asked.review_text, call.output)
        if faults:
            raise _Lost("refused", " ".join(faults))
        return call.output, "checked", calls

    async def _passes(self, asked: ExtractionInput, trail: Trail) -> tuple[BaseModel, str, list[Any]]:
        """Ask several times; where the answers differ, candidates are scored and verified blind, as facts are."""
        works = [
            partial(self._call, asked, sample, trail.at("pass", sample + 1)) for sample in range(self.form.seed.passes)
        ]
        heard: Sequence[Call[Any]] = await gather(works)
        calls = [_call_ids(call) for call in heard]
        sound = [call for call in heard if not self.form.ungrounded_quotes(asked.review_text, call.output)]
        if len(sound) == len(heard) and len({digest(self.form.values(call.output)) for call in heard}) == 1:
            quoted = (call.output for call in heard if not self.form.unproven(asked.review_text, call.output))
            return next(quoted, heard[0].output), "checked", calls
        assert self._gateway is not None
        engine = GSVRetryEngine(self._gateway, self._settings)
        result = await engine.extract_with_retry(self._task(), asked, trail.at("gsv"))
        golden = result.golden_candidate
        if golden is None:
            raise _Lost(result.status, result.reason)
        return self.form.output.model_validate(golden.data), result.status, calls

    def _task(self) -> GSVTask[ExtractionInput, Any]:
        form = self.form
        return GSVTask(
            name="anot.extraction",
            generate=form.ptool,
            score=SCORING,
            verify=VERIFICATION,
            generation_input=lambda asked, feedback: asked.model_copy(update={"feedback": feedback}),
            scoring_input=lambda asked, output: ExtractionScoringInput(
                task=asked.task,
                review_text=asked.review_text,
                given=_given_fields(asked),
                extraction=_json_fields(output),
            ),
            verification_input=_verification_input,
            check=lambda asked, output: (
                form.ungrounded_quotes(asked.review_text, output) + form.unproven(asked.review_text, output)
            ),
            identity=form.values,
        )


def _standing(unshown: Sequence[str], status: str) -> dict[str, Any]:
    """Return the status of an item that was answered: the given one only where words of it show every value."""
    if not unshown:
        return {"status": status}
    reason = f"no words of the item were quoted that show {', '.join(unshown)}"
    return {"status": UNEVIDENCED, "reason": reason, "unshown": list(unshown)}


def _verification_input(
    asked: ExtractionInput, candidates: Sequence[tuple[str, BaseModel]]
) -> ExtractionVerificationInput:
    named = [NamedExtraction(id=name, data=_json_fields(output)) for name, output in candidates]
    return ExtractionVerificationInput(
        task=asked.task, review_text=asked.review_text, given=_given_fields(asked), candidates=named
    )


def _given_fields(asked: ExtractionInput) -> dict[str, Any] | None:
    """Return what of an item, beside its text, its extraction was asked by."""
    own = {name: getattr(asked, name) for name in ITEM_FIELDS if getattr(asked, name) is not None}
    return {**own, **(asked.item or {})} or None


def _json_fields(output: BaseModel) -> dict[str, Any]:
    return output.model_dump(mode="json")


def _call_ids(call: Call[Any]) -> list[Any]:
    return [call.request, call.revision, call.response]
