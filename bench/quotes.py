"""Lines quoted because of their words. Usage: python bench/quotes.py FOLDER [FOLDER ...] [--held FOLDER ...] [--fit]

Each FOLDER holds `documents/` and `questions.jsonl`: rows of `document`, `question` and `lines`, the numbers of the
file's lines that answer, none for a question that the documents do not answer. The embedded model reads the documents.

Prints for the folders, and for those behind `--held`, what the replies cite: a line that answers, another line, or
nothing; and how often the first of the lines named as nearest answers, or one of five. With `--fit` also the weights of
`pramana.karaka.line_quotes` fitted on the folders, by cross-validation over eight parts of their documents and on the
held ones, at several floors. Right is a share of the questions with an answer, wrong of all, refused of those without.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import anyio
import numpy as np

import pramana
from pramana.documents import Shelf
from pramana.karaka.line_quotes.kinds import QUOTED_KINDS, SURE_KIND
from pramana.karaka.line_quotes.quoting import NONE_ANSWERS, LineTraits, kind_group, line_traits
from pramana.karaka.line_quotes.terms import question_terms
from pramana.karaka.text_answers import TextAnswerer
from pramana.language import plain_question, read_asked, tidy
from pramana.retrieval import LineSearch

Place = tuple[str, int]
TRAITS = [field.name for field in fields(LineTraits)]
GROUPS = list(NONE_ANSWERS)
PARTS, STEPS, RATE, STRENGTH = 8, 400, 0.05, 0.005
FLOORS = (0.55, 0.6, 0.63, 0.66, 0.7, 0.75)


@dataclass(frozen=True, slots=True)
class AskedItem:
    """A question with its gold lines, the reply's status and lines, and the traits of the lines that may be quoted."""

    document: str
    gold: frozenset[Place]
    status: str
    cited: frozenset[Place]
    nearest: tuple[Place, ...]
    places: tuple[Place, ...]
    traits: np.ndarray
    group: str
    quotable: bool

    @property
    def answered(self) -> bool:
        """Whether the reply answers otherwise than by a line that only its words speak for."""
        return self.status not in {"NO_MATCH", "QUOTED"}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--held", type=Path, nargs="+", default=[])
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    lacking = [each for each in (*given.folders, *given.held) if not (each / "questions.jsonl").is_file()]
    if lacking:
        print(f"{lacking[0]} holds no questions.jsonl", file=sys.stderr)
        return 2
    own, held = ([item for each in part for item in read_folder(each)] for part in (given.folders, given.held))
    for name, items in (("given", own), ("held", held)):
        if items:
            show_replies(name, items)
    if given.fit:
        show_fit(own, held)
    return 0


def read_folder(folder: Path) -> list[AskedItem]:
    """Return the questions of a folder with their replies."""
    return anyio.run(_read_folder, folder)


async def _read_folder(folder: Path) -> list[AskedItem]:
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    found = []
    with tempfile.TemporaryDirectory() as home:
        async with pramana.aopen(home, create=True) as ws:
            await ws.ingest(folder / "documents")
            shelf = Shelf(ws.database)
            search = LineSearch(ws.database, shelf)
            texts = TextAnswerer(ws.graph, shelf, search)
            for row in rows:
                reply = await ws.ask(row["question"])
                gold = gold_places(folder, row, shelf.texts(row["document"], 1, 100_000))
                cited = frozenset((line.doc_id, line.line_number) for line in reply.citations)
                nearest = tuple((line.doc_id, line.line_number) for line in reply.nearest)
                traits = item_traits(row["question"], texts, search)
                found.append(AskedItem(f"{folder}/{row['document']}", gold, reply.status, cited, nearest, *traits))
    return found


def gold_places(folder: Path, row: dict[str, object], lines: Iterable[tuple[int, str]]) -> frozenset[Place]:
    """Return the lines of the workspace that hold the lines of the file that answer, or are held by them."""
    written = (folder / "documents" / str(row["document"])).read_text("utf-8").split("\n")
    answering = [_letters(written[number - 1]) for number in row["lines"]]  # type: ignore[attr-defined]
    return frozenset(
        (str(row["document"]), number)
        for number, text in lines
        if any(one and other and (one in other or other in one) for one in [_letters(text)] for other in answering)
    )


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def item_traits(
    question: str, texts: TextAnswerer, search: LineSearch
) -> tuple[tuple[Place, ...], np.ndarray, str, bool]:
    """Return the lines that may be quoted, their traits, the group of the asked kind, and whether it is quoted."""
    text = plain_question(tidy(question))
    asked = read_asked(text)
    terms = question_terms(asked.text) if asked is not None else ()
    found = line_traits(asked, terms, texts.passages(text), search.word_weights) if asked and terms else []
    places = tuple((place.doc_id, place.number) for place, _ in found)
    table = np.array([astuple(traits) for _, traits in found]).reshape(-1, len(TRAITS))
    return places, table, kind_group(asked.kind) if asked else GROUPS[-1], bool(asked and asked.kind in QUOTED_KINDS)


def show_replies(name: str, items: Sequence[AskedItem]) -> None:
    """Print what the replies cite, by status, and how good the first of the nearest lines are."""
    counts: Counter[str] = Counter()
    for item in items:
        outcome = "refused" if item.status == "NO_MATCH" else "right" if item.gold & item.cited else "wrong"
        counts[f"{'answer' if item.gold else 'no answer'}, {outcome}"] += 1
    refused = [item for item in items if item.gold and item.status == "NO_MATCH"]
    first = sum(item.nearest[:1] != () and item.nearest[0] in item.gold for item in refused)
    five = sum(not item.gold.isdisjoint(item.nearest[:5]) for item in refused)
    print(f"\n{name}: {len(items)} questions; {', '.join(f'{kind} {counts[kind]}' for kind in sorted(counts))}")
    print(share_text([(item, item.cited if item.status != "NO_MATCH" else frozenset()) for item in items]))
    print(f"refused ones with an answer: {len(refused)}, nearest line right {first}, one of five {five}")


