"""The language gate: sentences of other languages that are read as English, and English ones that are lost.

    python bench/languages.py FOLDER

FOLDER holds `syntax`, `coreference`, `christmas_carol` and `questions`. A foreign sentence is accepted if the embedded
reader makes an event of it, alone and without context. An English one is lost if it has a clause and the gate refuses
it. Thresholds were chosen on odd rows; even rows report.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from pramana.documents import read_document
from pramana.events import Unread, read_kriyas
from pramana.language import analyse, other_language

HERE = Path(__file__).parent / "languages"


def foreign() -> list[str]:
    """Return the sentences of other languages."""
    lines = (HERE / "foreign.tsv").read_text("utf-8").splitlines()
    return [line.split("\t")[1] for line in lines if line and not line.startswith("#")]


def english(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield names of English sources with their lines."""
    yield "with foreign names and quotations", (HERE / "english.txt").read_text("utf-8").splitlines()
    treebank = (folder / "syntax/en_ewt-ud-dev.conllu").read_text("utf-8").splitlines()
    yield "UD EWT dev", [line.removeprefix("# text = ") for line in treebank if line.startswith("# text = ")]
    yield (
        "LitBank",
        [line for path in sorted((folder / "coreference/litbank").glob("*.conll")) for line in _conll(path)],
    )
    carol = folder / "christmas_carol/christmas_carol.txt"
    yield "A Christmas Carol", [line.text for line in read_document(carol, "carol").lines]
    documents = sorted(path for path in (folder / "questions/documents").iterdir() if path.name != "README.md")
    yield "questions", [line.text for path in documents for line in read_document(path, path.name).lines]


def _conll(path: Path) -> Iterator[str]:
    words: list[str] = []
    for row in path.read_text("utf-8").splitlines():
        fields = row.split("\t")
        if len(fields) > 4:
            words.append(fields[3])
        elif words:
            yield " ".join(words)
            words = []


def accepted(lines: Sequence[str]) -> list[str]:
    """Return the lines of which the reader makes events."""
    read = ((line, read_kriyas(line)) for line in lines)
    return [line for line, found in read if not isinstance(found, Unread) and found.kriyas]


def main() -> None:
    lines = foreign()
    for name, part in (("odd", lines[::2]), ("even", lines[1::2])):
        read = accepted(part)
        passed = [line for line in part if not other_language(line)]
        print(f"foreign, {name} rows: {len(read)} of {len(part)} read as English, {len(passed)} pass the gate; {read}")
    if len(sys.argv) < 2:
        print("No FOLDER of data given: English lines are not measured.")
        return
    total = lost = 0
    began = perf_counter()
    for name, part in english(Path(sys.argv[1])):
        refused = [line for line in part if other_language(line)]
        clauses = [line for line in refused if analyse(line).clauses]
        total, lost = total + len(part), lost + len(clauses)
        print(f"{name}: {len(refused)} of {len(part)} refused, {len(clauses)} of them with a clause; {clauses[:8]}")
    print(f"English lines lost: {100 * lost / total:.2f} %; {perf_counter() - began:.0f} s for {total} lines")


if __name__ == "__main__":
    main()
