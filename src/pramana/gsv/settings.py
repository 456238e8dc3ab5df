"""How thoroughly candidates are judged, and at what price: the `[gsv]` table of pramana.toml."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, ValidationError, model_validator

from pramana.errors import ConfigError

Policy = Literal["full", "fast_path", "batched"]


MOST_CALLS = 45
"""No item takes more calls, under any policy: a line that three full attempts do not decide is decided by chance."""


CALLS_A_REPAIR = 3
"""How many judging calls' worth of items a batch has. Of 30 lines about four are repaired: a call for so few is nine
parts prompt. With 90 lines a batch, 300 lines of A Christmas Carol take a sixth fewer input tokens than with 30."""


class GSVSettings(BaseModel):
    """All numbers are inclusive bounds or counts. Raises ConfigError for a value out of range and an unknown name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    policy: Policy = "batched"
    candidates: Annotated[int, Field(ge=1, le=9)] = 3
    """How many candidates an attempt generates (the seed's n)."""
    scorers: Annotated[int, Field(ge=1, le=9)] = 3
    """How many votes each distinct candidate gets (the seed's m)."""
    score_attempts: Annotated[int, Field(ge=1, le=10)] = 3
    """How often one vote is asked for until it is valid."""
    max_retries: Annotated[int, Field(ge=1, le=20)] = 5
    """How many attempts the loop makes."""
    fast_path_score: Annotated[int, Field(ge=1, le=100)] = 95
    """`fast_path`: the average from which the first candidate is verified alone."""
    accept_score: Annotated[int, Field(ge=1, le=100)] = 80
    """The average below which no policy accepts a candidate. `batched`: the vote that is enough without the loop."""
    lines_per_generation: Annotated[int, Field(ge=1, le=100)] = 15
    """`batched`: how many items one generation call reads, at most."""
    lines_per_validation: Annotated[int, Field(ge=1, le=100)] = 30
    """`batched`: how many items one scoring call and one verification call judge, at most."""

    @model_validator(mode="wrap")
    @classmethod
    def _clear(cls, value: Any, handler: ModelWrapValidatorHandler[GSVSettings]) -> GSVSettings:
        try:
            return handler(value)
        except ValidationError as error:
            raise ConfigError("; ".join(_problem(item) for item in error.errors(include_url=False))) from None

    @model_validator(mode="after")
    def _bound_calls(self) -> GSVSettings:
        calls = self.candidates * (1 + self.scorers) + 2
        if calls > MOST_CALLS:
            raise ConfigError(
                f"[gsv] candidates = {self.candidates} with scorers = {self.scorers}: one attempt would take {calls} "
                f"calls; an item may take {MOST_CALLS} at most"
            )
        return self

    @property
    def lines_per_batch(self) -> int:
        """How many items make up one batch: of three calls' lines those that failed share one repair."""
        most = max(self.lines_per_generation, self.lines_per_validation)
        return most * CALLS_A_REPAIR if self.policy == "batched" else most

    @property
    def quorum(self) -> int:
        """How many valid votes a candidate needs to be compared: more than half."""
        return self.scorers // 2 + 1


def _problem(item: Any) -> str:
    name = ".".join(str(part) for part in item["loc"])
    if item["type"] == "extra_forbidden":
        return f"[gsv] has no setting {name!r}; there are {', '.join(GSVSettings.model_fields)}"
    return f"[gsv] {name} = {item['input']!r}: {item['msg']}"
