"""What the server logs: a line for each request, counts for Prometheus, and an audit log of writes."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import IO, Any

AUDIT = "audit.jsonl"


@dataclass(slots=True)
class RequestNote:
    """What is logged of a request: never its query or body, which hold questions and texts."""

    id: str
    method: str
    path: str
    status: int = 0
    client: str = ""
    route: str = ""
    run: int | None = None
    fault: str = ""
    began: float = field(default_factory=time.perf_counter)


class RequestLog:
    """Writes notes of requests to a stream, and counts them. A line is a JSON object; on a terminal it is plain."""

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream = stream
        self._counts: Counter[tuple[str, str, int]] = Counter()
        self._seconds: dict[tuple[str, str], float] = {}

    def write(self, note: RequestNote) -> None:
        """Log one request that has ended."""
        seconds = time.perf_counter() - note.began
        route = note.route or "other"
        self._counts[note.method, route, note.status] += 1
        self._seconds[note.method, route] = self._seconds.get((note.method, route), 0.0) + seconds
        line: dict[str, Any] = {"time": now(), "request": note.id, "method": note.method, "path": note.path[:200]}
        line |= {"status": note.status, "ms": round(1000 * seconds, 1)}
        line |= {name: value for name in ("client", "run", "fault") if (value := getattr(note, name)) not in ("", None)}
        self.tell(line)

    def tell(self, line: dict[str, Any]) -> None:
        """Write one line of the log."""
        stream = self._stream or sys.stderr
        print(_plain_line(line) if stream.isatty() else json.dumps(line), file=stream, flush=True)

    def metrics(self, gauges: Iterable[tuple[str, str, Mapping[str, int]]] = ()) -> str:
        """Return the counts in Prometheus' text format, and gauges: a name, what it says, its values by labels."""
        lines = [line for name, told, values in gauges for line in _gauge_lines(name, told, values)]
        lines += ["# HELP pramana_requests_total Requests that have ended.", "# TYPE pramana_requests_total counter"]
        for (method, route, status), count in sorted(self._counts.items()):
            lines.append(f'pramana_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}')
        lines += [
            "# HELP pramana_request_seconds_total Seconds they took.",
            "# TYPE pramana_request_seconds_total counter",
        ]
        for (method, route), seconds in sorted(self._seconds.items()):
            lines.append(f'pramana_request_seconds_total{{method="{method}",route="{route}"}} {seconds:.6f}')
        return "\n".join(lines) + "\n"


def _plain_line(line: Mapping[str, Any]) -> str:
    """Return a line of the log for people: `18:49:32 GET /graph 200 0.9 ms`. Its id is shown with a fault alone.

    Texts are escaped as in JSON: a path that a client sent moves no cursor.
    """
    told = {name: json.dumps(value).strip('"') for name, value in line.items()}
    hidden = {"time", "request"} if "fault" not in line else {"time"}
    bare = ("method", "path", "status")
    rest = [f"{name} {value}" for name, value in told.items() if name not in {*hidden, *bare, "ms"}]
    took = [f"{told['ms']} ms"] if "ms" in told else []
    return " ".join([told["time"][11:19], *(told[name] for name in bare if name in told), *took, *rest])


def _gauge_lines(name: str, told: str, values: Mapping[str, int]) -> list[str]:
    return [f"# HELP {name} {told}", f"# TYPE {name} gauge", *(f"{name}{of} {value}" for of, value in values.items())]


class AuditLog:
    """Who wrote what to a workspace, a JSON object a line, on disk before the write is acknowledged."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / AUDIT
        self._lock = Lock()

    def write(self, note: RequestNote | None, what: str, about: dict[str, Any], outcome: str) -> None:
        """Append one entry."""
        who = {} if note is None else {"request": note.id, "client": note.client}
        entry = {"time": now(), **who, "what": what, "about": about, "outcome": outcome}
        with self._lock:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry) + "\n")
                file.flush()
                os.fsync(file.fileno())


def now() -> str:
    """Return the time, UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
