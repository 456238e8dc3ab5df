"""Lines quoted because of their words. Usage: python bench/quotes.py FOLDER [FOLDER ...] [--held FOLDER ...] [--fit]

Each FOLDER holds `documents/` (or `texts/`) and `questions.jsonl`: rows of `document`, `question` and `lines`, the
numbers of the file's lines that answer, none for a question that the documents do not answer; or of `file` and `gold`,
the sentences that answer; or of bench/readers. The embedded model reads each document into a workspace of its own.

Prints for the folders, and for those behind `--held`, what the replies cite: a line that answers, another line, or
nothing; and how often the first of the lines named as nearest answers, or one of five. With `--fit` also the weights of
`pramana.karaka.line_quotes` fitted on the folders (`--write` writes them), by cross-validation over eight parts of
their documents and on the held ones: the likeliest line, and at several floors what is answered rightly, what wrongly,
and what is refused. Right and wrong are shares of the questions with an answer, refused of those without.

Logistic models are fitted. `marked` and `open` rank the lines, for questions whose answers an expression marks and for
others; `answer` judges the likeliest line that may be quoted, with some weights by what is asked for. It
learns from lines that a first chose which had not seen their documents, and from questions whose answering lines were
taken away. Same data, same weights: there is no chance in it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import anyio
import numpy as np

import pramana
from pramana.documents import Shelf
from pramana.karaka.line_quotes.quoting import (
    QUOTED_FROM,
    UNIT,
    answer_traits,
    group_of,
    lead_traits,
    line_model,
    only_share,
    weighed_lines,
    with_group,
)
from pramana.karaka.line_quotes.terms import question_terms
from pramana.karaka.line_quotes.traits import LineTraits, unheld_share
from pramana.karaka.text_answers import TextAnswerer
from pramana.language import AnswerKind, plain_question, read_asked, tidy
from pramana.retrieval import LineSearch

Place = tuple[str, int]
TRAITS = list(LineTraits.__slots__)
WEIGHTS = Path(__file__).parents[1] / "src/pramana/language/data/questions/line_weights.txt"
PARTS, INNER, STEPS = 8, 5, 25
LINE_PENALTY, ANSWER_PENALTY = 10.0, 50.0
"""On the squares of the weights of traits that are scaled to a deviation of 1."""
TAKEN_AWAY = 0.5
"""What a question without its answering lines counts beside one as it was asked."""
STRICTER = (-0.15, -0.1, -0.05, 0.0, 0.05, 0.1, 0.15)
"""What is added to the floor of each group."""


@dataclass(frozen=True, slots=True)
class AskedItem:
    """A question with its gold lines, the reply's status and lines, and the traits of the lines that state something.

    `able`: whether each line may be quoted; `judged`: what speaks for each that may, by name.
    """

    document: str
    gold: frozenset[Place]
    status: str
    cited: frozenset[Place]
    nearest: tuple[Place, ...]
    places: tuple[Place, ...]
    traits: np.ndarray
    able: np.ndarray
    judged: tuple[dict[str, float], ...]
    kind: AnswerKind

    @property
    def answered(self) -> bool:
        """Whether the reply answers otherwise than by a line that only its words speak for."""
        return self.status not in {"NO_MATCH", "QUOTED"}

    @property
    def right(self) -> np.ndarray:
        return np.array([place in self.gold for place in self.places], dtype=float)

    def without_gold(self) -> AskedItem | None:
        """Return the question without its answering lines, None where too few lines would be left."""
        kept = [at for at, place in enumerate(self.places) if place not in self.gold]
        if not self.gold or len(kept) < 3:
            return None
        return AskedItem(
            *(self.document, frozenset(), self.status, self.cited, self.nearest),
            tuple(self.places[at] for at in kept),
            self.traits[kept],
            self.able[kept],
            tuple(self.judged[at] for at in kept),
            self.kind,
        )


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--held", type=Path, nargs="+", default=[])
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--write", action="store_true")
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
    if given.write:
        write_weights(fit(own), len(own), sum(not item.gold for item in own))
    return 0


def read_folder(folder: Path) -> list[AskedItem]:
    """Return the questions of a folder with their replies."""
    return anyio.run(_read_folder, folder)


async def _read_folder(folder: Path) -> list[AskedItem]:
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    documents = next(each for each in (folder / "documents", folder / "texts") if each.is_dir())
    found = []
    for name in sorted({document_of(row) for row in rows}):
        found += await _read_document(documents / name, [row for row in rows if document_of(row) == name])
    return found


def document_of(row: dict[str, str]) -> str:
    """Return the name of the document that a question is about."""
    return row.get("document") or row.get("text") or Path(row["file"]).name


async def _read_document(document: Path, rows: Sequence[dict[str, str]]) -> list[AskedItem]:
    """Return the questions about a document, read into a workspace of its own, with their replies."""
    found = []
    with tempfile.TemporaryDirectory() as home:
        async with pramana.aopen(home, create=True) as ws:
            await ws.ingest(document)
            shelf = Shelf(ws.database)
            search = LineSearch(ws.database, shelf)
            texts = TextAnswerer(ws.graph, shelf, search)
            for row in rows:
                reply = await ws.ask(row["question"])
                gold = gold_places(
                    document.name, answering_texts(document.parent, row), shelf.texts(document.name, 1, 100_000)
                )
                cited = frozenset((line.doc_id, line.line_number) for line in reply.citations)
                nearest = tuple((line.doc_id, line.line_number) for line in reply.nearest)
                traits = item_traits(row["question"], texts, search)
                found.append(AskedItem(str(document), gold, reply.status, cited, nearest, *traits))
    return found


def answering_texts(documents: Path, row: dict[str, object]) -> list[str]:
    """Return the texts that answer: sentences, or lines of the file."""
    if "text" in row:
        return list(row["lines"])  # type: ignore[call-overload]
    if "gold" in row:
        return list(row["gold"])  # type: ignore[call-overload]
    written = (documents / str(row["document"])).read_text("utf-8").split("\n")
    return [written[number - 1] for number in row["lines"]]  # type: ignore[attr-defined]


def gold_places(document: str, answering: Sequence[str], lines: Iterable[tuple[int, str]]) -> frozenset[Place]:
    """Return the lines of the workspace that hold the texts that answer, or are held by them."""
    wanted = [_letters(text) for text in answering]
    return frozenset(
        (document, number)
        for number, text in lines
        if any(one and other and (one in other or other in one) for one in [_letters(text)] for other in wanted)
    )


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def item_traits(
    question: str, texts: TextAnswerer, search: LineSearch
) -> tuple[tuple[Place, ...], np.ndarray, np.ndarray, tuple[dict[str, float], ...], AnswerKind]:
    """Return the lines that state something, their traits, whether each may be quoted, what speaks for those that may,
    and the kind that is asked for."""
    text = plain_question(tidy(question))
    asked = read_asked(text)
    if asked is None:
        return (), np.zeros((0, len(TRAITS))), np.zeros(0, dtype=bool), (), AnswerKind.THING
    terms, passages = question_terms(asked.text), texts.passages(text)
    found = weighed_lines(asked, terms, passages, search.word_weights)
    unheld = unheld_share(terms, passages, search.word_weights)
    table = np.array([list(each.traits.by_name().values()) for each in found]).reshape(-1, len(TRAITS))
    only = only_share(found)
    judged = tuple(answer_traits(asked, terms, each, unheld, only) if each.quotable else {} for each in found)
    able = np.array([each.quotable for each in found], dtype=bool)
    return (
        tuple((each.place.doc_id, each.place.number) for each in found),
        table,
        able,
        judged,
        asked.kind,
    )


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
        f"right {right / max(1, len(asked)):.3f}, wrong {wrong / max(1, len(asked)):.3f}, "
        f"unanswerable ones refused {refused / max(1, unanswerable):.3f}"
    )


@dataclass(frozen=True, slots=True)
class Logistic:
    """Weights by trait, and what is added."""

    names: tuple[str, ...]
    weights: np.ndarray
    always: float

    def odds(self, rows: np.ndarray) -> np.ndarray:
        result: np.ndarray = rows @ self.weights + self.always
        return result

    def as_written(self) -> Logistic:
        """Return the weights as they are written."""
        return Logistic(self.names, np.round(self.weights * UNIT) / UNIT, round(self.always * UNIT) / UNIT)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The models of lines by name, and the one of the likeliest line."""

    lines: dict[str, Logistic]
    answer: Logistic

    def as_written(self) -> Fitted:
        return Fitted({name: each.as_written() for name, each in self.lines.items()}, self.answer.as_written())


