"""A problem to search whose answers are all seeded: rooms, doors that lead on, back or nowhere, a prize in some."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import anyio

from pramana.investigate.search import (
    AppliedSearchAction,
    Cost,
    PlannerProposals,
    SearchAction,
    SearchAnswer,
    SearchPlace,
    Valued,
    Worst,
)
from pramana.investigate.stepping import Signals


@dataclass(frozen=True)
class Room:
    hash: str


class Maze:
    """`rooms` rooms; doors lead anywhere, so ways meet and go round. `delay` gives the seconds until each reply.

    `asked` counts what was paid, by key. `paid` is a file to which each such key is written first.
    """

    worst = Worst()
    samples = True

    def __init__(
        self, seed: int, rooms: int = 9, delay: Callable[[], float] = lambda: 0.0, paid: Path | None = None
    ) -> None:
        self.root = Room("0")
        self.asked: Counter[str] = Counter()
        self._seed = seed
        self._rooms = rooms
        self._delay = delay
        self._paid = paid

    async def _pay(self, key: str) -> Random:
        await anyio.sleep(self._delay())
        self.asked[key] += 1
        if self._paid is not None:
            with self._paid.open("a") as file:
                file.write(f"{key}\n")
                file.flush()
                os.fsync(file.fileno())
        return Random(repr((self._seed, key)))

    async def ask(self, place: SearchPlace[Room], *, key: str) -> PlannerProposals:
        random = await self._pay(key)
        doors = [self._door(random) for _ in range(random.randrange(4))]
        if random.random() < 0.3:
            doors.append(SearchAction("take", random.random(), completes=True))
        return PlannerProposals(tuple(doors), "walled in" if random.random() < 0.1 else "", {key: Cost(1, 10, 5)})

    def _door(self, random: Random) -> SearchAction:
        return SearchAction({"go": random.randrange(self._rooms), "by": random.randrange(2)}, random.random())

    async def apply(self, place: SearchPlace[Room], action: SearchAction, *, key: str) -> AppliedSearchAction[Room]:
        await anyio.sleep(self._delay())
        if action.completes:
            if int(place.node) % 3:
                return AppliedSearchAction(
                    place.snapshot, Signals(assertions_held=1), "", SearchAnswer(f"prize {place.node}")
                )
            return AppliedSearchAction(place.snapshot, Signals(errors=1), "no prize here")
        room = Room(str(action.body["go"]))
        return AppliedSearchAction(room, Signals(items_gained=1), "" if room.hash != place.node else "back again")

    async def value(self, place: SearchPlace[Room], *, key: str) -> Valued:
        random = await self._pay(key)
        return Valued(random.random(), "so it seems", {key: Cost(1, 4, 1)})
