"""Sentence splitting against the boundaries of UD English EWT dev, and a table of sentences that are easily cut.

    python bench/splitting.py FOLDER

FOLDER holds `en_ewt-ud-dev.conllu`. The sentences of each paragraph are joined and cut again. A boundary is right where
the treebank has one; headings and list items, which the treebank writes as sentences of their own, stay in. Rules were
chosen on odd paragraphs; even ones report.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from pramana.documents.sentences import spans


def paragraphs(path: Path) -> Iterator[list[str]]:
    """Yield the sentences of each paragraph of two or more."""
    sentences: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith(("# newpar", "# newdoc")):
            if len(sentences) > 1:
                yield sentences
            sentences = []
        elif line.startswith("# text = "):
            sentences.append(" ".join(line.removeprefix("# text = ").split()))
    if len(sentences) > 1:
        yield sentences


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("Give the folder that holds en_ewt-ud-dev.conllu.")
    found = list(paragraphs(Path(sys.argv[1]) / "en_ewt-ud-dev.conllu"))
    for name, part in (("odd", found[::2]), ("even", found[1::2])):
        right = cut = gold = 0
        for sentences in part:
            text = " ".join(sentences)
            stated, at = set(), 0
            for sentence in sentences[:-1]:
                at += len(sentence) + 1
                stated.add(at)
            made = {start for start, _ in spans(text)} - {0}
            if "--wrong" in sys.argv and name == "odd":
                for place in sorted(made - stated):
                    print(f"  cut: {text[max(0, place - 40) : place]}| {text[place : place + 30]}")
            right, cut, gold = right + len(made & stated), cut + len(made), gold + len(stated)
        print(f"{name}: precision {right / cut:.3f}, recall {right / gold:.3f} of {gold} boundaries")


if __name__ == "__main__":
    main()
