"""What was proposed and what went wrong, a row each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pramana.trace import ErrorLog
from pramana.views.ledger import LedgerEntry
from pramana.views.render.parts import Cell, Part, columns, line, verdict
from pramana.views.reports import ReplayReport


def entry_row(entry: LedgerEntry) -> list[Cell]:
    return [f"{entry.run}", (entry.path.replace("%2F", "/"), "cyan"), verdict(entry.verdict), entry.in_words]


def error_row(error: ErrorLog) -> list[Cell]:
    place, reason = error.context["path"].replace("%2F", "/"), str(error.context["reason"])
    return [f"{error.context['run']}", (place, "cyan"), (error.error_type, "red"), f"{error.component}: {reason}"]


def entries_parts(entries: Iterable[LedgerEntry]) -> Iterator[Part]:
    """Yield what was proposed as a table."""
    yield columns([entry_row(entry) for entry in entries], indent=0)


def errors_parts(errors: Iterable[ErrorLog]) -> Iterator[Part]:
    """Yield what went wrong as a table."""
    yield columns([error_row(error) for error in errors], indent=0)


def replay_parts(report: ReplayReport) -> Iterator[Part]:
    """Yield whether a replay is identical, and each difference."""
    first, *more = str(report).split("\n")
    yield line((first, "green" if report.identical else "bold red"))
    for each in more:
        yield line(each)
