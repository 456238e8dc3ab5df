"""A session as one file: its payload, its context and its log, to be continued in another workspace."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from pramana.errors import InputError
from pramana.igg.context import RunContext
from pramana.igg.payload import Payload, read_payload
from pramana.igg.shelf import StoredRun
from pramana.igg.sources import ContextDocument
from pramana.store import replacing
from pramana.untrusted import Malformed, parse_json, read_file

FORMAT = "pramana igg session 1"
"""The format name in a session's file."""


@dataclass(frozen=True, slots=True)
class MovedSession:
    """A session read from a file. `log` is the text of its log."""

    payload: Payload
    context: RunContext
    lifetime: float | None
    log: str


def write_session(kept: StoredRun, log: Path, target: Path) -> None:
    """Write a session to a file, atomically. Raises InputError if the file cannot be written."""
    body = {
        "format": FORMAT,
        "payload": kept.payload.model_dump(mode="json", by_alias=True),
        "context": [[document.id, list(document.lines)] for document in kept.context.documents.values()],
        "lifetime": kept.lifetime,
        "log": log.read_text("utf-8"),
    }
    with replacing(target) as file:
        file.write(json.dumps(body, ensure_ascii=False, allow_nan=False) + "\n")


def read_session(path: Path) -> MovedSession:
    """Return the session in a file. Raises InputError if it holds none; its log is checked when it is continued."""
    try:
        body = parse_json(read_file(path))
        if body["format"] != FORMAT:
            raise InputError(f"{path}: unsupported format {body['format']!r:.60}, expected {FORMAT!r}.")
        documents = tuple(ContextDocument(str(name), tuple(map(str, lines))) for name, lines in body["context"])
        lifetime = None if body["lifetime"] is None else float(body["lifetime"])
        return MovedSession(read_payload(body["payload"]), RunContext(documents), lifetime, str(body["log"]))
    except (Malformed, KeyError, TypeError, ValueError) as error:
        raise InputError(f"{path} is not a session's file: {type(error).__name__}: {error!s:.120}") from None
