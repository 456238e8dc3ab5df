"""What models propose about a line: Kriyās (events) with their kāraka roles. And what they propose for a question."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


class Role(StrEnum):
    """The kārakas: how a participant takes part in an action."""

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


RELATION_OF: dict[Role, str] = {
    Role.KARTA: "HAS_KARTĀ",
    Role.KARMA: "HAS_KARMA",
    Role.KARANA: "USES_KARANA",
    Role.SAMPRADANA: "TARGETS_SAMPRADĀNA",
    Role.APADANA: "FROM_APĀDĀNA",
    Role.ADHIKARANA_SPATIAL: "LOCATED_IN",
    Role.ADHIKARANA_TEMPORAL: "OCCURS_AT",
}
"""The graph relation of each role. Every edge runs from the Kriyā to the entity."""


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
    """wanted to, tried to, in order to; purposes and plans not said to be carried out"""
    ASKED = "asked"
    """the line is a question or a command"""


def _ascii(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(character for character in decomposed if not unicodedata.combining(character))


def _role_name(key: Any) -> Any:
    return _ascii(key).strip().upper().replace(" ", "_").replace("-", "_") if isinstance(key, str) else key


def _roles(value: Any) -> Any:
    """Accept one mention for a list of one, None for none, and role names with diacritics or in any case."""
    if not isinstance(value, dict):
        return value
    roles: dict[Any, Any] = {}
    for key, mentions in value.items():
        listed = [mentions] if isinstance(mentions, str) else mentions
        if listed is None or listed == []:
            continue
        name = _role_name(key)
        roles[name] = [*roles.get(name, []), *listed] if isinstance(listed, list) else listed
    return roles


def _lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


class Proposed(BaseModel):
    """Base of what models propose: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CoreferenceHint(Proposed):
    """What the pronoun seemed to stand for when the line was read. A hint for later, never a fact."""

    pronoun: str
    context: str


class Kriya(Proposed):
    """One action or state in a line, with its participants, each as the line's own words.

    `verb` is the lemma (*give*), `verb_quote` the words that say it, as they stand in the line (*gave*).
    `karakas` maps roles to mentions, each copied from the line; roles that nobody fills are left out.
    `attributed_to` is the mention of whoever says, thinks or writes it, None where the line itself does.
    """

    verb: Annotated[str, Field(min_length=1, max_length=80)]
    verb_quote: Annotated[str, Field(min_length=1, max_length=200)]
    karakas: Annotated[dict[Role, list[str]], BeforeValidator(_roles)] = Field(default_factory=dict)
    polarity: Annotated[Polarity, BeforeValidator(_lower)] = Polarity.AFFIRMATIVE
    modality: Annotated[Modality, BeforeValidator(_lower)] = Modality.ACTUAL
    attributed_to: str | None = None
    coreferences: list[CoreferenceHint] = Field(default_factory=list)


class Extraction(Proposed):
    """All Kriyās of one line, in the order of their verbs. An empty list says that the line states no action."""

    kriyas: list[Kriya]


class QueryStep(Proposed):
    """One hop. Roles in `karakas` with a value constrain; `extract` is the role that holds this step's answer.

    A value `"$1"` stands for what step 1 extracted. `verb` None matches any verb.
    """

    goal: str
    verb: str | None = None
    karakas: dict[Role, str | None] = Field(default_factory=dict)
    extract: Role | Literal["LINE"] = "LINE"
    """`LINE`: the sentence itself is the answer (why, how, did …)."""
    follow_causes: bool = False
    """What led to the events is the answer, over chains of causes."""
    follow_effects: bool = False
    """What the events led to is the answer; not with `follow_causes`."""
    follow_same_as: bool = False


class QueryPlan(Proposed):
    steps: Annotated[list[QueryStep], Field(min_length=1, max_length=5)]
    reasoning: str = ""

    def _repr_html_(self) -> str:
        from pramana.pages import fragment, table  # only in notebooks

        rows = [(number, step.goal, _conditions(step), step.extract) for number, step in enumerate(self.steps, 1)]
        return fragment(table(("", "goal", "where", "asks for"), rows))


def _conditions(step: QueryStep) -> str:
    """Return what a step looks for, for people: `verb give, KARMA bow; follows causes`."""
    told = [f"verb {step.verb}"] if step.verb else []
    told += [f"{role} {value}" for role, value in step.karakas.items() if value]
    follows = [
        name
        for name, on in (
            ("causes", step.follow_causes),
            ("effects", step.follow_effects),
            ("same as", step.follow_same_as),
        )
        if on
    ]
    return ", ".join(told) + "".join(f"; follows {name}" for name in follows)
