"""How fast one model may be asked: calls in flight, requests and tokens in any minute, and the pause after a 429."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import anyio
from anyio.lowlevel import checkpoint

from pramana.llm.settings import ServerSettings

WINDOW_S = 60.0


class Slot:
    """One call's place. Write what it really took into `tokens` when that is known."""

    __slots__ = ("at", "tokens")

    def __init__(self, at: float, tokens: int) -> None:
        self.at = at
        self.tokens = tokens


class RateLimiter:
    """Bounds the calls to one model, first come, first served.

    In no `window_s` seconds do more than `rpm` calls begin, nor calls of more than `tpm` tokens together; a single
    call larger than `tpm` goes alone.
    """

    def __init__(self, settings: ServerSettings, window_s: float = WINDOW_S) -> None:
        self._in_flight = anyio.Semaphore(settings.concurrency, fast_acquire=True)
        self._rpm = settings.rpm
        self._tpm = settings.tpm
        self._window_s = window_s
        self._turn = anyio.Lock(fast_acquire=True)
        self._recent: deque[Slot] = deque()
        self._paused_until = 0.0

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[Slot]:
        """Wait for a place for a call of about `tokens` tokens, and hold it."""
        async with self._in_flight:
            yield await self._begin(tokens)

    def pause(self, seconds: float) -> None:
        """Let no call begin for `seconds`. A pause already longer stays."""
        self._paused_until = max(self._paused_until, anyio.current_time() + seconds)

    async def _begin(self, tokens: int) -> Slot:
        async with self._turn:
            while (wait := self._wait(tokens)) > 0:  # noqa: ASYNC110 (time itself is what is waited for)
                await anyio.sleep(wait)
            await checkpoint()  # one call begins per pass of the event loop: together they would move in step for good
            slot = Slot(anyio.current_time(), tokens)
            if self._rpm is not None or self._tpm is not None:
                self._recent.append(slot)
            return slot

    def _wait(self, tokens: int) -> float:
        """Return the seconds until a call may begin, 0 for now."""
        now = anyio.current_time()
        pause = self._paused_until - now
        if self._rpm is None and self._tpm is None:
            return pause
        while self._recent and self._recent[0].at + self._window_s <= now:
            self._recent.popleft()
        if not self._recent or self._fits(tokens):
            return pause
        return max(pause, self._recent[0].at + self._window_s - now)

    def _fits(self, tokens: int) -> bool:
        if self._rpm is not None and len(self._recent) >= self._rpm:
            return False
        return self._tpm is None or sum(slot.tokens for slot in self._recent) + tokens <= self._tpm


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds that a server asks to wait: `Retry-After` in seconds or as an HTTP date; None for neither."""
    value = (headers.get("retry-after") or "").strip()
    if not value:
        return None
    try:
        return max(0.0, float(value)) if float(value) < 1e9 else None
    except ValueError:
        pass
    try:
        date = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())
