"""What is worked out once for each view of a graph, and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from pramana.karaka.passes.model import PassView

T = TypeVar("T")


def once_for_view(work: Callable[[PassView], T]) -> Callable[[PassView], T]:
    """Return a function that works something out for a view when it is first asked, and keeps it while the view is in
    use."""
    known: WeakKeyDictionary[PassView, T] = WeakKeyDictionary()

    @wraps(work)
    def kept_value(view: PassView) -> T:
        if view not in known:
            known[view] = work(view)
        return known[view]

    return kept_value
