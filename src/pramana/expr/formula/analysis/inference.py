"""The values that a formula can meet, found without data: the formula worked out over shapes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from pramana.expr.formula.analysis.assuming import assume, key, without
from pramana.expr.formula.functions import FUNCTIONS
from pramana.expr.formula.shapes import (
    BOOLEAN,
    INF,
    LIST,
    NEVER,
    NUMERIC,
    SIZED,
    TEXT,
    UNKNOWN,
    Scope,
    Shape,
    arithmetic,
    bag_shape,
    constant,
    item_shape,
    join_shapes,
    list_shape,
    number_shape,
    object_shape,
    text_shape,
)
from pramana.expr.formula.syntax import ALIASES, called_name
from pramana.findings import Finding, Severity, nearest

_WORDS: Final = {"number": "a number", "boolean": "a boolean", "text": "a text", "null": "null", "list": "a list"}
MOST_PARTS: Final = 6_000
"""So many parts of one formula are looked at; each of its at most 2,000 once, except those within tests."""
_ORDERING: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@dataclass(frozen=True, slots=True)
class Inferred:
    """The shape of a formula's value, what is found about the formula, and the names of the fields that it reads.
    `fails` where it may have no value."""

    shape: Shape
    findings: tuple[Finding, ...]
    fields: frozenset[str]
    fails: bool


def infer_shape(source: str, scope: Scope, place: str = "", parts: int = MOST_PARTS) -> Inferred:
    """Return what is known of a formula that compiles, for values of these shapes. `place` is that of its findings;
    `parts` bounds how many parts of it are looked at, each once for each element of a list whose elements are known.

    Without findings that are errors or warnings it has a value wherever the values have their shapes, but for numbers
    or data too large.
    """
    reading = _Inference(place, source.strip(), left=parts)
    shape = reading.shape(ast.parse(reading.source, mode="eval").body, scope)
    return Inferred(shape, tuple(dict.fromkeys(reading.found)), frozenset(reading.fields), reading.fails)


@dataclass
class _Inference:
    """One formula being read. `left` bounds how many parts are looked at yet: tests within tests would double them.

    A part is looked at once in a scope; `looked` holds its shape, and the scope, so that its id stays its own.
    """

    place: str
    source: str
    fields: set[str] = field(default_factory=set)
    found: list[Finding] = field(default_factory=list)
    fails: bool = False
    left: int = MOST_PARTS
    looked: dict[tuple[int, int], tuple[Scope, Shape]] = field(default_factory=dict)

    def shape(self, node: ast.expr, scope: Scope) -> Shape:
        """Return the shape of a part in a scope, and report what is found about it."""
        place = id(node), id(scope)
        if place in self.looked:
            return self.looked[place][1]
        self.left -= 1
        if self.left < 0:
            self.report(Severity.WARNING, "the formula is too involved to be followed", "make steps of its parts")
            return UNKNOWN
        known = scope.get(key(node) or "")
        worked = _HANDLERS[type(node)](self, node, scope)
        shape = known if known is not None else worked
        self.looked[place] = scope, shape
        return shape

    def report(self, severity: Severity, problem: str, fix: str = "") -> None:
        self.fails = True
        self._note(severity, problem, fix)

    def _note(self, severity: Severity, problem: str, fix: str) -> None:
        """Keep a finding about what has a value all the same."""
        self.found.append(Finding(self.place, severity, problem, fix))

    def quote(self, node: ast.expr) -> str:
        return (ast.get_source_segment(self.source, node) or ast.unparse(node))[:80]

    def need(self, node: ast.expr, scope: Scope, kinds: frozenset[str], called: str) -> Shape:
        """Return a part's shape, of those kinds alone; report it where it can have, or surely has, another one."""
        shape = self.shape(node, scope)
        return self.fit(node, shape, kinds, called)

    def fit(self, node: ast.expr, shape: Shape, kinds: frozenset[str], called: str, what: str = "") -> Shape:
        if not shape.known:
            return UNKNOWN
        what = what or self.quote(node)
        wrong = sorted(shape.kinds - kinds)
        if wrong and not shape.kinds & kinds:
            self.report(Severity.ERROR, f"{what} is {_WORDS.get(wrong[0], 'an object')}, where {called} is needed")
            return UNKNOWN
        if wrong:
            fix = f"leave it out first: … if {what} is not null" if wrong == ["null"] else "handle the cases one by one"
            words = " or ".join(_WORDS.get(kind, "an object") for kind in wrong)
            self.report(Severity.WARNING, f"{what} can be {words}, where {called} is needed", fix)
        return shape.only(kinds)

    # Values

    def constant(self, node: ast.Constant, scope: Scope) -> Shape:
        return constant(node.value)

    def name(self, node: ast.Name, scope: Scope) -> Shape:
        return constant(ALIASES[node.id]) if node.id in ALIASES and node.id not in scope else UNKNOWN

    def sequence(self, node: ast.List | ast.Tuple, scope: Scope) -> Shape:
        return bag_shape((self.shape(item, scope), True) for item in node.elts)

    def object(self, node: ast.Dict, scope: Scope) -> Shape:
        pairs = zip(node.keys, node.values, strict=True)
        return object_shape({str(k.value): self.shape(v, scope) for k, v in pairs if isinstance(k, ast.Constant)})

    def subscript(self, node: ast.Subscript, scope: Scope) -> Shape:
        if isinstance(node.slice, ast.Slice):
            return self._part(node, node.slice, scope)
        container = self.shape(node.value, scope)
        index = self.shape(node.slice, scope)
        if not container.known or not index.known:
            return UNKNOWN
        container = self.fit(node.value, container, SIZED, "a list or an object")
        parts = []
        if "object" in container.kinds:
            parts.append(self._field(node, container, index))
        if container.kinds & {"list", "text"}:
            parts.append(self._item(node, container, index))
        return join_shapes(*parts) if parts else UNKNOWN

    def _field(self, node: ast.expr, container: Shape, index: Shape) -> Shape:
        names = index.texts if index.kinds == TEXT else None
        if names is None:
            problem = f"{self.quote(node)} may name a field that is not there"
            self.report(Severity.WARNING, problem, "name it: e['field']")
            self.fields.update(container.fields)
            return UNKNOWN
        for name in sorted(names - container.fields.keys()):
            problem = f"{self.quote(node)}: unknown field {name!r}"
            self.report(Severity.ERROR, problem, nearest(name, container.fields))
        self.fields.update(names)
        here = [container.fields[name] for name in sorted(names) if name in container.fields]
        return join_shapes(*here) if here else UNKNOWN

    def _item(self, node: ast.Subscript, container: Shape, index: Shape) -> Shape:
        index = self.fit(node.slice, index, frozenset({"number", "boolean"}), "a position")
        if not index.whole or "boolean" in index.kinds:
            self.report(Severity.WARNING, f"{self.quote(node.slice)} may not be a whole number, as positions are")
        first = container.filled and index.low >= -1 and index.high <= 0
        if not first:
            fix = f"{self.quote(node)} if len({self.quote(node.value)}) > … else …"
            self.report(Severity.WARNING, f"{self.quote(node)}: the list may have no item there", fix)
        parts = [container.items] if "list" in container.kinds and container.items is not None else []
        parts += [text_shape(filled=True)] if "text" in container.kinds else []
        return join_shapes(*parts) if parts else UNKNOWN

    def _part(self, node: ast.Subscript, part: ast.Slice, scope: Scope) -> Shape:
        container = self.need(node.value, scope, frozenset({"list", "text"}), "a list or a text")
        for bound in (part.lower, part.upper):
            if bound is not None:
                shape = self.need(bound, scope, frozenset({"number", "null"}), "a position")
                if shape.known and not shape.whole:
                    self.report(Severity.WARNING, f"{self.quote(bound)} may not be a whole number, as positions are")
        if not container.known:
            return UNKNOWN
        texts = None if "text" in container.kinds else container.texts
        return replace(
            container, elements=None, filled=False, texts=texts, dates=container.dates and "text" not in container.kinds
        )

    # Operators

    def binary(self, node: ast.BinOp, scope: Scope) -> Shape:
        operator = type(node.op)
        left, right = self.shape(node.left, scope), self.shape(node.right, scope)
        if operator is ast.Add and left.known and right.known:
            for kind, called in ((TEXT, "a text"), (LIST, "a list")):
                if left.kinds == kind or right.kinds == kind:
                    return self._concatenated_shape(node, left, right, kind, called)
        left = self.fit(node.left, left, NUMERIC, "a number")
        right = self.fit(node.right, right, NUMERIC, "a number")
        if operator in (ast.Div, ast.FloorDiv, ast.Mod) and right.known and right.zero:
            sure = right.low == right.high == 0
            what = self.quote(node.right)
            counts = right.whole and right.low >= 0 and right.high >= 1
            fix = f"… if {what} != 0 else 0{f', or divide by max(1, {what})' if counts else ''}"
            if key(node.right) is None:  # a test of a part that has no name is not followed
                fix = f"make a step of {what}, then ask: … if that_step != 0 else 0"
            problem = f"the divisor {what} {'is' if sure else 'can be'} 0"
            self.report(Severity.ERROR if sure else Severity.WARNING, problem, fix)
        if not (left.known and right.known):
            return number_shape()
        made = arithmetic.binary(operator, left, right)
        square = operator is ast.Mult and ast.dump(node.left) == ast.dump(node.right)
        return made.between(0.0, INF) if square else made

    def _concatenated_shape(
        self, node: ast.BinOp, left: Shape, right: Shape, kind: frozenset[str], called: str
    ) -> Shape:
        left, right = self.fit(node.left, left, kind, called), self.fit(node.right, right, kind, called)
        if not (left.known and right.known):
            return UNKNOWN
        filled = left.filled or right.filled
        if kind == TEXT:
            return text_shape(filled=filled)
        if left.elements is not None and right.elements is not None:
            return bag_shape((*left.elements, *right.elements))
        items = [shape.items for shape in (left, right) if shape.items is not None]
        return list_shape(join_shapes(*items) if items else None, filled=filled)

    def unary(self, node: ast.UnaryOp, scope: Scope) -> Shape:
        if isinstance(node.op, ast.Not):
            self.shape(node.operand, scope)
            return BOOLEAN
        shape = self.need(node.operand, scope, NUMERIC, "a number")
        if not shape.known:
            return number_shape()
        return arithmetic.negative(shape) if isinstance(node.op, ast.USub) else replace(shape, field="")

    def boolean(self, node: ast.BoolOp, scope: Scope) -> Shape:
        shapes, known = [], scope
        for part in node.values:
            shapes.append(self.shape(part, known))
            after = assume(known, part, isinstance(node.op, ast.And), self.shape)
            if after is None:
                break
            known = after
        return replace(join_shapes(*shapes), field="")

    def choice(self, node: ast.IfExp, scope: Scope) -> Shape:
        self.shape(node.test, scope)
        shapes = []
        for branch, truth in ((node.body, True), (node.orelse, False)):
            known = assume(scope, node.test, truth, self.shape)
            if known is not None:
                shapes.append(self.shape(branch, known))
        return join_shapes(*shapes) if shapes else NEVER

    def compare(self, node: ast.Compare, scope: Scope) -> Shape:
        operands = [node.left, *node.comparators]
        shapes = [self.shape(operand, scope) for operand in operands]
        for index, operator in enumerate(node.ops):
            pair = (operands[index], shapes[index], operands[index + 1], shapes[index + 1])
            if isinstance(operator, _ORDERING):
                self._ordering(*pair)
            elif isinstance(operator, ast.In | ast.NotIn):
                self._membership(*pair)
            elif isinstance(operator, ast.Eq | ast.NotEq):
                self._alike(*pair)
        for truth in (True, False):
            if all(shape.known for shape in shapes) and assume(scope, node, truth, self.shape) is None:
                return constant(not truth)
        return BOOLEAN

    def _ordering(self, left: ast.expr, one: Shape, right: ast.expr, other: Shape) -> None:
        if one.known and other.known:
            texts = one.kinds == TEXT or other.kinds == TEXT
            kinds, called = (TEXT, "a text") if texts else (NUMERIC, "a number")
            self.fit(left, one, kinds, called)
            self.fit(right, other, kinds, called)

    def _membership(self, left: ast.expr, one: Shape, right: ast.expr, other: Shape) -> None:
        other = self.fit(right, other, SIZED, "a list")
        if not (one.known and other.known):
            return
        if "text" in other.kinds:
            self.fit(left, one, TEXT, "a text")
        if other.kinds == LIST and other.items is not None:
            self._alike(left, one, right, replace(other.items, field=other.items.field))

    def _alike(self, left: ast.expr, one: Shape, right: ast.expr, other: Shape) -> None:
        """Report a comparison that is never true: with a value that a field does not have, above all."""
        if not (one.known and other.known and one.possible and other.possible):
            return
        kinds = [shape.kinds | (NUMERIC if shape.kinds & NUMERIC else frozenset()) for shape in (one, other)]
        if not kinds[0] & kinds[1]:
            problem = f"{self.quote(left)} and {self.quote(right)} are never equal: their types differ"
            self._note(Severity.WARNING, problem, "compare with a value of the same type")
        if "text" in one.kinds & other.kinds and one.texts is not None and other.texts is not None:
            for shape, given in ((one, other), (other, one)):
                if shape.field:
                    self._unknown_values(shape, given)
            if not (one.texts & other.texts or one.field or other.field):
                self._unknown_values(*sorted((one, other), key=lambda shape: -len(shape.texts or ())))

    def _unknown_values(self, shape: Shape, given: Shape) -> None:
        assert shape.texts is not None and given.texts is not None
        for value in sorted(given.texts - shape.texts):
            if shape.field:
                problem = f"{value!r} is not a value of the field {shape.field!r}"
                self._note(Severity.ERROR, problem, nearest(value, sorted(shape.texts)))
            else:
                known = ", ".join(map(repr, sorted(shape.texts)[:10]))
                problem = f"{value!r} is compared with what is only ever {known}"
                self._note(Severity.WARNING, problem, "correct the spelling")

    # Loops

    def loop(self, node: ast.ListComp | ast.GeneratorExp, scope: Scope) -> Shape:
        known: Scope = scope
        filled = True
        if len(node.generators) == 1 and (bag := self._filtered_bag(node, scope)) is not None:
            return bag
        for clause in node.generators:
            assert isinstance(clause.target, ast.Name)
            items = self.need(clause.iter, known, SIZED, "a list")
            each = item_shape(items)
            known = {**without(known, clause.target.id), clause.target.id: each}
            filled = filled and items.filled and not clause.ifs and items.kinds <= {"list", "text"}
            if not each.possible:
                return list_shape(None, filled=False)
            for test in clause.ifs:
                self.shape(test, known)
                after = assume(known, test, True, self.shape)
                if after is None:
                    return list_shape(None, filled=False)
                known = after
        return list_shape(self.shape(node.elt, known), filled=filled)

    def _filtered_bag(self, node: ast.ListComp | ast.GeneratorExp, scope: Scope) -> Shape | None:
        """Return the shape of a loop over a list whose elements are known one by one, None over any other."""
        clause = node.generators[0]
        assert isinstance(clause.target, ast.Name)
        series = self.need(clause.iter, scope, SIZED, "a list")
        if series.elements is None or series.kinds != LIST:
            return None
        outer = without(scope, clause.target.id)
        made = []
        for each, sure in series.elements:
            known: Scope | None = {**outer, clause.target.id: each}
            for test in clause.ifs:
                if known is not None:
                    self.shape(test, known)
                    sure = sure and assume(known, test, False, self.shape) is None
                    known = assume(known, test, True, self.shape)
            if known is not None:
                made.append((self.shape(node.elt, known), sure))
        return bag_shape(made)

    # Functions

    def call(self, node: ast.Call, scope: Scope) -> Shape:
        return FUNCTIONS[called_name(node)].shape(self, node, scope)


_HANDLERS: Final[dict[type, Callable[..., Shape]]] = {
    ast.Constant: _Inference.constant,
    ast.Name: _Inference.name,
    ast.List: _Inference.sequence,
    ast.Tuple: _Inference.sequence,
    ast.Dict: _Inference.object,
    ast.Subscript: _Inference.subscript,
    ast.BinOp: _Inference.binary,
    ast.UnaryOp: _Inference.unary,
    ast.BoolOp: _Inference.boolean,
    ast.IfExp: _Inference.choice,
    ast.Compare: _Inference.compare,
    ast.Call: _Inference.call,
    ast.ListComp: _Inference.loop,
    ast.GeneratorExp: _Inference.loop,
}
