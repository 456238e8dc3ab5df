"""The package's prompts by key."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pramana.llm import PromptBook, PromptFolder

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The package's prompts by key."""


def get_prompt(key: str, prompts: Mapping[str, str] | None = None) -> str:
    """Return a prompt by its key: yours where `prompts` (as `load_prompts` returns them) has it, else the shipped one.

    Raises PromptError for an unknown key, with the nearest ones. The prompts of a workspace are in `ws.prompts()`.
    """
    return PromptBook(PROMPTS, prompts).get_prompt(key)
