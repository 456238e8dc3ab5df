"""What a provider is: whoever turns one isolated call into a raw response."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from pydantic import BaseModel

from pramana.llm.prompts import Message
from pramana.llm.ptool import Parameters, Ptool

FORMS = ("json_schema", "tool", "json_object", "prompt")
"""The forms in which JSON under a schema is asked for, the strictest first. No provider has them all."""

Status = Literal["stop", "length", "refusal", "content_filter", "abstained"]


@dataclass(frozen=True, slots=True)
class Ask:
    """One isolated call. `messages` is empty for a provider whose `reads_messages` is False.

    `sample` tells equal calls apart (0, 1, 2 …): a provider that can be seeded takes it as seed. `count` answers are
    wanted at once, for this sample and those after it; only a provider whose `takes_samples` is True is asked for more
    than one.
    """

    ptool: Ptool[Any, Any]
    value: BaseModel
    messages: tuple[Message, ...]
    schema: Mapping[str, Any]
    parameters: Parameters
    sample: int = 0
    count: int = 1


@dataclass(frozen=True, slots=True)
class RawResponse:
    """What the model wrote, before anyone looks at it. Tokens are None where the server did not count them.

    Of the prompt's tokens `cached_tokens` were read from the server's cache, and `cache_write_tokens` written to it.

    `others` are further answers to the same request; the first one has the tokens of the prompt.

    `negotiated` (JSON) says how the answer was asked for and which model the server says it was. Its `notes`, a list of
    texts, are recorded in the call's step: events during the call that a reader of the run should know.
    """

    body: str
    status: Status = "stop"
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    negotiated: Mapping[str, Any] = field(default_factory=dict)
    cached_tokens: int = 0
    cache_write_tokens: int = 0
    others: tuple[RawResponse, ...] = ()


@dataclass(frozen=True, slots=True)
class Renegotiated:
    """The server refused the form of the request, not the request: ask again now, in a plainer form."""

    what: str


def first_form(forms: Sequence[str], strictest: str | None) -> int:
    """Return the place in `forms` of the first that is not stricter than `strictest`; None: than any.

    >>> first_form(("json_schema", "json_object", "prompt"), "tool")
    1
    """
    allowed = FORMS[FORMS.index(strictest) :] if strictest else FORMS
    return next(place for place, form in enumerate(forms) if form in allowed)


class Provider(Protocol):
    """One model. `complete` raises the errors of `pramana.errors` and no others."""

    reads_messages: bool

    async def complete(self, ask: Ask) -> RawResponse | Renegotiated:
        """Answer one call. Raises TransportError where no answer came, RequestRefused where none ever will."""
        ...

    async def aclose(self) -> None: ...
