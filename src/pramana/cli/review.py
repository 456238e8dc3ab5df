"""`review`: a person decides what rules and models left unsure."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import note, print_json, say
from pramana.cli.session import reading, working
from pramana.errors import ExitCode

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace
    from pramana.views import ReviewItem

KEYS = "y one and the same, n not the same, s skip, u undo the last, q quit; a reason may follow: y the letter says so"


def review(
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    limit: options.Limit = 50,
    listed: Annotated[bool, typer.Option("--list", help="Only show what is open.")] = False,
) -> None:
    """Decide, one by one, which names are one entity, where rules and models left it unsure.

    Keys: y (one and the same), n (not the same), s (skip), u (undo the last), q (quit), each with Enter; words after a
    key are the reason. Decisions are kept, whatever is read later; `entity decisions` lists them, `entity undo` takes
    one back. Exit code 1 where nothing is open.
    """
    with reading(workspace) as ws:
        items = ws.review_items()
    if as_json:
        print_json([item.as_json() for item in items[:limit]])
    elif listed:
        for item in items[:limit]:
            _print_item(item)
    elif items:
        working(workspace, lambda ws: _decide(ws, items[:limit]))
    if not items:
        note("Nothing is open.")
    raise typer.Exit(ExitCode.DONE if items else ExitCode.NOTHING)


def _print_item(item: ReviewItem) -> None:
    say((item.question, "bold"))
    say(f"  not joined: {item.reason}")
    for line in item.lines:
        say(f"  {line}")


async def _decide(ws: AsyncWorkspace, items: list[ReviewItem]) -> None:
    """Ask about one item after the other until they are done or the input ends."""
    note(KEYS)
    place = 0
    made: list[int] = []
    while place < len(items):
        _print_item(items[place])
        key, _, why = (sys.stdin.readline() or "q").strip().partition(" ")
        if key == "q":
            break
        if key == "u" and made:
            await ws.undo_decision(made.pop(), why)
            place = max(place - 1, 0)
        elif key in ("y", "n"):
            decide = ws.merge if key == "y" else ws.split
            report = await decide(items[place].one, items[place].other, why)
            made.append(report.ruling.number)
            say(f"  decision {report.ruling.number}: {report.ruling}")
            place += 1
        elif key == "s":
            place += 1
        else:
            note(KEYS)
    note(f"{len(made)} decided, {len(items) - place} left.")
