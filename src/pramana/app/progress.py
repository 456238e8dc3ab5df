"""How far work is that asks models: what they were asked about, call by call, before anything of it is in the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from pramana.llm import Gateway, JobProgress

_ASKED = {
    "karaka.reference_batch": "expressions",
    "karaka.entry_batch": "entities",
    "karaka.entry": "entities",
    "anot.extraction": "items",
}
"""The ptools that propose something about what is counted, and what that is called."""
_JUDGED = frozenset(f"karaka.{name}_verification" for name in ("link_batch", "link", "entry_batch", "entry"))
"""The ptools whose answer is the last word on what was proposed."""


@dataclass(slots=True)
class AnsweredLines:
    """Hears which ptools were answered about which lines. Equal lines count once, so both counts are at least."""

    changed: Callable[[], None]
    generated: set[str] = field(default_factory=set)
    judged: set[str] = field(default_factory=set)

    def hear(self, ptool: str, value: BaseModel) -> None:
        """Note an answer of a ptool that reads or judges lines."""
        if not ptool.startswith("karaka.kriya_"):
            return
        items = getattr(value, "lines", None) or getattr(value, "items", None) or [value]
        heard = self.generated if ptool.endswith("extraction") else self.judged
        heard.update(str(each.text) for each in items)
        self.changed()


@dataclass(frozen=True, slots=True)
class WorkProgress:
    """The progress of work that asks models. Of `total` items (0: not known yet) called `unit` so many are `done`.

    `judged` are the statements that models have judged, `spending` is what the command has cost. `jobs` are those of a
    batch API, None for direct calls.
    """

    work: str
    unit: str
    done: int
    total: int
    judged: int
    spending: Mapping[str, Any]
    jobs: JobProgress | None = None


ObserveWork = Callable[[WorkProgress], None]


@dataclass(slots=True)
class AnsweredItems:
    """Hears what a gateway is asked about while work is under way, and tells `observe` after each answer."""

    work: str
    gateway: Gateway
    observe: ObserveWork
    unit: str = "links"
    total: int = 0
    asked: int = 0
    judged: int = 0
    jobs: JobProgress | None = None

    def note_jobs(self, jobs: JobProgress) -> None:
        """Note how far the jobs of a batch API are."""
        self.jobs = jobs
        self.observe(self.progress())

    def hear(self, ptool: str, value: BaseModel) -> None:
        """Note an answer. An item that is asked about again counts once, as far as the total tells."""
        if ptool in _ASKED:
            self.unit, self.asked = _ASKED[ptool], self.asked + _item_count(value)
        elif ptool in _JUDGED:
            self.judged += _item_count(value)
        self.observe(self.progress())

    def expect(self, items: int) -> None:
        """Note that so many items are about to be asked about."""
        self.total += items
        self.observe(self.progress())

    def progress(self) -> WorkProgress:
        done = self.asked or self.judged
        spent = self.gateway.spending.as_json()
        return WorkProgress(
            self.work, self.unit, min(done, self.total) or done, self.total, self.judged, spent, self.jobs
        )


def _item_count(value: BaseModel) -> int:
    """Return how many items an input asks about: those that it numbers, else one."""
    for name in ("statements", "subjects"):
        if hasattr(value, name):
            return len(getattr(value, name))
    marked = sum(line.count("⟦") for line in getattr(value, "lines", ()))
    return marked or 1


@contextmanager
def observed_work(gateway: Gateway, work: str, observe: ObserveWork | None) -> Iterator[None]:
    """Tell `observe` of what is asked and answered inside the context."""
    if observe is None:
        yield
        return
    heard = AnsweredItems(work, gateway, observe)
    gateway.observe_answers, gateway.observe_expected, gateway.observe_jobs = heard.hear, heard.expect, heard.note_jobs
    try:
        yield
    finally:
        gateway.observe_answers = gateway.observe_expected = gateway.observe_jobs = None
