"""Parsers of untrusted files run in a child process with limits: one that crashes or hangs costs that one file.

The request is a line of JSON and the file's bytes, the answer a line of JSON for each text. A child is used for many
files, since starting one takes longer than reading most of them; after a failure it is killed and another one begins.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from typing import IO, Any

from pramana.documents.loader import LOADERS, DocumentDate, Page, Part, Unusable

MIB = 1024 * 1024
MOST_TEXT = 64 * MIB
"""Code points of one file: a small file can hold streams that unpack to any length."""
MOST_MEMORY = 1024 * MIB
"""Address space of a child, in bytes, to which the loader's `memory_per_byte` are added: the interpreter with PDFium
takes 200 MiB, and a PDF of 1,000 pages of text less than 100 MiB more."""
MOST_SECONDS = 60
"""Processor time for one file, to which the loader's `seconds_per_mib` are added; a loader may allow less. PDFium reads
a page of text in milliseconds."""
PATIENCE = 4
"""How often that time may pass on the clock, where other processes want the processors, too."""
MOST_FILES = 200
"""Files that one child reads, so that what a parser leaks does not add up."""
_LINE_BYTES = 16
"""Bytes of an answer that are not text: the JSON around it."""
_MOST_ESCAPE = 6
"""Bytes that JSON takes for one code point of 16 bits; others are two such."""

_BEGIN = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from pramana.documents.sandbox_child import serve
serve()
"""


def texts_apart(loader: str, body: bytes) -> list[Page]:
    """Return the texts of a file, one a page, read in a child process. `loader` is its name.

    Callable from any thread, with or without an event loop; threads get a child each. Raises Unusable.
    """
    child = _CHILDREN.take()
    try:
        texts = child.texts(loader, body)
    except _Idle:  # it ended for want of work while this was on its way
        child.kill()
        child = _Child()
        texts = _texts_or_kill(child, loader, body)
    except BaseException:  # an interrupt, too: a child is never left at work
        child.kill()
        raise
    _CHILDREN.put(child)
    return texts


def _texts_or_kill(child: _Child, loader: str, body: bytes) -> list[Page]:
    try:
        return child.texts(loader, body)
    except _Idle:
        child.kill()
        raise Unusable("its parser could not be started") from None
    except BaseException:
        child.kill()
        raise


class _Idle(Exception):
    """A child has ended by itself, between two files."""


class _Child:
    """One process that parses. Use it from one thread at a time."""

    def __init__(self) -> None:
        self.files = 0
        command = [sys.executable, "-I", "-S", "-c", _BEGIN, json.dumps(_search_path())]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise Unusable(f"its parser could not be started: {error.strerror or error}") from None

    def texts(self, loader: str, body: bytes) -> list[Page]:
        self.files += 1
        limits = LOADERS[loader]
        seconds = min(limits.seconds, MOST_SECONDS) + limits.seconds_per_mib * (len(body) // MIB)
        memory = MOST_MEMORY + limits.memory_per_byte * len(body)
        head = {"loader": loader, "size": len(body), "seconds": seconds, "memory": memory, "text": MOST_TEXT}
        watch = Timer(seconds * PATIENCE, self.process.kill)
        watch.daemon = True
        watch.start()
        try:
            return list(self._exchange(head, body))
        except _Cut:
            if not watch.is_alive():
                raise Unusable(f"its parser takes too long: more than {seconds} s") from None
            raise self._failure(seconds, memory) from None
        finally:
            watch.cancel()

    def _exchange(self, head: dict[str, Any], body: bytes) -> Iterator[Page]:
        stdin, stdout = self._pipes()
        try:
            stdin.write(json.dumps(head).encode() + b"\n")
            stdin.write(body)
            stdin.flush()
        except OSError:  # what it still said is read
            pass
        left = MOST_TEXT
        while True:
            answer = _answer(stdout, left)
            if "date" in answer:
                yield DocumentDate(answer["date"])
                continue
            if "text" not in answer:
                break
            text, place = answer["text"], answer.get("place")
            left -= len(text) + len(place or "")
            if left < 0:
                raise Unusable(f"too large: more than {MOST_TEXT} characters of text")
            yield text if place is None else Part(text, place)
        if answer.get("refused"):
            raise Unusable(str(answer["refused"]))

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        return stdin, stdout

    def _failure(self, seconds: int, memory: int) -> Exception:
        """Return the reason for an answer that was cut off or is none."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        code = self.process.poll()
        if code == 0:
            return _Idle()
        if code is not None and -code == getattr(signal, "SIGXCPU", None):
            return Unusable(f"its parser takes too long: more than {seconds} s")
        if code is None:
            return Unusable("its parser gave no valid answer")
        return Unusable(f"its parser crashed ({_ending(code)}); it may use {memory // MIB} MiB of memory")

    def kill(self) -> None:
        """End the process at once, and wait for its end."""
        self.process.kill()
        self.process.wait()
        for pipe in self._pipes():
            with suppress(OSError):  # what was not sent any more
                pipe.close()


class _Cut(Exception):
    """An answer ends early, or is none."""


def _answer(stdout: IO[bytes], left: int) -> dict[str, Any]:
    line = stdout.readline(left * _MOST_ESCAPE * 2 + _LINE_BYTES + MIB)
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        raise _Cut from None
    if not line.endswith(b"\n") or not isinstance(answer, dict):
        raise _Cut
    if not all(isinstance(answer.get(name, ""), str) for name in ("text", "place", "date")):
        raise _Cut
    return answer


def _ending(code: int) -> str:
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"exit code {code}"


def _search_path() -> list[str]:
    """Return where the child finds modules: where this process does, and this package first."""
    return [str(Path(__file__).parents[2]), *(str(Path(place).absolute()) for place in sys.path)]


class _Children:
    """Children that wait for their next file."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[_Child] = []

    def take(self) -> _Child:
        with self._lock:
            child = self._idle.pop() if self._idle else None
        return _Child() if child is None else child

    def put(self, child: _Child) -> None:
        if child.files >= MOST_FILES:
            child.kill()
            return
        with self._lock:
            self._idle.append(child)

    def end(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for child in idle:
            child.kill()


_CHILDREN = _Children()
_INHERITED: list[_Children] = []
"""In a forked process: its parent's children, which it must neither use nor end."""


def _begin_anew() -> None:
    global _CHILDREN
    _INHERITED.append(_CHILDREN)
    _CHILDREN = _Children()


def _end_children() -> None:
    _CHILDREN.end()


atexit.register(_end_children)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