def share_text(answers: Sequence[tuple[AskedItem, frozenset[Place]]]) -> str:
    """Return right, wrong and refused as shares; no lines are a refusal."""
    asked = [item for item, _ in answers if item.gold]
    right = sum(bool(item.gold & lines) for item, lines in answers)
    wrong = sum(bool(lines) and not item.gold & lines for item, lines in answers)
    refused = sum(not lines for item, lines in answers if not item.gold)
    unanswerable = len(answers) - len(asked)
    return (
        f"right {right / max(1, len(asked)):.3f}, wrong {wrong / max(1, len(answers)):.3f}, "
        f"unanswerable ones refused {refused / max(1, unanswerable):.3f}"
    )


def show_fit(own: Sequence[AskedItem], held: Sequence[AskedItem]) -> None:
    """Print weights fitted on `own`, with figures by cross-validation and on `held`."""
    documents = sorted({item.document for item in own})
    part = {document: number % PARTS for number, document in enumerate(documents)}
    crossed: list[tuple[AskedItem, np.ndarray]] = []
    for number in range(PARTS):
        weights = fit([item for item in own if part[item.document] != number])
        crossed += [(item, weights) for item in own if part[item.document] == number]
    weights = fit(own)
    for name, pairs in (("cross-validated", crossed), ("held", [(item, weights) for item in held])):
        if not pairs:
            continue
        likely = [(item, *likeliest(item, weights)) for item, weights in pairs]
        first = sum(place in item.gold for item, place, _ in likely if item.gold)
        print(f"\n{name}: likeliest line right {first / max(1, sum(bool(item.gold) for item, _, _ in likely)):.3f}")
        for floor in FLOORS:
            answers = [(item, quoted(item, place, sure, floor)) for item, place, sure in likely]
            print(f"  floor {floor}: {share_text(answers)}")
    print("\n" + ", ".join(f"{name}={value:.2f}" for name, value in zip((*TRAITS, *GROUPS), weights, strict=True)))


def quoted(item: AskedItem, place: Place | None, sure: float, floor: float) -> frozenset[Place]:
    """Return the lines that are cited at a floor: those of other answers, else the likeliest line."""
    if item.answered:
        return item.cited
    return frozenset({place}) if place is not None and sure >= floor else frozenset()


def likeliest(item: AskedItem, weights: np.ndarray) -> tuple[Place | None, float]:
    """Return the line that most likely answers, with its likelihood; 0 for one that may not be quoted."""
    able = [at for at, row in enumerate(item.traits) if not row[TRAITS.index("lacking")]]
    if not able:
        return None, 0.0
    chances = _chances(item, weights)
    best = max(able, key=lambda at: chances[at])
    sure = item.quotable and item.traits[best][TRAITS.index("kind")] >= SURE_KIND
    return item.places[best], float(chances[best]) if sure else 0.0


def _chances(item: AskedItem, weights: np.ndarray) -> np.ndarray:
    """Return the probability of each line, and last of none."""
    none = weights[len(TRAITS) + GROUPS.index(item.group)]
    scores = np.append(item.traits @ weights[: len(TRAITS)], none)
    odds: np.ndarray = np.exp(scores - scores.max())
    chances: np.ndarray = odds / odds.sum()
    return chances


def fit(items: Sequence[AskedItem]) -> np.ndarray:
    """Return the weights of the traits and of no answer by group: a softmax over lines and none, by gradient steps.

    Traits are scaled to a deviation of 1 first; a penalty of STRENGTH is on the squares. There is no chance in it.
    """
    used = [item for item in items if len(item.places)]
    rows = np.concatenate([item.traits for item in used])
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    pairs = [(scaled(item, mean, scale), gold_of(item)) for item in used]
    weights = first = second = np.zeros(len(TRAITS) + len(GROUPS))
    for number in range(1, STEPS + 1):  # Adam
        found = sum((slope(item, gold, weights) for item, gold in pairs), np.zeros(len(weights))) / len(pairs)
        found = found + STRENGTH * weights
        first, second = 0.9 * first + 0.1 * found, 0.99 * second + 0.01 * found**2
        weights = weights - RATE * (first / (1 - 0.9**number)) / (np.sqrt(second / (1 - 0.99**number)) + 1e-8)
    plain = weights[: len(TRAITS)] / scale
    return np.concatenate([plain, weights[len(TRAITS) :] + plain @ mean])


def scaled(item: AskedItem, mean: np.ndarray, scale: np.ndarray) -> AskedItem:
    values = {field.name: getattr(item, field.name) for field in fields(AskedItem)}
    return AskedItem(**{**values, "traits": (item.traits - mean) / scale})


def gold_of(item: AskedItem) -> np.ndarray:
    """Return for each line whether it answers, and last whether none does."""
    right = [place in item.gold for place in item.places]
    return np.array([*right, not any(right)], dtype=float)


def slope(item: AskedItem, gold: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the gradient of the negative log-likelihood that one of the gold lines is chosen."""
    chances = _chances(item, weights)
    error = chances - chances * gold / (chances @ gold)
    found = np.zeros(len(weights))
    found[: len(TRAITS)] = error[:-1] @ item.traits
    found[len(TRAITS) + GROUPS.index(item.group)] = error[-1]
    return found


if __name__ == "__main__":
    raise SystemExit(main())
