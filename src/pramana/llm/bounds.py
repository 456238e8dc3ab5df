"""How long an answer may be, and how long it may take to parse."""

from __future__ import annotations

ENVELOPE_BYTES = 64 * 1024
"""What surrounds the text of an answer: names, usage, fingerprints, and what some servers add of their own."""
TOKEN_BYTES = 64
"""Bytes of JSON a token, at most on average: the longest common tokens have about 10 characters, and a server that
escapes every one of them (`\\u0e01`) sends 6 bytes a character."""
NUMBER_BYTES = 32
"""Bytes of JSON a number of a vector: 17 digits, sign, exponent, comma and line break."""
LONGEST_VECTOR = 4_096
"""Numbers in a vector where the settings name no dimensions: as many as the largest common models give."""
LIST_BYTES = 4 * 1024 * 1024
"""A server's list of its models. The longest public one has about 0.5 MB."""
STATE_BYTES = 8 * 1024 * 1024
"""What a batch API says of its jobs: a page of 100 with their metadata."""
RESULTS_BYTES = 256 * 1024 * 1024
"""The results of a batch job: 2,000 answers (see `batch_api`) of 128 kB each, what 1,024 tokens can have at most."""
LONG_ANSWER = 16_000
"""Characters from which an answer is parsed in a thread. Shorter ones take less than 5 ms: no other call notices."""
PARSE_S = 10.0
"""Seconds that parsing may take: a hundred times what the longest answer takes if the ptool's own checks are fast."""


def answer_bytes(max_tokens: int) -> int:
    """Return how many bytes an answer of at most `max_tokens` tokens can have."""
    return ENVELOPE_BYTES + max_tokens * TOKEN_BYTES


def vector_bytes(texts: int, dimensions: int | None) -> int:
    """Return how many bytes the vectors of so many texts can have."""
    return ENVELOPE_BYTES + texts * (dimensions or LONGEST_VECTOR) * NUMBER_BYTES
