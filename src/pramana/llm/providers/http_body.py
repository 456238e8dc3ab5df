"""The body of an HTTP answer, read piece by piece up to a bound, compressed or not."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import httpx2

from pramana.errors import AnswerTooLong, ServerFailed

Inflate = Callable[[bytes, int], bytes]
"""From a piece and the most bytes wanted to the bytes that it decodes to, no more than those."""


async def read_body(server: str, response: httpx2.Response, longest: int, cut: bool) -> bytes:
    """Return the body, decompressed. Of one with more than `longest` bytes the rest is never read.

    Such a body is `cut`, or AnswerTooLong is raised. Compressed bytes count too: some decode to nothing without end.
    """
    pieces: list[bytes] = []
    sent = size = 0
    inflate = _inflater(server, response.headers.get("content-encoding", ""))
    async for piece in response.stream:  # type: ignore[union-attr]  # of an AsyncHTTPTransport
        sent += len(piece)
        pieces.append(inflate(piece, longest - size + 1))
        size += len(pieces[-1])
        if max(size, sent) > longest:
            if cut:
                break
            raise AnswerTooLong(
                f"{server} sent more than {longest:,} bytes, which is more than an answer of the length "
                f"that was asked for can have. The rest was not read."
            )
    return b"".join(pieces)[:longest]


def _inflater(server: str, encoding: str) -> Inflate:
    """Return what decodes a Content-Encoding. Raises ServerFailed for one that was not asked for."""
    name = encoding.strip().lower()
    if name in ("", "identity"):
        return lambda piece, _: piece
    if name not in ("gzip", "x-gzip", "deflate"):
        raise ServerFailed(f"{server}: the answer is compressed as {name[:40]!r}, which was not asked for.")
    decoder = zlib.decompressobj(wbits=32 + zlib.MAX_WBITS)  # finds out which of both it is

    def inflate(piece: bytes, most: int) -> bytes:
        try:
            return decoder.decompress(piece, most)
        except zlib.error as error:
            raise ServerFailed(f"{server}: the answer is not compressed as {name}, as it says ({error}).") from None

    return inflate
