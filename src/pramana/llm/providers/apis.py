"""What the project's own providers speak: the address of a server, and the forms in which JSON is asked for.

Plug-ins tell it before a provider is imported, and providers work by it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Api:
    """`url` is where its maker's server is, "" for none; `forms` has the strictest first."""

    url: str
    forms: tuple[str, ...]


OPENAI = Api("https://api.openai.com/v1", ("json_schema", "json_object", "prompt"))
ANTHROPIC = Api("https://api.anthropic.com", ("json_schema", "tool", "prompt"))
OLLAMA = Api("http://localhost:11434", ("json_schema", "json_object", "prompt"))
TRANSFORMERS = Api("", ("json_schema", "prompt"))
