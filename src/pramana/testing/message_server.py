"""A real HTTP server that speaks Anthropic's messages and misbehaves on demand: the sibling of `model_server`.

In a test: `with MessageServer(answer) as server: … server.root`. Replies and misbehaviour are those of `model_server`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pramana.testing.model_server import ModelServer, ServerReply

_ENDS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}


class MessageServer(ModelServer):
    """The server. What a model wrote comes as text; where the request wants a tool used, as the tool's input.

    `finish` and `usage` of a reply keep OpenAI's words and are turned into Anthropic's; `cache_…` counts are sent on.
    """

    paths = ("/v1/messages",)

    @property
    def root(self) -> str:
        """Return the address without a path, as Anthropic's SDK wants it."""
        return self.url.removesuffix("/v1")

    def body_of(self, reply: ServerReply, request: Mapping[str, Any], number: int) -> bytes:
        if reply.body is not None:
            return reply.body
        message: dict[str, Any] = {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "model": request.get("model"),
            "content": _blocks(reply, request),
            "stop_reason": "refusal" if reply.refusal is not None else _ENDS.get(reply.finish, reply.finish),
            "stop_sequence": None,
        }
        if reply.usage is not None:
            spent = {"input_tokens": "prompt_tokens", "output_tokens": "completion_tokens"}
            cache = {name: count for name, count in reply.usage.items() if name.startswith("cache_")}
            message["usage"] = {theirs: reply.usage.get(ours, 0) for theirs, ours in spent.items()} | cache
        return json.dumps(message).encode()


def _blocks(reply: ServerReply, request: Mapping[str, Any]) -> list[dict[str, Any]]:
    written = reply.content if reply.refusal is None else reply.refusal
    if written is None:
        return []
    wanted = request.get("tool_choice", {}).get("name")
    if wanted is not None:
        try:
            return [{"type": "tool_use", "id": "toolu_1", "name": wanted, "input": json.loads(written)}]
        except ValueError:
            pass  # a model that writes instead of using the tool
    return [{"type": "text", "text": written}]
