"""An interrupt is never lost."""

from __future__ import annotations

import time
import weakref

import pytest

from pramana.cli.interrupt import never_lost


class Finalised:
    """What an interrupt meets while it is finalised."""


def interrupted() -> None:
    """Stand for the handler of SIGINT."""
    raise KeyboardInterrupt


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