def show_fit(own: Sequence[AskedItem], held: Sequence[AskedItem]) -> None:
    """Print figures by cross-validation over the documents of `own`, and on `held`, at several floors."""
    crossed: list[tuple[AskedItem, Fitted]] = []
    for rest, part in parts_of(own, PARTS):
        fitted = fit(rest)
        crossed += [(item, fitted) for item in part]
    whole = fit(own).as_written()
    for name, pairs in (("cross-validated", crossed), ("held", [(item, whole) for item in held])):
        if not pairs:
            continue
        likely = [(item, *likeliest(item, fitted)) for item, fitted in pairs]
        first = [
            item.places[int(np.argmax(line_odds(item, fitted.lines)))] in item.gold
            for item, fitted in pairs
            if item.gold and item.places
        ]
        print(f"\n{name}: likeliest line right {sum(first) / max(1, len(first)):.3f}")
        for more in STRICTER:
            answers = [(item, quoted_lines(item, place, sure, more)) for item, place, sure in likely]
            print(f"  floors {more:+}: {share_text(answers)}")


def write_weights(fitted: Fitted, questions: int, unanswered: int) -> None:
    """Write the weights as whole thousandths of a logit."""
    head = (
        "# What speaks for a line that may answer, in thousandths of a logit: `marked` and `open` for every line,\n"
        "# `answer` for the likeliest, with weights of its own by what is asked for. Fitted by bench/quotes.py --fit\n"
        f"# --write on {date.today()} on {questions} questions of readers, {unanswered} of them without an answer.\n\n"
    )
    rows = [
        f"{name}.{trait}: {round(float(value) * UNIT)}\n"
        for name, model in (*sorted(fitted.lines.items()), ("answer", fitted.answer))
        for trait, value in sorted(zip((*model.names, "always"), (*model.weights, model.always), strict=True))
    ]
    WEIGHTS.write_text(head + "".join(rows), "utf-8")


