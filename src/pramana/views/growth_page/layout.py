"""Places for the nodes of a graph in a plane: by forces, the same for the same graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

ROUNDS = 120
"""Rounds of moving the nodes. Graphs of 600 nodes no longer change visibly after about 100."""
_START = 0.1
"""The longest move of the first round, as a share of the width; it falls to 0 in equal steps."""


def place_nodes(count: int, edges: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """Return a place from 0 to 1 in both dimensions for each node: joined ones near, all others apart.

    Fruchterman and Reingold's method, begun on a sunflower spiral instead of at random.
    """
    if count == 0:
        return np.zeros((0, 2))
    turns = np.arange(count) * 2.399963  # the golden angle
    places = np.stack([np.cos(turns), np.sin(turns)], 1) * np.sqrt((np.arange(count) + 0.5) / count)[:, None]
    ends = np.array(edges, np.int64).reshape(-1, 2)
    ideal = 1.4 / np.sqrt(count)
    for left in range(ROUNDS, 0, -1):
        apart = places[:, None, :] - places[None, :, :]
        far = np.maximum(np.sqrt((apart**2).sum(-1)), 1e-3)
        moves = (apart * (ideal**2 / far**2)[..., None]).sum(1) - places * ideal
        along = places[ends[:, 0]] - places[ends[:, 1]]
        pull = along * (np.sqrt((along**2).sum(-1)) / ideal)[:, None]
        np.add.at(moves, ends[:, 0], -pull)
        np.add.at(moves, ends[:, 1], pull)
        length = np.maximum(np.sqrt((moves**2).sum(-1)), 1e-9)
        places = places + moves / length[:, None] * np.minimum(length, _START * left / ROUNDS)[:, None]
    low, high = places.min(0), places.max(0)
    return np.asarray((places - low) / np.maximum(high - low, 1e-9))
