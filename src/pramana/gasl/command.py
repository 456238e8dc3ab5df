"""The declaration of a command: its node, its syntax, its runner, and what the card says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from pramana.expr import Predicate
from pramana.gasl.estimating import Estimator, Explained
from pramana.gasl.slots import COMMAND, CONDITION, FILTER, FlagWord, Keyword, Meaning, OptionalPart, Part, ValueSlot
from pramana.gasl.tree import GASLNode
from pramana.gasl.work import Run

WriteNested: TypeAlias = Callable[[GASLNode], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command of the language.

    `place` orders the commands on the card. `example` is a command that can be read; `says` is one sentence;
    `gives` is what a writer of plans must know of the result, for the card. `form` is how it is written where that
    does not follow from `parts` (a block over several lines). `write` and `inner` are for commands with others
    inside them: the canonical text, and the commands directly inside a node. `estimate` says what a run would do
    and cost; None: what it reads follows from the node's `source`.
    """

    place: int
    node: type[GASLNode]
    run: Run
    parts: tuple[Part, ...] = ()
    example: str
    says: str
    gives: str = ""
    form: str = ""
    asks_model: bool = False
    write: Callable[[Any, WriteNested], str] | None = None
    inner: Callable[[Any], tuple[GASLNode, ...]] | None = None
    estimate: Callable[[Any, Estimator], Explained] | None = None

    @property
    def verb(self) -> str:
        """The word that the command begins with."""
        return self.syntax.split()[0]

    @property
    def name(self) -> str:
        """The words that tell the command from all others: its verb, and FIELDS or WHERE after SELECT."""
        words = [part.text for part in self.parts if isinstance(part, Keyword) and part.text != "AS"]
        return " ".join(words[:2]) if self.verb == "SELECT" else self.verb

    @property
    def rule(self) -> str:
        """The name of the command's grammar rule."""
        return f"{self.name.lower().replace(' ', '_')}_command"

    @property
    def syntax(self) -> str:
        """The command as the card shows it: `FIND nodes|edges|paths [WHERE condition] [LIMIT n] AS name`."""
        return self.form or " ".join(map(_form, self.parts))

    def slots(self) -> Iterator[ValueSlot]:
        """Yield the slots in the order in which they are written."""
        return (part for part in flatten_parts(self.parts) if isinstance(part, ValueSlot))

    def text(self, node: GASLNode, nested: WriteNested) -> str:
        """Return a node's canonical text. `nested` writes the commands inside it."""
        if self.write is not None:
            return self.write(node, nested)
        return " ".join(word for part in self.parts for word in _write_part(part, node, nested))

    def commands_in(self, node: GASLNode) -> tuple[GASLNode, ...]:
        """Return the commands directly inside a node."""
        if self.inner is not None:
            return self.inner(node)
        held = (getattr(node, slot.name) for slot in self.slots() if slot.kind is COMMAND)
        return tuple(each for each in held if each is not None)

    def conditions_in(self, node: GASLNode) -> tuple[Predicate, ...]:
        """Return the conditions of a node, without those of the commands inside it."""
        held = (getattr(node, slot.name) for slot in self.slots() if slot.kind in (CONDITION, FILTER))
        return tuple(each for each in held if each is not None)

    def meanings(self) -> Iterator[tuple[str, Meaning]]:
        """Yield the terminals after which a bare name may follow, each with what that name refers to."""
        before = ""
        for part in flatten_parts(self.parts):
            if isinstance(part, ValueSlot):
                if part.kind.meaning is not Meaning.NOTHING:
                    yield from ((terminal, part.kind.meaning) for terminal in (before, *part.kind.after) if terminal)
                before = part.kind.symbol if part.kind.symbol.isupper() else ""
            elif isinstance(part, Keyword):
                before = part.terminal


def flatten_parts(parts: tuple[Part, ...]) -> Iterator[Keyword | ValueSlot | FlagWord]:
    """Yield the parts of a declaration, those of optional groups in their place."""
    for part in parts:
        if isinstance(part, OptionalPart):
            yield from part.parts
        else:
            yield part


def _form(part: Part) -> str:
    if isinstance(part, Keyword):
        return part.text
    if isinstance(part, FlagWord):
        return f"[{part.text}]"
    if isinstance(part, OptionalPart):
        return f"[{' '.join(map(_form, part.parts))}]"
    return f"{part.kind.form}, …" if part.kind.many else part.kind.form


def _write_part(part: Part, node: GASLNode, nested: WriteNested) -> Iterator[str]:
    if isinstance(part, Keyword):
        yield part.text
    elif isinstance(part, FlagWord):
        if getattr(node, part.name):
            yield part.text
    elif isinstance(part, OptionalPart):
        value = next(getattr(node, each.name) for each in part.parts if isinstance(each, ValueSlot))
        if value is not None and value is not False and value != ():
            yield from (word for each in part.parts for word in _write_part(each, node, nested))
    elif part.kind is COMMAND:
        yield nested(getattr(node, part.name))
    else:
        value = getattr(node, part.name)
        yield ", ".join(map(part.kind.write, value)) if part.kind.many else part.kind.write(value)
