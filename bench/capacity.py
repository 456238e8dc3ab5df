"""A discrete simulation of reading with one driver and many readers, held against measured points.

python bench/capacity.py
python bench/capacity.py --measure [LINES]   # ten minutes for 640 lines: the points are measured anew
"""

from __future__ import annotations

import heapq
import sys
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading takes. Seconds of one core, but for `latency_s` and `overhead_s`, which are time that passes.

    `driver_s` is the driver's work for a piece, one after the other, and `accept_s` that for a batch of `together`
    pieces; `latency_s` a server's or a reader's time for a piece, `overhead_s` that of the way there and back. A reader
    has `slots` pieces at once and `waiting` more beside them. `limit` is how many pieces a second the server takes,
    None: any number. A piece is a line with the embedded model, a call with a server.
    """

    driver_s: float
    latency_s: float
    overhead_s: float = 0.0
    slots: int = 1
    waiting: int = 0
    limit: float | None = None
    accept_s: float = 0.0
    together: int = 1


@dataclass(frozen=True, slots=True)
class MeasuredPoint:
    """What was measured: pieces a second."""

    name: str
    reading: Reading
    readers: int
    rate: float


EMBEDDED = Reading(driver_s=6.95 / 4000, latency_s=17.9 / 4000, waiting=1)
"""docs/scale.md: 4,000 lines, the seconds of the writer and of its readers."""
CALL_OVERHEAD_S = 1 / 16.9 - 0.050 - 0.0043
"""The one number that was fitted: by 16.9 calls a second of one process that waits for each, at a server of 50 ms."""
CALLS = Reading(0.0032, 0.2, CALL_OVERHEAD_S, slots=8, accept_s=0.085, together=82)
"""Timed within a run of 640 lines, 684 calls: 4.3 ms of the driver for a call, of them 8 batches of 85 ms accepted."""
FAST = replace(CALLS, latency_s=0.05)
RAY = replace(CALLS, slots=2, waiting=1)
CALLS_A_LINE = 684 / 640
"""The same run: 15 lines in a call that reads, 30 in one that judges."""
BYTES_A_LINE = 2_300
"""docs/scale.md: 12,000 lines, before passes."""
MEASURED = (
    MeasuredPoint("one process, 200 ms, 1 in flight", replace(CALLS, slots=1), 1, 4.9),
    MeasuredPoint("one process, 200 ms, 2 in flight", replace(CALLS, slots=2), 1, 9.5),
    MeasuredPoint("one process, 200 ms, 8 in flight", CALLS, 1, 34.2),
    MeasuredPoint("one process, 200 ms, 16 in flight", replace(CALLS, slots=16), 1, 63.6),
    MeasuredPoint("one process, 50 ms, 2 in flight", replace(FAST, slots=2), 1, 31.8),
    MeasuredPoint("one process, 50 ms, 4 in flight", replace(FAST, slots=4), 1, 49.4),
    MeasuredPoint("one process, 50 ms, 8 in flight", FAST, 1, 85.2),
    MeasuredPoint("Ray, 1 worker, 200 ms, 2 in flight", RAY, 1, 9.7),
    MeasuredPoint("Ray, 2 workers", RAY, 2, 19.0),
    MeasuredPoint("Ray, 4 workers", RAY, 4, 37.9),
    MeasuredPoint("Ray, 2 workers, 25 calls/s", replace(RAY, limit=25), 2, 19.6),
    MeasuredPoint("Ray, 4 workers, 25 calls/s", replace(RAY, limit=25), 4, 23.2),
)
"""By `bench/ray_reading.py` and its parts, on two cores that other programs used, too (load 2 to 5), each once. None of
them was used to fit."""


class Simulation:
    """One driver, readers, and a server. Time is in seconds from the beginning."""

    def __init__(self, reading: Reading, readers: int) -> None:
        self._reading = reading
        self._ends: list[tuple[float, int]] = []
        self._idle = [reading.slots] * readers
        self._waiting: list[list[float]] = [[] for _ in range(readers)]
        self._server = self._driver = 0.0
        for reader in range(readers):
            for _ in range(reading.slots + reading.waiting):
                self._hand(reader, 0.0)

    def _hand(self, reader: int, now: float) -> None:
        if self._idle[reader]:
            self._idle[reader] -= 1
            self._start(reader, now)
        else:
            self._waiting[reader].append(now)

    def _start(self, reader: int, now: float) -> None:
        if self._reading.limit:
            now = self._server = max(now, self._server + 1 / self._reading.limit)
        heapq.heappush(self._ends, (now + self._reading.latency_s + self._reading.overhead_s, reader))

    def run(self, pieces: int) -> float:
        """Return pieces a second over the middle four fifths, as they are measured."""
        done: list[float] = []
        while len(done) < pieces:
            end, reader = heapq.heappop(self._ends)
            if self._waiting[reader]:
                self._start(reader, max(end, self._waiting[reader].pop(0)))
            else:
                self._idle[reader] += 1
            self._driver = max(self._driver, end) + self._reading.driver_s
            done.append(self._driver)
            if len(done) % self._reading.together == 0:
                self._driver += self._reading.accept_s
            self._hand(reader, self._driver)
        tenth = pieces // 10
        return (pieces - 2 * tenth - 1) / (done[pieces - tenth - 1] - done[tenth])


def simulate(reading: Reading, readers: int, pieces: int = 4_000) -> float:
    """Return pieces a second."""
    return Simulation(reading, readers).run(max(pieces, 20 * readers * (reading.slots + reading.waiting)))


def first_limit(reading: Reading, readers: int) -> str:
    """Return what saturates first."""
    calls = reading.overhead_s > 0
    bounds = {
        "the driver": 1 / (reading.driver_s + reading.accept_s / reading.together),
        "calls in flight" if calls else "the readers' cores": readers * reading.slots / reading.latency_s,
    }
    if reading.limit:
        bounds["the server's limit"] = reading.limit
    return min(bounds, key=bounds.__getitem__)


def duration(seconds: float) -> str:
    return f"{seconds / 86_400:.1f} days" if seconds > 2 * 86_400 else f"{seconds / 3600:.1f} h"


def print_check(points: tuple[MeasuredPoint, ...]) -> None:
    """Print measured points beside the simulation's, and how far they are apart."""
    print("measured against simulated, pieces a second")
    errors = []
    for point in points:
        found = simulate(point.reading, point.readers)
        errors.append(found / point.rate - 1)
        print(f"  {point.name:36} {point.rate:8.1f} {found:8.1f}  {errors[-1]:+.0%}")
    sizes = sorted(map(abs, errors))
    print(f"  error: median {sizes[len(sizes) // 2]:.0%}, largest {sizes[-1]:.0%}")


