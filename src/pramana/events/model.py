"""Kriyās, the events that a line states: participants by role, polarity, modality, and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, GetJsonSchemaHandler, model_validator

from pramana.events.wire import as_list, from_wire, hint_from_wire, is_nothing, kriya_schema, role_name


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


def _speaker(value: Any) -> Any:
    return None if is_nothing(value) else value


def _hints(value: Any) -> Any:
    return [] if value is None else value


class KarakaOutput(BaseModel):
    """Base of what models propose: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CoreferenceHint(KarakaOutput):
    """What the pronoun seemed to stand for when the line was read. A hint for later, never a fact."""

    pronoun: str
    context: str

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:
        return hint_from_wire(value)


class Kriya(KarakaOutput):
    """One action or state in a line, with its participants, each as the line's own words.

    `verb` is the lemma (*give*), `verb_quote` the words that say it, as they stand in the line (*gave*).
    `karakas` maps roles to mentions, each copied from the line; roles that nobody fills are left out.
    `attributed_to` is the mention of whoever says, thinks or writes it, None where the line itself does.
    `measures` are amounts of the action itself, as in the line: *10 times*, *12 %*, *three hours*.
    """

    verb: Annotated[str, Field(min_length=1, max_length=80)]
    verb_quote: Annotated[str, Field(min_length=1, max_length=200)]
    karakas: Annotated[dict[Role, list[str]], BeforeValidator(_roles)] = Field(default_factory=dict)
    polarity: Annotated[Polarity, BeforeValidator(_polarity)] = Polarity.AFFIRMATIVE
    modality: Annotated[Modality, BeforeValidator(_modality)] = Modality.ACTUAL
    attributed_to: Annotated[str | None, BeforeValidator(_speaker)] = None
    measures: Annotated[list[str], BeforeValidator(as_list)] = Field(default_factory=list)
    coreferences: Annotated[list[CoreferenceHint], BeforeValidator(_hints)] = Field(default_factory=list)

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:
        return from_wire(value)

    @classmethod
    def __get_pydantic_json_schema__(cls, _: Any, __: GetJsonSchemaHandler) -> dict[str, Any]:
        """Models are asked for the short form, which `wire` describes."""
        return kriya_schema()


class Extraction(KarakaOutput):
    """All Kriyās of one line, in the order of their verbs. An empty list says that the line states no action."""

    kriyas: list[Kriya]


@dataclass(frozen=True, slots=True)
class Unread:
    """The embedded reader does not read a line; `reason` says why, in one phrase."""

    reason: str
