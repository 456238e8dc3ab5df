"""What was proposed and what went wrong, a row each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pramana.trace import ErrorLog
from pramana.views.abstentions import lines_in_words
from pramana.views.ledger import LedgerEntry
from pramana.views.render.parts import Cell, Part, columns, heading, line, verdict
from pramana.views.reports import ReplayReport


def entry_row(entry: LedgerEntry) -> list[Cell]:
    return [f"{entry.run}", (entry.path.replace("%2F", "/"), "cyan"), verdict(entry.verdict), entry.in_words]


def error_row(error: ErrorLog) -> list[Cell]:
    place, reason = error.context["path"].replace("%2F", "/"), str(error.context["reason"])
    return [f"{error.context['run']}", (place, "cyan"), (error.error_type, "red"), f"{error.component}: {reason}"]


def entries_parts(entries: Iterable[LedgerEntry], abstentions: Mapping[str, int] | None = None) -> Iterator[Part]:
    """Yield what was proposed as a table, then how many lines were abstained from, by cause."""
    yield columns([entry_row(entry) for entry in entries], indent=0)
    if abstentions:
        yield heading("Abstained")
        yield columns([(lines_in_words(count, reason),) for reason, count in abstentions.items()])


def errors_parts(errors: Iterable[ErrorLog]) -> Iterator[Part]:
    """Yield what went wrong as a table."""
    yield columns([error_row(error) for error in errors], indent=0)


def replay_parts(report: ReplayReport) -> Iterator[Part]:
    """Yield whether a replay is identical, and each difference."""
    first, *more = str(report).split("\n")
    yield line((first, "green" if report.identical else "bold red"))
    for each in more:
        yield line(each)
