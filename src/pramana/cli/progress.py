"""The progress of long work: a live bar on a terminal, an occasional line elsewhere. On standard error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pramana.cli.interrupt import Interrupted, until_interrupted
from pramana.cli.output import console, note
from pramana.cli.session import working
from pramana.views import plural

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from pramana.app import AsyncWorkspace, IngestReport, JobProgress, Progress, WorkProgress

T = TypeVar("T")

EVERY_S = 5.0
"""Seconds between two lines when standard error is not a terminal."""
SURE_S = 5.0
"""How long lines are read before a remaining time is shown: the first ones come in one batch, after the models were
loaded, and say nothing of the rate."""


class LiveDisplay:
    """Shows how far work is: a live bar on a terminal, a line now and then elsewhere."""

    def __init__(self, *, quiet: bool = False, idles: bool = False) -> None:
        """`idles`: the work waits for something to happen, and is silent meanwhile."""
        target = console(err=True)
        self._live = target.is_terminal and not target.is_dumb_terminal and not quiet
        self._quiet = quiet
        self._idles = idles
        self._began = monotonic()
        self._told = self._began
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._line: Callable[[], str] = lambda: "loading"
        self._ended = Event()

    def __enter__(self) -> Self:
        if not (self._live or self._quiet or self._idles):
            Thread(target=self._beat, daemon=True).start()
        if self._live:
            self._bar = _bar()
            self._bar.start()
            self._task = self._bar.add_task("loading", total=None)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ended.set()
        if self._bar is not None:
            self._bar.stop()

    def _beat(self) -> None:
        """Print the last line again, with the time gone by, where nothing was heard for long: a pass may be calculating
        for minutes."""
        while not self._ended.wait(EVERY_S / 4):
            if monotonic() - self._told >= EVERY_S:
                with suppress(RuntimeError):  # what the line is made of changes at this moment
                    self._print_line()

    def _print_line(self) -> None:
        self._told = monotonic()
        note(f"{self._line()}, {_clock(self.seconds)} so far")

    @property
    def seconds(self) -> float:
        """How long the work has taken."""
        return max(monotonic() - self._began, 0.001)

    def show(self, done: int, total: int, unit: str, text: Callable[[], str]) -> None:
        """Show that `done` of `total` items are done (0: not known), with what `text` returns."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, total=total or None, description=text())
            return
        self._line = lambda: f"{done:,} of {total:,} {unit}, {text()}" if total else text()
        if not self._quiet and monotonic() - self._told >= EVERY_S:
            self._print_line()

    def stopping(self) -> None:
        words = "Stopping after what is being written. Ctrl-C again ends at once."
        if self._bar is not None:
            self._bar.console.print(words)
        else:
            note(words)


class WorkDisplay(LiveDisplay):
    """Shows the progress of passes, links and seeds."""

    def __init__(self, *, quiet: bool = False) -> None:
        super().__init__(quiet=quiet)
        self.progress: WorkProgress | None = None
        self._since = self._began

    def observe(self, progress: WorkProgress) -> None:
        if self.progress is None or self.progress.work != progress.work:
            self._since = monotonic()
        self.progress = progress
        self.show(progress.done, progress.total, progress.unit, lambda: work_text(progress, self._since))

    def kept_text(self) -> str:
        """Return what is kept of the work when it ends early, as sentences; "" where no model has answered."""
        calls = 0 if self.progress is None else int(self.progress.spending.get("calls", 0))
        if not calls:
            return ""
        was = "was answered: its answer is" if calls == 1 else "were answered: these answers are"
        return f" {plural(calls, 'call')} {was} kept, and cost nothing again."


def work_text(progress: WorkProgress, since: float) -> str:
    """Return how far work is that began at `since`: its name, what is judged, rate, remaining time, cost."""
    from pramana.views import spending_texts

    rate = progress.done / max(monotonic() - since, 0.001)
    parts = [f"{progress.work}: {progress.judged:,} judged" if progress.judged else progress.work]
    if progress.jobs is not None and progress.jobs.jobs:
        return ", ".join([*parts, jobs_text(progress.jobs), *spending_texts(progress.spending)])
    if progress.done:
        parts.append(f"{rate:.1f} {progress.unit}/s")
    if rate and progress.total:
        parts.append(_eta((progress.total - progress.done) / rate))
    return ", ".join([*parts, *spending_texts(progress.spending)])


def working_shown(
    folder: Path | None, work: Callable[[AsyncWorkspace, WorkDisplay], Awaitable[T]], flags: Mapping[str, Any]
) -> T:
    """Do work in the workspace and show its progress. Ctrl-C ends it, and says what is kept."""
    with WorkDisplay() as display:
        try:
            return working(folder, lambda ws: until_interrupted(lambda: work(ws, display), display.stopping), flags)
        except Interrupted as interrupted:
            raise interrupted_text(display) from interrupted


def interrupted_text(display: WorkDisplay) -> Interrupted:
    """Return what is said of work that was interrupted."""
    return Interrupted(f"Interrupted.{display.kept_text()} Run the same command again to resume.")


class Display(LiveDisplay):
    """Shows the progress of one ingest. `report` is the newest one seen, None before the first line."""

    def __init__(self, *, quiet: bool = False, idles: bool = False) -> None:
        super().__init__(quiet=quiet, idles=idles)
        self.report: IngestReport | None = None
        self.done = self.total = self.generated = self.judged = 0
        self.jobs: JobProgress | None = None
        self._passes_since = ("", self._began)
        self._lines_since = self._began

    def observe(self, progress: Progress) -> None:
        if progress.following is not None:
            self._observe_pass(progress.following)
            return
        self.report, self.done, self.total = progress.report, progress.done, progress.total
        self.generated, self.judged = progress.generated, progress.judged
        self.jobs = progress.jobs
        self.show(self.done, self.total, "lines", self._standing)

    def _observe_pass(self, progress: WorkProgress) -> None:
        if self._passes_since[0] != progress.work:
            self._passes_since = (progress.work, monotonic())
        self._lines_since = monotonic()  # lines are read after the documents were loaded
        since = self._passes_since[1]
        self.show(progress.done, progress.total, progress.unit, lambda: work_text(progress, since))

    def _standing(self) -> str:
        from pramana.views import spending_texts

        report = self.report
        assert report is not None
        behind = f"{self.generated:,} generated, {self.judged:,} judged" if self.generated else ""
        if self.jobs is not None and self.jobs.jobs:
            return ", ".join([*filter(None, [behind, jobs_text(self.jobs)]), *spending_texts(report.spending)])
        reading_s = max(monotonic() - self._lines_since, 0.001)
        rate = self._lines_worked() / reading_s
        parts = [behind, f"{rate:,.0f} lines/s" if rate >= 10 else f"{rate:.1f} lines/s"][not behind :]
        if report.read:
            judged = report.accepted + report.refused
            parts.append(f"{report.accepted / max(judged, 1):.0%} accepted")
        if rate and reading_s >= SURE_S:
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


def jobs_text(jobs: JobProgress) -> str:
    """Return how far the jobs of a batch API are."""
    return f"{jobs.done:,} of {jobs.requests:,} requests of {plural(jobs.jobs, 'job')} done"


def _eta(seconds: float) -> str:
    return f"{_clock(seconds)} left"


def _clock(seconds: float) -> str:
    """Return a time as h:mm:ss, or m:ss below an hour."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _bar() -> Bar:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
        console=console(err=True),
        transient=True,
    )
