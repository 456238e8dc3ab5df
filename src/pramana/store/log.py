"""The write-ahead log beside a database, read before SQLite opens it.

SQLite takes the first frame that it cannot read for the end of the log, and deletes the log when the last connection
closes: what came after is lost without a word. The format: https://www.sqlite.org/fileformat2.html#walformat.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

_HEADER, _FRAME = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""The first four bytes, which say in which byte order the checksums are computed."""
_MOD = 1 << 32


@dataclass(frozen=True, slots=True)
class LogState:
    """Whether a log is whole, and what was seen."""

    well: bool
    seen: str


def log_state(path: Path) -> LogState:
    """Return the state of the log of the database `path`: a wrong checksum before the end of a transaction is damage.

    Frames that an earlier log left behind (other salts) are none, nor is a last one that was cut off: what was being
    written was not committed then. Nor are frames of a transaction that was taken back, as on a full disk: the next one
    is written over its beginning, so the checksums of the rest no longer continue those before. No frame of the rest
    ends a transaction. A power cut may leave a wrong checksum, too: then the last transactions were never on disk.
    """
    log = path.with_name(f"{path.name}-wal")
    try:
        body = log.read_bytes() if log.is_file() else b""
    except OSError as error:
        return LogState(False, f"{log.name} cannot be read: {error.strerror or error}")
    if not body:
        return LogState(True, "none: all is in the database")
    if len(body) < _HEADER or (order := _MAGIC.get(int.from_bytes(body[:4], "big"))) is None:
        return LogState(False, f"{log.name} is damaged at its beginning: transactions in it are lost")
    size = int.from_bytes(body[8:12], "big")
    sums = _sums((0, 0), body[:24], order)
    if sums != struct.unpack(">II", body[24:32]) or not 512 <= size <= 65536 or size & (size - 1):
        return LogState(False, f"{log.name} is damaged at its beginning: transactions in it are lost")
    return _frames_state(body, size, sums, order, log.name)


def _frames_state(body: bytes, size: int, sums: tuple[int, int], order: str, name: str) -> LogState:
    salts, frames = body[16:24], 0
    for start in range(_HEADER, len(body), _FRAME + size):
        frame = body[start : start + _FRAME + size]
        if frame[8:16] != salts:
            break
        if len(frame) < _FRAME + size:
            return LogState(True, f"{frames} frames, and a part of one that was being written when its process ended")
        sums = _sums(_sums(sums, frame[:8], order), frame[_FRAME:], order)
        if sums != struct.unpack(">II", frame[16:24]):
            if _commits(body, start, size):
                return LogState(False, f"{name} is damaged at frame {frames + 1}: later transactions in it are lost")
            return LogState(True, f"{frames} frames, and some of a transaction that was taken back")
        frames += 1
    return LogState(True, f"{frames} frames, whole")


def _commits(body: bytes, start: int, size: int) -> bool:
    """Return whether a whole frame of the present log, from the one at `start` on, ends a transaction."""
    for at in range(start, len(body) - _FRAME - size + 1, _FRAME + size):
        if body[at + 8 : at + 16] != body[16:24]:
            return False
        if body[at + 4 : at + 8] != bytes(4):  # the pages of the database after the commit; 0: more frames follow
            return True
    return False


def _sums(before: tuple[int, int], body: bytes, order: str) -> tuple[int, int]:
    """Return SQLite's running checksum after `body`, whose length is a multiple of 8."""
    first, second = before
    words = struct.unpack(f"{order}{len(body) // 4}I", body)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) % _MOD
        second = (second + other + first) % _MOD
    return first, second
