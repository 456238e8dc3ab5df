"""Fit the weights of what speaks for an antecedent: `python bench/fit_pronouns.py FOLDER [--strength S] [--write]`.

FOLDER holds `gap_development.tsv`. Of each item one of two given names is meant, or neither. The model is the one that
resolves pronouns: the sum of a name's signs, and a softmax over both names and neither. The weights are those of
`language/data/reference/signs.txt` where GAP has no say, moved by gradient steps, with a penalty of `--strength` on the
square of each change. Same data, same weights: there is no chance in it.

Printed: F1 of the weights as they are; by cross-validation over five parts, once from weights of 0 and once from those
of today (which have seen these items: an upper bound); and the weights that would change most. `--write` writes them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from coreference import Item, Tally, read
from pramana.language.preferences import WEIGHTS
from pramana.language.pronouns import LOWEST, ReadPassage

SIGNS = Path(__file__).parents[1] / "src/pramana/language/data/reference/signs.txt"
PARTS, STEPS, RATE = 5, 400, 0.5


class Examples:
    """Items as numbers: `signs` (item, name, sign), `open` whether a name may be meant, `gold` 0, 1, or 2 for none."""

    def __init__(self, items: Sequence[Item]) -> None:
        found = [ReadPassage(item.lines).candidate_signs(item.pronoun, item.names) for item in items]
        self.names = sorted({*WEIGHTS, *(sign for both in found for signs in both for sign in signs)})
        at = {name: number for number, name in enumerate(self.names)}
        self.signs = np.zeros((len(items), 2, len(self.names)))
        for number, both in enumerate(found):
            for name, signs in enumerate(both):
                for sign in signs:
                    self.signs[number, name, at[sign]] += 1
        self.open = np.array([[bool(signs) for signs in both] for both in found])
        self.gold = np.array([0 if item.true[0] else 1 if item.true[1] else 2 for item in items])
        self.today = np.array([WEIGHTS.get(name, 0) / 100 for name in self.names])


def chances(data: Examples, rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the probability of each name and of neither, a row an item."""
    scores = np.where(data.open[rows], data.signs[rows] @ weights, -1e3)
    whole = np.concatenate([scores, np.full((len(rows), 1), LOWEST / 100)], axis=1)
    whole = np.exp(whole - whole.max(axis=1, keepdims=True))
    return whole / whole.sum(axis=1, keepdims=True)


def fit(data: Examples, rows: np.ndarray, start: np.ndarray, strength: float) -> np.ndarray:
    """Return the weights after STEPS of gradient descent on the items of `rows`."""
    weights = start.copy()
    gold = np.eye(3)[data.gold[rows]]
    for step in range(STEPS):
        error = (chances(data, rows, weights) - gold)[:, :2]
        slope = np.einsum("in,ins->s", error, data.signs[rows]) / len(rows) + strength * (weights - start)
        weights -= RATE * slope / (1 + step / 200)
    return weights


def f1(data: Examples, rows: np.ndarray, weights: np.ndarray) -> float:
    """Return GAP's F1 of choosing the name with the higher score, or neither where both weigh less than LOWEST."""
    tally = Tally()
    scores = np.where(data.open[rows], data.signs[rows] @ weights, -1e3)
    for gold, row in zip(data.gold[rows], scores, strict=True):
        chosen = int(row.argmax()) if row.max() >= LOWEST / 100 else 2
        for name in (0, 1):
            tally.add(bool(gold == name), chosen == name)
    return tally.measures()[2]


def cross_validated(data: Examples, start: np.ndarray, strength: float) -> float:
    """Return the mean F1 over PARTS, each scored by the weights that the others gave."""
    everything = np.arange(len(data.gold))
    held = [everything % PARTS == part for part in range(PARTS)]
    return float(np.mean([f1(data, everything[out], fit(data, everything[~out], start, strength)) for out in held]))


def write(names: Sequence[str], weights: np.ndarray) -> None:
    head = SIGNS.read_text("utf-8").split("\n\n", 1)[0]
    kept = [
        f"{name}: {round(100 * weight)}" for name, weight in zip(names, weights, strict=True) if round(100 * weight)
    ]
    SIGNS.write_text(f"{head}\n\n" + "\n".join(kept) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--strength", type=float, default=0.01, help="the penalty on changes (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="write the weights that all items give")
    arguments = parser.parse_args()
    data = Examples(list(read(arguments.folder / "gap_development.tsv")))
    everything, nothing = np.arange(len(data.gold)), np.zeros(len(data.names))
    print(f"{len(everything)} items, {len(data.names)} signs")
    print(f"today's weights              F1 {f1(data, everything, data.today):.3f}")
    print(f"from 0, cross-validated      F1 {cross_validated(data, nothing, arguments.strength):.3f}")
    print(f"from today's, cross-validated F1 {cross_validated(data, data.today, arguments.strength):.3f}")
    fitted = fit(data, everything, data.today, arguments.strength)
    print(f"from today's, on all items   F1 {f1(data, everything, fitted):.3f}")
    for number in np.argsort(-np.abs(fitted - data.today), kind="stable")[:12]:
        print(f"  {data.names[number]:<28} {100 * data.today[number]:5.0f} -> {100 * fitted[number]:5.0f}")
    if arguments.write:
        write(data.names, fitted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
