"""Every exception of Pramana."""

from __future__ import annotations

import inspect
import re

import pytest

from pramana import errors
from pramana.errors import DocumentError, SchemaViolation, TransportError, UnknownName

CLASSES = {
    name: made for name, made in inspect.getmembers(errors, inspect.isclass) if issubclass(made, errors.PramanaError)
}


def drawn() -> dict[str, str]:
    """Read the tree at the top of the module: each class by name, with the class that it hangs from."""
    tree: dict[str, str] = {}
    branch: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        found = re.match(r"(?P<stem>(?:[│ ]   )*)(?P<twig>[├└]── )?(?P<name>[A-Z]\w+)(?:$| {2,})", line)
        if found:
            depth = len(found["stem"]) // 4 + bool(found["twig"])
            branch[depth:] = [found["name"]]
            tree[found["name"]] = branch[depth - 1] if depth else "Exception"
    return tree


def test_tree_at_the_top_is_the_tree_of_classes() -> None:
    """The module's docstring draws every class where it hangs, and no other."""
    assert drawn() == {name: made.__bases__[0].__name__ for name, made in CLASSES.items()}


def test_exit_codes_are_as_drawn() -> None:
    """The tree names the exit code of a class, and those below have it too."""
    for line in (errors.__doc__ or "").splitlines():
        found = re.search(r"(\w+) {2,}.*\(exit (\d)\)$", line)
        if found:
            below = [made for made in CLASSES.values() if issubclass(made, CLASSES[found[1]])]
            assert {made.exit_code for made in below} == {int(found[2])}


@pytest.mark.parametrize(
    ("value", "nearest"),
    [("HAS_KARTA", ("HAS_KARTĀ", "HAS_KARMA")), ("CITED", ("CITED_IN",)), ("zzz", ()), ("", ())],
)
def test_unknown_name_tells_the_nearest(value: str, nearest: tuple[str, ...]) -> None:
    """The closest names come first, as a field and in the message; none are told where none is close."""
    error = UnknownName("relation", value, ["HAS_KARMA", "HAS_KARTĀ", "CITED_IN"])
    assert (error.what, error.value, error.nearest) == ("relation", value, nearest)
    hint = f" Did you mean {' or '.join(nearest)}?" if nearest else ""
    assert str(error) == f"There is no relation {value!r}.{hint}"


def test_errors_carry_what_they_are_about() -> None:
    """Where it is, what is wrong and what would have been taken are fields, and stand in the message."""
    document = DocumentError("a/b.pdf", "is encrypted")
    assert (document.path, document.reason, str(document)) == ("a/b.pdf", "is encrypted", "a/b.pdf: is encrypted")
    violation = SchemaViolation("node 'x'", "unknown node type 'Y'", ["Z", "W"])
    assert (violation.where, violation.problem, violation.allowed) == ("node 'x'", "unknown node type 'Y'", ("Z", "W"))
    assert str(violation) == "node 'x': unknown node type 'Y'. Allowed: Z, W."
    assert TransportError("late", 2.5).retry_after == 2.5
