"""Questions with expected answers, asked of documents that the embedded model reads. Usage: python bench/questions.py
FOLDER

FOLDER holds `documents/` and `.tsv` files of `question TAB expected answer`, where `REFUSE` expects no answer. Prints
each question with its status and reply, and whether the reply's asserted part contains the words of the expected
answer: a hint for the reader of the list, since `no` or a date may be worded in many ways.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

SMALL = frozenset("the a an of in at on to by no yes as and had been she he it see text claimed so".split())
"""Words of expected answers that say nothing by being contained."""


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
            for row in sheet.read_text("utf-8").splitlines():
                question, _, expected = row.partition("\t")
                result = ws.ask(question)
                kind = judgement(result.status, result.answer, expected)
                counts[kind] += 1
                print(f"{kind:12} {result.status:8} {question}\n    expected: {expected}\n    {result.answer[:300]}")
    print("\n" + ", ".join(f"{number} {kind}" for kind, number in sorted(counts.items())))


def judgement(status: str, answer: str, expected: str) -> str:
    """Return `holds`, `other` (answered without the expected words), `unanswered`, `refused` or `not refused`."""
    if expected.startswith("REFUSE"):
        return "refused" if status in {"NO_MATCH", "ERROR"} else "not refused"
    if status in {"NO_MATCH", "ERROR"}:
        return "unanswered"
    words = {word for word in re.findall(r"\w+", expected.split("(")[0].casefold()) if word not in SMALL}
    return "holds" if words <= set(re.findall(r"\w+", answer.casefold())) else "other"


if __name__ == "__main__":
    raise SystemExit(main())
