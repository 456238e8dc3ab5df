"""What a model in this process needs, and what there is."""

from __future__ import annotations

from dataclasses import dataclass

TOKENS = 4096
"""For how many tokens of prompt and answer the memory of a row is reckoned."""
_REST = 1.1
"""What a batch computes with beside weights and cache, as a factor."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What was found. Sizes in bytes, None where they are unknown.

    `missing` is what is not installed, `install` the command for it where that is not the provider's. `here`: the
    model's files are on this machine. `weights` and `cache` are what the model takes, `present` what is free on the
    device.
    """

    missing: tuple[str, ...]
    device: str = ""
    dtype: str = ""
    quantization: str = ""
    here: bool = False
    weights: int | None = None
    cache: int | None = None
    present: int | None = None
    install: str = ""

    @property
    def batch_bytes(self) -> int | None:
        """Return what a full batch needs, None where the model's shape is not known."""
        if self.weights is None or self.cache is None:
            return None
        return int((self.weights + self.cache) * _REST)

    @property
    def fits(self) -> bool | None:
        return None if self.batch_bytes is None or self.present is None else self.batch_bytes <= self.present
