"""Small decision trees over states, learned exactly, written as formulas that compile.

Deterministic: sums are of whole numbers and fractions; ties go to the plainer test, the shorter, the one sorted first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, TypeAlias

from pramana.errors import FormulaFailed, FormulaRefused
from pramana.expr import compile_formula
from pramana.mining.distillation import python_literal

META: Final = "_meta"
MAX_DEPTH: Final = 4
"""Levels of a tree. It is learned exactly, and each level multiplies the work by the number of tests; deeper trees are
hard to read."""
MAX_CONSTANTS: Final = 12
"""A key with more values than this is tested by thresholds and words, not value by value."""
MAX_THRESHOLDS: Final = 32
"""Thresholds of a key that are tried, evenly spread over those at which the label changes: bounds the work."""
MAX_WORDS: Final = 40
"""Words of texts that are tried as tests, those that distinguish the labels best: bounds the work."""
MAX_TEXT: Final = 80
"""Longest key or text that a test may hold."""

Sample: TypeAlias = tuple[Mapping[str, Any], str]
"""A state, and the right label for it."""

Answers: TypeAlias = tuple[int, list[bool]]


@dataclass(frozen=True, slots=True)
class Leaf:
    label: str


@dataclass(frozen=True, slots=True)
class Split:
    """`yes` where the test is true, else `no`."""

    test: str
    yes: Tree
    no: Tree


Tree: TypeAlias = Leaf | Split


def learn_tree(samples: Sequence[Sample], depth: int = MAX_DEPTH) -> Tree:
    """Return the tree that a greedy search finds: at each place the test that leaves the purest sides (Gini).

    `samples` are one or more. Tests read top-level keys, never `_meta`.
    """
    labels = [label for _, label in samples]
    tests = _test_answers(dict(_tests(samples)), samples) if len(set(labels)) > 1 else {}
    return _grown(list(range(len(samples))), labels, tests, depth)


def tree_label(tree: Tree, state: Mapping[str, Any]) -> str | None:
    """Return the tree's label for a state, None where a test has no value for it."""
    while isinstance(tree, Split):
        try:
            tree = tree.yes if compile_formula(tree.test, ["state"])(state) is True else tree.no
        except FormulaFailed:
            return None
    return tree.label


def guard_formula(tree: Tree, label: str) -> str:
    """Return the formula that is true where the tree says `label`."""
    value = _guard(tree, label)
    return value if isinstance(value, str) else "true" if value else "false"


def labels_of(tree: Tree) -> Iterator[str]:
    """Yield the labels of a tree's leaves, from `yes` to `no`."""
    if isinstance(tree, Leaf):
        yield tree.label
    else:
        yield from labels_of(tree.yes)
        yield from labels_of(tree.no)


def _guard(tree: Tree, label: str) -> str | bool:
    if isinstance(tree, Leaf):
        return tree.label == label
    yes, no = _guard(tree.yes, label), _guard(tree.no, label)
    test, negated = _parenthesize(tree.test), f"not ({tree.test})"
    if isinstance(yes, bool) and isinstance(no, bool):
        return yes if yes == no else tree.test if yes else negated
    if isinstance(yes, bool):
        return f"{test} or ({no})" if yes else f"{negated} and {_parenthesize(str(no))}"
    if isinstance(no, bool):
        return f"{negated} or ({yes})" if no else f"{test} and {_parenthesize(yes)}"
    return f"({test} and ({yes})) or ({negated} and ({no}))"


def _parenthesize(test: str) -> str:
    return f"({test})" if " or " in test or " and " in test or " if " in test else test


# Growing


def _grown(rows: list[int], labels: Sequence[str], tests: Mapping[str, Answers], depth: int) -> Tree:
    counts = Counter(labels[row] for row in rows)
    common = min(counts, key=lambda label: (-counts[label], label))
    if len(counts) == 1 or depth == 0:
        return Leaf(common)
    best: tuple[Fraction, int, int, str] | None = None
    for test, (plainness, answers) in tests.items():
        yes = [row for row in rows if answers[row]]
        if 0 < len(yes) < len(rows):
            no = [row for row in rows if not answers[row]]
            rank = (_impurity(yes, labels) + _impurity(no, labels), plainness, len(test), test)
            best = rank if best is None or rank < best else best
    if best is None or best[0] >= _impurity(rows, labels):
        return Leaf(common)
    test = best[-1]
    sides = ([row for row in rows if tests[test][1][row] is truth] for truth in (True, False))
    yes_tree, no_tree = (_grown(side, labels, tests, depth - 1) for side in sides)
    return yes_tree if yes_tree == no_tree else Split(test, yes_tree, no_tree)


