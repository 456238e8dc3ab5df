"""True statements about texts that others wrote, of several genres. Each source is a folder; absent ones are named."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from pramana.documents import read_document
from pramana.errors import DocumentError
from pramana.evals.falsehoods import TruePair, pair_of, true_pairs

MOST = 1100
"""Pairs of one source: enough for the rarest kind, and read within seconds."""
AROUND = 3
"""How many lines before and after a statement's own make up its text: enough for wrong lines, little enough to read."""


def windowed(pair: TruePair) -> TruePair:
    """Return a pair with the lines near its own alone."""
    first = max(0, pair.number - 1 - AROUND)
    lines = pair.lines[first : pair.number + AROUND]
    return TruePair(lines, pair.number - first, pair.statement, pair.claim, pair.document, pair.genre)


def detokenized(text: str) -> str:
    """Return a sentence of a treebank as it is usually written."""
    text = text.replace("``", "“").replace("''", "”").replace(" n't", "n't").replace("-LRB-", "(").replace("-RRB-", ")")
    text = re.sub(r" ([,.;:!?%)”]|'(?:s|re|ve|ll|d|m)?\b)", r"\1", text)
    return re.sub(r"([(“$]) ", r"\1", text).strip()


def fiction(folder: Path) -> Iterator[TruePair]:
    """A Christmas Carol: every plain sentence of the narrator."""
    document = read_document(folder / "christmas_carol.txt", "carol")
    yield from true_pairs([line.text for line in document.lines], "carol", "fiction")


def written(folder: Path) -> Iterator[TruePair]:
    """The documents that were written for this project (CC0)."""
    for file in sorted((folder / "documents").iterdir()):
        document = read_document(file, file.name)
        yield from true_pairs([line.text for line in document.lines], file.name, "written")


def wikinews(folder: Path) -> Iterator[TruePair]:
    """Wikinews, as QA-SRL cut it into sentences."""
    articles: dict[str, list[str]] = {}
    with (folder / "qasrl_wikinews_dev_sentences.csv").open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: [int(part) for part in row["qasrl_id"].split(":")[2:]])
    for row in rows:
        articles.setdefault(row["qasrl_id"].split(":")[2], []).append(detokenized(row["sentence"]))
    for name, lines in articles.items():
        yield from true_pairs(lines, f"wikinews-{name}", "news")


def encyclopedia(folder: Path) -> Iterator[TruePair]:
    """Passages of Wikipedia from HotpotQA."""
    passages = json.loads((folder / "hotpotqa_train_corpus.json").read_text("utf-8"))
    for title, lines in passages.items():
        yield from true_pairs([line.strip() for line in lines if line.strip()], title, "encyclopedia")


def tuples(folder: Path) -> Iterator[TruePair]:
    """Statements that annotators of CaRB drew from sentences: tuples whose words stand in the sentence in their order.

    A tuple is left out where the analyser finds another subject in it than the annotators.
    """
    rows = [line.split("\t") for line in (folder / "carb_dev.tsv").read_text("utf-8").split("\n") if "\t" in line]
    sentences = list(dict.fromkeys(row[0] for row in rows))
    place = {sentence: index for index, sentence in enumerate(sentences)}
    for sentence, relation, *arguments in rows:
        parts = [part.strip() for part in (arguments[0], relation, *arguments[1:]) if part.strip()]
        if len(parts) < 3 or not _in_order(sentence, parts):
            continue
        first = place[sentence] // 6 * 6
        lines = [detokenized(one) for one in sentences[first : first + 6]]
        statement = detokenized(" ".join(parts))
        statement = f"{statement[:1].upper()}{statement[1:]}."
        pair = pair_of(lines, place[sentence] - first + 1, statement, f"carb-{first}", "tuples")
        if pair is not None and pair.claim.subject.lower() == detokenized(parts[0]).lower():
            yield pair


def _in_order(sentence: str, parts: Sequence[str]) -> bool:
    pattern = r"\b.*\b".join(map(re.escape, parts))
    return re.search(rf"(?<!\w){pattern}(?!\w)", sentence) is not None


def web(folder: Path) -> Iterator[TruePair]:
    """Sentences of blogs, reviews and mails (EWT) whose main clause has the subject that the treebank's gold gives."""
    document, lines, subjects = "", list[str](), list[str]()
    for block in (folder / "en_ewt-ud-dev.conllu").read_text("utf-8").split("\n\n"):
        begun = re.search(r"^# newdoc id = (.*)$", block, re.M)
        if begun and lines:
            yield from _checked(document, lines, subjects)
            lines, subjects = [], []
        document = begun[1] if begun else document
        text = re.search(r"^# text = (.*)$", block, re.M)
        if text:
            lines.append(text[1])
            subjects.append(_gold_subject(block))
    yield from _checked(document, lines, subjects)


def _gold_subject(block: str) -> str:
    """Return the word that is the subject of the root, "" where there is none."""
    rows = [line.split("\t") for line in block.split("\n") if line and line[0].isdigit()]
    root = next((row[0] for row in rows if row[7] == "root"), "")
    return next((row[1] for row in rows if row[6] == root and row[7].startswith("nsubj")), "")


def _checked(document: str, lines: Sequence[str], subjects: Sequence[str]) -> Iterator[TruePair]:
    for pair in true_pairs(lines, document, "web"):
        if subjects[pair.number - 1] in pair.claim.subject.split():
            yield pair


SOURCES: dict[str, tuple[str, Callable[[Path], Iterator[TruePair]]]] = {
    "fiction": ("christmas_carol", fiction),
    "written": ("questions", written),
    "news": ("roles", wikinews),
    "encyclopedia": ("multihop", encyclopedia),
    "tuples": ("openie", tuples),
    "web": ("syntax", web),
}
"""By genre: the folder below FOLDER, and what reads it."""


def read_pairs(folder: Path) -> tuple[list[TruePair], list[str]]:
    """Return the pairs of all sources below a folder, and the names of the sources that are not there."""
    pairs, absent = list[TruePair](), list[str]()
    for name, (place, read) in SOURCES.items():
        try:
            pairs += [windowed(pair) for pair in islice(read(folder / place), MOST)]
        except (FileNotFoundError, DocumentError):
            absent.append(f"{name} ({folder / place})")
    return pairs, absent
