"""What can be set about knowledge bases: the section `[kb]` of pramana.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from pramana.retrieval.knowledge.plugin import BASES

WIKIDATA = "https://www.wikidata.org/w/api.php"


class KnowledgeSettings(BaseModel):
    """The knowledge base that entities are linked to. `kind` None: none, and nothing is linked.

    `name` is what ids are prefixed by; None: `wikidata`, or the file's name. `limit` entries a name are looked at.
    `edition` is a word of yours: another one has every question asked anew.
    Of Wikidata: `contact` (an address or a page) goes into the User-Agent, as its policy asks; `pause_s` lies between
    two requests, `maxlag` is the lag in seconds from which on it is not to answer.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str | None = None
    name: Annotated[str | None, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")] = None
    file: Path | None = None
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[a-z0-9]{2,12})*$")] = "en"
    limit: Annotated[int, Field(ge=1, le=50)] = 8
    edition: Annotated[str, Field(max_length=40)] = ""
    url: Annotated[str, Field(pattern=r"^https?://")] = WIKIDATA
    contact: Annotated[str, Field(max_length=200, pattern=r"^[\x20-\x7e]*$")] = ""
    maxlag: Annotated[int, Field(ge=1, le=60)] = 5
    timeout_s: Annotated[float, Field(gt=0, le=600)] = 30.0
    retries: Annotated[int, Field(ge=0, le=20)] = 4
    pause_s: Annotated[float, Field(ge=0, le=60)] = 0.2
    backoff_s: Annotated[float, Field(gt=0, le=60)] = 5.0
    longest_wait_s: Annotated[float, Field(gt=0, le=3600)] = 120.0

    @field_validator("kind")
    @classmethod
    def _check_kind(cls, kind: str | None) -> str | None:
        return None if kind is None else BASES.check_name(kind)

    @model_validator(mode="after")
    def _check_settings(self) -> KnowledgeSettings:
        problem = "" if self.kind is None else BASES[self.kind].problem(self)
        if problem:
            raise ValueError(problem)
        return self