def _impurity(rows: Sequence[int], labels: Sequence[str]) -> Fraction:
    counts = Counter(labels[row] for row in rows)
    return len(rows) - Fraction(sum(count * count for count in counts.values()), len(rows))


def _test_answers(tests: Mapping[str, int], samples: Sequence[Sample]) -> dict[str, Answers]:
    """Return what each test says of each sample, for the tests that have a value for all."""
    found: dict[str, Answers] = {}
    for test, plainness in tests.items():
        try:
            formula = compile_formula(test, ["state"])
            answers = [formula(dict(state)) for state, _ in samples]
        except (FormulaRefused, FormulaFailed):
            continue
        if set(map(type, answers)) == {bool} and len(set(answers)) == 2:
            found[test] = plainness, answers
    return found


# Tests worth asking


def _tests(samples: Sequence[Sample]) -> Iterator[tuple[str, int]]:
    """Yield tests, each with how plain it is: 0 for what has a name, 1 for a bound, 2 for one number or a word."""
    keys = sorted({key for state, _ in samples for key in state if key != META and len(key) <= MAX_TEXT})
    for key in keys:
        yield f"{python_literal(key)} in state", 0
        present = [(state[key], label) for state, label in samples if key in state]
        always = len(present) == len(samples)
        value = f"state[{python_literal(key)}]" if always else f"get(state, {python_literal(key)})"
        yield from _equalities(value, [each for each, _ in present])
        given = [(each, label) for each, label in present if each is not None]
        sure = "" if len(given) == len(samples) else f"{value} is not null and "
        kinds = {type(each) for each, _ in given}
        if kinds and kinds <= {int, float}:
            for bound in _thresholds(given):
                yield f"{sure}{value} >= {python_literal(bound)}", 1
        elif kinds == {list}:
            for bound in _thresholds([(len(each), label) for each, label in given]):
                yield f"{sure}len({value}) >= {bound}", 1
        elif kinds == {str}:
            for bound in _thresholds([(len(each), label) for each, label in given]):
                yield f"{sure}len({value}) >= {bound}", 2
            for word in _words(given):
                yield f"{sure}{python_literal(word)} in lower({value})", 2


def _equalities(value: str, found: Sequence[Any]) -> Iterator[tuple[str, int]]:
    if None in found:
        yield f"{value} is null", 0
    for truth in (True, False):
        if any(each is truth for each in found):
            yield f"{value} is {'true' if truth else 'false'}", 0
    texts = sorted({each for each in found if type(each) is str and len(each) <= MAX_TEXT})
    numbers = sorted({each for each in found if type(each) is int and abs(each) < 1 << 60})
    for values, plainness in ((texts, 0), (numbers, 2)):
        if len(values) <= MAX_CONSTANTS:
            for each in values:
                yield f"{value} == {python_literal(each)}", plainness


def _thresholds(found: Sequence[tuple[Any, str]]) -> list[Any]:
    """Return the values at which the labels change, at most MAX_THRESHOLDS, spread evenly."""
    by_value: dict[Any, set[str]] = {}
    for value, label in found:
        by_value.setdefault(value, set()).add(label)
    values = sorted(by_value)
    bounds = [_between(low, high) for low, high in pairwise(values) if len(by_value[low] | by_value[high]) > 1]
    step = -(-len(bounds) // MAX_THRESHOLDS) or 1
    return bounds[::step]


def _between(low: Any, high: Any) -> Any:
    """Return the shortest number above `low` and not above `high`."""
    if isinstance(low, int) and isinstance(high, int):
        return high
    middle = low + (high - low) / 2
    for digits in range(16):
        rounded = round(middle, digits)
        if low < rounded <= high:
            return int(rounded) if digits == 0 else rounded
    return high


def _words(found: Sequence[tuple[str, str]]) -> list[str]:
    """Return the words that best distinguish labels, by how unevenly they are spread."""
    labels = Counter(label for _, label in found)
    spread: dict[str, Counter[str]] = {}
    for text, label in found:
        for word in set(re.findall(r"\w{2,20}", text[:2000].casefold())):
            spread.setdefault(word, Counter())[label] += 1
    telling = {word: counts for word, counts in spread.items() if sum(counts.values()) < len(found)}

    def rank(word: str) -> tuple[Fraction, str]:
        shares = [Fraction(telling[word][label], labels[label]) for label in labels]
        return min(shares) - max(shares), word

    return sorted(telling, key=rank)[:MAX_WORDS]
