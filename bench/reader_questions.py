"""Questions that readers wrote of short texts. Usage: python bench/reader_questions.py [FOLDER ...] [--half
chosen|watched|all] [--show] [--recall] [--base-url URL] [--each N] [--replies FILE]

Each FOLDER holds `texts/` and `questions.jsonl` (bench/readers/README.md); without one, both sets of bench/readers are
asked. The embedded model reads each text into a workspace of its own. Printed for each set: how many questions with an
answer get a line that answers (`right line`), only other lines, or a refusal; of the refusals, how often the answering
line is named first or among five; and how many questions without an answer are refused. A right line is a hint: whether
the words before it answer, a reader says. `--half chosen`: every other text, the first among them; `watched`: the
others. `--show` prints each reply that is not a refusal. `--recall` asks nothing: all texts of a set are searched
at once, and the shares of questions are printed that have one, and all, of their answering lines among the first 5, 13
and 20. `--base-url` is the server of a model that is asked where the embedded one reads the texts, as in `pramana ask
--base-url URL --model hand`; all texts are asked at once. `--each`:
only so many questions of each text, spread over it. `--replies` writes each question with what came as a line of JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pramana
from pramana.karaka import QueryResult

READERS = Path(__file__).parent / "readers"
FIRST = (5, 13, 20)
"""So many first lines of a search are looked at."""
ALIKE = 40
"""Letters by which a line and a sentence are taken for the same where the other begins with them."""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--half", choices=("chosen", "watched", "all"), default="all")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--recall", action="store_true")
    parser.add_argument("--base-url", default="")
    parser.add_argument("--each", type=int, default=1_000)
    parser.add_argument("--replies", type=Path)
    given = parser.parse_args()
    folders = given.folders or sorted(each for each in READERS.iterdir() if (each / "texts").is_dir())
    lacking = [each for each in folders if not (each / "questions.jsonl").is_file()]
    if lacking:
        print(f"{lacking[0]} holds no questions.jsonl", file=sys.stderr)
        return 2
    for folder in folders if given.recall else ():
        print(f"{folder.name} ({given.half}): {recall_told(folder, given.half)}")
    told = []
    for folder in () if given.recall else folders:
        counts = Counter[str]()
        for outcome, row, reply, calls in replies(folder, given.half, given.each, given.base_url):
            told.append(told_of(folder, outcome, row, reply) | {"calls": calls})
            counts[outcome] += 1
            counts.update(places_of(row, reply) if outcome == "refused" else ())
            if given.show and reply.is_answered:
                print(f"{outcome:12} {reply.status:8} {row['question']}\n    {row['gold']}\n    {reply.answer[:240]}")
        print(f"{folder.name} ({given.half}): " + ", ".join(f"{kind} {counts[kind]}" for kind in sorted(counts)))
    if given.replies:
        given.replies.write_text("".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in told), "utf-8")
    return 0


def recall_told(folder: Path, half: str) -> str:
    """Return how often one, and all, of the lines that answer are among the first lines of a search."""
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    names = sorted({row["text"] for row in rows})
    chosen = names if half == "all" else names[half == "watched" :: 2]
    asked = [row for row in rows if row["answerable"] and row["text"] in chosen]
    found = Counter[tuple[str, int]]()
    with tempfile.TemporaryDirectory() as home, pramana.open(Path(home) / "ws", create=True) as ws:
        for name in chosen:
            ws.ingest(folder / "texts" / name)
        for row in asked:
            lines = [line.text for line in ws.search(row["question"], limit=max(FIRST))]
            for most in FIRST:
                has = [has_line({"lines": [each]}, lines[:most]) for each in row["lines"]]
                found["one", most] += any(has)
                found["all", most] += all(has)
    shares = [f"{what} of {most} {found[what, most] / len(asked):.3f}" for what, most in sorted(found)]
    return f"{len(asked)} questions, " + ", ".join(shares)


Row = dict[str, object]
Asked = tuple[Row, QueryResult, int]
"""A question's row, its reply, and how many calls of models it took."""


def replies(folder: Path, half: str, each: int, base_url: str) -> Iterator[tuple[str, Row, QueryResult, int]]:
    """Yield how each question came out, with its row, its reply and its calls of models."""
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    names = sorted({row["text"] for row in rows})
    chosen = names if half == "all" else names[half == "watched" :: 2]
    with ThreadPoolExecutor(len(chosen) if base_url else 1) as pool:
        own = {name: spread([row for row in rows if row["text"] == name], each) for name in chosen}
        works = [pool.submit(_text_replies, folder / "texts" / name, own[name], base_url) for name in chosen]
        for work in works:
            for row, reply, calls in work.result():
                yield outcome_of(row, reply), row, reply, calls


def spread(rows: list[Row], most: int) -> list[Row]:
    """Return at most so many of some rows, at equal distances."""
    return rows if len(rows) <= most else [rows[at * len(rows) // most] for at in range(most)]


def _text_replies(text: Path, rows: list[Row], base_url: str) -> list[Asked]:
    """Return each question of a text with its reply; the embedded model reads it, the one of a server is asked."""
    found = []
    with tempfile.TemporaryDirectory() as home:
        with pramana.open(Path(home) / "ws", create=True) as ws:
            ws.ingest(text)
        model = {"model": "hand", "base_url": base_url, "timeout_s": 3_000, "structured": "prompt"}
        asked = {"llm": {"default": "hand", "models": {"hand": model}}} if base_url else {}
        with pramana.open(Path(home) / "ws", **asked) as ws:
            for row in rows:
                before = _calls(ws)
                reply = ws.ask(str(row["question"]))
                found.append((row, reply, _calls(ws) - before))
    return found


def _calls(ws: pramana.Workspace) -> int:
    """Return how many calls of models but the embedded one a workspace has paid for."""
    return sum(int(each["calls"]) for each in ws.status().spending if not str(each["model"]).startswith("rules"))


def told_of(folder: Path, outcome: str, row: Row, reply: QueryResult) -> Row:
    """Return a question with what came, for readers who judge it."""
    lines = [line.text for line in reply.citations]
    came = {"outcome": outcome, "status": reply.status, "answer": reply.answer, "cited": lines}
    return {"set": folder.name, **row, **came, "trace": reply.reasoning_trace}


def outcome_of(row: Row, reply: QueryResult) -> str:
    """Return how a question came out.

    `right line`, `other line` and `refused` are of a question with an answer, else `no answer, …`.
    """
    if not row["answerable"]:
        return "no answer, answered" if reply.is_answered else "no answer, refused"
    if not reply.is_answered:
        return "refused"
    return "right line" if has_line(row, [line.text for line in reply.citations]) else "other line"


def places_of(row: Row, reply: QueryResult) -> list[str]:
    """Return where a refusal names the answering line: first, among five, or nowhere."""
    near = [line.text for line in reply.nearest]
    return [told for told, most in (("  named first", 1), ("  among five", 5)) if has_line(row, near[:most])]


def has_line(row: Row, lines: Sequence[str]) -> bool:
    """Return whether some lines hold one of the sentences that answer."""
    sentences: list[str] = row["lines"]  # type: ignore[assignment]
    return any(one[:ALIKE] in line or line[:ALIKE] in one for one in sentences for line in lines)


if __name__ == "__main__":
    raise SystemExit(main())
