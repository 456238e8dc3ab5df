"""Questions with expected answers, asked of documents that the embedded model reads. Usage: python bench/questions.py
FOLDER

FOLDER holds `documents/` and `.tsv` files of `question TAB expected answer`, where `REFUSE` expects no answer. Prints
each question with its status and reply, and whether the reply's asserted part contains the words of the expected
answer: a hint for the reader of the list, since `no` or a date may be worded in many ways.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from pramana.evals import judge_answer, read_question_sheet


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    sheets = sorted(folder.glob("*.tsv"))
    if not sheets or not (folder / "documents").is_dir():
        print(f"{folder} holds no documents/ with .tsv files beside it", file=sys.stderr)
        return 2
    ask_all(folder / "documents", sheets)
    return 0


def ask_all(documents: Path, sheets: list[Path]) -> None:
    """Print every question of the sheets with its reply, then counts."""
    import pramana

    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as home, pramana.open(home, create=True) as ws:
        ws.ingest(documents)
        for sheet in sheets:
            print(f"\n{sheet.name}")
            for row in read_question_sheet(sheet):
                result = ws.ask(row.question)
                found = judge_answer(row, result.status, result.answer)
                counts[found.outcome] += 1
                print(f"{found.outcome:12} {found.status:8} {row.question}\n    expected: {row.expected}")
                print(f"    {found.answer[:300]}")
    print("\n" + ", ".join(f"{number} {kind}" for kind, number in sorted(counts.items())))


if __name__ == "__main__":
    raise SystemExit(main())
