"""What may come next in a command that is being written: words of the language, and names that refer to something."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Any

from lark import Token, UnexpectedInput

from pramana.errors import PramanaError
from pramana.expr import RefusedToken, write_path, write_text
from pramana.gasl.blocks import BLOCK_WORD, PARTS
from pramana.gasl.commands import COMMANDS, SPELLINGS, VERBS
from pramana.gasl.parsing import parser
from pramana.gasl.provenance import FIELD as PROVENANCE
from pramana.gasl.slots import Keyword, Meaning
from pramana.gasl.types import TargetKind
from pramana.graph import Caps, GraphAdapter

SAMPLED = 2_000
"""How many nodes, and how many edges, are looked at for names and values."""
MOST_VALUES = 50
"""A field with more different texts than this is not a kind of thing: its values are not offered."""
LONGEST_VALUE = 60
"""Characters. A longer value is a sentence, which nobody completes."""

_BALANCED = re.compile(r"""(?:[^"'`]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`)*""")
_WORD = re.compile(r"(?:\$\{?)?[^\W\d]?[\w.]*\Z")
_SPELLED: Mapping[str, Sequence[str]] = {
    **SPELLINGS,
    **{
        f"_{command.verb}": (" ".join(part.text for part in command.parts[:2] if isinstance(part, Keyword)),)
        for command in COMMANDS
        if command.parts and isinstance(command.parts[1], Keyword)
    },
    "TEXT_OP": ("CONTAINS", "STARTS_WITH", "ENDS_WITH"),
    "_IS": ("IS NULL", "IS NOT NULL"),
}
"""How terminals are written; a keyword of the grammar is its own name without the `_`, and signs are not offered."""
_MEANINGS: Mapping[str, Meaning] = {
    **{terminal: meaning for command in COMMANDS for terminal, meaning in command.meanings()},
    "_LEN": Meaning.ITEM_FIELD,
}
"""What a bare name refers to behind a terminal."""
_BEGINS = frozenset(f"_{verb}" for verb in VERBS)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A text that may replace the word. `kind`: keyword, attribute, variable, key, value or setting."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names that a graph has: the fields of its nodes and edges, and the values of those that name kinds."""

    nodes: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, adapter: GraphAdapter) -> Vocabulary:
        """Return the names that the first nodes and edges of a graph have."""
        nodes, edges = adapter.find_nodes(None, SAMPLED).to_dicts(), adapter.find_edges(None, SAMPLED).to_dicts()
        found = {**_values(edges), **_values(nodes)}
        return cls(field_names(nodes), field_names(edges), found)


@dataclass(frozen=True, slots=True)
class KnownNames:
    """All names that refer to something: the graph's, the variables with the fields of their items, the keys."""

    graph: Vocabulary = Vocabulary()
    variables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keys: tuple[str, ...] = ()


def field_names(items: Iterable[Any]) -> tuple[str, ...]:
    """Return the names of the fields that objects have, in the order in which they first come, without provenance."""
    found = dict.fromkeys(name for item in items if isinstance(item, Mapping) for name in item)
    return tuple(name for name in found if isinstance(name, str) and name != PROVENANCE)


