"""Questions that readers wrote of short texts. Usage: python bench/reader_questions.py [FOLDER ...] [--half
chosen|watched|all] [--show]

Each FOLDER holds `texts/` and `questions.jsonl` (bench/readers/README.md); without one, both sets of bench/readers are
asked. The embedded model reads each text into a workspace of its own. Printed for each set: how many questions with an
answer get a line that answers (`right line`), only other lines, or a refusal; of the refusals, how often the answering
line is named first or among five; and how many questions without an answer are refused. A right line is a hint: whether
the words before it answer, a reader says. `--half chosen`: every other text, the first among them; `watched`: the
others. `--show` prints each reply that is not a refusal.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pramana

READERS = Path(__file__).parent / "readers"
ALIKE = 40
"""Letters by which a line and a sentence are taken for the same where the other begins with them."""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--half", choices=("chosen", "watched", "all"), default="all")
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    folders = given.folders or sorted(each for each in READERS.iterdir() if (each / "texts").is_dir())
    lacking = [each for each in folders if not (each / "questions.jsonl").is_file()]
    if lacking:
        print(f"{lacking[0]} holds no questions.jsonl", file=sys.stderr)
        return 2
    for folder in folders:
        counts = Counter[str]()
        for outcome, row, reply in replies(folder, given.half):
            counts[outcome] += 1
            counts.update(places_of(row, reply) if outcome == "refused" else ())
            if given.show and reply.is_answered:
                print(f"{outcome:12} {reply.status:8} {row['question']}\n    {row['gold']}\n    {reply.answer[:240]}")
        print(f"{folder.name} ({given.half}): " + ", ".join(f"{kind} {counts[kind]}" for kind in sorted(counts)))
    return 0


def replies(folder: Path, half: str) -> Iterator[tuple[str, dict[str, object], pramana.QueryResult]]:
    """Yield how each question came out, with its row and its reply."""
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    names = sorted({row["text"] for row in rows})
    for name in names if half == "all" else names[half == "watched" :: 2]:
        with tempfile.TemporaryDirectory() as home, pramana.open(Path(home) / "ws", create=True) as ws:
            ws.ingest(folder / "texts" / name)
            for row in rows:
                if row["text"] == name:
                    reply = ws.ask(row["question"])
                    yield outcome_of(row, reply), row, reply


def outcome_of(row: dict[str, object], reply: pramana.QueryResult) -> str:
    """Return how a question came out.

    `right line`, `other line` and `refused` are of a question with an answer, else `no answer, …`.
    """
    if not row["answerable"]:
        return "no answer, answered" if reply.is_answered else "no answer, refused"
    if not reply.is_answered:
        return "refused"
    return "right line" if has_line(row, [line.text for line in reply.citations]) else "other line"


def places_of(row: dict[str, object], reply: pramana.QueryResult) -> list[str]:
    """Return where a refusal names the answering line: first, among five, or nowhere."""
    near = [line.text for line in reply.nearest]
    return [told for told, most in (("  named first", 1), ("  among five", 5)) if has_line(row, near[:most])]


def has_line(row: dict[str, object], lines: Sequence[str]) -> bool:
    """Return whether some lines hold one of the sentences that answer."""
    sentences: list[str] = row["lines"]  # type: ignore[assignment]
    return any(one[:ALIKE] in line or line[:ALIKE] in one for one in sentences for line in lines)


if __name__ == "__main__":
    raise SystemExit(main())
