"""Files and texts that anybody may have written: of bounded length and depth, and read without running anything."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from pramana.errors import InputError

LONGEST = 256 << 20
"""Bytes of a file that is read at once: as many as of a document."""
LONGEST_YAML = 1 << 20
"""Characters of YAML. Settings have some thousands, and the parser reads 100,000 a second."""
DEEPEST_YAML = 50
"""Levels of YAML. For each token the parser looks at every level that is open."""
DEEPEST = 300
"""Lists and objects within each other: traces of nested graphs need about 200, and Python's stack ends at 1,000."""


class Malformed(ValueError):
    """A text is not what it should be. `line` and `column` count from 1, None where they mean nothing."""

    def __init__(self, problem: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(problem)
        self.line = line
        self.column = column


def read_file(path: str | Path, longest: int = LONGEST) -> str:
    """Return the text of a regular file in UTF-8, without a byte order mark. Raises InputError."""
    body = read_body(path, longest)
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not valid UTF-8: byte 0x{body[error.start]:02x} at offset {error.start}.") from None


def read_body(path: str | Path, longest: int = LONGEST) -> bytes:
    """Return the bytes of a regular file. Raises InputError."""
    with open_file(path) as file:
        body = file.read(longest + 1)
    if len(body) > longest:
        raise InputError(f"{path}: longer than {longest:,} bytes.")
    return body


@contextmanager
def open_file(path: str | Path) -> Iterator[BinaryIO]:
    """Open a regular file to be read. Raises InputError, also where it cannot be read to the end."""
    try:
        with ExitStack() as opened:
            try:
                file = opened.enter_context(open(path, "rb", opener=_open_at_once))
            except ValueError:  # a NUL
                raise InputError(f"{path!r} is not a path.") from None
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError(f"{path}: not a file.")
            yield file
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file, and do not wait where it is a pipe without a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def parse_json(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raises Malformed: no JSON, NaN or infinity, an integer of over 4,300 digits, over DEEPEST levels.
    """
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise Malformed(f"not valid JSON: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise Malformed(f"nested deeper than {DEEPEST} levels") from None
    except ValueError as error:  # no UTF-8, NaN, an integer of thousands of digits
        raise Malformed(str(error)) from None
    check_depth(value)
    return value


def parse_yaml(text: str) -> Any:
    """Return the value of a YAML text without aliases: a few lines of them could expand to billions of values.

    Raises Malformed: no YAML, an alias, over LONGEST_YAML characters, over DEEPEST_YAML levels.
    """
    import yaml

    if len(text) > LONGEST_YAML:
        raise Malformed(f"has more than {LONGEST_YAML:,} characters of YAML")
    try:
        _check_yaml(yaml, text)
        value = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        raise Malformed(f"not valid YAML: {error.problem}", *_place(error.problem_mark)) from None
    except RecursionError:
        raise Malformed(f"nested deeper than {DEEPEST_YAML} levels") from None
    except (yaml.YAMLError, ValueError, OverflowError, TypeError, AttributeError) as error:
        # the constructors of dates and numbers let errors of Python through
        raise error if isinstance(error, Malformed) else Malformed(f"not valid YAML: {error}") from None
    return value


def _check_yaml(yaml: Any, text: str) -> None:
    """Raise Malformed for an alias, and for too many levels, before anything is made of the text."""
    levels = 0
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.AliasEvent):
            raise Malformed("has an alias (*), which is refused", *_place(event.start_mark))
        levels += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if levels > DEEPEST_YAML:
            raise Malformed(f"nested deeper than {DEEPEST_YAML} levels", *_place(event.start_mark))


def check_depth(value: Any) -> None:
    """Raise Malformed where lists and objects are more than DEEPEST levels within each other. No recursion."""
    level = [value]
    for _ in range(DEEPEST):
        inner = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [each for parts in inner for each in parts]
        if not level:
            return
    raise Malformed(f"nested deeper than {DEEPEST} levels")


def _place(mark: Any) -> tuple[int | None, int | None]:
    return (None, None) if mark is None else (mark.line + 1, mark.column + 1)


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is not JSON")
