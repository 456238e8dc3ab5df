"""A static reading of a Python source: what it defines, imports and calls, by qualified names, each with its line."""

from __future__ import annotations

import ast
import builtins
import warnings
from collections.abc import Iterable, Iterator, Sequence

from pramana.igg.python_facts import Defined, ModuleReading, Related, module_of
from pramana.igg.python_names import ClassBody, Definition, Names, bound, class_body, imports, parameters, value_origin

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (*_FUNCTIONS, ast.ClassDef)
LONGEST = 2_000_000
"""A source of more characters is not parsed."""


def parse_module(text: str) -> ast.Module | None:
    """Return the tree of a source, None if it is not Python."""
    if len(text) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def read_module(document: str, text: str) -> ModuleReading | None:
    """Read one source. None if it is not Python."""
    tree = parse_module(text)
    if tree is None:
        return None
    try:
        return _TreeReader(document, tree).read()
    except RecursionError:
        return None


class _TreeReader:
    """Reads one tree."""

    def __init__(self, document: str, tree: ast.Module) -> None:
        self.document, self.tree = document, tree
        self.module, self.is_package = module_of(document)
        self.classes: dict[str, ClassBody] = {}
        self.returns: dict[str, str] = {}
        found = list(imports([tree], self.module, self.is_package))
        self.exports = bound(iter(found))
        local = {node.name: f"{self.module}.{node.name}" for node in _definitions(tree.body)}
        self.names = Names({**self.exports, **local})
        self.definitions: list[Defined] = [Defined("module", self.module.rpartition(".")[2], self.module, "", 1)]
        self.relations: list[Related] = []

    def read(self) -> ModuleReading:
        self._learn(self.tree.body, self.module)
        self._body(self.tree.body, self.module, None)
        self._imports([self.tree])
        return ModuleReading(self.module, self.document, tuple(self.definitions), tuple(self.relations), self.exports)

    def _learn(self, body: Sequence[ast.stmt], inside: str) -> None:
        """Take in classes and what functions return, before anything is resolved."""
        for node in _definitions(body):
            name = f"{inside}.{node.name}"
            if isinstance(node, ast.ClassDef):
                self.classes[name] = class_body(node, name, self.names)
                self._learn(node.body, name)
            elif (kind := self.names.annotated_class(node.returns)) is not None:
                self.returns[name] = kind

    def _body(self, body: Sequence[ast.stmt], inside: str, owner: ClassBody | None) -> None:
        seen: set[str] = set()
        for node in _definitions(body):
            name = f"{inside}.{node.name}"
            if name in seen:  # an overload, a setter, another branch of an `if`
                if not isinstance(node, ast.ClassDef):
                    self._function(node, name, owner)
                continue
            seen.add(name)
            self._define(node, name, inside, owner)

    def _define(self, node: Definition | ast.ClassDef, name: str, inside: str, owner: ClassBody | None) -> None:
        if isinstance(node, ast.ClassDef):
            self.definitions.append(Defined("class", node.name, name, inside, node.lineno, f"class {node.name}"))
            for base in filter(None, (self.names.annotated_class(base) for base in node.bases)):
                self.relations.append(Related("inherits", name, (base,), node.lineno))
        else:
            kind = "function" if owner is None else "method"
            self.definitions.append(Defined(kind, node.name, name, inside, node.lineno, _signature(node)))
        self.relations.append(Related("defines", inside, (name,), node.lineno))
        if isinstance(node, ast.ClassDef):
            self._body(node.body, name, self.classes[name])
        else:
            self._function(node, name, owner)

    def _function(self, node: Definition, name: str, owner: ClassBody | None) -> None:
        self._imports(node.body)
        calls = _Calls(self, name, owner)
        calls.walk(node)
        self.relations += calls.found

    def _imports(self, nodes: Sequence[ast.AST]) -> None:
        for line, _, source, taken in imports(nodes, self.module, self.is_package):
            targets = (source,) if taken in ("", ".", "*") else (f"{source}.{taken}", source)
            self.relations.append(Related("imports", self.module, targets, line))

    def members(self, kind: str, member: str) -> Iterator[str]:
        """Yield the qualified names under which a class may hold a member: its own, then those of its bases."""
        waiting, seen = [kind], set[str]()
        while waiting:
            name = waiting.pop(0)
            if name in seen:
                continue
            seen.add(name)
            body = self.classes.get(name)
            if body is None:
                yield f"{name}.{member}"
            elif member in body.members:
                yield f"{name}.{member}"
                return
            else:
                waiting += body.bases

    def attribute(self, kind: str, name: str) -> str | None:
        """Return the class of an attribute of a class, as its own body or its bases' say."""
        waiting, seen = [kind], set[str]()
        while waiting:
            body = self.classes.get(waiting.pop(0))
            if body is not None and body.name not in seen:
                seen.add(body.name)
                if name in body.attributes:
                    return self.instance(body.attributes[name])
                waiting += body.bases
        return None

    def instance(self, dotted: str | None) -> str | None:
        """Return the class of what a callable makes: what a function says it returns, a class itself."""
        return None if dotted is None else self.returns.get(dotted, dotted)


