"""The responses that a search got, in a file of JSON lines. A killed search resumes from it, and asks nothing twice."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import IO, Any, TypeVar

from pydantic import TypeAdapter

from pramana.canonical import canonical
from pramana.errors import InputError
from pramana.investigate.search.model import PlannerProposals, Valued
from pramana.serialization import json_value

T = TypeVar("T", PlannerProposals, Valued)


class Memo:
    """Keeps each response under its key and the context in which it was given; without a path, in memory only.

    The file's first line identifies the search. A line that was cut off by a kill is dropped. Each response is on
    disk before it is used. Results of plans are not kept: plans are executed again, from the stored responses.
    """

    def __init__(self, path: Path | None, manifest: Mapping[str, Any]) -> None:
        self.known: dict[tuple[str, str], dict[str, Any]] = {}
        self._file: IO[bytes] | None = None
        if path is not None:
            self._file = self._open(path, json.loads(canonical(dict(manifest))))

    def _open(self, path: Path, manifest: dict[str, Any]) -> IO[bytes]:
        try:
            file = path.open("r+b") if path.exists() else path.open("w+b")
        except OSError as error:
            raise InputError(f"{path} cannot be opened: {error.strerror or error}.") from error
        try:
            self._read_log(path, file, manifest)
        except BaseException:
            file.close()
            raise
        return file

    def _read_log(self, path: Path, file: IO[bytes], manifest: dict[str, Any]) -> None:
        body = file.read()
        whole = body[: body.rfind(b"\n") + 1]
        lines = [_line(path, number, each) for number, each in enumerate(whole.splitlines(), 1)]
        if lines and lines[0] != {"search": manifest}:
            raise InputError(f"{path} holds another search: {_difference(lines[0], manifest)}.")
        self.known = {(each["key"], each["context"]): each["told"] for each in lines[1:]}
        file.seek(len(whole))
        file.truncate()
        if not lines:
            self._write(file, {"search": manifest})

    async def proposals(
        self, key: str, context: str, make: Callable[[], Awaitable[PlannerProposals]]
    ) -> PlannerProposals:
        """Return what a planner proposed here, asking it where it was not asked yet."""
        return await self._recall(key, context, make, TypeAdapter(PlannerProposals))

    async def valuation(self, key: str, context: str, make: Callable[[], Awaitable[Valued]]) -> Valued:
        """Return how a node was judged, having it judged where it was not yet."""
        return await self._recall(key, context, make, TypeAdapter(Valued))

    async def _recall(
        self,
        key: str,
        context: str,
        make: Callable[[], Awaitable[T]],
        kind: TypeAdapter[T],
    ) -> T:
        if (key, context) not in self.known:
            told = json.loads(canonical(json_value(await make())))
            if self._file is not None:
                self._write(self._file, {"key": key, "context": context, "told": told})
            self.known[key, context] = told
        return kind.validate_python(self.known[key, context])

    def _write(self, file: IO[bytes], line: dict[str, Any]) -> None:
        file.write(canonical(line).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _line(path: Path, number: int, body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
        if isinstance(found, dict) and (set(found) == {"search"} or {"key", "context", "told"} <= set(found)):
            return found
    except ValueError:
        pass
    raise InputError(f"{path} (line {number}): not a line of a search log.")


def _difference(line: Mapping[str, Any], manifest: Mapping[str, Any]) -> str:
    known = line.get("search")
    if not isinstance(known, Mapping):
        return "its first line does not say which"
    names = [name for name in sorted({*known, *manifest}) if known.get(name) != manifest.get(name)]
    return ", ".join(f"{name} was {known.get(name)!r} and is {manifest.get(name)!r}" for name in names)
