"""LLM_FOREACH: what one item is asked for and what may come back, made from a seed once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    create_model,
)

from pramana.anot.cue_words import compile_cues, cues_in
from pramana.anot.entities import Item
from pramana.anot.orders import Orders
from pramana.anot.pieces import split
from pramana.anot.ptools import AnotInput, AnotOutput
from pramana.anot.seed import ITEM_FIELDS, PROMPT_SLOT, VALIDITY, VALIDITY_FIELD, ExtractionField, FormulaSeed
from pramana.canonical import digest
from pramana.claims import states_value
from pramana.evidence import Grade, align
from pramana.gsv import Score, Verification
from pramana.language import QuotedPassage
from pramana.llm import Parameters, Ptool
from pramana.serialization import JsonRecord, JsonShape

PROMPT = "anot_extraction_prompt"
_RULES = 4
"""Which rules decide whether a reading counts; kept readings that were made by other rules are not taken. 3: no value
without words that have it, a text that was cut off says so, and values without words are named. 4: no value that its
words deny or suppose."""
SUPPOSED = "hypothetical"
"""The value by which a field says that what another one tells did not happen: then a supposed cue shows its value."""
UNTOLD = "none"
"""The value by which an enum says that the item does not tell, where it has it; else the first without cues."""


class ExtractionInput(AnotInput):
    """One item, or a piece of it. `task` is the seed's prompt, in which `<review_text>` and its like name the data
    that follow; `item` holds the fields of the item that the prompt names. `seed` and `cues` (a hash of what it reads
    by) are for the embedded model alone, and a server is not sent them."""

    task: str
    review_text: str
    review_date: str | None = None
    review_stars: int | float | None = None
    review_useful: int | float | None = None
    item: dict[str, Any] | None = None
    feedback: str = ""
    cues: str = ""
    seed: Annotated[Any, Field(exclude=True)] = None


class NamedExtraction(AnotInput):
    id: str
    data: dict[str, Any]


class ExtractionScoringInput(AnotInput):
    """`given` holds what else of the item the task names."""

    task: str
    review_text: str
    given: dict[str, Any] | None = None
    extraction: dict[str, Any]


class ExtractionVerificationInput(AnotInput):
    """The candidates by id, without their scores, in no telling order. `given` holds what else the task names."""

    task: str
    review_text: str
    given: dict[str, Any] | None = None
    candidates: list[NamedExtraction]


_VARIED = Parameters(temperature=0.7)
"""The parameters of several passes. At temperature 0 all passes agree, and no doubt shows."""
_JUDGE = Parameters(temperature=0.3, max_tokens=1024)
SCORING = Ptool(
    "anot.extraction_scoring",
    "anot_extraction_scoring_prompt",
    ExtractionScoringInput,
    Score,
    ("review_text", "given", "extraction"),
    _JUDGE,
)
VERIFICATION = Ptool(
    "anot.extraction_verification",
    "anot_extraction_verification_prompt",
    ExtractionVerificationInput,
    Verification,
    ("review_text", "given", "candidates"),
    _JUDGE,
)

EXTRACTION = Ptool("anot.extraction", PROMPT, ExtractionInput, AnotOutput, ("review_text", "item", "feedback"))
"""The ptool that asks for an item; each seed has its own output model (see `ExtractionForm`)."""
EXECUTE_PTOOLS: tuple[Ptool[Any, Any], ...] = (EXTRACTION, SCORING, VERIFICATION)
"""Those that executing asks, for configuration, prompts and estimates."""


@dataclass(frozen=True, slots=True)
class Quoted(JsonRecord):
    """The place of a value in its item's text, in code points, `end` exclusive. A value without quote is `asserted`."""

    quote: str
    grade: Grade
    start: int | None = None
    end: int | None = None

    json_shape = JsonShape(omit_none=("start", "end"))


def default_of(field: ExtractionField) -> Any:
    """Return what a field holds where an item does not tell: null, and of an enum `none`, else its first value that
    has no cues, else its first."""
    if field.type != "enum" or not field.values:
        return None
    if field.name == VALIDITY:
        return field.values[0]
    uncued = [value for value in field.values if value not in field.cues]
    return UNTOLD if UNTOLD in field.values else (uncued or field.values)[0]


def untold_of(field: ExtractionField) -> Any:
    """Return the value by which a field says that the item does not tell, None where only null says so.

    An enum without `none` and without cues has no such value: whatever is said of it needs words.
    """
    if field.type != "enum" or field.name == VALIDITY or UNTOLD in field.values:
        return default_of(field)
    return default_of(field) if field.cues and default_of(field) not in field.cues else None


def _iso(value: str) -> str:
    date.fromisoformat(value)
    return value


_IsoDate = Annotated[StrictStr, AfterValidator(_iso), Field(json_schema_extra={"format": "date"})]
_TYPES: Mapping[str, Any] = {
    "text": Annotated[StrictStr, Field(max_length=4_000)] | None,
    "number": StrictInt | StrictFloat | None,
    "integer": StrictInt | None,
    "boolean": StrictBool | None,
    "date": _IsoDate | None,
}
_Quote = Annotated[str, BeforeValidator(lambda quote: "" if quote is None else quote), Field(max_length=2_000)]


