"""The embedded model's answer to `igg.decide`: a static reading of Python sources. It abstains on all other contexts.

Like any model it is shown one observation, remembers nothing, and proposes; what the schema does not want is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from pramana.igg.ptools import DECIDE, AgentDecision, DecideInput
from pramana.igg.python_facts import Defined, ModuleReading, module_of, through_exports
from pramana.igg.python_reading import read_module
from pramana.igg.shown import ShownRelation, ShownText, ShownType, answers_of, context_of, sections, types_of
from pramana.llm import Abstention, Rule

BATCH_LINES = 500
"""How many lines are asked for at once; a longer file is asked for by itself."""

_NODE_WORDS: Mapping[str, tuple[str, ...]] = {
    "module": ("module", "file"),
    "class": ("class", "type"),
    "function": ("function", "method"),
    "method": ("method", "function"),
}
_EDGE_WORDS: Mapping[str, tuple[str, ...]] = {
    "defines": ("defines", "contains", "declares"),
    "imports": ("imports", "depends_on"),
    "inherits": ("inherits", "inherits_from", "extends", "implements", "subclass_of"),
    "calls": ("calls", "invokes"),
}
_NAMES_MODULES = re.compile(r'^- "(?:[^"\\]|\\.)*" \w+ \{.*\}$', re.M)


def decide(value: BaseModel) -> AgentDecision | Abstention:
    """Decide what to do next, from what is shown alone."""
    assert isinstance(value, DecideInput)
    shown = sections(value.observation)
    page = context_of(shown.get("Context, whole") or shown.get("Context, the beginning", ""))
    sources = [name for name in page.lengths if name.endswith(".py")]
    types, relations = types_of(shown.get("Schema", ""))
    mapping = _Mapping(types, relations)
    if not sources or not mapping.useful:
        return Abstention(reason="the embedded model reads Python sources (.py) into modules, classes and functions")
    if "Context, whole" in shown:
        return _at_once(mapping, _read_modules(page.complete_documents(), sources))
    before = shown.get("What you said and asked before", "")
    return _by_batches(mapping, page, sources, shown.get("What you asked for", ""), before)


RULES: Mapping[str, Rule] = {DECIDE.name: decide}
"""What the embedded model answers of this room."""


def _at_once(mapping: _Mapping, readings: Sequence[ModuleReading]) -> AgentDecision:
    actions = [*mapping.nodes(readings), *mapping.edges(readings, _modules(readings))]
    finish = {"type": "FINISH", "reason": "every source was read"}
    return AgentDecision(reasoning=f"All {len(readings)} sources are shown: read at once.", actions=[*actions, finish])


def _by_batches(
    mapping: _Mapping, page: ShownText, sources: Sequence[str], answered: str, before: str
) -> AgentDecision:
    """Read a batch a time, all of them for nodes first, then again for edges, whose ends are there by then.

    Which turn it is follows from the batch that came and from the modules that are in the graph already; where the
    schema has no modules, from what was said last.
    """
    batches = list(_batches(page, sources))
    asked = answers_of(answered, page.lengths)
    came = asked.lines
    here = next((number for number, batch in enumerate(batches) if any(name in came for name in batch)), None)
    if here is None:
        return _asking(mapping, batches[0], [], f"{len(sources)} sources, in {len(batches)} parts: the first.")
    seen = _read_modules(asked.over(page).complete_documents(), sources)  # what else is shown tells what names mean
    readings = [reading for reading in seen if reading.document in batches[here]]
    every = {module_of(name)[0] for name in sources}
    known = mapping.modules_in(answered)
    in_graph = bool(readings) and all(each.module in known for each in readings)
    again = in_graph if mapping.module is not None else _relating(before, len(batches))
    actions = list(mapping.edges(readings, every, seen) if again else mapping.nodes(readings))
    part = f"Part {here + 1} of {len(batches)}, {'what it relates' if again else 'what it defines'}."
    if here + 1 < len(batches):
        return _asking(mapping, batches[here + 1], actions, part)
    if not again:
        return _asking(mapping, batches[0], actions, part)
    return AgentDecision(
        reasoning=part, actions=[*actions, {"type": "FINISH", "reason": "every source was read twice"}]
    )


def _relating(before: str, parts: int) -> bool:
    """Return whether all parts were read for what they define, by what was said in the turn before."""
    last = before.partition("\n")[0]
    return "what it relates" in last or f"Part {parts} of {parts}, what it defines" in last


def _asking(mapping: _Mapping, batch: Sequence[str], actions: list[Any], reasoning: str) -> AgentDecision:
    lines = [{"type": "QUERY", "query": "lines", "document": name, "first": 1, "last": _EVERY_LINE} for name in batch]
    names = [module_of(name)[0] for name in batch]
    return AgentDecision(reasoning=reasoning, actions=[*actions, *mapping.asking(names), *lines])


_EVERY_LINE = 1_000_000


def _batches(page: ShownText, sources: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    lines = 0
    for name in sources:
        if batch and lines + page.lengths[name] > BATCH_LINES:
            yield batch
            batch, lines = [], 0
        batch.append(name)
        lines += page.lengths[name]
    if batch:
        yield batch


def _read_modules(whole: Mapping[str, str], names: Iterable[str]) -> list[ModuleReading]:
    found = (read_module(name, whole[name]) for name in names if name in whole)
    return through_exports([reading for reading in found if reading is not None])


def _modules(readings: Iterable[ModuleReading]) -> set[str]:
    return {reading.module for reading in readings}


class _Mapping:
    """What the schema calls what a source holds."""

    def __init__(self, types: Mapping[str, ShownType], relations: Mapping[str, ShownRelation]) -> None:
        self._types = {kind: found for kind, words in _NODE_WORDS.items() if (found := _by_name(types, words))}
        self._relations = {kind: found for kind, words in _EDGE_WORDS.items() if (found := _by_name(relations, words))}
        self.module = self._types.get("module")

    @property
    def useful(self) -> bool:
        return bool(self._types)

    def asking(self, modules: Sequence[str]) -> list[dict[str, Any]]:
        """Return the query that says which modules of a batch are in the graph."""
        if self.module is None:
            return []
        listed = ", ".join(f"'{name}'" for name in modules)
        where = f"type = '{self.module.name}' AND {self._key(self.module)} IN [{listed}]"
        return [{"type": "QUERY", "query": "nodes", "where": where, "limit": len(modules)}]

    def modules_in(self, answered: str) -> set[str]:
        """Return the modules that an answer to `asking` names."""
        if self.module is None:
            return set()
        key = re.compile(rf'[{{ ]{self._key(self.module)}: "([\w.]+)"')
        return {found[1] for line in _NAMES_MODULES.findall(answered) if (found := key.search(line)) is not None}

    def nodes(self, readings: Iterable[ModuleReading]) -> Iterator[dict[str, Any]]:
        for reading in readings:
            for defined in reading.definitions:
                kind = self._types.get(defined.kind)
                properties = None if kind is None else self._properties(kind, defined, reading)
                if kind is not None and properties is not None:
                    yield {"type": "ADD_NODE", "label": kind.name, "properties": properties}

    def edges(
        self, readings: Sequence[ModuleReading], modules: set[str], seen_too: Sequence[ModuleReading] = ()
    ) -> Iterator[dict[str, Any]]:
        """Yield what the sources relate: the likeliest target that was read, else the likeliest inside `modules`."""
        every = (*readings, *seen_too)
        defined = {each.qualified_name: each.kind for reading in every for each in reading.definitions}
        seen: set[tuple[str, str, str]] = set()
        for reading in readings:
            for related in reading.relations:
                relation = self._relations.get(related.kind)
                target = _target(related.kind, related.targets, defined, modules)
                key = (related.kind, related.source, target)
                if relation is None or not target or key in seen or target == related.source:
                    continue
                seen.add(key)
                source, to = self._reference(related.source, defined), self._reference(target, defined)
                yield {
                    "type": "ADD_EDGE",
                    "label": relation.name,
                    "from": source,
                    "to": to,
                    "properties": {"line": related.line},
                }

    def _reference(self, name: str, defined: Mapping[str, str]) -> dict[str, Any]:
        kind = self._types.get(defined.get(name, ""))
        key = self._key(kind or next(iter(self._types.values())))
        return {key: name if key == "qualified_name" else name.rpartition(".")[2] if kind is not self.module else name}

    def _key(self, kind: ShownType) -> str:
        return kind.unique or ("qualified_name" if "qualified_name" in kind.attributes else "name")

    def _properties(self, kind: ShownType, defined: Defined, reading: ModuleReading) -> dict[str, Any] | None:
        """Return the properties that the schema names, None if it requires one that a source does not say."""
        module = reading.module
        known: dict[str, Any] = {
            "name": module if defined.kind == "module" and "qualified_name" not in kind.attributes else defined.name,
            "qualified_name": defined.qualified_name,
            "module": module,
            "package": module.rpartition(".")[0] or module,
            "signature": defined.signature or defined.name,
            "file": reading.document,
            "path": reading.document,
            "line": defined.line,
        }
        wanted = kind.attributes or {"name", "qualified_name"}
        return {name: known[name] for name in known if name in wanted} if kind.required <= set(known) else None


def _by_name(given: Mapping[str, Any], words: Iterable[str]) -> Any:
    folded = {name.casefold(): found for name, found in given.items()}
    return next((folded[word] for word in words if word in folded), None)


def _target(kind: str, targets: Sequence[str], defined: Mapping[str, str], modules: set[str]) -> str:
    if kind == "imports":
        return next((target for target in targets if target in modules), "")
    read = next((target for target in targets if target in defined), "")
    return read or next((target for target in targets if _inside(target, modules)), "")


def _inside(name: str, modules: set[str]) -> bool:
    """Return whether a name is one below a module that is to be read."""
    while name:
        name = name.rpartition(".")[0]
        if name in modules:
            return True
    return False