class _Calls:
    """Finds what a function calls."""

    def __init__(self, reader: _TreeReader, function: str, owner: ClassBody | None) -> None:
        self.reader, self.function, self.owner = reader, function, owner
        self.names = reader.names
        self.itself = ""
        self.found: list[Related] = []

    def walk(self, node: Definition) -> None:
        """Look through a function, the functions and lambdas in it included: they are written there."""
        reader, arguments = self.reader, [*node.args.posonlyargs, *node.args.args]
        local = bound(imports(node.body, reader.module, reader.is_package))
        hidden = frozenset(_bound_names(node)) - set(local)
        variables = parameters(node, reader.names)
        self.names = Names({**reader.names.targets, **local}, variables, hidden)
        static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)
        if self.owner is not None and arguments and not static:
            self.itself = arguments[0].arg
            variables[self.itself] = self.owner.name
        self._types(node, variables)
        for child in node.body:
            self._look(child)

    def _types(self, node: Definition, variables: dict[str, str]) -> None:
        """Give variables that are assigned calls of known callables their classes."""
        for each in ast.walk(node):
            pairs: list[tuple[ast.expr | None, ast.expr | None]] = []
            if isinstance(each, ast.Assign) and len(each.targets) == 1:
                pairs = [(each.targets[0], each.value)]
            elif isinstance(each, ast.AnnAssign):
                if isinstance(each.target, ast.Name) and (kind := self.names.annotated_class(each.annotation)):
                    variables.setdefault(each.target.id, kind)
            elif isinstance(each, ast.With | ast.AsyncWith):
                pairs = [(item.optional_vars, item.context_expr) for item in each.items]
            for target, value in pairs:
                if isinstance(target, ast.Name) and (kind := self.type_of(value)):
                    variables.setdefault(target.id, kind)

    def _look(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            self._add(self._callee_names(node.func), node.lineno)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            self._property(node)
        for child in ast.iter_child_nodes(node):
            if isinstance(node, ast.Call) and child is node.func and isinstance(child, ast.Attribute):
                child = child.value
            self._look(child)

    def _property(self, node: ast.Attribute) -> None:
        kind = self.type_of(node.value)
        body = self.reader.classes.get(kind or "")
        member = None if body is None else body.members.get(node.attr)
        if member is not None and any(_is_property(each) for each in member.decorator_list):
            self._add((f"{kind}.{node.attr}",), node.lineno)

    def _add(self, targets: Iterable[str], line: int) -> None:
        listed = tuple(dict.fromkeys(targets))
        if listed:
            self.found.append(Related("calls", self.function, listed, line))

    def _callee_names(self, function: ast.expr) -> Iterable[str]:
        if isinstance(function, ast.Attribute):
            if _is_super(function.value) and self.owner is not None:
                return [name for base in self.owner.bases for name in self.reader.members(base, function.attr)]
            if (kind := self.type_of(function.value)) is not None:
                return list(self.reader.members(kind, function.attr))
        dotted = self.names.of(function)
        if dotted is None or (isinstance(function, ast.Name) and function.id in _BUILTIN and "." not in dotted):
            return ()
        head, _, member = dotted.rpartition(".")
        return list(self.reader.members(head, member)) if head in self.reader.classes else (dotted,)

    def type_of(self, value: ast.expr | None) -> str | None:
        """Return the class of an expression's value, None if the source does not say."""
        if isinstance(value, ast.Name):
            return self.names.variables.get(value.id)
        if isinstance(value, ast.Attribute):
            kind = self.type_of(value.value)
            return None if kind is None else self.reader.attribute(kind, value.attr)
        if isinstance(value, ast.Call):
            targets = list(self._callee_names(value.func))
            return self.reader.instance(targets[0]) if targets else None
        return self.reader.instance(value_origin(value, self.names, self.names.variables))


_BUILTIN = frozenset(dir(builtins))


def _definitions(body: Sequence[ast.stmt]) -> Iterator[Definition | ast.ClassDef]:
    """Yield the definitions of a body, those under `if`, `try` and `with` included."""
    for node in body:
        if isinstance(node, _SCOPES):
            yield node
        else:
            for name in ("body", "handlers", "orelse", "finalbody"):
                inner = getattr(node, name, [])
                if isinstance(inner, list):
                    blocks = [each.body if isinstance(each, ast.ExceptHandler) else [each] for each in inner]
                    yield from _definitions([each for block in blocks for each in block if isinstance(each, ast.stmt)])


def _bound_names(node: Definition) -> Iterator[str]:
    """Yield the names that a function binds itself: its parameters and what it assigns."""
    arguments = node.args
    for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
        if each is not None:
            yield each.arg
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
            yield inner.id
        elif isinstance(inner, _FUNCTIONS) and inner is not node:
            yield inner.name


def _signature(node: Definition) -> str:
    returns = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _is_property(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in ("property", "cached_property")
