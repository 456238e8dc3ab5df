"""What names mean in a Python source, as far as the source alone says: imports, definitions, types of variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Definition = ast.FunctionDef | ast.AsyncFunctionDef
_WRAPPERS = frozenset(("Optional", "Annotated", "Final", "ClassVar", "Type", "type"))


@dataclass(slots=True)
class ClassBody:
    """A class: its members by name (a def, or None for a nested class), its bases as dotted names, its attributes'
    types as dotted names."""

    name: str
    bases: tuple[str, ...] = ()
    members: dict[str, Definition | None] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Names:
    """The meaning of names at one place, as dotted names. `variables` maps names to the classes of their values.

    A name with an unknown meaning, such as a parameter, is `hidden`.
    """

    targets: dict[str, str]
    variables: dict[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()

    def of(self, node: ast.expr | None) -> str | None:
        """Return what an expression names, dotted: `a.b.C` where it is a path from a known name."""
        if isinstance(node, ast.Name):
            return None if node.id in self.hidden else self.targets.get(node.id)
        if isinstance(node, ast.Attribute):
            root = self.of(node.value)
            return None if root is None else f"{root}.{node.attr}"
        return None

    def annotated_class(self, node: ast.expr | None) -> str | None:
        """Return the class that an annotation names: `C`, `"C"`, `C | None`, `Optional[C]`."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                return self.annotated_class(ast.parse(node.value, mode="eval").body)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self.annotated_class(node.left) or self.annotated_class(node.right)
        if isinstance(node, ast.Subscript):
            name = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            return self.annotated_class(node.slice) if name in _WRAPPERS else self.of(node.value)
        return self.of(node)


def imports(nodes: Sequence[ast.AST], module: str, is_package: bool) -> Iterator[tuple[int, str, str, str]]:
    """Yield every import among `nodes` and below, functions left out: its line, the name it binds, the module that it
    names, and the name that it takes from there ("" for the module itself)."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound = alias.asname or alias.name.partition(".")[0]
                yield node.lineno, bound, alias.name, "" if alias.asname else "."
        elif isinstance(node, ast.ImportFrom):
            source = source_of(node, module, is_package)
            if source:
                yield from ((node.lineno, alias.asname or alias.name, source, alias.name) for alias in node.names)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from imports(list(ast.iter_child_nodes(node)), module, is_package)


def source_of(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    """Return the module that `from … import` names, "" where its dots lead out of the package."""
    if not node.level:
        return node.module or ""
    parts = module.split(".") if is_package else module.split(".")[:-1]
    kept = len(parts) - node.level + 1
    if kept < 0:
        return ""
    return ".".join([*parts[:kept], *filter(None, [node.module])])


def bound(found: Iterator[tuple[int, str, str, str]]) -> dict[str, str]:
    """Return what imports bind, as dotted names."""
    targets: dict[str, str] = {}
    for _, name, source, taken in found:
        targets[name] = {"": source, ".": source.partition(".")[0]}.get(taken, f"{source}.{taken}")
    return targets


def class_body(node: ast.ClassDef, name: str, names: Names) -> ClassBody:
    """Return what a class holds. `name` is its qualified name."""
    body = ClassBody(name, tuple(filter(None, (names.annotated_class(base) for base in node.bases))))
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            body.members.setdefault(each.name, each)
        elif isinstance(each, ast.ClassDef):
            body.members[each.name] = None
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            _attribute(body, each.target.id, names.annotated_class(each.annotation))
    for method in [each for each in body.members.values() if each is not None]:
        _attributes(method, body, names)
    return body


def _attributes(method: Definition, body: ClassBody, names: Names) -> None:
    """Take in what a method says of the types of `self`'s attributes."""
    arguments = [*method.args.posonlyargs, *method.args.args]
    if not arguments:
        return
    itself, types = arguments[0].arg, parameters(method, names)
    for node in ast.walk(method):
        target: ast.expr | None = node.target if isinstance(node, ast.AnnAssign) else None
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == itself:
            annotation = node.annotation if isinstance(node, ast.AnnAssign) else None
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            _attribute(body, target.attr, names.annotated_class(annotation) or value_origin(value, names, types))


def _attribute(body: ClassBody, name: str, kind: str | None) -> None:
    if kind is not None:
        body.attributes.setdefault(name, kind)


def parameters(function: Definition, names: Names) -> dict[str, str]:
    """Return the classes that annotations give a function's parameters."""
    every = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    found = {each.arg: names.annotated_class(each.annotation) for each in every}
    return {name: kind for name, kind in found.items() if kind is not None}


def value_origin(value: ast.expr | None, names: Names, types: dict[str, str]) -> str | None:
    """Return what an expression's value comes from: the callable that makes it, or the class of a variable."""
    if isinstance(value, ast.Await):
        return value_origin(value.value, names, types)
    if isinstance(value, ast.Call):
        return names.of(value.func)
    if isinstance(value, ast.BoolOp):
        return next(filter(None, (value_origin(each, names, types) for each in value.values)), None)
    return types.get(value.id) if isinstance(value, ast.Name) else None
