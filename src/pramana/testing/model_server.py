"""A real HTTP server that speaks chat completions and embeddings and misbehaves on demand, for tests of what asks them.

In a test: `with ModelServer(answer) as server: … server.url`. As a separate process:
`python -m pramana.testing.model_server --script module:function --port 0 --log FILE --delay 0.2`, which prints its URL.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from io import RawIOBase
from itertools import cycle
from pathlib import Path
from threading import Event, Thread
from typing import Any, Literal

REASONS = {
    200: "OK",
    307: "Temporary Redirect",
    400: "Bad Request",
    404: "Not Found",
    429: "Too Many Requests",
    500: "Internal Server Error",
}


@dataclass(frozen=True, slots=True)
class ServerReply:
    """What the server does with one request. Misbehaviour is data: see the makers below.

    `content` is what the model wrote, None for `content: null`. `body` replaces the whole HTTP body.
    """

    content: str | None = ""
    status: int = 200
    finish: str = "stop"
    refusal: str | None = None
    usage: Mapping[str, Any] | None = field(default_factory=lambda: {"prompt_tokens": 10, "completion_tokens": 5})
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    delay_s: float = 0.0
    ending: Literal["whole", "cut", "hang", "endless", "drip"] = "whole"
    """`cut`: the connection is reset in the middle of the body; `hang`: nothing is ever answered; `endless`: the body
    is sent again and again; `drip`: a byte of it every 20 ms"""

    def as_body(self, model: str, number: int) -> bytes:
        if self.body is not None:
            return self.body
        message = {"role": "assistant", "content": self.content}
        if self.refusal is not None:
            message["refusal"] = self.refusal
        completion: dict[str, Any] = {
            "id": f"chatcmpl-{number}",
            "object": "chat.completion",
            "created": 0,
            "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": self.finish}],
        }
        if self.usage is not None:
            total = self.usage.get("prompt_tokens", 0) + self.usage.get("completion_tokens", 0)
            completion["usage"] = {"total_tokens": total, **self.usage}
        return json.dumps(completion).encode()


def failure_reply(status: int = 500, message: str = "no luck", param: str | None = None, **headers: str) -> ServerReply:
    """Return an error of the server. `headers` by name, `_` for `-`: `failure_reply(429, Retry_After="2")`."""
    error = {"error": {"message": message, "type": "server_error", "param": param, "code": None}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return ServerReply(status=status, body=json.dumps(error).encode(), headers=named)


def rate_limited(retry_after: str = "0") -> ServerReply:
    """Return a 429 with its Retry-After, in seconds or as an HTTP date."""
    return failure_reply(429, "slow down", Retry_After=retry_after)


def refuses(param: str) -> ServerReply:
    """Return the 400 of a server that does not take the parameter `param`."""
    return failure_reply(400, f"Unsupported parameter: '{param}' is not supported with this model.", param)


def redirect_reply(location: str, status: int = 307) -> ServerReply:
    """Return a redirect to another address."""
    return ServerReply(status=status, body=b"", headers={"Location": location})


def gzip_reply(body: bytes, encoding: str = "gzip") -> ServerReply:
    """Return a body compressed with gzip, under any name."""
    return ServerReply(body=gzip.compress(body), headers={"Content-Encoding": encoding})


def gzip_bomb_reply(size: int = 100_000_000) -> ServerReply:
    """Return a small body that decompresses to `size` bytes."""
    return gzip_reply(b" " * size)


def endless_reply(piece: bytes = b'{"choices": [' + b" " * 16_000) -> ServerReply:
    """Return a body without an end."""
    return ServerReply(body=piece, ending="endless")


def embedding_reply(rows: Sequence[Any], tokens: int | None = 7, **more: Any) -> ServerReply:
    """Return a list of embeddings, one a row, whatever the rows hold; `more` replaces parts of the body."""
    data = [{"object": "embedding", "index": index, "embedding": row} for index, row in enumerate(rows)]
    body: dict[str, Any] = {"object": "list", "data": data, "model": "test"}
    if tokens is not None:
        body["usage"] = {"prompt_tokens": tokens, "total_tokens": tokens}
    return ServerReply(body=json.dumps({**body, **more}).encode())


def vector_of_text(text: str, dimensions: int = 8) -> list[float]:
    """Return a vector that depends on the text and on nothing else."""
    return [round(byte / 127.5 - 1, 6) for byte in blake2b(text.encode(), digest_size=dimensions).digest()]


HANG = ServerReply(ending="hang")
CUT = ServerReply(content='{"never": "seen whole"}' * 20, ending="cut")
TRUNCATED = ServerReply(body=b'{"id": "chatcmpl-1", "choices": [{"message": {"content": "half of')
"""A body of the right length that is half a chat completion."""

Answer = Callable[[dict[str, Any], int], ServerReply | str | Mapping[str, Any]]
"""From the request's JSON and its number (1, 2, …) to a reply: text as content, a mapping as JSON content.

