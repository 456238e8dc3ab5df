"""Checks of stored responses and vectors: each has the digest of when it came, and the sums are theirs."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.canonical import digest_bytes
from pramana.store import Database, Flaw


def body_flaws(database: Database) -> Iterator[Flaw]:
    """Yield responses and vectors whose body is not what came."""
    for table in ("response", "embedding"):
        rows = database.execute(f"SELECT request, revision, body, digest FROM {table}")
        for request, revision, body, written in rows:
            raw = body if isinstance(body, bytes) else str(body).encode("utf-8", "surrogateescape")
            if digest_bytes(raw) != written:
                yield Flaw(table, f"request {request}, revision {revision}", "body does not have its digest")


def sum_flaws(database: Database) -> Iterator[Flaw]:
    """Yield sums of what was spent that are not those of the stored responses."""
    for model, ptool in database.all(_DIFFERENT):
        yield Flaw("spent", f"model {model}, ptool {ptool}", "is not the sum of the stored responses")


def call_flaws(database: Database) -> Iterator[Flaw]:
    """Yield the calls of runs whose stored response is lost, or is another one than the run used."""
    for run, path, request, revision in database.execute(_LOST):
        yield Flaw("response", f"request {request}, revision {revision}", f"is not what run {run} used at {path}")


_LOST = """
    SELECT step.run, step.path,
        json_extract(exchange.value, '$.request'), json_extract(exchange.value, '$.revision')
    FROM step, json_each(step.body, '$.exchanges') AS exchange
    LEFT JOIN response ON response.request = json_extract(exchange.value, '$.request')
        AND response.revision = json_extract(exchange.value, '$.revision')
        AND response.digest = json_extract(exchange.value, '$.response')
    WHERE step.kind = 'call' AND response.request IS NULL AND json_extract(exchange.value, '$.revision') IS NOT 0
"""
_SUMS = """
    SELECT model, ptool, count(*), sum(prompt_tokens), sum(completion_tokens), coalesce(sum(money), 0),
        count(*) - count(money), sum(cached_tokens)
    FROM response GROUP BY model, ptool
"""
_KEPT = "SELECT model, ptool, answers, prompt_tokens, completion_tokens, money, unpriced, cached_tokens FROM spent"
_DIFFERENT = f"""
    SELECT model, ptool FROM (SELECT * FROM ({_SUMS}) EXCEPT {_KEPT})
    UNION SELECT model, ptool FROM (SELECT * FROM ({_KEPT}) EXCEPT {_SUMS})
"""
