"""A model that reads well where its prompt asks it to copy, and carelessly elsewhere: always the same way.

Careless, it invents an agent in three lines of ten, and leaves the first action out in three more. It judges like
`oracle`. A real server's answer function.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import oracle

from pramana.karaka import PROMPTS

COPY = "Copy every mention exactly as it stands."
KEY = "kriya_extraction_prompt"


def better() -> dict[str, str]:
    """Return the prompts under which this model reads well: one key changed."""
    return {KEY: f"{PROMPTS[KEY]}\n{COPY}"}


def better_file(folder: Path) -> Path:
    file = folder / "better.json"
    file.write_text(json.dumps(better()), "utf-8")
    return file


def answer(request: dict[str, Any], number: int) -> Any:
    if oracle.asked_for(request) != "kriyas":
        return oracle.answer(request, number)
    text = oracle.fields(request)["text"]
    reading = oracle.read_line(text)
    luck = oracle.chance({"messages": text}, "careless")
    careful = COPY in request["messages"][0]["content"]
    if not careful and reading["kriyas"]:
        if luck < 30:
            reading["kriyas"][0]["karakas"]["KARTA"] = ["Nobody Wrote This"]
        elif luck < 60:
            reading["kriyas"] = reading["kriyas"][1:]
    return json.dumps(reading)
