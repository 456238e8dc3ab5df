"""Requests that arrive by a schedule, whether or not the last one is answered, and how long each took.

The client is plain sockets of asyncio: on a machine that it shares with the server, a client library would take as much
CPU as the server does. A time begins when the request was due, so waiting for a connection counts.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

SECONDS = 60.0
"""How long a client waits for an answer."""


@dataclass(frozen=True)
class Sent:
    """A request: what kind it is, for the table, and what is sent."""

    kind: str
    method: str
    path: str
    body: object = None
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class Measured:
    """Milliseconds of the requests of a kind from when they were due, and the statuses of their answers."""

    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def text(self) -> str:
        """Return its figures as a line."""
        failed = ", ".join(f"{count} with {status}" for status, count in sorted(self.statuses.items()) if status >= 400)
        failed = ", ".join(filter(None, [failed, f"{self.statuses[0]} not answered" if self.statuses[0] else ""]))
        if len(self.times) < 2:
            return f"{len(self.times)} requests; {failed or 'none failed'}"
        cuts = quantiles(self.times, n=100)
        figures = f"median {cuts[49]:7.1f} ms, 95th {cuts[94]:7.1f}, 99th {cuts[98]:7.1f}"
        return f"{figures}, {len(self.times):,} requests; {failed or 'none failed'}"


class Connections:
    """Connections to one server, used again."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def status(self, sent: Sent) -> int:
        """Send a request, read its answer to the end, and return its status; 0 where there is none."""
        body = b"" if sent.body is None else json.dumps(sent.body).encode()
        head = f"{sent.method} {sent.path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in sent.headers)
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        try:
            async with asyncio.timeout(SECONDS):
                return await self._exchange(head.encode() + b"\r\n" + body)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, ValueError, IndexError):
            return 0

    async def _exchange(self, request: bytes) -> int:
        streams = self._idle() or await asyncio.open_connection(self._host, self._port)
        reader, writer = streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split(" ", 2)[1])
        if "transfer-encoding: chunked" in head:
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
        elif "content-length: " in head:
            await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0]))
        if "connection: close" in head:
            writer.close()
        else:
            self._free.append(streams)
        return status

    def _idle(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Return a connection that the server has not closed meanwhile."""
        while self._free:
            reader, writer = self._free.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        return None

    def close(self) -> None:
        for _, writer in self._free:
            writer.close()


async def open_load(url: str, requests: Iterator[Sent], rate: float, seconds: float) -> dict[str, Measured]:
    """Send requests at a constant rate, and return what was measured of each kind."""
    found: dict[str, Measured] = {}
    line = Connections(url)
    tasks: set[asyncio.Task[None]] = set()
    begun = time.perf_counter()

    async def send(sent: Sent, due: float) -> None:
        status = await line.status(sent)
        measured = found.setdefault(sent.kind, Measured())
        measured.times.append((time.perf_counter() - due) * 1000)
        measured.statuses[status] += 1

    for number in count():
        due = begun + number / rate
        if due >= begun + seconds:
            break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(send(next(requests), due))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    with suppress(ValueError):
        await asyncio.wait(tasks)
    line.close()
    return found


def cpu(pid: int) -> float:
    """Return the seconds of CPU that a process and its children that it waited for have used: what a busy machine does
    not change much. Children that live are counted with their own."""
    return sum(_own_cpu(each) for each in family(pid))


def _own_cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the resident memory of a process and of its children in MB."""
    pages = 0
    for each in family(pid):
        with suppress(OSError):
            pages += int(Path(f"/proc/{each}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def family(pid: int) -> list[int]:
    """Return a process and all that it started."""
    found = [pid]
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += family(int(child))
    return found
