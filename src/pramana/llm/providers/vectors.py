"""What an embedding provider is: whoever turns texts into vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Kind = Literal["query", "passage"]
"""The use of a text: some models put a question close to its answer only where they know which is which."""


@dataclass(frozen=True, slots=True)
class RawVectors:
    """What came, one row a text, before anyone looks at it. Tokens are None where the server did not count them."""

    rows: ArrayLike
    prompt_tokens: int | None = None


class VectorProvider(Protocol):
    """One embedding model. `vectors` raises the errors of `pramana.errors` and no others.

    `name` says which model it is. `pure`: a function of the text that costs nothing, so that nothing is stored.
    """

    @property
    def name(self) -> str: ...

    @property
    def pure(self) -> bool: ...

    async def vectors(self, texts: Sequence[str], kind: Kind) -> RawVectors:
        """Return one row a text, in order."""
        ...

    async def aclose(self) -> None: ...
