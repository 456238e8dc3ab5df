"""QA-SRL: each gold question asked of its own sentence, as the embedded model reads it. Usage: python
bench/question_roles.py FOLDER [even|odd|all]

FOLDER holds QA-SRL's `qasrl_wikinews_dev.csv` and its sentences. Sentences are split into halves by their place in the
file: rules are chosen on `even`, figures are reported on `odd`. An answer is right where a phrase that it names before
the quoted line shares at least half of its words with a gold answer (token IoU), wrong where it names other phrases
only, and `line` where it quotes the sentence without naming a phrase: *“…”*. `lead`
is such a reply behind words that say how the line puts it, and name no phrase of it: *The text says: “…”*, *Denied:
“…”*. Until 2026-11-23 these words were compared with the gold answers as if they were a phrase: `wrong` and `lead`
together are what was counted as wrong.
"""

from __future__ import annotations

import csv
import re
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

SHOWN = 40
"""Wrong and unanswered questions that are printed, of each."""


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    if not (folder / "qasrl_wikinews_dev.csv").is_file():
        print(f"{folder} holds no qasrl_wikinews_dev.csv", file=sys.stderr)
        return 2
    ask_all(folder, sys.argv[2] if len(sys.argv) > 2 else "odd")
    return 0


def ask_all(folder: Path, half: str) -> None:
    """Ask every question of a half, and print the shares."""
    counts: Counter[str] = Counter()
    shown: dict[str, list[str]] = defaultdict(list)
    for sentence, questions in gold_questions(folder, half):
        for question, found, kind in replies(sentence, questions):
            counts[kind] += 1
            shown[kind].append(f"{question}\n    {sentence}\n    {found} | gold: {questions[question]}")
    for kind in ("wrong", "unanswered"):
        step = max(1, len(shown[kind]) // SHOWN)
        print(f"\n{kind}\n" + "\n".join(shown[kind][::step][:SHOWN]))
    total = max(1, sum(counts.values()))
    print("\n" + ", ".join(f"{kind} {number / total:.3f}" for kind, number in sorted(counts.items())) + f" of {total}")


def gold_questions(folder: Path, half: str) -> list[tuple[str, dict[str, list[str]]]]:
    """Return sentences with their questions and the gold answers of each; a half is every other sentence."""
    with (folder / "qasrl_wikinews_dev_sentences.csv").open(encoding="utf-8") as file:
        sentences = {row["qasrl_id"]: row["tokens"] for row in csv.DictReader(file)}
    asked: dict[str, dict[str, list[str]]] = defaultdict(dict)
    with (folder / "qasrl_wikinews_dev.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["question"] and row["answer"]:
                gold = asked[row["qasrl_id"]].setdefault(row["question"], [])
                gold += [each for each in row["answer"].split("~!~") if each not in gold]
    kept = [(sentences[key], asked[key]) for key in sorted(asked) if key in sentences]
    return kept if half == "all" else kept[half == "odd" :: 2]


def replies(sentence: str, questions: dict[str, list[str]]) -> list[tuple[str, str, str]]:
    """Return each question with what its reply names, and how that compares with the gold answers."""
    import pramana

    found = []
    with tempfile.TemporaryDirectory() as home, pramana.open(f"{home}/ws", create=True) as ws:
        text = Path(home, "line.txt")
        text.write_text(plain(sentence), "utf-8")
        ws.ingest(text)
        for question, gold in questions.items():
            reply = ws.ask(question)
            if not reply.is_answered:
                found.append((question, "", "unanswered"))
                continue
            named = named_phrase(reply.answer)
            kind = "lead" if LEAD.match(named) else judgement(named, gold)
            found.append((question, named or reply.answer, kind))
    return found


LEAD = re.compile(
    r"(?:The text says|Denied|In other words|Probably|Only (?:that|under|as|according)\b|As (?:a|what|planned)\b"
    r"|The documents|The text does not|This line)"
)
"""How a reply begins that puts a line without naming a phrase of it."""


def named_phrase(answer: str) -> str:
    """Return what an answer has before the quoted line, without how the line puts it: a phrase, a lead, or "".

    >>> named_phrase("Ann — probably: “Ann sold it.”"), named_phrase("The text says: “Ann sold it.”")
    ('Ann', 'The text says')
    """
    named = re.split(r":? “", answer)[0] if not answer.startswith("“") else ""
    return re.sub(r" — [^—]*$| \(a pronoun[^)]*\)", "", named)


def plain(tokens: str) -> str:
    """Return the sentence of a tokenised text.

    >>> plain("`` I do n't , '' he said .")
    '"I don\\'t," he said.'
    """
    text = re.sub(r"`` ?| ?''", '"', tokens)
    text = re.sub(r" (n't|'(?:s|re|ve|ll|d|m)\b|'(?= ))", r"\1", text)
    return re.sub(r" ([,.;:?!%)])", r"\1", re.sub(r"([($]) ", r"\1", text)).strip()


def judgement(named: str, gold: list[str]) -> str:
    """Return `right`, `wrong` or `line` for the phrases that a reply names."""
    if not named:
        return "line"
    phrases = [named, *named.split(", "), *named.split("; ")]
    return "right" if any(overlap(one, other) >= 0.5 for one in phrases for other in gold) else "wrong"


def overlap(one: str, other: str) -> float:
    """Return the shared words of two phrases in relation to all words of both, in 0–1."""
    left, right = (Counter(re.findall(r"\w+", text.casefold())) for text in (one, other))
    return sum((left & right).values()) / max(1, sum((left | right).values()))


if __name__ == "__main__":
    raise SystemExit(main())
