"""What one UPDATE of 10 items costs, by how long the list already is: SQLite, JSON file, and a plain JSON dump as peer.

    python bench/gasl_state.py [--sizes 0 1000 100000 1000000] [--repeat 20] [--json-limit 100000]

Each number is the median of UPDATE and `persist` together, on a store that was opened anew. The peer is the least that
a file of plain JSON costs: ten items appended to a list in memory, the whole dumped, written and renamed, no hash, no
provenance, no identity. `open` is the time until a store can be written to.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from pramana.gasl.state import JSONFileStateBackend, SqliteStateBackend, StateBackend, StateStore

KEY = ("analysis", "facts")
AT_ONCE = 100_000


def items(first: int, count: int) -> tuple[list[dict[str, Any]], list[list[dict[str, Any]]]]:
    """Return items as a FIND of edges makes them, and a record of provenance for each."""
    made = [
        {
            "id": f"edge-{n}",
            "source": f"node-{n % 997}",
            "target": f"node-{n % 991}",
            "relation": "WROTE",
            "year": n % 90,
        }
        for n in range(first, first + count)
    ]
    return made, [
        [{"source": "graph", "id": item["id"], "doc_id": f"doc-{number % 50}"}] for number, item in enumerate(made)
    ]


def filled(backend: StateBackend, size: int) -> None:
    store = StateStore(backend)
    store.merge(KEY, [])
    for first in range(0, size, AT_ONCE):
        store.merge(KEY, *items(first, min(AT_ONCE, size - first)))
        if first + AT_ONCE < size and isinstance(backend, SqliteStateBackend):
            store.persist()
    store.persist()


def timed(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def measured(make: Callable[[], StateBackend], size: int, repeat: int) -> tuple[float, float, float]:
    """Return the seconds of filling and of opening, and the median of an UPDATE with its `persist`."""
    fill = timed(lambda: filled(make(), size))
    stores: list[StateStore] = []
    opening = timed(lambda: stores.append(StateStore(make())))

    def update(number: int) -> None:
        stores[0].merge(KEY, *items(size + 10 * number, 10))
        stores[0].persist()

    update(0)
    return fill, opening, median(timed(lambda number=number: update(number)) for number in range(1, repeat + 1))


def peer(path: Path, size: int, repeat: int) -> float:
    held = items(0, size)[0]

    def update(number: int) -> None:
        held.extend(items(size + 10 * number, 10)[0])
        new = path.with_suffix(".new")
        new.write_text(json.dumps(held), "utf-8")
        new.replace(path)

    return median(timed(lambda number=number: update(number)) for number in range(repeat))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[0, 1_000, 100_000, 1_000_000])
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--json-limit", type=int, default=100_000, help="the longest list for the JSON backend")
    options = parser.parse_args()
    print(f"{'items':>9} {'backend':>12} {'fill s':>8} {'open ms':>9} {'UPDATE ms':>10} {'peer/ours':>10} {'MB':>7}")
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as folder:
            row(Path(folder), size, options.repeat, options.json_limit)


def row(folder: Path, size: int, repeat: int, json_limit: int) -> None:
    path = folder / "state"
    seconds = peer(path.with_suffix(".plain"), size, min(repeat, 5))
    makers: dict[str, Callable[[], StateBackend]] = {"sqlite": lambda: SqliteStateBackend(path.with_suffix(".db"))}
    if size <= json_limit:
        makers["json file"] = lambda: JSONFileStateBackend(path.with_suffix(".json"))
    for name, make in makers.items():
        fill, opening, update = measured(make, size, repeat if name == "sqlite" else min(repeat, 5))
        suffix = ".db" if name == "sqlite" else ".json"
        megabytes = path.with_suffix(suffix).stat().st_size / 1e6
        numbers = f"{fill:8.2f} {opening * 1e3:9.2f} {update * 1e3:10.2f} {seconds / update:10.2f} {megabytes:7.1f}"
        print(f"{size:9} {name:>12} {numbers}")
    print(f"{size:9} {'plain dump':>12} {'':8} {'':9} {seconds * 1e3:10.2f} {1:10.2f}")


if __name__ == "__main__":
    main()
