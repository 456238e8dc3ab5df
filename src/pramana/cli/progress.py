"""The progress of an ingest: a live bar on a terminal, an occasional line elsewhere. On standard error."""

from __future__ import annotations

from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING

from pramana.cli.output import console, note
from pramana.views import plural

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from pramana.app import IngestReport, JobProgress, Progress

EVERY_S = 5.0
"""Seconds between two lines when standard error is not a terminal."""


class Display:
    """Shows the progress of one ingest. `report` is the newest one seen, None before the first line."""

    def __init__(self, *, quiet: bool = False) -> None:
        target = console(err=True)
        self._live = target.is_terminal and not target.is_dumb_terminal and not quiet
        self._quiet = quiet
        self._began = monotonic()
        self._told = self._began
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self.report: IngestReport | None = None
        self.done = self.total = self.generated = self.judged = 0
        self.jobs: JobProgress | None = None

    def __enter__(self) -> Display:
        if self._live:
            self._bar = _bar()
            self._bar.start()
            self._task = self._bar.add_task("loading documents", total=None)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def observe(self, progress: Progress) -> None:
        self.report, self.done, self.total = progress.report, progress.done, progress.total
        self.generated, self.judged = progress.generated, progress.judged
        self.jobs = progress.jobs
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=self.done, total=self.total, description=self._standing())
        elif not self._quiet and monotonic() - self._told >= EVERY_S:
            self._told = monotonic()
            note(f"{self.done:,} of {self.total:,} lines, {self._standing()}")

    def stopping(self) -> None:
        words = "Stopping after what is being written. Ctrl-C again ends at once."
        if self._bar is not None:
            self._bar.console.print(words)
        else:
            note(words)

    def _standing(self) -> str:
        from pramana.views import spending_texts

        report = self.report
        assert report is not None
        seconds = max(monotonic() - self._began, 0.001)
        behind = f"{self.generated:,} generated, {self.judged:,} judged" if self.generated else ""
        if self.jobs is not None and self.jobs.jobs:
            at_server = f"{self.jobs.done:,} of {self.jobs.requests:,} requests of {plural(self.jobs.jobs, 'job')} done"
            return ", ".join([*filter(None, [behind, at_server]), *spending_texts(report.spending)])
        rate = self._lines_worked() / seconds
        parts = [behind, f"{rate:,.0f} lines/s" if rate >= 10 else f"{rate:.1f} lines/s"][not behind :]
        if report.read:
            judged = report.accepted + report.refused
            parts.append(f"{report.accepted / max(judged, 1):.0%} accepted")
        if rate:
            parts.append(_eta((self.total - self.done) / rate))
        return ", ".join([*parts, *spending_texts(report.spending)])

    def _lines_worked(self) -> float:
        """Return how many lines have been read by now; those that a model is at count in part: generated, judged."""
        assert self.report is not None
        ahead = (max(0, self.generated - self.done) + max(0, self.judged - self.done)) / 3
        return min(self.report.read + ahead, self.total)

    def kept_text(self) -> str:
        """Return what is kept of the work when it ends early, as sentences; "" where there is nothing."""
        if not self.total:
            return ""
        told = f" {self.done:,} of {self.total:,} lines are done and kept."
        if self.jobs is not None and self.jobs.jobs:
            told += f" {plural(self.jobs.jobs, 'job')} at the server go{'es' if self.jobs.jobs == 1 else ''} on."
        ahead = max(self.generated, self.judged) - self.done
        if ahead <= 0:
            return told
        judged = max(0, self.judged - self.done)
        said = f"{plural(ahead, 'more line')} {'was' if ahead == 1 else 'were'} read, {judged:,} of them judged"
        return f"{told} {said}: these answers are kept, too, and cost nothing again."


def _eta(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} left" if hours else f"{minutes}:{rest:02} left"


def _bar() -> Bar:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    return Progress(
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        console=console(err=True),
        transient=True,
    )