def parts_of(items: Sequence[AskedItem], count: int) -> Iterator[tuple[list[AskedItem], list[AskedItem]]]:
    """Yield the items of all documents but those of one part, with that part's."""
    documents = sorted({item.document for item in items})
    part = {document: number % count for number, document in enumerate(documents)}
    for number in range(count):
        yield (
            [item for item in items if part[item.document] != number],
            [item for item in items if part[item.document] == number],
        )


def quoted_lines(item: AskedItem, place: Place | None, sure: float, more: float) -> frozenset[Place]:
    """Return what is cited where `more` is added to each floor: the lines of another answer, else the likeliest."""
    if item.answered:
        return item.cited
    floor = QUOTED_FROM[group_of(item.kind)] + more
    return frozenset({place}) if place is not None and sure >= floor else frozenset()


def likeliest(item: AskedItem, fitted: Fitted) -> tuple[Place | None, float]:
    """Return the line that most likely answers, with its likelihood; None where none may be quoted."""
    chosen = chosen_line(item, fitted.lines)
    if chosen is None:
        return None, 0.0
    at, traits = chosen
    row = np.array([[traits.get(name, 0.0) for name in fitted.answer.names]])
    return item.places[at], float(1 / (1 + np.exp(-fitted.answer.odds(row)[0])))


def line_odds(item: AskedItem, models: dict[str, Logistic]) -> np.ndarray:
    """Return the odds of each line by the model for what is asked."""
    return models[line_model(item.kind)].odds(item.traits)


def chosen_line(item: AskedItem, models: dict[str, Logistic]) -> tuple[int, dict[str, float]] | None:
    """Return the likeliest line that may be quoted and what speaks for it, None for none."""
    if not item.able.any():
        return None
    odds = line_odds(item, models)
    at = max(np.flatnonzero(item.able), key=lambda each: odds[each])
    leads = lead_traits(float(odds[at]), list(np.delete(odds, at)))
    return int(at), with_group(item.kind, item.judged[at] | leads)


def fit(items: Sequence[AskedItem]) -> Fitted:
    """Return all models."""
    rows: list[dict[str, float]] = []
    right: list[float] = []
    counts: list[float] = []
    for rest, part in parts_of(items, INNER):
        models = fit_lines(rest)
        for item, count in ((each, 1.0) for each in part):
            for asked, weight in ((item, count), (item.without_gold(), TAKEN_AWAY)):
                chosen = chosen_line(asked, models) if asked is not None and len(asked.places) else None
                if chosen is not None and asked is not None:
                    rows.append(chosen[1])
                    right.append(float(asked.places[chosen[0]] in asked.gold))
                    counts.append(weight)
    names = tuple(sorted({name for row in rows for name in row}))
    table = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    answer = logistic(names, table, np.array(right), np.array(counts), ANSWER_PENALTY)
    return Fitted(fit_lines(items), answer)


def fit_lines(items: Sequence[AskedItem]) -> dict[str, Logistic]:
    """Return the models of lines by name."""
    found = {}
    for name in sorted({line_model(kind) for kind in AnswerKind}):
        used = [item for item in items if item.gold and len(item.places) and line_model(item.kind) == name]
        table, right = np.concatenate([item.traits for item in used]), np.concatenate([item.right for item in used])
        found[name] = logistic(tuple(TRAITS), table, right, np.ones(len(right)), LINE_PENALTY)
    return found


def logistic(
    names: tuple[str, ...], rows: np.ndarray, right: np.ndarray, counts: np.ndarray, penalty: float
) -> Logistic:
    """Return the weights of a logistic model by Newton's steps, traits scaled to a deviation of 1."""
    mean, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    table = np.concatenate([(rows - mean) / scale, np.ones((len(rows), 1))], axis=1)
    ridge = np.diag([*[penalty] * len(names), 1e-6])
    weights = np.zeros(table.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (counts * (chances - right)) + ridge @ weights
        bend = (table * (counts * chances * (1 - chances))[:, None]).T @ table + ridge
        weights = weights - np.linalg.solve(bend, slope)
    plain = weights[:-1] / scale
    return Logistic(names, plain, float(weights[-1] - plain @ mean))


if __name__ == "__main__":
    raise SystemExit(main())
