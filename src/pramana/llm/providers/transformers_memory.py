"""What to do when memory runs out: give back what can be, and go on with half as many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pramana.errors import RequestRefused

In = TypeVar("In")
Out = TypeVar("Out")

TOO_LARGE = RequestRefused("This request alone needs more memory than there is. See `pramana doctor`.")
_SAID = ("out of memory", "not enough memory", "can't allocate memory", "cannot allocate memory")


def ran_out(error: BaseException) -> bool:
    """Return whether an error says that memory ran out, of a GPU or of the machine."""
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    return isinstance(error, RuntimeError) and any(said in str(error).lower() for said in _SAID)


def halving(
    items: Sequence[In],
    work: Callable[[Sequence[In]], list[Out]],
    free: Callable[[], None],
    halved: Callable[[int], None],
    instead: Out | None = None,
) -> list[Out]:
    """Return the results for all items, in order, in as few batches as memory allows.

    Where it runs out, `free` is called, `halved` is called with the new size, and each half is tried alone. `instead`
    is the result of an item that alone is too large; without it such an item raises RequestRefused.
    """
    try:
        return work(items)
    except Exception as error:
        if not ran_out(error):
            raise
    free()  # outside the handler: the error holds the frames, and they the memory
    if len(items) == 1:
        if instead is None:
            raise TOO_LARGE
        return [instead]
    size = (len(items) + 1) // 2
    halved(size)
    return [result for half in (items[:size], items[size:]) for result in halving(half, work, free, halved, instead)]
