"""Kriyās, the events that a line states: participants by role, polarity, modality, and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    ValidationError,
    WithJsonSchema,
    model_serializer,
    model_validator,
)

from pramana.events.wire import as_list, from_wire, is_nothing, kriya_schema, role_name


class Role(StrEnum):
    """How a participant takes part in an action: the seven kārakas, and what is related to it in another way."""

    KARTA = "KARTA"
    """Agent: who does it, or what the statement is about."""
    KARMA = "KARMA"
    """Patient: what is acted on; the complement of *be*."""
    KARANA = "KARANA"
    """Instrument: with or by means of what."""
    SAMPRADANA = "SAMPRADANA"
    """Recipient: to or for whom."""
    APADANA = "APADANA"
    """Source: from where, from whom, out of what."""
    ADHIKARANA_SPATIAL = "ADHIKARANA_SPATIAL"
    """Place: where."""
    ADHIKARANA_TEMPORAL = "ADHIKARANA_TEMPORAL"
    """Time: when."""
    SAMBANDHA = "SAMBANDHA"
    """Related otherwise, as the marker says: *served **as** rector*, *collided **with** a truck*. Never without one."""


class Polarity(StrEnum):
    AFFIRMATIVE = "affirmative"
    NEGATIVE = "negative"


class Modality(StrEnum):
    """How the line puts the action. Only `actual` says that it happened."""

    ACTUAL = "actual"
    POSSIBLE = "possible"
    """may, might, could, perhaps"""
    NECESSARY = "necessary"
    """must, should, ought to, has to"""
    FUTURE = "future"
    """will, shall, is going to"""
    CONDITIONAL = "conditional"
    """if …, unless …, would have …"""
    INTENDED = "intended"
    """wanted to, tried to, in order to; purposes and plans that the line does not report as done"""
    ALLEGED = "alleged"
    """allegedly, is accused of, was charged with; names of offences"""
    ASKED = "asked"
    """the line is a question or a command"""


def _roles(value: Any) -> Any:
    """Accept one mention for a list of one, None for none, and role names with diacritics, in any case, in English."""
    if not isinstance(value, dict):
        return value
    roles: dict[Any, Any] = {}
    for key, mentions in value.items():
        listed = [mentions] if isinstance(mentions, str) else mentions
        if isinstance(listed, list):
            listed = [mention for mention in listed if not is_nothing(mention)]
        if listed is None or listed == []:
            continue
        name = role_name(key)
        roles[name] = [*roles.get(name, []), *listed] if isinstance(listed, list) else listed
    return roles


def _choice(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


def _polarity(value: Any) -> Any:
    return Polarity.AFFIRMATIVE if is_nothing(value) else _choice(value)


def _modality(value: Any) -> Any:
    return Modality.ACTUAL if is_nothing(value) else _choice(value)


def _texts(value: Any) -> list[str]:
    return [each for each in as_list(value) if isinstance(each, str)]


def _speaker(value: Any) -> Any:
    return None if is_nothing(value) else value


class KarakaOutput(BaseModel):
    """Base of what models propose: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


LONGEST_HINT = 200
"""Characters of a mention in a hint: what is longer is a sentence."""


def _hint_text(value: str) -> str:
    """Return a text of a hint. The bounds are not in the schema, which is sent with every request."""
    if not 0 < len(value) <= LONGEST_HINT:
        raise ValueError(f"A mention has 1 to {LONGEST_HINT} characters.")
    return value


_HintText = Annotated[str, AfterValidator(_hint_text)]


class ReferenceHint(KarakaOutput):
    """Whom a pronoun or a description of the line means, by the words of a line. A hint for later, never a fact.

    `line` says how many lines before its own that line is: 0 for the same one, None for one that is not known.
    """

    mention: _HintText
    means: _HintText
    line: Annotated[int | None, WithJsonSchema({"type": "integer"})] = None


class KindHint(KarakaOutput):
    """The kind of thing that names mean, as the reading takes it. A hint for later, never a fact."""

    kind: _HintText
    names: list[_HintText]


_Hint = TypeVar("_Hint", ReferenceHint, KindHint)


def read_hints(of: type[_Hint], value: Any) -> list[_Hint]:
    """Return the valid entries of a list of hints: no reading is refused for a hint that cannot be read."""
    return [hint for each in as_list(value) if (hint := _read_hint(of, each)) is not None]


def _read_hint(of: type[_Hint], value: Any) -> _Hint | None:
    try:
        return of.model_validate(value)
    except ValidationError:
        return None


def _references(value: Any) -> list[ReferenceHint]:
    return read_hints(ReferenceHint, value)


def _kinds(value: Any) -> list[KindHint]:
    return read_hints(KindHint, value)


ReferenceHints = Annotated[list[ReferenceHint], BeforeValidator(_references)]
KindHints = Annotated[list[KindHint], BeforeValidator(_kinds)]
"""Lists of hints as answers hold them."""


class Kriya(KarakaOutput):
    """One action or state in a line, with its participants, each as the line's own words.

    `verb` is the lemma (*give*), `verb_quote` the words that say it, as in the line (*gave*).
    `karakas` maps roles to mentions, each copied from the line; roles that nobody fills are left out.
    `attributed_to` is the mention of whoever says, thinks or writes it, None where the line itself does.
    `measures` are amounts of the action itself, as in the line: *10 times*, *12 %*, *three hours*.
    `because` are the words of other events that the text gives as its causes. Hints for later, never facts.
    """

    verb: Annotated[str, Field(min_length=1, max_length=80)]
    verb_quote: Annotated[str, Field(min_length=1, max_length=200)]
    karakas: Annotated[dict[Role, list[str]], BeforeValidator(_roles)] = Field(default_factory=dict)
    polarity: Annotated[Polarity, BeforeValidator(_polarity)] = Polarity.AFFIRMATIVE
    modality: Annotated[Modality, BeforeValidator(_modality)] = Modality.ACTUAL
    attributed_to: Annotated[str | None, BeforeValidator(_speaker)] = None
    measures: Annotated[list[str], BeforeValidator(as_list)] = Field(default_factory=list)
    because: Annotated[list[str], BeforeValidator(_texts)] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:
        return from_wire(value)

    @classmethod
    def __get_pydantic_json_schema__(cls, _: Any, __: GetJsonSchemaHandler) -> dict[str, Any]:
        """Models are asked for the short form, which `wire` describes."""
        return kriya_schema()


class Extraction(KarakaOutput):
    """All Kriyās of one line, in the order of their verbs. An empty list says that the line states no action.

    `refs` and `kinds` are hints about the mentions of the line; they are left out of its JSON where there are none.
    """

    kriyas: list[Kriya]
    refs: ReferenceHints = Field(default_factory=list)
    kinds: KindHints = Field(default_factory=list)

    @model_serializer(mode="wrap")
    def _without_empty_hints(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        told: dict[str, Any] = handler(self)
        return {name: value for name, value in told.items() if value or name == "kriyas"}


@dataclass(frozen=True, slots=True)
class Unread:
    """The embedded reader does not read a line; `reason` says why, in one phrase."""

    reason: str