def _values(records: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    """Return the values of the fields that say a kind: few different texts, each short, most of them several times."""
    found: dict[str, dict[str, int]] = {}
    for record in records:
        for name, value in record.items():
            if isinstance(value, str):
                counted = found.setdefault(name, {})
                counted[value] = counted.get(value, 0) + 1
    return {name: tuple(sorted(counted)) for name, counted in found.items() if _says_kind(name, counted)}


def _says_kind(name: str, counted: Mapping[str, int]) -> bool:
    if len(counted) > MOST_VALUES or any(len(value) > LONGEST_VALUE for value in counted):
        return False
    return name in ("type", "entity_type", "relation") or 2 * len(counted) <= sum(counted.values())


def suggestions(text: str, names: KnownNames) -> tuple[int, list[Suggestion]]:
    """Return what may come at the end of a text, and where in it the word begins that each would take the place of.

    >>> start, found = suggestions("FIND no", Names())
    >>> start, [each.text for each in found]
    (5, ['nodes'])
    """
    begin = text.rfind("\n") + 1
    mark = BLOCK_WORD.match(text, begin)
    at_start = mark is None
    if mark is not None and mark.end() < len(text):
        begin = mark.end()
    start = _word_start(text, begin)
    word = text[start:]
    found = list(_fitting(text[begin:start], word, names))
    if at_start and not text[begin:start].strip():
        found += [Suggestion(part, "keyword") for part in PARTS]
    wanted = word.casefold()
    if word == "$":
        wanted = "${"
    return start, list(
        dict.fromkeys(each for each in found if each.text.casefold().startswith(wanted) and each.text != word)
    )


def _word_start(text: str, begin: int) -> int:
    balanced = _BALANCED.match(text, begin)
    end = balanced.end() if balanced else begin
    if end < len(text):
        return end  # a quote that is open
    word = _WORD.search(text, begin)
    return word.start() if word else end


def _fitting(before: str, word: str, names: KnownNames) -> Iterator[Suggestion]:
    """Yield what the grammar allows after `before`."""
    try:
        reading = parser().parse_interactive(before)
        tokens = list(reading.exhaust_lexer())
        accepted: set[str] = reading.accepts()  # type: ignore[no-untyped-call]
    except (UnexpectedInput, PramanaError, RefusedToken):
        return
    if word[:1] in ('"', "'"):
        if "STRING" in accepted:
            yield from _texts(tokens, names, word[0])
        return
    if "FIELD" in accepted:
        yield from _fields(tokens, names)
    if "VARIABLE" in accepted:
        yield from (Suggestion(f"${{{write_path((name,))}}}", "variable") for name in names.variables)
    if "STRING" in accepted:
        yield from _texts(tokens, names, '"')
    if "OTHER_FIELD" in accepted and word:
        yield from _fields(tokens, names)
    for terminal in sorted(accepted):
        yield from (Suggestion(spelled, "keyword") for spelled in _terminal_words(terminal, tokens))


def _terminal_words(terminal: str, tokens: Sequence[Token]) -> Sequence[str]:
    if terminal == "_NOT" and tokens and tokens[-1].type in ("FIELD", "VARIABLE", "RPAR"):
        return ("NOT IN",)
    if terminal in ("TRUE", "FALSE", "_NULL"):
        return (terminal.strip("_").lower(),)
    own = (terminal.strip("_"),) if terminal.startswith("_") else ()
    return _SPELLED.get(terminal, own)


def _texts(tokens: Sequence[Token], names: KnownNames, quote: str) -> Iterator[Suggestion]:
    """Yield the values of the field that is compared, as texts in quotes."""
    compared = next((str(token) for token in reversed(tokens) if token.type == "FIELD"), "")
    for value in names.graph.values.get(compared.rpartition(".")[2], ()):
        written = write_text(value)
        yield Suggestion(written if quote == '"' else _single(written), "value")


def _single(written: str) -> str:
    return "'" + written[1:-1].replace('\\"', '"').replace("'", "\\'") + "'"


def _fields(tokens: Sequence[Token], names: KnownNames) -> Iterator[Suggestion]:
    """Yield the names that may come where the grammar takes any."""
    last = next((token.type for token in reversed(tokens) if token.type in _MEANINGS), "")
    meaning = _MEANINGS.get(last, Meaning.NOTHING)
    if meaning is Meaning.SETTING:
        yield from (Suggestion(f"adapter.caps.{each.name}", "setting") for each in fields(Caps))
    elif meaning is Meaning.STATE_KEY:
        yield from (Suggestion(key, "key") for key in names.keys)
    elif meaning is Meaning.VARIABLE and tokens[-1].type == last:
        yield from (Suggestion(write_path((name,)), "variable") for name in names.variables)
        yield from (Suggestion(key, "key") for key in names.keys if "." not in key and key not in names.variables)
    elif meaning is Meaning.RESULT:
        yield from (Suggestion(write_path((name,)), "variable") for name in names.variables)
    elif meaning is Meaning.ITEM_FIELD:
        yield from (Suggestion(name, "attribute") for name in _attributes(tokens, names))


def _attributes(tokens: Sequence[Token], names: KnownNames) -> Iterator[str]:
    """Yield the fields of what the command is about."""
    begun = max((at for at, token in enumerate(tokens) if token.type in _BEGINS), default=0)
    graph = names.graph
    about = str(tokens[begun + 1]) if begun + 1 < len(tokens) else ""
    if tokens[begun].type != "_FIND":
        yield from (write_path((each,)) for each in names.variables.get(about.strip("${} \t`"), ()))
        return
    about = about.lower()
    if about == TargetKind.NODES:
        yield from (write_path((each,)) for each in graph.nodes)
    elif about == TargetKind.EDGES:
        yield from (write_path((each,)) for each in graph.edges)
        yield from (write_path((end, each)) for end in ("source", "target") for each in graph.nodes)
    else:
        yield "length"
        yield from (write_path((end, each)) for end in ("start", "end") for each in graph.nodes)
        yield from (write_path(("edge", each)) for each in graph.edges)


def names_of_items(value: Any, most: int = 20) -> tuple[str, ...]:
    """Return the fields of the first items of a variable's value."""
    if isinstance(value, Mapping):
        return field_names([value])
    if isinstance(value, Sequence) and not isinstance(value, str):
        return field_names(islice(value[:most], most))
    return ()
