"""One measured call: a model reads a few lines as it would in an ingest, and what that says of its settings."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from pramana.gsv import GSVSettings
from pramana.karaka import LineItem, reading_task
from pramana.llm import RESPONSE_SCHEMA, Gateway, LlmSettings, PromptBook, about_tokens
from pramana.serialization import JsonRecord
from pramana.store import Database

if TYPE_CHECKING:
    from pramana.llm import ModelSettings

LINES = (
    "Maria Keller sold her house in Bergen to a teacher for 90,000 euros.",
    "The teacher, who had come from Oslo in May, repaired the roof with her brother.",
    "It did not rain that summer.",
    "According to the mayor, the old bridge must be closed before winter.",
    "Chapter 4",
    "The bridge was not closed, although two engineers had warned the council.",
    "Keller wanted to buy a boat and sail to Iceland.",
    "She was seen by a fisherman near the harbour on Monday.",
)
"""Lines of different kinds: several events, a heading, a denial, a duty, a passive, an intention, pronouns. Our own."""
SLACK = 3
"""How many times the measured time a call may take: a server that answers many calls at once is slower."""
_JUDGED = 2
"""Reading a line costs a judge's calls, too, which read as much again and write less: about twice the time in all."""


@dataclass(frozen=True, slots=True)
class ReadingTrial(JsonRecord):
    """What one call showed. `usable` of `lines` came back and passed the checks; `first_usable`: those before the
    first that did not. Tokens a second are those that the model wrote."""

    lines: int
    usable: int
    first_usable: int
    seconds: float
    prompt_tokens: int
    completion_tokens: int

    @property
    def tokens_per_second(self) -> float:
        return self.completion_tokens / max(self.seconds, 0.001)

    def minutes_for(self, lines: int, concurrency: int) -> float:
        """Return about how many minutes an ingest of so many lines takes."""
        return _JUDGED * self.seconds / self.lines * lines / concurrency / 60

    def advice(self, settings: ModelSettings) -> list[str]:
        """Return what to set differently for this model, as sentences; none where the settings suit it."""
        found = []
        asked = settings.lines_per_call or DEFAULT_LINES
        if self.usable < self.lines and self.first_usable < asked:
            fewer = max(1, self.first_usable)
            found.append(
                f"It read {self.usable} of {self.lines} lines of one call: set lines_per_call = {fewer} for it."
            )
        elif self.usable == self.lines and asked < self.lines:
            found.append(
                f"It read all {self.lines} lines of one call: lines_per_call = {self.lines} would take fewer calls."
            )
        needed = SLACK * self.seconds / self.lines * min(asked, DEFAULT_LINES)
        if needed > settings.timeout_s:
            found.append(f"It is slow: set timeout_s = {round(needed, -1):.0f} for it.")
        return found


DEFAULT_LINES = GSVSettings().lines_per_generation
"""How many lines a call reads where nothing else is set (`lines_per_generation`)."""


async def try_reading(settings: ModelSettings, prompts: PromptBook) -> ReadingTrial:
    """Have a model read LINES in one call. Nothing is stored. Raises the errors of a call.

    What it must not do is be corrected: the first answer is what is measured.
    """
    task = reading_task(prompts)
    assert task.batch_generate is not None and task.batch_generation_input is not None and task.split is not None
    items = [LineItem("trial", number, text) for number, text in enumerate(LINES, 1)]
    llm = LlmSettings(default="trial", models={"trial": settings}, corrections=0)
    with Database(None, [RESPONSE_SCHEMA]) as database:
        gateway = Gateway(database, prompts, llm)
        try:
            began = perf_counter()
            call = await gateway.call(task.batch_generate, task.batch_generation_input(items, [""] * len(items)))
            seconds = perf_counter() - began
        finally:
            await gateway.aclose()
    found = task.split(call.output, len(items))
    sound = [
        reading is not None and not task.check(item, task.tidy(item, reading) if task.tidy else reading)
        for item, reading in zip(items, found, strict=True)
    ]
    written = call.usage.completion_tokens or about_tokens(call.output.model_dump_json())
    first = sound.index(False) if False in sound else len(sound)
    return ReadingTrial(len(items), sum(sound), first, round(seconds, 3), call.usage.prompt_tokens, written)