def measure() -> tuple[MeasuredPoint, ...]:
    """Return the points as they are on this machine now."""
    from ray_reading import CallServer, opened_bench

    lines = int(sys.argv[sys.argv.index("--measure") + 1]) if sys.argv[-1].isdigit() else 640
    with opened_bench(lines) as bench:
        found = []
        for point in MEASURED:
            reading, ray = point.reading, point.name.startswith("Ray")
            server = CallServer(round(reading.latency_s * 1000), int(reading.limit or 0))
            rate = bench.read(point.readers if ray else None, reading.slots, server).rate
            print(f"  {point.name:36} {rate:8.1f}, before {point.rate:.1f}", flush=True)
            found.append(replace(point, rate=rate))
        return tuple(found)


def main() -> None:
    print_check(measure() if "--measure" in sys.argv else MEASURED)
    for name, reading, a_line in (
        ("embedded model", EMBEDDED, 1.0),
        ("a server, 200 ms", CALLS, CALLS_A_LINE),
        ("a server of 50 calls/s", replace(CALLS, limit=50), CALLS_A_LINE),
        ("Ray, a server of 200 ms", replace(CALLS, waiting=1), CALLS_A_LINE),
    ):
        print(name)
        for readers in (1, 2, 4, 10, 100, 1000):
            lines = simulate(reading, readers) / a_line
            times = ", ".join(f"10^{n}: {duration(10**n / lines)}" for n in (7, 8, 9))
            print(f"  {readers:5} readers {lines:8.1f} lines/s, {first_limit(reading, readers):18} {times}")
    for n in (7, 8, 9):
        print(f"10^{n} lines: {10**n * BYTES_A_LINE / 1e9:,.0f} GB")


if __name__ == "__main__":
    main()
