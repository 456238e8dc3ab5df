"""Parses the text of an observation, for the embedded model, which sees no more than other models do."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_SECTION = re.compile(r"^## ([^\n]*)\n<<<data ([0-9a-f]+)\n", re.M)
_CUT = re.compile(r" \(the first [\d,]+\)$")
_NODE = re.compile(r"- node ([A-Za-z_]\w*)((?:; .*)?)")
_EDGE = re.compile(r"- edge ([A-Za-z_]\w*): (.*?) -> ([^;]*)")
_ATTRIBUTE = re.compile(r"([A-Za-z_]\w*) \(([^()]*)\)")
_UNIQUE = re.compile(r"; unique: ([A-Za-z_]\w*)(?=;|$)")
_DOCUMENT = re.compile(r"### (.*) \(([\d,]+) lines\)")
_LISTED = re.compile(r"- (.*) \(([\d,]+) lines\)")
_LINE = re.compile(r"(\d+)\| (.*)")
_ASKED = re.compile(r'### lines document=("(?:[^"\\]|\\.)*")')


@dataclass(frozen=True, slots=True)
class ShownType:
    """A node type of the schema: its attributes, the required ones, and a unique one, "" if there is none."""

    name: str
    attributes: frozenset[str]
    required: frozenset[str]
    unique: str


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """An edge type, and the node types at its ends (None: any)."""

    name: str
    sources: frozenset[str] | None
    targets: frozenset[str] | None


@dataclass(slots=True)
class ShownText:
    """The shown lines of documents. `lengths` are the line counts of all documents that are named."""

    lengths: dict[str, int] = field(default_factory=dict)
    lines: dict[str, dict[int, str]] = field(default_factory=dict)

    def over(self, page: ShownText) -> ShownText:
        """Return these lines merged with those of a page."""
        names = dict.fromkeys((*page.lines, *self.lines))
        return ShownText(
            {**page.lengths, **self.lengths},
            {name: {**page.lines.get(name, {}), **self.lines.get(name, {})} for name in names},
        )

    def complete_documents(self) -> dict[str, str]:
        """Return the documents that are shown completely."""
        complete = {
            name: lines
            for name, lines in self.lines.items()
            if name in self.lengths and all(number in lines for number in range(1, self.lengths[name] + 1))
        }
        return {name: "\n".join(lines[number] for number in sorted(lines)) for name, lines in complete.items()}


def sections(text: str) -> dict[str, str]:
    """Return the parts of an observation by title. The marks decide, so that text inside a part cannot imitate one.

    >>> sections("## Schema\\n<<<data 0a\\n- node A\\ndata 0a >>>\\nmore")
    {'Schema': '- node A'}
    """
    found: dict[str, str] = {}
    at = 0
    while (head := _SECTION.search(text, at)) is not None:
        end = text.find(f"\ndata {head[2]} >>>", head.end() - 1)
        if end < 0:
            break
        found[_CUT.sub("", head[1])] = text[head.end() : end]
        at = end
    return found


def types_of(schema: str) -> tuple[dict[str, ShownType], dict[str, ShownRelation]]:
    """Return the node types and edge types of a shown schema."""
    types: dict[str, ShownType] = {}
    relations: dict[str, ShownRelation] = {}
    for line in schema.split("\n"):
        if (node := _NODE.fullmatch(line)) is not None:
            marks = {name: set(told.split(", ")) for name, told in _ATTRIBUTE.findall(node[2])}
            required = frozenset(name for name, told in marks.items() if "required" in told)
            unique = _UNIQUE.search(node[2])
            types[node[1]] = ShownType(node[1], frozenset(marks), required, unique[1] if unique else "")
        elif (edge := _EDGE.match(line)) is not None:
            relations[edge[1]] = ShownRelation(edge[1], _ends(edge[2]), _ends(edge[3]))
    return types, relations


def _ends(text: str) -> frozenset[str] | None:
    names = frozenset(text.strip().split(" | "))
    return None if names == {"any"} else names


def context_of(text: str) -> ShownText:
    """Return the documents of a page of the context."""
    shown, here = ShownText(), ""
    for line in text.split("\n"):
        if (head := _DOCUMENT.fullmatch(line)) is not None:
            here = head[1]
            shown.lengths[here] = int(head[2].replace(",", ""))
        elif (listed := _LISTED.fullmatch(line)) is not None:
            shown.lengths[listed[1]] = int(listed[2].replace(",", ""))
        elif here and (numbered := _LINE.fullmatch(line)) is not None:
            shown.lines.setdefault(here, {})[int(numbered[1])] = numbered[2]
    return shown


def answers_of(text: str, lengths: Mapping[str, int]) -> ShownText:
    """Return the lines of the answers. `lengths` are the line counts of the documents."""
    shown, here = ShownText(dict(lengths)), ""
    for line in text.split("\n"):
        if line.startswith("### "):
            asked = _ASKED.match(line)
            here = json.loads(asked[1]) if asked is not None else ""
        elif here and (numbered := _LINE.fullmatch(line)) is not None:
            shown.lines.setdefault(here, {})[int(numbered[1])] = numbered[2]
    return shown
