"""The prompts of PROCESS and ANALYZE as one text, for a model that is asked outside of an executor."""

from __future__ import annotations

from pathlib import Path

from pramana.gasl.ptools import ANALYZE, PROCESS
from pramana.llm import PromptFolder, fence

PROMPTS = PromptFolder(Path(__file__).with_name("prompts"))
"""The package's prompts by key."""


def build_process_prompt(data_excerpt: str, instruction: str) -> str:
    """Return the prompt of a PROCESS over an excerpt of data, which is fenced as data.

    It asks for a JSON object whose items name the input items that they were made of, and quote them.
    """
    return _build_prompt(PROCESS.prompt, instruction, "items", data_excerpt)


def build_analyze_prompt(state_excerpt: str, instruction: str) -> str:
    """Return the prompt of an ANALYZE over an excerpt of the state, which is fenced as data.

    It asks for a JSON object with an answer, its rationale, and references to items as evidence.
    """
    return _build_prompt(ANALYZE.prompt, instruction, "sample", state_excerpt)


def _build_prompt(key: str, instruction: str, name: str, excerpt: str) -> str:
    return f"{PROMPTS[key]}\n\n## instruction\n{instruction}\n\n## {name}\n{fence(excerpt)}"
