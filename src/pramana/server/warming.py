"""Makes the first answers of a server as fast as later ones, before anybody asks."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from pramana.app import open_async, settle_collector
from pramana.errors import PramanaError

SWITCH_SECONDS = 0.0005
"""How long a thread computes before another gets the interpreter. A question asks SQLite some 800 times, and gives the
interpreter away each time: beside a thread that computes, with Python's own 5 ms, 12 questions took 244 ms of CPU each,
and 179 with this, 91 alone."""
QUESTIONS = ("Who gave the book to Anna, and when?", "Why did Anna leave?")
"""Questions whose forms take what most do: readers of questions, the lexicon, full text, the rules of lines."""


def share_interpreter() -> None:
    """Let the threads of this process take turns often."""
    sys.setswitchinterval(SWITCH_SECONDS)


async def warm_up(folders: Iterable[Path], is_stopping: Callable[[], bool]) -> None:
    """Ask each workspace a few questions that are not recorded: what all readers need is loaded then."""
    for folder in folders:
        await asyncio.to_thread(asyncio.run, _ask(folder, is_stopping))
    settle_collector()


async def _ask(folder: Path, is_stopping: Callable[[], bool]) -> None:
    try:
        async with open_async(folder, read_only=True) as workspace:
            for question in QUESTIONS:
                if not is_stopping():
                    await workspace.ask(question)
    except PramanaError:  # whoever asks is told
        return
