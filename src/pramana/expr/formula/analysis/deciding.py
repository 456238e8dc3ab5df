"""What can be said of the guards of a graph of states without running it: the keys they read, and when they hold.

Decided are guards made with `and`, `or`, `not` and `if` of comparisons of one value of the state (`state['k']`,
`state['k']['l']`, `get(state, 'k')`) with literals, of `is null`, `in [literals]` and `'k' in state`. Each value falls
into finitely many classes that such comparisons cannot distinguish; a guard is worked out for one of each.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise, product
from math import floor, inf, prod
from typing import Any, Final, TypeAlias

from pramana.errors import FormulaFailed
from pramana.expr.formula.compiling import compile_formula
from pramana.expr.formula.kinds import is_boolean
from pramana.expr.formula.syntax import MISSING, called_name, is_state, literal, text_of

MAX_WORK: Final = 200_000
"""How often guards are worked out to decide about the edges that leave one node."""

Path: TypeAlias = tuple[str, ...]
Test: TypeAlias = Callable[[Any], Any]


class GuardVerdict(StrEnum):
    """`ALWAYS` is true wherever it has a value, `NEVER` is true nowhere."""

    ALWAYS = "always"
    NEVER = "never"
    SOMETIMES = "sometimes"
    UNDECIDED = "undecided"


@dataclass(slots=True)
class GuardDecision:
    """The values of a guard by itself, and whether edges before it take every state in which it is true."""

    alone: GuardVerdict
    shadowed: bool = False


@dataclass(frozen=True, slots=True)
class Reads:
    """State keys that a guard reads: `needed` ones must be there, `optional` ones need not, `ensured` ones are there
    where the guard is true. `whole` where it may read any key."""

    needed: frozenset[str]
    optional: frozenset[str]
    ensured: frozenset[str]
    whole: bool


@dataclass(slots=True)
class _Fragment:
    """A guard that can be decided: its comparisons and the literals in them, by the value of the state compared."""

    test: Test
    atoms: dict[Path, list[ast.Compare]] = field(default_factory=dict)
    literals: dict[Path, list[Any]] = field(default_factory=dict)


def guard_reads(guard: str) -> Reads:
    """Return which keys of the state a guard that compiles reads."""
    tree, needed, optional, named = _tree(guard), set(), set(), 0
    for node in ast.walk(tree):
        path = _path(node)
        if path and isinstance(node, ast.Subscript) and len(path) == 1:
            needed.add(path[0])
        elif path and isinstance(node, ast.Call):
            optional.add(path[0])
        elif isinstance(node, ast.Compare) and (presence := _presence(node)):
            optional.add(presence[0])
        else:
            continue
        named += 1
    conjuncts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    asked = [part for part in conjuncts if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.In)]
    ensured = frozenset(key for part in asked for key in _presence(part))
    whole = sum(map(is_state, ast.walk(tree))) > named
    return Reads(frozenset(needed - optional), frozenset(optional), ensured, whole)


def constant_truth(guard: str) -> bool | None:
    """Return whether a guard that compiles is true or false wherever it has a value, None where the data decide."""
    return is_boolean(_tree(guard))


def decide_guards(guards: Sequence[str]) -> list[GuardDecision]:
    """Return a decision for each of the guards of the edges that leave one node, in the order in which they are tried.

    Every guard must compile. An earlier guard that cannot be decided is passed over, which hides no more than a shadow.
    """
    fragments = [_fragment(guard) for guard in guards]
    decisions = [GuardDecision(_alone(fragment)) for fragment in fragments]
    for index in _unreachable_guards(fragments):
        decisions[index].shadowed = decisions[index].alone is not GuardVerdict.NEVER
    for index, guard in enumerate(guards):
        if guard in guards[:index]:
            decisions[index].shadowed = True
    return decisions


def _alone(fragment: _Fragment | None) -> GuardVerdict:
    states = None if fragment is None else _states([fragment])
    if fragment is None or states is None:
        return GuardVerdict.UNDECIDED
    outcomes = {_outcome(fragment.test, state) for state in states}
    if True not in outcomes:
        return GuardVerdict.NEVER
    return GuardVerdict.SOMETIMES if False in outcomes else GuardVerdict.ALWAYS


def _unreachable_guards(fragments: Sequence[_Fragment | None]) -> set[int]:
    """Return the guards that are true only where the run has left by an earlier edge, or failed at its guard."""
    decided = {index: fragment for index, fragment in enumerate(fragments) if fragment is not None}
    states = _states(list(decided.values()))
    if states is None:
        return set()
    unreached = set(decided)
    for state in states:
        for index, fragment in decided.items():
            outcome = _outcome(fragment.test, state)
            if outcome is True:
                unreached.discard(index)
            if outcome is not False:
                break
    return unreached


def _outcome(test: Test, state: Any) -> bool | None:
    try:
        return bool(test(state))
    except FormulaFailed:
        return None


# The states that guards can distinguish


def _states(fragments: Sequence[_Fragment]) -> Iterator[dict[str, Any]] | None:
    """Return a state of each class that the guards can distinguish, None where there are too many."""
    atoms: dict[Path, list[ast.Compare]] = {}
    literals: dict[Path, list[Any]] = {}
    for fragment in fragments:
        for path, found in fragment.atoms.items():
            atoms.setdefault(path, []).extend(found)
            literals.setdefault(path, []).extend(fragment.literals[path])
    if any(one != other and other[: len(one)] == one for one in atoms for other in atoms):
        return None  # state['a'] and state['a']['b'] depend on each other
    domains = []
    for path, tests in atoms.items():
        values = _values(literals[path])
        if len(values) * len(tests) > MAX_WORK:
            return None
        domains.append(_classes(path, values, tests))
    if prod(map(len, domains)) * max(len(fragments), 1) > MAX_WORK:
        return None
    return (_state(zip(atoms, values, strict=True)) for values in product(*domains))


def _classes(path: Path, values: Sequence[Any], atoms: Sequence[ast.Compare]) -> list[Any]:
    """Return one value for each way in which the comparisons can come out together."""
    tests = [compile_formula(text, ["state"]) for text in sorted({ast.unparse(atom) for atom in atoms})]
    kept: dict[tuple[bool | None, ...], Any] = {}
    for value in values:
        state = _state([(path, value)])
        kept.setdefault(tuple(_outcome(test, state) for test in tests), value)
    return list(kept.values())


def _state(values: Iterable[tuple[Path, Any]]) -> dict[str, Any]:
    state: dict[str, Any] = {}
    for path, value in values:
        holder = state
        for key in path[:-1]:
            holder = holder.setdefault(key, {})
        if value is not MISSING:
            holder[path[-1]] = value
    return state


def _values(literals: Sequence[Any]) -> list[Any]:
    numbers = sorted({literal + 0 for literal in literals if isinstance(literal, int | float) and -inf < literal < inf})
    texts = sorted({literal for literal in literals if type(literal) is str})
    return [MISSING, None, True, False, [], {}, *_between(numbers), *_around(texts)]


def _between(numbers: Sequence[Any]) -> list[Any]:
    if not numbers:
        return [7]
    values = [floor(numbers[0]) - 1, *numbers, floor(numbers[-1]) + 1]
    for low, high in pairwise(numbers):
        try:
            middle = (low + high) // 2 if high - low >= 2 else low + (high - low) / 2
        except OverflowError:
            continue
        if low < middle < high:
            values.append(middle)
    return values


def _around(texts: Sequence[str]) -> list[str]:
    """Return the texts and one from each gap: no text sorts between a text and the same followed by a NUL."""
    return list(dict.fromkeys(["", *texts, *(f"{text}\0" for text in texts)])) if texts else ["", "text"]


# The fragment


def _fragment(guard: str) -> _Fragment | None:
    test = compile_formula(guard, ["state"])
    found = _Fragment(test)
    return found if _collect(_tree(guard), found) else None


def _collect(node: ast.expr, found: _Fragment) -> bool:
    if isinstance(node, ast.BoolOp):
        return all(_collect(value, found) for value in node.values)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _collect(node.operand, found)
    if isinstance(node, ast.IfExp):
        return all(_collect(part, found) for part in (node.test, node.body, node.orelse))
    if isinstance(node, ast.Compare):
        return _collect_comparison(node, found)
    return type(literal(node)) is bool


def _collect_comparison(node: ast.Compare, found: _Fragment) -> bool:
    if presence := _presence(node):
        found.atoms.setdefault((presence[0],), []).append(node)
        found.literals.setdefault((presence[0],), [])
        return True
    operands = [node.left, *node.comparators]
    paths = {path for operand in operands if (path := _path(operand))}
    if len(paths) != 1:
        return False
    literals: list[Any] = []
    for index, operand in enumerate(operands):
        if _path(operand):
            continue
        membership = index > 0 and isinstance(node.ops[index - 1], ast.In | ast.NotIn)
        members = operand.elts if membership and isinstance(operand, ast.List | ast.Tuple) else [operand]
        values = [literal(member) for member in members]
        if MISSING in values or (membership and members == [operand]):
            return False
        literals += values
    if any(
        _path(right) and isinstance(op, ast.In | ast.NotIn) for op, right in zip(node.ops, operands[1:], strict=True)
    ):
        return False  # a text in a text, or an item in a list
    (path,) = paths
    found.atoms.setdefault(path, []).append(node)
    found.literals.setdefault(path, []).extend(literals)
    return True


def _path(node: ast.AST) -> Path:
    """Return the keys by which a value of the state is named, none where the node is something else."""
    if isinstance(node, ast.Call) and called_name(node) == "get":
        holder, key, *default = node.args
        name = text_of(key)
        plain = not default or literal(default[0]) is not MISSING
        return (name,) if name is not None and is_state(holder) and plain else ()
    name = text_of(node.slice) if isinstance(node, ast.Subscript) else None
    if name is None or not isinstance(node, ast.Subscript):
        return ()
    if is_state(node.value):
        return (name,)
    outer = _path(node.value) if isinstance(node.value, ast.Subscript) else ()
    return (*outer, name) if outer else ()


def _presence(node: ast.Compare) -> Path:
    """Return the key that `'key' in state` asks for."""
    name = text_of(node.left)
    asks = len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn) and is_state(node.comparators[0])
    return (name,) if asks and name is not None else ()


def _tree(guard: str) -> ast.expr:
    return ast.parse(guard.strip(), mode="eval").body
