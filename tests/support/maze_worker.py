"""Searches a maze in a process of its own, to be killed: maze_worker.py LOG PAID SEED."""

from __future__ import annotations

import sys
from pathlib import Path

import anyio
from mazes import Maze

from pramana.investigate.search import Limits, SearchSettings, search


async def main(log: str, paid: str, seed: str) -> None:
    maze = Maze(int(seed), 40, delay=lambda: 0.01, paid=Path(paid))
    await search(maze, SearchSettings(width=2, accept=1.1), Limits(rounds=40), log=Path(log))


if __name__ == "__main__":
    anyio.run(main, *sys.argv[1:])
