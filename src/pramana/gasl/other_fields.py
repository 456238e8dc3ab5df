"""Fields on the right side of a comparison that nothing has: most often they are texts whose quotes were forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches

from pramana.errors import ExecutionError
from pramana.expr import (
    Comparison,
    Field,
    Path,
    Predicate,
    map_leaves,
    predicate_leaves,
    write_condition,
    write_path,
)


@dataclass(frozen=True, slots=True)
class KnownFields:
    """What a condition is about: `exists` says whether anything has a field, `names` the fields that there are."""

    exists: Callable[[Path], bool]
    names: Callable[[Path], list[str]]

    def require_others(self, where: Predicate | None, command: str) -> None:
        """Raise ExecutionError for the first field on a right side that nothing has.

        The error's example is `command`, with the condition in place of `…`, and in it the name as a text.
        """
        if where is None:
            return
        for path in dict.fromkeys(_other_fields(where)):
            if not self.exists(path):
                name = write_path(path)
                near = get_close_matches(".".join(path), self.names(path), n=3, cutoff=0.5)
                message = f"Nothing has an attribute {name}. A text needs quotes, a variable is written ${{{name}}}."
                example = command.replace("…", write_condition(_with_text(where, path)))
                raise ExecutionError(message, nearest=near, example=example)


def _other_fields(where: Predicate) -> Iterator[Path]:
    for leaf in predicate_leaves(where):
        if isinstance(leaf, Comparison) and isinstance(leaf.right, Field):
            yield leaf.right.path


def _with_text(where: Predicate, path: Path) -> Predicate:
    """Return a condition in which a field on a right side is a text."""

    def quote(leaf: Predicate) -> Predicate:
        if isinstance(leaf, Comparison) and isinstance(leaf.right, Field) and leaf.right.path == path:
            return replace(leaf, right=".".join(path))
        return leaf

    return map_leaves(where, quote)
