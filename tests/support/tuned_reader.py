"""A model that reads well where its prompt asks it to copy, and carelessly elsewhere: always the same way.

Careless, it invents the agents in three lines of ten, and leaves the first action out in three more. It judges like
`oracle`. A real server's answer function.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import oracle

from pramana.karaka import PROMPTS

COPY = "Copy every mention exactly as it stands."
KEYS = ("kriya_batch_extraction_prompt", "kriya_extraction_prompt")


def better() -> dict[str, str]:
    """Return the prompts under which this model reads well: those that read several lines, and one."""
    return {key: f"{PROMPTS[key]}\n{COPY}" for key in KEYS}


def better_file(folder: Path) -> Path:
    file = folder / "better.json"
    file.write_text(json.dumps(better()), "utf-8")
    return file


def answer(request: dict[str, Any], number: int) -> Any:
    careful = COPY in request["messages"][0]["content"]
    if oracle.asked_for(request) == "kriyas":
        return json.dumps(_reading(oracle.fields(request)["text"], careful))
    if oracle.asked_for(request) == "lines":
        lines = oracle.numbered_lines(request)
        return {"lines": [{"line": each["line"], **_reading(each["text"], careful)} for each in lines]}
    return oracle.answer(request, number)


def _reading(text: str, careful: bool) -> dict[str, Any]:
    reading = oracle.read_line(text)
    luck = oracle.chance({"messages": text}, "careless")
    if not careful and luck < 30:
        for kriya in reading["kriyas"]:
            kriya["karakas"]["KARTA"] = ["Nobody Wrote This"]
    elif not careful and luck < 60:
        reading["kriyas"] = reading["kriyas"][1:]
    return reading
