"""A discrete simulation of reading with one driver and many readers, held against measured points.

python bench/capacity.py
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading takes. Seconds of one core, but for `latency_s`, which is time that passes.

    `driver_s` is the driver's work for a piece, which one core does, piece by piece; `reader_s` a reader's core for a
    piece; `latency_s` a server's time for it; `slots` pieces that one reader has at once. `limit` is how many pieces a
    second the server takes, None: any number. A piece is a line with the embedded model, a call with a server.
    """

    driver_s: float
    reader_s: float = 0.0
    latency_s: float = 0.0
    slots: int = 1
    limit: float | None = None


EMBEDDED = Reading(driver_s=6.95 / 4000, reader_s=17.9 / 4000)
"""docs/scale.md: 4,000 lines, the seconds of the writer and of its readers."""
CALLS = Reading(driver_s=0.010, latency_s=0.2, slots=8)
"""bench/ray_reading.py: 200 ms a call, 8 to 14 ms of the driver for each; 8 calls in flight a reader is the default."""
CALLS_A_LINE = 1.5
"""tests/servers/test_ray.py: 36 calls for 24 lines, with a model that is wrong in some and asked again."""
BYTES_A_LINE = 4_300
MEASURED = (
    ("embedded, 2 readers, 2 idle cores", EMBEDDED, 2, 4000 / 12.4),
    ("Ray, 1 reader, 2 calls in flight", replace(CALLS, slots=2, driver_s=0.0132), 1, 8.9),
    ("Ray, 2 readers, 2 calls in flight", replace(CALLS, slots=2, driver_s=0.0080), 2, 17.4),
)
"""What was measured: name, its parameters, readers, pieces a second."""


def simulate(reading: Reading, readers: int, pieces: int = 4_000) -> float:
    """Return pieces a second. The driver sends and accepts; a slot is free again when the driver has accepted."""
    free = [0.0] * min(readers * reading.slots, pieces)
    cores = [0.0] * readers
    heapq.heapify(free)
    heapq.heapify(cores)
    driver = server = last = 0.0
    gap = 0.0 if reading.limit is None else 1 / reading.limit
    for _ in range(pieces):
        begun = heapq.heappop(free)
        if reading.reader_s:
            core = heapq.heappop(cores)
            begun = max(begun, core) + reading.reader_s
            heapq.heappush(cores, begun)
        if gap:
            server = max(server + gap, begun)
            begun = server
        driver = max(driver, begun + reading.latency_s) + reading.driver_s
        last = driver
        heapq.heappush(free, last)
    return pieces / last


def first_limit(reading: Reading, readers: int) -> str:
    """Return what saturates first."""
    bounds = {"the driver": 1 / reading.driver_s}
    if reading.reader_s:
        bounds["the readers' cores"] = readers / reading.reader_s
    if reading.latency_s:
        bounds["calls in flight"] = readers * reading.slots / reading.latency_s
    if reading.limit:
        bounds["the server's limit"] = reading.limit
    return min(bounds, key=bounds.__getitem__)


def duration(seconds: float) -> str:
    return f"{seconds / 86_400:.1f} days" if seconds > 2 * 86_400 else f"{seconds / 3600:.1f} h"


def main() -> None:
    print("measured against simulated, pieces a second")
    for name, reading, readers, measured in MEASURED:
        found = simulate(reading, readers)
        print(f"  {name:36} {measured:8.1f} {found:8.1f}  {found / measured - 1:+.0%}")
    for name, reading, a_line in (
        ("embedded model", EMBEDDED, 1.0),
        ("a server, 200 ms", CALLS, CALLS_A_LINE),
        ("a server of 50 calls/s", replace(CALLS, limit=50), CALLS_A_LINE),
    ):
        print(name)
        for readers in (1, 2, 4, 10, 100, 1000):
            lines = simulate(reading, readers, max(4_000, 20 * readers * reading.slots)) / a_line
            times = ", ".join(f"10^{n}: {duration(10**n / lines)}" for n in (7, 8, 9))
            print(f"  {readers:5} readers {lines:8.1f} lines/s, {first_limit(reading, readers):18} {times}")
    for n in (7, 8, 9):
        print(f"10^{n} lines: {10**n * BYTES_A_LINE / 1e9:,.0f} GB")


if __name__ == "__main__":
    main()
