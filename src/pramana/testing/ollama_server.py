"""A real HTTP server that speaks Ollama's own API and misbehaves on demand: the sibling of `model_server`.

In a test: `with OllamaServer(answer) as server: … server.root`. Replies and misbehaviour are those of `model_server`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pramana.testing.model_server import ModelServer, ServerReply


class OllamaServer(ModelServer):
    """The server. `finish` and `usage` of a reply keep OpenAI's words and are turned into Ollama's."""

    paths = ("/api/chat",)

    @property
    def root(self) -> str:
        """Return the address without a path, as Ollama's own API has it."""
        return self.url.removesuffix("/v1")

    def body_of(self, reply: ServerReply, request: Mapping[str, Any], number: int) -> bytes:
        if reply.body is not None:
            return reply.body
        written = reply.content if reply.refusal is None else reply.refusal
        answer: dict[str, Any] = {
            "model": request.get("model"),
            "created_at": "2026-01-01T00:00:00Z",
            "message": {"role": "assistant", "content": written},
            "done": True,
            "done_reason": reply.finish,
        }
        if reply.usage is not None:
            counts = {"prompt_eval_count": "prompt_tokens", "eval_count": "completion_tokens"}
            answer |= {theirs: reply.usage.get(ours, 0) for theirs, ours in counts.items()}
        return json.dumps(answer).encode()
