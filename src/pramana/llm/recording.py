"""A recording of a model's answers as a file: what the provider `recorded` answers from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pramana.store import Database


def write_recording(database: Database, file: Path, about: Mapping[str, Any], models: frozenset[str]) -> int:
    """Write the stored answers of these models as JSON lines, in the order in which they came; return how many.

    `models` are named as requests name them, `provider:model`. `about` is the first line: who answered, and `recorded`,
    the day.
    Inputs are in the file by their hashes alone, answers as they were given. Raises OSError.
    """
    rows = list(_stored_answers(database, models))
    lines = [about, *rows]
    file.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), "utf-8")
    return len(rows)


def _stored_answers(database: Database, models: frozenset[str]) -> Iterator[dict[str, Any]]:
    sql = "SELECT model, ptool, parts, body, status, prompt_tokens, completion_tokens FROM response ORDER BY rowid"
    for model, ptool, parts, body, status, prompt_tokens, completion_tokens in database.all(sql):
        if model in models:
            asked = json.loads(parts)
            yield {
                "ptool": ptool,
                "input": asked["input"],
                "sample": asked["sample"],
                "body": body,
                "status": status,
                "prompt_tokens": prompt_tokens,
                "completion_tokens": completion_tokens,
            }
