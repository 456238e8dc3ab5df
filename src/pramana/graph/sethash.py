"""A hash of a set that is updated as elements are added and removed, in any order.

LtHash (Bellare and Micciancio 1997; Lewi et al. 2019, "Securing update propagation with homomorphic hashing"): each
element is expanded to 1,024 lanes of 16 bits; the hash of a set is the lane-wise sum modulo 2^16.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import shake_128

import numpy as np

from pramana.canonical import digest_bytes

LANES = 1024


class SetHash:
    """The hash of a multiset of texts.

    >>> once, again = SetHash(), SetHash()
    >>> once.add(["a", "b"]); again.add(["b", "c"]); again.add(["a"]); again.remove(["c"])
    >>> once.hexdigest() == again.hexdigest()
    True
    """

    def __init__(self, state: bytes | None = None) -> None:
        """Start from `state` (the result of `state`), or from the empty set."""
        self._lanes = np.zeros(LANES, np.uint16) if state is None else np.frombuffer(state, "<u2").copy()

    def add(self, elements: Iterable[str]) -> None:
        for element in elements:
            self._lanes += _lanes(element)

    def remove(self, elements: Iterable[str]) -> None:
        """Remove elements. Removing an element that was never added corrupts the hash; this is not checked."""
        for element in elements:
            self._lanes -= _lanes(element)

    def state(self) -> bytes:
        return self._lanes.astype("<u2").tobytes()

    def hexdigest(self) -> str:
        return digest_bytes(self.state())


def _lanes(element: str) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    return np.frombuffer(shake_128(element.encode()).digest(2 * LANES), "<u2")
