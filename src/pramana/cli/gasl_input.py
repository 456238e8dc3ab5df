"""What is typed or piped into a GASL session: when a text is whole, and how lines become commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def gather_commands(lines: Iterable[str]) -> Iterator[str]:
    """Yield commands from lines: each line one, a block as soon as its END has come."""
    held: list[str] = []
    for line in lines:
        held.append(line.rstrip("\r\n"))
        if not is_open("\n".join(held)):
            yield "\n".join(held)
            held = []
    if held:
        yield "\n".join(held)


def is_open(text: str) -> bool:
    """Say whether a text begins more blocks than it ends."""
    from pramana.app import BLOCK_MARK as MARK

    marks = [mark[1].upper() for line in text.split("\n") if (mark := MARK.match(line))]
    return marks.count("TRY") > marks.count("END")
