"""The server that counts: calls, tokens, cached tokens and sequential rounds, by what is asked."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from time import monotonic
from typing import Any

from pramana.testing.model_server import ModelServer, ServerReply
from pricing.answers import ptool_of

CACHE_STEP, CACHE_LEAST = 128, 1024
"""A prefix counts as cached from 1,024 tokens on, in steps of 128: OpenAI's published rule."""
Tokens = Callable[[str], int]


def tokenizer() -> tuple[str, Tokens]:
    """Return the name of what counts tokens, and the count: o200k_base where `tiktoken` has it.

    Else Pramana's own estimate, of this checkout whichever one is measured.
    """
    try:
        import tiktoken

        encoding = tiktoken.get_encoding("o200k_base")
    except Exception:  # not installed, or its vocabulary cannot be fetched
        return "pramana.llm.tokens (97 % of o200k_base on such requests)", _own()
    return "o200k_base", lambda text: len(encoding.encode(text, disallowed_special=()))


def _own() -> Tokens:
    file = Path(__file__).parents[2] / "src" / "pramana" / "llm" / "tokens.py"
    spec = spec_from_file_location("pricing_tokens", file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    counted: Tokens = module.about_tokens
    return counted


@dataclass(frozen=True, slots=True)
class CountedCall:
    """One call as the server saw it. `cached` are tokens of a prefix that an earlier call had, too."""

    ptool: str
    input: int
    output: int
    cached: int
    round: int


@dataclass(slots=True)
class Meter:
    """Answers by a scripted model, and keeps the count.

    All requests that come within one tick of `tick_s` seconds are answered at its end: as many rounds as ticks with an
    answer. 0: at once, and no rounds are counted.
    """

    model: Callable[[Mapping[str, Any]], str]
    tokens: Tokens
    tick_s: float = 0.0
    calls: list[CountedCall] = field(default_factory=list)
    _prefixes: set[int] = field(default_factory=set)

    def answer(self, request: dict[str, Any], _: int) -> ServerReply:
        seed = int(request.get("seed", 0))
        contents = [self.model({**request, "seed": seed + sample}) for sample in range(request.get("n", 1))]
        sent, written = _as_sent(request), sum(map(self.tokens, contents))
        call = CountedCall(ptool_of(request), self.tokens(sent), written, self._cached(sent), self._round())
        self.calls.append(call)
        usage = {
            "prompt_tokens": call.input,
            "completion_tokens": call.output,
            "total_tokens": call.input + call.output,
            "prompt_tokens_details": {"cached_tokens": call.cached},
        }
        choices = [
            {"index": index, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
            for index, content in enumerate(contents)
        ]
        body = {"id": "1", "object": "chat.completion", "created": 0, "model": "test", "choices": choices}
        delay = self.tick_s - monotonic() % self.tick_s if self.tick_s else 0.0
        return ServerReply(body=json.dumps({**body, "usage": usage}).encode(), delay_s=delay)

    def _round(self) -> int:
        return math.floor(monotonic() / self.tick_s) if self.tick_s else 0

    def _cached(self, sent: str) -> int:
        """Return how many tokens at the front of a request some earlier request had, too."""
        step = CACHE_STEP * 4
        known = 0
        for end in range(step, len(sent) + 1, step):
            prefix = hash(sent[:end])
            if prefix in self._prefixes and known == end - step:
                known = end
            self._prefixes.add(prefix)
        found = known // 4
        return found if found >= CACHE_LEAST else 0


def _as_sent(request: Mapping[str, Any]) -> str:
    """Return what a model is given of a request: the schema, which servers put first, and the messages."""
    schema = request.get("response_format", {}).get("json_schema", {}).get("schema", "")
    return "\n".join([json.dumps(schema), *(message["content"] for message in request["messages"])])


@dataclass(frozen=True, slots=True)
class Counted:
    """The sum of some calls."""

    calls: int = 0
    input: int = 0
    output: int = 0
    cached: int = 0
    rounds: int = 0

    @classmethod
    def of(cls, calls: Iterable[CountedCall]) -> Counted:
        found = list(calls)
        sums = (sum(getattr(call, name) for call in found) for name in ("input", "output", "cached"))
        return cls(len(found), *sums, rounds=len({call.round for call in found}))


def served(meter: Meter) -> ModelServer:
    """Return the server, to be used as a context manager."""
    return ModelServer(meter.answer)