A request for embeddings has an `input`; `embedded` makes the reply to it.
"""


class ModelServer:
    """The server. As a context manager it runs in a thread, on a free port of the loopback address.

    `requests` holds every request's JSON in order of arrival; with `log`, each is also a line of that file, written
    whole before it is answered. `headers` are those of each request. `connections` counts those that were ever opened;
    `most_in_flight` is the largest number of requests that were open together. `models` are those that it lists, None:
    it has no list. `listing` replaces the answer that lists them. `samples`: a request with `n` gets so many answers,
    each asked of the script with a seed of its own; else one, as of servers that do not know the parameter.
    """

    paths: tuple[str, ...] = ("/chat/completions", "/embeddings")
    """What is answered, by the end of its path."""

    def __init__(
        self,
        answer: Answer,
        *,
        delay_s: float = 0.0,
        log: Path | None = None,
        port: int = 0,
        models: Sequence[str] | None = ("test",),
        samples: bool = False,
    ) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []
        self.authorizations: list[str | None] = []
        self.connections = 0
        self.listing: ServerReply | None = None
        self.most_in_flight = 0
        self.url = ""
        self.answer = answer
        self._models = models
        self._samples = samples
        self._delay_s = delay_s
        self._log: RawIOBase | None = log.open("ab", buffering=0) if log else None
        self._port = port
        self._in_flight = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._ready = Event()

    def __enter__(self) -> ModelServer:
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("The model server did not start.")
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()
        if self._log is not None:
            self._log.close()

    def run(self) -> None:
        """Serve in this thread until the process ends, and print the URL when ready."""
        asyncio.run(self._serve(announce=True))

    async def _serve(self, announce: bool = False) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._converse, "127.0.0.1", self._port, backlog=1024)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
        if announce:
            sys.stdout.write(f"{self.url}\n")
            sys.stdout.flush()
        self._ready.set()
        try:
            await self._stopped.wait()
        finally:
            server.close()
            for writer in self._writers:
                writer.transport.abort()
            await asyncio.sleep(0.01)  # lets the transports close

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        self.connections += 1
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                method, path, headers = _head(head)
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                await self._respond(method, path, headers, body, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass  # the client has gone
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _respond(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes, writer: asyncio.StreamWriter
    ) -> None:
        path = path.partition("?")[0]
        if method == "GET" and self.listing is not None:
            return await _send(writer, self.listing, self.listing.body or b"")
        if method == "GET" and path.endswith("/models") and self._models is not None:
            data = [{"id": name, "object": "model", "created": 0, "owned_by": "test"} for name in self._models]
            return write_reply(writer, ServerReply(body=json.dumps({"object": "list", "data": data}).encode()))
        if method != "POST" or not path.endswith(self.paths):
            return write_reply(writer, failure_reply(404, f"no {path} here"))
        self._in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self._in_flight)
        try:
            await self._complete(json.loads(body), headers, writer)
        finally:
            self._in_flight -= 1
        return None

    async def _complete(
        self, request: dict[str, Any], headers: Mapping[str, str], writer: asyncio.StreamWriter
    ) -> None:
        self.requests.append(request)
        self.headers.append(headers)
        self.authorizations.append(headers.get("authorization"))
        number = len(self.requests)
        if self._log is not None:
            self._log.write(json.dumps({"number": number, "request": request}).encode() + b"\n")
        reply = as_reply(self.answer(request, number))
        if delay := reply.delay_s or self._delay_s:
            await asyncio.sleep(delay)
        if reply.ending == "hang":
            await self._stopped.wait()
        await _send(writer, reply, self.body_of(reply, request, number))

    def body_of(self, reply: ServerReply, request: Mapping[str, Any], number: int) -> bytes:
        """Return the body of the HTTP answer to a request."""
        body = reply.as_body(str(request.get("model")), number)
        return self._with_samples(body, request, number) if self._samples and request.get("n", 1) > 1 else body

    def _with_samples(self, body: bytes, request: Mapping[str, Any], number: int) -> bytes:
        """Return a completion with the further answers that a request asks for."""
        completion = json.loads(body)
        if "choices" not in completion:
            return body
        for index in range(1, request["n"]):
            reply = as_reply(self.answer({**request, "seed": request.get("seed", 0) + index}, number))
            more = json.loads(reply.as_body(str(request.get("model")), number))
            completion["choices"].append({**more["choices"][0], "index": index})
            if "usage" in completion:
                completion["usage"]["completion_tokens"] += more["usage"]["completion_tokens"]
                completion["usage"]["total_tokens"] += more["usage"]["completion_tokens"]
        return json.dumps(completion).encode()


def _head(head: bytes) -> tuple[str, str, dict[str, str]]:
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    pairs = (line.partition(":") for line in lines if line)
    return method, path, {name.strip().lower(): value.strip() for name, _, value in pairs}


def as_reply(answer: ServerReply | str | Mapping[str, Any]) -> ServerReply:
    """Return what a script answered as a reply: text as content, a mapping as JSON content."""
    if isinstance(answer, ServerReply):
        return answer
    return ServerReply(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


def write_reply(writer: asyncio.StreamWriter, reply: ServerReply, body: bytes = b"") -> None:
    """Write a reply as HTTP. `body` is used where the reply has none itself."""
    body = reply.body if reply.body is not None else body
    lines = {"Content-Type": "application/json", "Content-Length": str(len(body)), **reply.headers}
    head = f"HTTP/1.1 {reply.status} {REASONS.get(reply.status, 'Other')}\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    if reply.ending == "cut":
        writer.write(head.encode() + b"\r\n" + body[: len(body) // 2])
        writer.close()
    else:
        writer.write(head.encode() + b"\r\n" + body)


async def _send(writer: asyncio.StreamWriter, reply: ServerReply, body: bytes) -> None:
    if reply.ending in ("endless", "drip"):
        await _trickle(writer, reply, body)
    else:
        write_reply(writer, reply, body)
        await writer.drain()


async def _trickle(writer: asyncio.StreamWriter, reply: ServerReply, body: bytes) -> None:
    """Send a body in chunks until it ends or the client closes the connection."""
    head = f"HTTP/1.1 {reply.status} OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    writer.write(head.encode())
    pieces = cycle([body]) if reply.ending == "endless" else (body[at : at + 1] for at in range(len(body)))
    for piece in pieces:
        writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        await writer.drain()
        await asyncio.sleep(0.02 if reply.ending == "drip" else 0)
    writer.write(b"0\r\n\r\n")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="pramana.testing.model_server", description=__doc__)
    parser.add_argument("--script", required=True, help="module:function that answers (request, number)")
    parser.add_argument("--port", type=int, default=0, help="0: a free one")
    parser.add_argument("--log", type=Path, default=None, help="append each request to this JSONL file")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each answer")
    chosen = parser.parse_args(arguments)
    module, _, function = chosen.script.partition(":")
    answer: Answer = getattr(import_module(module), function)
    ModelServer(answer, delay_s=chosen.delay, log=chosen.log, port=chosen.port).run()


if __name__ == "__main__":
    # A script makes replies of the imported module's class, which is another one than that of `__main__`.
    import_module("pramana.testing.model_server").main()
