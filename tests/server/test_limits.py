"""Limits of time, rate and number: what comes too slowly, too often or all at once is refused, and nothing else waits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from served import need_extras

from pramana.app import AsyncWorkspace, init, open_async
from pramana.server import readers
from pramana.server.log import RequestLog
from pramana.server.problems import status_of
from pramana.server.readers import BREAK_SECONDS, ReaderPool, ServerBusy, ServerTimeout
from pramana.server.settings import ServerLimits, ServeSettings


@pytest.fixture
def pool(tmp_path: Path) -> Iterator[ReaderPool]:
    folder = init(tmp_path / "ws")
    found = ReaderPool(lambda: open_async(folder), count=1, waiting=1, seconds=0.3)
    yield found
    found.close()


async def touch(ws: AsyncWorkspace) -> str:
    return ws.graph_hash()


async def patient(pool: ReaderPool, work: Any) -> Any:
    """Return what work comes to, tried again while the workspace is not open or the reader not free."""
    for _ in range(100):
        try:
            return await pool.use(work)
        except (ServerTimeout, ServerBusy):
            await asyncio.sleep(0.1)
    raise AssertionError("the reader is never free again")


async def warm(pool: ReaderPool) -> None:
    """Wait until the workspace is open, however long that takes here."""
    await patient(pool, touch)


def answer_to(limits: ServerLimits, parts: list[bytes], pause: float) -> int:
    """Return the status of a request whose body comes in parts, with a pause before each."""
    from pramana.server.guard import Guard

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    sent: list[Any] = []

    async def request() -> None:
        left = list(parts)

        async def receive() -> Any:
            await asyncio.sleep(pause)
            return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"host", b"localhost"), (b"transfer-encoding", b"chunked")]
        scope = {"type": "http", "method": "POST", "path": "/x", "headers": headers, "client": ("127.0.0.1", 1)}
        await Guard(app, ServeSettings({}, limits=limits), RequestLog(StringIO()))(scope, receive, send)

    asyncio.run(request())
    return int(sent[0]["status"])


def test_a_body_that_comes_too_slowly_is_given_up() -> None:
    need_extras()
    assert answer_to(ServerLimits(seconds=0.2), [b"x"] * 50, 0.05) == 408
    assert answer_to(ServerLimits(seconds=5.0), [b"x"] * 3, 0.01) == 200


def test_a_body_is_counted_while_it_comes() -> None:
    need_extras()
    assert answer_to(ServerLimits(small_body=100), [b"x" * 60] * 2, 0.0) == 413


def test_a_client_that_comes_too_often_is_refused_until_its_bucket_fills() -> None:
    need_extras()
    from pramana.server.guard import Rates

    now = [0.0]
    rates = Rates(2.0, lambda: now[0])
    assert [rates.allows("a") for _ in range(3)] == [True, True, False]
    assert rates.allows("b")
    now[0] = 0.5
    assert [rates.allows("a") for _ in range(2)] == [True, False]


def test_work_that_takes_too_long_is_stopped_and_its_reader_is_free_again(pool: ReaderPool) -> None:
    async def wait(_: AsyncWorkspace) -> None:
        await asyncio.sleep(30)

    async def read(ws: AsyncWorkspace) -> str:
        return ws.graph_hash()

    async def use() -> str:
        await warm(pool)
        with pytest.raises(ServerTimeout):
            await pool.use(wait)
        return await pool.use(read)

    began = time.monotonic()
    assert len(asyncio.run(use())) == 32
    assert time.monotonic() - began < 10


async def compute(_: AsyncWorkspace) -> None:
    while True:
        pass


async def compute_and_handle_all_errors(_: AsyncWorkspace) -> None:
    while True:
        try:
            sum(range(100))
        except Exception:
            continue


async def query_without_end(ws: AsyncWorkspace) -> None:
    ws.database.all("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")


async def write_half(ws: AsyncWorkspace) -> None:
    with ws.database.transaction():
        ws.database.execute("CREATE TABLE half (i)")
        while True:
            ws.database.execute("INSERT INTO half VALUES (1)")


@pytest.mark.parametrize("work", [compute, compute_and_handle_all_errors, query_without_end, write_half])
def test_work_that_computes_is_broken_off_and_its_reader_is_free_again(pool: ReaderPool, work: Any) -> None:
    """Whatever it does with its time, and how often; nothing of what it wrote half-way is kept."""

    async def tables(ws: AsyncWorkspace) -> int:
        return len(ws.database.all("SELECT * FROM sqlite_master WHERE name = 'half'"))

    async def use() -> list[int]:
        await warm(pool)
        found = []
        for _ in range(2):
            with pytest.raises(ServerTimeout):
                await pool.use(work)
            found.append(await patient(pool, tables))
        return found

    began = time.monotonic()
    assert asyncio.run(use()) == [0, 0]
    assert time.monotonic() - began < 60


def test_work_that_ends_in_time_is_never_broken_off(pool: ReaderPool) -> None:
    """Not even where its time is over at the very moment at which it ends: what comes next in its thread goes on."""

    async def end_about_now(_: AsyncWorkspace) -> int:
        until = time.monotonic() + 0.3 + BREAK_SECONDS
        while time.monotonic() < until:
            pass
        return 1

    async def use() -> None:
        for _ in range(5):
            with suppress(ServerTimeout):
                await pool.use(end_about_now)
            assert len(await patient(pool, touch)) == 32

    asyncio.run(use())


def test_an_error_that_comes_as_the_work_ends_ends_no_other_work(tmp_path: Path) -> None:
    """Whoever breaks off has the lock, and raises the error while the thread waits for it to begin anew."""
    folder, opened, ends = init(tmp_path / "ws"), list[AsyncWorkspace](), threading.Event()

    def opener() -> AsyncWorkspace:
        opened.append(open_async(folder))
        return opened[-1]

    async def end(_: AsyncWorkspace) -> int:
        ends.wait()
        return threading.get_ident()

    reader = readers._Reader("reader")
    reader._lock = threading.RLock()  # type: ignore[assignment]
    with reader._lock:
        begun = reader.begin(opener, end, readers._Stop())
        while reader._working is None:
            time.sleep(0.01)
        thread = reader._working
        ends.set()
        time.sleep(0.2)  # it has ended, and waits
        reader._broken = True
        readers._raise_in(thread, readers._BrokenOff)
    assert begun.result() == thread
    for _ in range(3):
        assert len(reader.begin(opener, touch, readers._Stop()).result(timeout=60)) == 32
    assert len(opened) == 2
    reader.close()


def test_a_reader_finds_its_way_past_many_who_have_gone(tmp_path: Path) -> None:
    """However many requests were given up while they waited: none of them is worked on."""
    folder, done = init(tmp_path / "ws"), list[int]()
    pool = ReaderPool(lambda: open_async(folder), count=1, waiting=3_000, seconds=30)

    async def work(number: int, _: AsyncWorkspace) -> None:
        await asyncio.sleep(0.2)
        done.append(number)

    async def use() -> None:
        first = asyncio.create_task(pool.use(partial(work, 0)))
        gone = [asyncio.create_task(pool.use(partial(work, number))) for number in range(1, 2_000)]
        await asyncio.sleep(0.05)
        for task in gone:
            task.cancel()
        await first
        await pool.use(partial(work, 2_000))
        assert (pool.busy, pool.waiting) == (0, 0)

    asyncio.run(use())
    pool.close()
    assert done == [0, 2_000]


def test_streams_leave_room_for_other_requests(tmp_path: Path) -> None:
    """As many as may be open are open: a further one is refused with the status for that, until one ends."""
    need_extras()
    from pramana.server.desk import Desk

    async def events() -> AsyncGenerator[str, None]:
        yield "one"
        yield "two"

    async def use() -> None:
        desk = Desk(ServeSettings({}, limits=ServerLimits(streams=1)))
        stream = desk.count_stream(events())
        desk.check_streams()
        await anext(stream)
        with pytest.raises(ServerBusy) as found:
            desk.check_streams()
        assert status_of(found.value) == 503
        await stream.aclose()
        desk.check_streams()

    asyncio.run(use())


def test_more_than_may_wait_are_refused_at_once(pool: ReaderPool) -> None:
    async def wait(_: AsyncWorkspace) -> bool:
        await asyncio.sleep(0.02)
        return True

    async def use() -> list[Any]:
        await warm(pool)
        return await asyncio.gather(*(pool.use(wait) for _ in range(4)), return_exceptions=True)

    found = asyncio.run(use())
    assert [type(each) for each in found] == [bool, bool, ServerBusy, ServerBusy]
