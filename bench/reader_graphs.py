"""Questions that readers wrote of graphs. Usage: python bench/reader_graphs.py [FOLDER ...] [--base-url URL]
[--at-once N] [--replies FILE]

Each FOLDER holds graphs and `questions.jsonl` (bench/readers/graphs/README.md); without one, all sets of bench/readers
are asked. Each question is asked by `pramana investigate QUESTION --graph FILE --json` in a folder of its own, with the
graph's text as `--source` where there is one. Rules plan; `--base-url` is the server of a model that plans, judges and
answers instead. Printed for each set: how many questions with an answer are answered with all that is expected
(`expected`), answered otherwise, or declined, and how many of those without one are declined; of the declined ones with
an answer, how many have it in the five facts that are shown: all that is expected, or part of it. A question's `facts`
say which words a shown fact must have; without them each word that is expected may be in any. Whether an answer is
right a reader says: `--replies` writes each question with what came as a line of JSON.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

READERS = Path(__file__).parent / "readers"
MODEL = """[llm]
default = "hand"
[llm.models.hand]
model = "hand"
base_url = "{url}"
timeout_s = 3000
structured = "prompt"
"""


def main() -> int:
    """0 when asked, 2 when there is nothing to ask."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--base-url", default="")
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--replies", type=Path)
    given = parser.parse_args()
    folders = given.folders or sorted(READERS.glob("graphs*"))
    lacking = [each for each in folders if not (each / "questions.jsonl").is_file()]
    if lacking:
        print(f"{lacking[0]} holds no questions.jsonl", file=sys.stderr)
        return 2
    every = []
    for folder in folders:
        rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
        with ThreadPoolExecutor(given.at_once) as pool:
            replies = list(pool.map(lambda row, at=folder: _reply(at, row, given.base_url), rows))
        counts = Counter(each["outcome"] for each in replies)
        calls = sum(each["calls"] for each in replies) / len(replies)
        shown = ", ".join(f"{kind} {counts[kind]}" for kind in sorted(counts))
        facts = Counter(_shown(each) for each in replies if each["outcome"] == "declined")
        told = ", ".join(f"{kind} {facts[kind]}" for kind in ("all", "part", "none"))
        print(f"{folder.name}: {shown}; of the declined the five facts show: {told}; {calls:.2f} calls a question")
        every += replies
    if given.replies:
        given.replies.write_text("".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in every), "utf-8")
    return 0


def _reply(folder: Path, row: dict[str, Any], url: str) -> dict[str, Any]:
    """Return a question with what `pramana investigate` said to it."""
    graph = (folder / row["graph"]).resolve()
    text = graph.with_suffix(".txt")
    with tempfile.TemporaryDirectory() as home:
        Path(home, "pramana.toml").write_text(MODEL.format(url=url) if url else "", "utf-8")
        line = [sys.executable, "-m", "pramana", "investigate", row["question"], "--graph", str(graph), "--json"]
        line += ["-w", home, "--store", f"{home}/store.db", *(["--source", str(text)] if text.is_file() else [])]
        ended = subprocess.run(line, capture_output=True, text=True, cwd=home, check=False)
    if ended.returncode not in (0, 1):
        raise RuntimeError(ended.stderr)
    found = json.loads(ended.stdout)
    answer = found["answer"] or ""
    came = {"answer": answer, "why": found["why"], "calls": found["cost"]["calls"]}
    came |= {"nearest": [each["text"] for each in found.get("nearest", ())], "missing": found.get("missing", [])}
    return row | came | {"outcome": _outcome(row, answer)}


def _shown(row: dict[str, Any]) -> str:
    """Return how much of an answer the facts have that were shown in place of one: `all`, `part` or `none`."""
    facts = row.get("facts") or [[each] for each in row["expected"]]
    nearest = [text.lower() for text in row["nearest"]]
    has = [any(all(each.lower() in text for each in words) for text in nearest) for words in facts]
    return "all" if all(has) else "part" if any(has) else "none"


def _outcome(row: dict[str, Any], answer: str) -> str:
    if not row["answerable"]:
        return "no answer, answered" if answer else "no answer, declined"
    if not answer:
        return "declined"
    return "expected" if all(each.lower() in answer.lower() for each in row["expected"]) else "other"


if __name__ == "__main__":
    sys.exit(main())
