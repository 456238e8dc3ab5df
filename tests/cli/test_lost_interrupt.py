"""An interrupt is never lost."""

from __future__ import annotations

import signal
import time
import weakref
from collections.abc import Iterator

import pytest

from pramana.cli.interrupt import never_lost


class Finalised:
    """What an interrupt meets while it is finalised."""


def interrupted() -> None:
    """Stand for the handler of SIGINT."""
    raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def hears_interrupts() -> Iterator[None]:
    """What a shell starts in the background ignores SIGINT, and so do its children, this test among them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_an_interrupt_in_a_finaliser_comes_again() -> None:
    """Python drops what a finaliser raises; an interrupt is raised again a moment later."""
    ended = False
    with pytest.raises(KeyboardInterrupt), never_lost():
        thing = Finalised()
        weakref.finalize(thing, interrupted)
        del thing
        ended = True
        for _ in range(2000):
            time.sleep(0.01)
    assert ended
