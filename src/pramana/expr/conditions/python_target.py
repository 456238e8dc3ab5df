"""Conditions as generated Python: five times as fast as closures over the tree.

The generated text holds our own words alone. Names of attributes and values, which are the user's, come in as the
arguments of the function that makes the test, so nothing of theirs is ever read as code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from types import CodeType
from typing import Any

from pramana.expr.conditions.logic import normalize_negations, require_bound
from pramana.expr.conditions.meaning import LARGE, Record, evaluate_leaf, is_nan, value_at
from pramana.expr.conditions.tree import (
    TEXT_OPS,
    And,
    Comparison,
    Field,
    IsNull,
    Leaf,
    Membership,
    Not,
    Op,
    Or,
    Path,
    Predicate,
)

Truth = Callable[[Record], bool | None]
Match = Callable[[Record], bool]
Filter = Callable[[Iterable[Record]], list[int]]

_SIGNS = {Op.EQ: "==", Op.NE: "!=", Op.GT: ">", Op.GE: ">=", Op.LT: "<", Op.LE: "<="}
_TEXT = {
    Op.CONTAINS: "{k} in v",
    Op.STARTS_WITH: "v.startswith({k})",
    Op.ENDS_WITH: "v.endswith({k})",
}


def compile_condition(predicate: Predicate) -> Truth:
    """Return the function that says whether the predicate is true of a record: True, False, or None for unknown.

    Where only what is true is kept, `compile_match` and `compile_filter` are faster. Raises BindingError where a
    variable is still to be bound.
    """
    code = ConditionCode()
    true = code.test(normalize_negations(require_bound(predicate)))
    false = code.test(normalize_negations(Not(predicate)))
    answer: Truth = compiled_test("lambda r: {}", code, f"True if {true} else False if {false} else None")
    return answer


def compile_match(predicate: Predicate) -> Match:
    """Return the function that says whether the predicate is true of a record: False is false or unknown."""
    code = ConditionCode()
    match: Match = compiled_test("lambda r: {}", code, code.test(normalize_negations(require_bound(predicate))))
    return match


def compile_filter(predicate: Predicate) -> Filter:
    """Return the function that finds the records of which the predicate is true: their indexes, ascending.

    The fastest of the three: the loop is part of the generated code.
    """
    code = ConditionCode()
    found: Filter = compiled_test(
        "lambda rs: [i for i, r in enumerate(rs) if {}]", code, code.test(normalize_negations(require_bound(predicate)))
    )
    return found


def matches(predicate: Predicate, record: Record) -> bool:
    """Return whether a predicate is true of one record. For many, compile it once."""
    return compile_match(predicate)(record)


def compiled_test(form: str, code: ConditionCode, test: str) -> Any:
    """Return the function of the given form around a test, with the user's names and values handed in."""
    names = ", ".join(code.values)
    compiled: CodeType = compile(f"def make({names}):\n    return {form.format(test)}\n", "<condition>", "exec")
    room: dict[str, Any] = {}
    exec(compiled, room)  # noqa: S102  # the text is ours: the user's values are arguments
    return room["make"](*code.values.values())


class ConditionCode:
    """Writes the text of tests. `values` are what the text names, in order."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def name(self, value: Any) -> str:
        """Return the name under which the text knows a value."""
        name = f"k{len(self.values)}"
        self.values[name] = value
        return name

    def test(self, predicate: Predicate) -> str:
        """Return the expression over `r` that is true exactly where the predicate is."""
        if isinstance(predicate, And | Or):
            word = " and " if isinstance(predicate, And) else " or "
            return f"({word.join(map(self.test, predicate.parts))})"
        wanted = not isinstance(predicate, Not)
        leaf: Any = predicate if wanted else predicate.part  # type: ignore[union-attr]
        if not isinstance(leaf.left, Field):
            return self.slowly(leaf, wanted)
        if isinstance(leaf, IsNull):
            return f"({self.get(leaf.left.path)} is{' not' * leaf.negated} None)"
        if isinstance(leaf, Comparison) and isinstance(leaf.right, Field):
            return self.of_two_fields(leaf, leaf.left, leaf.right, wanted)
        fast = self.fast(leaf, wanted)
        if fast is None:
            return self.slowly(leaf, wanted)
        got, (types, test) = self.get(leaf.left.path), fast
        # Values of other types are rare: subclasses, lists, and what is unlike. The plain meaning answers for them.
        other = self.name(partial(_is, leaf, wanted))
        return f"({test} if {types.format(got=f'(v := {got})')} else v is not None and {other}(r))"

    def get(self, path: Path) -> str:
        """Return the expression that gets the value at a path of `r`."""
        if len(path) == 1:
            return f"r.get({self.name(path[0])})"
        return f"{self.name(value_at)}(r, {self.name(path)})"

    def of_two_fields(self, leaf: Comparison, left: Field, right: Field, wanted: bool) -> str:
        """Return the test of two fields. Two texts, the usual case, are compared at once."""
        both = f"v {_SIGNS[leaf.op]} u" if leaf.op in _SIGNS else _TEXT[leaf.op].format(k="u")
        both = both if wanted or leaf.op in _SIGNS else f"not {both}"
        texts = f"type(v := {self.get(left.path)}) is str and type(u := {self.get(right.path)}) is str"
        other = self.name(partial(_is, leaf, wanted))
        return f"({both} if {texts} else v is not None and {other}(r))"

    def slowly(self, leaf: Leaf, wanted: bool) -> str:
        return f"{self.name(partial(_is, leaf, wanted))}(r)"

    def fast(self, leaf: Comparison | Membership, wanted: bool) -> tuple[str, str] | None:
        """Return a test of the type of a value and one of `v`, right for values of that type; None where there is none.

        A leaf that is wanted False is a text operator under NOT.
        """
        if isinstance(leaf, Membership):
            return self.member(leaf)
        right, kind = leaf.right, type(leaf.right)
        if leaf.op in TEXT_OPS:
            test = _TEXT[leaf.op].format(k=self.name(right))
            return ("type({got}) is str", test if wanted else f"not {test}") if kind is str else None
        if kind in (str, bool):
            return f"type({{got}}) is {kind.__name__}", f"v {_SIGNS[leaf.op]} {self.name(right)}"
        if kind in (int, float) and _is_plain(right):
            # NaN is unequal to all, and no number is unequal to itself.
            nan = " and v == v" * (leaf.op is Op.NE)
            return _NUMBER, f"(v {_SIGNS[leaf.op]} {self.name(right)}{nan})"
        return None

    def member(self, leaf: Membership) -> tuple[str, str] | None:
        kinds = {type(value) for value in leaf.values}  # type: ignore[union-attr]
        word = "not in" if leaf.negated else "in"
        if kinds == {str}:
            return "type({got}) is str", f"v {word} {self.name(frozenset(leaf.values))}"  # type: ignore[arg-type]
        if kinds and kinds <= {int, float} and all(map(_is_plain, leaf.values)):  # type: ignore[arg-type]
            test = f"v {word} {self.name(frozenset(leaf.values))}"  # type: ignore[arg-type]
            return _NUMBER, f"({test} and v == v)"
        return None


_NUMBER = "(t := type({got})) is int or t is float"


def _is_plain(number: Any) -> bool:
    """Return whether Python compares any number with this one as all targets do: it is small enough, and not NaN."""
    return not is_nan(number) and -LARGE < number < LARGE


def _is(leaf: Leaf, wanted: bool, record: Record) -> bool:
    return evaluate_leaf(leaf, record) is wanted