def _close_schema(schema: dict[str, Any]) -> None:
    """Make a schema one that servers can hold a model to: every key asked for, no defaults, no bounds on texts."""
    schema["required"] = list(schema.get("properties", {}))
    for each in schema.get("properties", {}).values():
        for part in (each, *each.get("anyOf", ())):
            part.pop("default", None)
            part.pop("maxLength", None)


class Told(AnotOutput):
    """Base of an extraction. Its schema asks for every key; an answer without quotes is read, and asked for them."""

    model_config = ConfigDict(json_schema_extra=_close_schema)


class ExtractionForm:
    """A seed's extraction: the ptool that asks for it, and how its answers are read."""

    def __init__(self, seed: FormulaSeed) -> None:
        self.seed = seed
        self.fields = seed.fields
        self.names = [field.name for field in self.fields]
        self.defaults = {field.name: default_of(field) for field in self.fields}
        self._untold = {field.name: untold_of(field) for field in self.fields}
        self._declared = {field.name: field for field in self.fields}
        self._tells_accounts = any(SUPPOSED in field.values for field in self.fields)
        self._cues = {field.name: compile_cues(field) for field in self.fields if field.cues}
        self.slots = tuple(dict.fromkeys(PROMPT_SLOT.findall(seed.extraction_prompt)))
        self.task = PROMPT_SLOT.sub(lambda slot: f"<{slot[1]}>", seed.extraction_prompt) + self._validity_note()
        self.orders = Orders(self.names)
        self.quotes = "quotes" if "quotes" not in self.names else "quotes_of_fields"
        self.output = self._output()
        self.ptool: Ptool[ExtractionInput, Any] = Ptool(
            EXTRACTION.name,
            PROMPT,
            ExtractionInput,
            self.output,
            EXTRACTION.text_fields,
            EXTRACTION.parameters if seed.passes == 1 else _VARIED,
        )

    def _validity_note(self) -> str:
        """Return what the task says of a field that code, and not the seed's prompt, asks for."""
        if not self.seed.review_validity:
            return ""
        field = self.fields[-1]
        return f"\n{field.name}: one of {', '.join(field.values)}. {field.description}"

    def _output(self) -> type[BaseModel]:
        quoted: dict[str, Any] = dict.fromkeys(self.names, (_Quote, ""))
        quotes = create_model("Quotes", __base__=Told, **quoted)
        told: dict[str, Any] = {
            field.name: (_type(field), Field(description=field.description)) for field in self.fields
        }
        told[self.quotes] = (quotes, quotes())
        return create_model("Extraction", __base__=Told, **told)

    @property
    def decides(self) -> dict[str, Any]:
        """All of a seed that decides its extractions, as JSON: no keyword, no formula."""
        fields = [field.model_dump(mode="json") for field in self.fields]
        handling = self.seed.review_handling.model_dump(mode="json")
        return {"task": self.task, "fields": fields, "handling": handling, "passes": self.seed.passes}

    def prompt_fields(self, item: Item) -> dict[str, Any]:
        """Return what of an item, beside its text, its extraction depends on: what the prompt names."""
        found: dict[str, Any] = {
            name: value for name, value in own_fields(item).items() if name in self.slots and value is not None
        }
        named = [slot.removeprefix("item.") for slot in self.slots if slot.startswith("item.")]
        return {**found, "item": {name: item.fields.get(name) for name in named}} if named else found

    def input(self, text: str, shown: Mapping[str, Any], cues: str = "") -> ExtractionInput:
        """Return the input for one piece of an item."""
        return ExtractionInput(task=self.task, review_text=text, cues=cues, seed=self.seed, **shown)

    def pieces(self, text: str) -> list[str]:
        """Return what is read of a text: one piece, or with `split_and_merge` all of it."""
        handling = self.seed.review_handling
        if len(text) <= handling.max_length:
            return [text]
        if handling.strategy == "truncate_head":
            return [text[: handling.max_length]]
        if handling.strategy == "truncate_tail":
            return [text[-handling.max_length :]]
        return split(text, handling.max_length)

    def values(self, output: BaseModel) -> dict[str, Any]:
        return {name: getattr(output, name) for name in self.names}

    def telling(self, name: str, value: Any) -> bool:
        """Return whether a value says something, so that of several pieces the one that has it speaks."""
        return value is not None and value != self.defaults[name]

    def needs_words(self, name: str, value: Any) -> bool:
        """Return whether a value counts only with words of the item that say it."""
        return value is not None and value != self._untold[name] and self._declared[name].policy != "none"

    def unread(self, text: str) -> int:
        """Return how many code points of a text are cut off, and not read."""
        handling = self.seed.review_handling
        return max(0, len(text) - handling.max_length) if handling.strategy != "split_and_merge" else 0

    def ungrounded_quotes(self, text: str, output: BaseModel) -> list[str]:
        """Return what is wrong with the quotes of an answer: words that the text does not have, or that give orders."""
        given = getattr(output, self.quotes)
        orders = self.orders.find(text)
        found = []
        for name, value in self.values(output).items():
            quote = getattr(given, name)
            if not quote.strip() or not self.needs_words(name, value):
                continue
            span = align(quote, text)
            if span is None:
                found.append(f"The quote for {name} is not in the text: {quote[:200]!r}. Copy it letter for letter.")
            elif name != VALIDITY and any(start < span.end and span.start < end for start, end in orders):
                found.append(
                    f"The quote for {name} is from words that give orders to the item's reader: they report nothing "
                    f"that happened. Leave {name} untold, unless other words of the item tell it."
                )
        return found

    def unproven(self, text: str, output: BaseModel) -> list[str]:
        """Return what to ask about the values of an answer that need words, and have none, or others."""
        given = getattr(output, self.quotes)
        names = self.unshown(text, self.values(output), self.evidence(text, output))
        return [
            f"The quote for {name} does not have its value: copy words that do, with the value as they have it, or "
            f"leave {name} untold."
            if getattr(given, name).strip()
            else f"There is no quote for {name}: copy the words of the item that say it, or leave {name} untold."
            for name in names
        ]

    def unshown(self, text: str, values: Mapping[str, Any], evidence: Mapping[str, Quoted]) -> list[str]:
        """Return the fields whose values the words quoted for them do not show.

        What they must hold is the field's policy (see `ExtractionField`).
        """
        return [name for name, quoted in evidence.items() if not self._shows(text, name, values[name], quoted)]

    def _shows(self, text: str, name: str, value: Any, quoted: Quoted) -> bool:
        if quoted.start is None or quoted.end is None:
            return False
        field, is_required = self._declared[name], self._declared[name].policy == "required"
        if field.type not in ("enum", "boolean"):
            return not is_required or states_value(QuotedPassage(text, quoted.start, quoted.end), value)
        wanted = str(value).casefold() if field.type == "boolean" else value
        span = (field, self._cues.get(name), text, quoted.start, quoted.end)
        shown = wanted in cues_in(*span, supposed=self._tells_accounts)
        return shown or not (is_required or wanted in cues_in(*span, supposed=self._tells_accounts, withheld=True))

    def overlooked_orders(self, text: str, output: BaseModel) -> list[str]:
        """Return what to ask about an answer that takes a text for valid that gives orders to its reader."""
        if getattr(output, VALIDITY, None) != VALIDITY_FIELD.values[0]:
            return []
        orders = self.orders.find(text)
        told = [
            f"These words look like orders to the reader: {text[start:end].strip()[:200]!r}." for start, end in orders
        ]
        return [f"{told[0]} Say again what {VALIDITY} is, and that no other value rests on them."] if told else []

    def evidence(self, text: str, output: BaseModel) -> dict[str, Quoted]:
        """Return the places, in the whole text of the item, of the values that need words."""
        given = getattr(output, self.quotes)
        return {
            name: locate_quote(getattr(given, name), text)
            for name, value in self.values(output).items()
            if self.needs_words(name, value)
        }

    def rank(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return what orders the readings of an item's pieces: how much they tell, then the fields in their order, of
        an enum a later value above an earlier one."""
        told = [field for field in self.fields if field.name != VALIDITY]
        weights = [
            field.values.index(values[field.name])
            if field.type == "enum"
            else self.telling(field.name, values[field.name])
            for field in told
        ]
        return sum(self.telling(field.name, values[field.name]) for field in told), *map(int, weights)


def _type(field: ExtractionField) -> Any:
    if field.type != "enum":
        return _TYPES[field.type]
    spelled = {value.casefold(): value for value in reversed(field.values)}

    def as_declared(value: Any) -> Any:
        """Take a value that differs in case alone for the one that is meant."""
        return (
            spelled.get(value.strip().casefold(), value)
            if isinstance(value, str) and value not in field.values
            else value
        )

    return Annotated[Literal[field.values], BeforeValidator(as_declared)]


def own_fields(item: Item) -> dict[str, Any]:
    """Return what every extraction record holds of its item."""
    return dict(zip(ITEM_FIELDS, (item.date, item.stars, item.useful), strict=True))


def locate_quote(quote: str, text: str) -> Quoted:
    """Return the place of a quote; never from a model's offsets. Without one the value is only `asserted`."""
    if not quote.strip():
        return Quoted("", Grade.ASSERTED)
    span = align(quote, text)
    if span is None:
        return Quoted(quote, Grade.UNRESOLVED)
    return Quoted(text[span.start : span.end], span.grade, span.start, span.end)


def extraction_identity(form: ExtractionForm, model: Any) -> str:
    """Return the hash of all but the item that decides an extraction."""
    return digest({"form": form.decides, "model": model, "rules": _RULES})
