"""The child's side of the sandbox: it takes a file, limits itself, parses, and answers in lines of JSON.

Where the system has no module `resource` (Windows), or does not keep to a limit (macOS: memory), the parent's clock and
the bound of the text remain.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
from contextlib import suppress
from typing import IO, Any

from pramana.documents.decode import Undecodable
from pramana.documents.loader import LOADERS, DocumentDate, Page, Unusable

IDLE_SECONDS = 30.0
"""How long a child waits for its next file before it ends, so that a notebook does not hold one for hours."""


def serve() -> None:
    """Answer request after request, up to the end of the input. An interrupt is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = sys.stdin.buffer, _answers()
    while _awaits(requests):
        line = requests.readline()
        if not line:
            return
        request = json.loads(line)
        _limit(request)
        _reply(answers, request, requests.read(request["size"]))


def _answers() -> IO[bytes]:
    """Return the pipe to the parent. What a library prints goes nowhere: it would be taken for an answer."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return answers


def _awaits(requests: IO[bytes]) -> bool:
    """Wait for the next request; return False where none comes for long. Pipes cannot be waited for on Windows."""
    return os.name != "posix" or bool(select.select([requests], [], [], IDLE_SECONDS)[0])


def _reply(answers: IO[bytes], request: dict[str, Any], body: bytes) -> None:
    try:
        for page in LOADERS[request["loader"]].pages(body):
            _say(answers, _page_json(page))
        _say(answers, {"done": True})
    except (Undecodable, Unusable) as error:
        _say(answers, {"refused": str(error)})
    except MemoryError:
        _say(answers, {"refused": f"its parser takes too much memory: more than {request['memory'] // 1024**2} MiB"})
    answers.flush()


def _page_json(page: Page) -> dict[str, str]:
    if isinstance(page, DocumentDate):
        return {"date": page.edtf}
    return {"text": page} if isinstance(page, str) else {"text": page.text, "place": page.place}


def _say(answers: IO[bytes], what: dict[str, Any]) -> None:
    answers.write(json.dumps(what).encode() + b"\n")


def _limit(request: dict[str, Any]) -> None:
    """Limit this process for one file: memory, processor time from now on; no file written, no core dumped."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + 1 + request["seconds"]
    limits = {resource.RLIMIT_AS: request["memory"], resource.RLIMIT_CPU: seconds}
    for limit, amount in {**limits, resource.RLIMIT_FSIZE: 0, resource.RLIMIT_CORE: 0}.items():
        hard = resource.getrlimit(limit)[1]
        with suppress(ValueError, OSError):  # macOS refuses some
            resource.setrlimit(limit, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))
