"""The bodies of requests, and of problems, as Pydantic models with examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from pramana.server.queries import LONGEST_TEXT

Text = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]


def _config(example: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [example]})


class QuestionBody(BaseModel):
    """A question to a workspace."""

    model_config = _config({"question": "Who gave the bow to Sita?"})
    question: Text


class ClaimsBody(BaseModel):
    """Claims to be held against the documents."""

    model_config = _config({"claims": ["Rama gave the bow to Sita."]})
    claims: Annotated[list[Text], Field(min_length=1, max_length=100)]


class GaslBody(BaseModel):
    """A GASL command, or a script of several lines."""

    model_config = _config({"command": 'FIND nodes WHERE canonical_name = "Rama" AS found', "limit": 20})
    command: Text
    limit: Annotated[int, Field(ge=1, le=1_000)] = 100


class RemovalBody(BaseModel):
    """Documents to take out; `purge` deletes their stored text, too."""

    model_config = _config({"documents": ["rama.txt"], "purge": False})
    documents: Annotated[list[Text], Field(min_length=1, max_length=1_000)]
    purge: bool = False


class DecisionBody(BaseModel):
    """A decision about who is who: `merge` makes two entities one, `split` keeps them apart, `undo` takes one back."""

    model_config = _config({"what": "merge", "one": "Rama", "other": "Prince Rama", "why": "the same person"})
    what: Literal["merge", "split", "undo"]
    one: str = Field("", max_length=LONGEST_TEXT)
    other: str = Field("", max_length=LONGEST_TEXT)
    number: Annotated[int | None, Field(ge=1, le=2**53)] = None
    why: str = Field("", max_length=LONGEST_TEXT)


class ProblemDetails(BaseModel):
    """What is wrong, as problem details (RFC 9457), with the fields of the error that help to fix it."""

    model_config = ConfigDict(
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:pramana:error:unknown-name",
                    "title": "Not found",
                    "status": 404,
                    "detail": "There is no entity 'Rma'. Did you mean rama?",
                    "instance": "urn:pramana:request:5b1f0a9c3d2e4f60",
                    "nearest": ["rama"],
                }
            ]
        },
    )
    type: str
    title: str
    status: int
    detail: str
    instance: str | None = None
