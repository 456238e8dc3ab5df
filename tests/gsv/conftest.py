"""What the tests of this room share: a task on small texts, and a model that is a function of what it is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from pydantic import BaseModel

from pramana.canonical import canonical
from pramana.gsv import (
    ALL_INVALID,
    BatchScores,
    BatchVerdicts,
    GSVResult,
    GSVRetryEngine,
    GSVSettings,
    GSVTask,
    Score,
    Verification,
)
from pramana.llm import (
    RESPONSE_SCHEMA,
    Abstention,
    Ask,
    Budget,
    Gateway,
    LlmSettings,
    ModelSettings,
    PromptBook,
    Ptool,
    RawResponse,
    RuleBook,
    Scripted,
)
from pramana.store import Database
from pramana.trace import Trail


class Text(BaseModel):
    text: str
    feedback: str = ""


class Texts(BaseModel):
    texts: list[str]
    notes: list[str] = []


class Reading(BaseModel):
    word: str


class Readings(BaseModel):
    words: list[str]


class Judged(BaseModel):
    text: str
    word: str
    item: int = 0


class Candidates(BaseModel):
    text: str
    candidates: list[tuple[str, str]]


class JudgedItems(BaseModel):
    items: list[Judged]


GENERATE = Ptool("words.generate", "p", Text, Reading)
SCORE = Ptool("words.score", "p", Judged, Score)
VERIFY = Ptool("words.verify", "p", Candidates, Verification)
BATCH_GENERATE = Ptool("words.batch_generate", "p", Texts, Readings)
BATCH_SCORE = Ptool("words.batch_score", "p", JudgedItems, BatchScores)
BATCH_VERIFY = Ptool("words.batch_verify", "p", JudgedItems, BatchVerdicts)


def _check(text: str, reading: Reading) -> Sequence[str]:
    return () if reading.word in text else (f"{reading.word!r} is not in the text.",)


def _items(entries: Sequence[tuple[int, str, Reading]]) -> JudgedItems:
    return JudgedItems(items=[Judged(item=n, text=text, word=reading.word) for n, text, reading in entries])


def _split(output: Readings, count: int) -> list[Reading | None]:
    found = [Reading(word=word) if word else None for word in output.words[:count]]
    return found + [None] * (count - len(found))


TASK: GSVTask[str, Reading] = GSVTask(
    name="words",
    generate=GENERATE,
    score=SCORE,
    verify=VERIFY,
    generation_input=lambda text, feedback: Text(text=text, feedback=feedback),
    scoring_input=lambda text, reading: Judged(text=text, word=reading.word),
    verification_input=lambda text, named: Candidates(text=text, candidates=[(name, r.word) for name, r in named]),
    check=_check,
    batch_generate=BATCH_GENERATE,
    batch_generation_input=lambda texts, notes: Texts(texts=list(texts), notes=list(notes)),
    split=_split,
    answer_tokens=lambda text: 50,
    batch_score=BATCH_SCORE,
    batch_scoring_input=_items,
    batch_verify=BATCH_VERIFY,
    batch_verification_input=_items,
)

_SAMPLE: ContextVar[int] = ContextVar("sample", default=0)


class _Sampling(Gateway):
    """Lets the model know which sample it is asked for."""

    async def call(self, ptool: Any, value: Any, *, sample: int = 0, **more: Any) -> Any:
        token = _SAMPLE.set(sample)
        try:
            return await super().call(ptool, value, sample=sample, **more)
        finally:
            _SAMPLE.reset(token)


Answer = Any
Model = Callable[[Any, int], Answer]
"""From what is asked and the sample to the answer."""


def says_word(word: str) -> Model:
    return lambda value, sample: {"word": word}


def scores(points: Mapping[str, int], default: int = 85) -> Model:
    return lambda value, sample: {"reasoning": f"{value.word} seen", "score": points.get(value.word, default)}


def prefers(*words: str) -> Model:
    """Choose the first of `words` that is among the candidates."""

    def answer(value: Candidates, sample: int) -> Answer:
        ids = {word: name for name, word in value.candidates}
        choice = next((ids[word] for word in words if word in ids), ALL_INVALID)
        return {"choice": choice, "reasoning": f"likes {', '.join(words)}"}

    return answer


@dataclass
class World:
    """A scripted model by ptool (`generate`, `score` …), what it was asked, and what was recorded."""

    models: Mapping[str, Model]
    settings: dict[str, Any] = field(default_factory=dict)
    concurrency: int = 1
    rules: tuple[str, ...] = ()
    task: GSVTask[str, Reading] = TASK
    budget: Budget | None = None
    mode: str = "live"
    database: Database = field(default_factory=lambda: Database(None, [RESPONSE_SCHEMA]))
    asked: list[tuple[str, Any, int]] = field(default_factory=list)
    trail: Trail = field(default_factory=Trail)

    def count(self) -> Counter[str]:
        return Counter(name for name, _, _ in self.asked)

    def values(self, name: str) -> list[Any]:
        return [value for asked, value, _ in self.asked if asked == name]

    def one(self, text: str = "a b c") -> GSVResult:
        """Work on one item by itself."""

        async def work() -> GSVResult:
            return await self._engine().extract_with_retry(self.task, text, self.trail.at("item"))

        return anyio.run(work)

    def many(self, texts: Sequence[str]) -> list[GSVResult]:
        """Work on a batch."""

        async def work() -> list[GSVResult]:
            trail = self.trail
            return await self._engine().run(self.task, texts, lambda index: trail.at("item", index), trail.at("batch"))

        return anyio.run(work)

    def proposals(self) -> list[tuple[str, str, str, tuple[int, ...]]]:
        """Return the proposals that were recorded: path, word, verdict, scores."""
        return [(p.path, p.body["word"], p.verdict.value, p.scores) for p in self.trail.proposals]

    def _engine(self) -> GSVRetryEngine:
        async def answer(ask: Ask) -> Any:
            name = ask.ptool.name.removeprefix("words.")
            self.asked.append((name, ask.value, _SAMPLE.get()))
            await anyio.lowlevel.checkpoint()
            found = self.models[name](ask.value, _SAMPLE.get())
            if isinstance(found, Abstention):
                return RawResponse(canonical(found), "abstained")
            return found

        model = ModelSettings(provider="scripted", concurrency=self.concurrency, retries=0, backoff_s=0.0)
        ptools = {f"words.{name}": "rules" for name in self.rules}
        settings = LlmSettings(default="scripted", models={"scripted": model}, ptools=ptools, corrections=0)
        book = RuleBook(
            "1", {f"words.{name}": lambda v, n=name: self.models[n](v, 0) for name in self.rules if name in self.models}
        )
        gateway = _Sampling(
            self.database,
            PromptBook({"p": "Answer."}),
            settings,
            rules=book,
            mode=self.mode,
            budget=self.budget,
            providers={"scripted": Scripted(answer)},
        )
        return GSVRetryEngine(gateway, GSVSettings(**self.settings))


class Kit:
    """What tests build worlds from."""

    world = World
    says_word = staticmethod(says_word)
    scores = staticmethod(scores)
    prefers = staticmethod(prefers)
    abstention = Abstention
    task = TASK

    @staticmethod
    def by_sample(*words: str) -> Model:
        """A generator that says `words` in turn, by sample."""
        return lambda value, sample: {"word": words[sample % len(words)]}


@pytest.fixture(scope="session")
def kit() -> Kit:
    return Kit()
