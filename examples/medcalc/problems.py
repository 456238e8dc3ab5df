"""What can be wrong with the values that a calculator is given.

InputError
├── MissingValue    a value that the formula cannot do without is not there
├── UnknownUnit     a unit that is not in the tables, none where one is needed, or one of another kind
├── UnknownValue    a value that is no number, no yes or no, none of the choices, no date
├── UnknownEntity   a name that the calculator does not know, too near to one that it missed
├── Undefined       the formula has no value there
└── NoAnswer        the rules cannot answer; a model might
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from pramana.errors import InputError


class MissingValue(InputError):
    """`name` is not among the values given; `nearest` are names that are."""

    def __init__(self, name: str, given: Sequence[str]) -> None:
        self.name = name
        self.nearest = tuple(get_close_matches(name, given, n=3, cutoff=0.6))
        hint = f" Did you mean it by {' or '.join(map(repr, self.nearest))}?" if self.nearest else ""
        super().__init__(f"The value {name!r} is missing.{hint}")


class UnknownUnit(InputError):
    """`unit` cannot be brought to `target`, the unit that the formula takes."""

    def __init__(self, unit: str, target: str, substance: str | None = None) -> None:
        self.unit = unit
        self.target = target
        of = f" of {substance}" if substance else ""
        problem = (
            f"The unit {unit!r} cannot be converted to {target}{of}" if unit else f"A unit such as {target} is needed"
        )
        super().__init__(f"{problem}.")


class UnknownValue(InputError):
    """`value` of `name` cannot be read; `expected` says what could."""

    def __init__(self, name: str, value: Any, expected: str) -> None:
        self.name = name
        self.value = value
        super().__init__(f"The value of {name!r} is {value!r:.100}; {expected} was expected.")


class UnknownEntity(InputError):
    """`name` was given and is not known, but resembles `nearest`, which was not given."""

    def __init__(self, name: str, nearest: str) -> None:
        self.name = name
        self.nearest = nearest
        super().__init__(f"The name {name!r} is not known. Did you mean {nearest!r}? Nothing was counted for it.")


class Undefined(InputError):
    """The formula has no value for these inputs."""


class NoAnswer(InputError):
    """The rules abstain, where no model was asked. The message is their reason."""
