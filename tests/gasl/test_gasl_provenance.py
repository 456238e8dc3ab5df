"""Provenance beside items."""

from __future__ import annotations

import pytest

from pramana.errors import InputError
from pramana.gasl.provenance import split, union

FROM_A, FROM_B = {"source": "graph", "id": "a"}, {"source": "graph", "id": "b"}


def test_split_parts_items_from_their_provenance() -> None:
    """The field `provenance` goes beside the item where it holds records, and stays where it is the item's own."""
    items = [{"x": 1, "provenance": [FROM_A]}, {"x": 2}, "word", {"provenance": "Louvre, 1803"}]
    values, sources = split(items)
    assert values == [{"x": 1}, {"x": 2}, "word", {"provenance": "Louvre, 1803"}]
    assert sources == [[FROM_A], [], [], []]
    assert items[0] == {"x": 1, "provenance": [FROM_A]}


def test_union_has_each_record_once_in_the_order_in_which_they_came() -> None:
    """Records that say the same are one, however their fields are ordered."""
    assert union([FROM_B, FROM_A], [dict(reversed(FROM_A.items()))], []) == [FROM_B, FROM_A]
    with pytest.raises(InputError, match="is an object"):
        union(["graph"])  # type: ignore[list-item]
