"""The gateway: every call to a model passes it. Ptools go in; checked outputs, usage and steps come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import anyio
from pydantic import BaseModel

from pramana.errors import (
    ModelError,
    OutputInvalid,
    ReplayMiss,
)
from pramana.llm.attempts import ENDS_RUN, Attempts
from pramana.llm.batch_api import NO_LIMITS, JobProgress, open_batches
from pramana.llm.bounds import LONG_ANSWER, PARSE_S
from pramana.llm.breaker import CircuitBreaker
from pramana.llm.budget import Budget, BudgetGuard
from pramana.llm.exchange import Exchange, GatewayMode, PendingRequest
from pramana.llm.limits import RateLimiter
from pramana.llm.parse import Parsed, Unparsable, parse
from pramana.llm.prepared import Model, Prepared, as_fields, typical_tokens
from pramana.llm.prices import BATCH_SHARE, Price
from pramana.llm.prompts import PromptBook
from pramana.llm.providers import Provider, RuleBook, Rules
from pramana.llm.providers.plugin import Opening
from pramana.llm.ptool import Abstention, Ptool
from pramana.llm.replay import Recorded
from pramana.llm.request import Correction
from pramana.llm.responses import Responses, Stored
from pramana.llm.settings import LlmSettings, ModelSettings
from pramana.llm.usage import Spending, Usage
from pramana.store import Database
from pramana.trace import Timing, Trail

if TYPE_CHECKING:
    from pramana.llm.embeddings import Embedder
    from pramana.llm.providers.vectors import Kind, VectorProvider
    from pramana.llm.quantise import Matrix

In = TypeVar("In", bound=BaseModel)
Out = TypeVar("Out", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Call(Generic[Out]):
    """A call with its output. `request` and `response` are those of the last request, corrections included.

    `usage` sums all its requests, whether paid now or when they were first made. `cached`: nothing was paid now.
    """

    output: Out | Abstention
    request: str
    revision: int
    response: str
    usage: Usage
    model: str
    repaired: bool
    corrections: int
    cached: bool


class Gateway:
    """Calls ptools. Use one gateway in one event loop, and close it there.

    `database` must have been opened with RESPONSE_SCHEMA. `providers` puts a provider of your own in the place of the
    model of that name in the settings, `vectors` one in the place of the embedder. `rules` are the embedded model's.
    """

    def __init__(
        self,
        database: Database,
        prompts: PromptBook,
        settings: LlmSettings | None = None,
        *,
        rules: RuleBook | None = None,
        mode: GatewayMode | str = GatewayMode.LIVE,
        budget: Budget | None = None,
        providers: Mapping[str, Provider] | None = None,
        vectors: VectorProvider | None = None,
    ) -> None:
        self.spending = Spending()
        self.mode = GatewayMode(mode)
        self.observe_jobs: Callable[[JobProgress], None] | None = None
        """Is told how far the jobs of batch APIs are, at each look at them."""
        self.observe_answers: Callable[[str, BaseModel], None] | None = None
        """Called with the ptool's name and the input of every call that was answered."""
        self.observe_expected: Callable[[int], None] | None = None
        """Is told of how many items are about to be asked about."""
        self._settings = settings or LlmSettings()
        self._prompts = prompts
        self._rules = rules or RuleBook("none", {})
        self._providers = dict(providers or {})
        self._elsewhere: tuple[Callable[[str, Provider], Provider], int] | None = None
        self._vectors = vectors
        self._database = database
        self._responses = Responses(database)
        self._purse = BudgetGuard(budget or Budget())
        self._attempts = Attempts(self._purse, self.spending)
        self._exchange = Exchange(self._responses, self._attempts, self.spending)
        self._models: dict[str, Model] = {}
        self._prepared: dict[str, Prepared] = {}
        self._usual: dict[str, tuple[int, float | None]] = {}

    async def call(
        self,
        ptool: Ptool[In, Out],
        value: In,
        *,
        sample: int = 0,
        trail: Trail | None = None,
        max_tokens: int | None = None,
    ) -> Call[Out]:
        """Ask the ptool's model about `value` and return its checked output; record one step at `trail`.

        `sample` distinguishes equal calls (0, 1, 2 …). `max_tokens` bounds the answer below the ptool's own bound.
        Raises OutputInvalid where no valid answer came within the bound
        of corrections, BudgetExceeded before a call that could pass the budget, ReplayMiss in a replay where the
        response is not stored, and the other errors below ModelError. A failed call is recorded too, unless it is one
        that ends the run: BudgetExceeded, PriceUnknown, AccessRefused, ReplayMiss.
        """
        began = perf_counter()
        prepared = self._prepare(ptool).within(max_tokens)
        work = _Work(prepared, sample, [], Usage(), trail or Trail())
        outcome: Any
        try:
            call = await self._converse(work, value, as_fields(value))
            outcome = "abstained" if isinstance(call.output, Abstention) else "ok"
            work.record(outcome, call.repaired, call.cached, perf_counter() - began)
            if self.observe_answers is not None:
                self.observe_answers(ptool.name, value)
            return call
        except (*ENDS_RUN, ReplayMiss):
            raise
        except ModelError as error:
            outcome = {"error": type(error).__name__, "message": str(error)}
            work.record(outcome, False, work.cached, perf_counter() - began)
            raise

    async def prepare_samples(self, ptool: Ptool[In, Any], value: In, samples: Sequence[int]) -> None:
        """Ask at once for several samples of one request, where the model's server gives several answers to one.

        The calls that follow find them; elsewhere, and where it fails, they ask for themselves. A prompt is then paid
        for once. Answers are stored under the requests of their samples, so a replay needs nothing of this.
        """
        prepared = self._prepare(ptool)
        takes = getattr(prepared.model.provider, "takes_samples", False) and not prepared.model.settings.batch_api
        if len(samples) < 2 or self.mode is not GatewayMode.LIVE or not takes:
            return
        fields = as_fields(value)
        requests = [prepared.request(fields, sample) for sample in samples]
        await self._exchange.answer_together([PendingRequest(prepared, each, each.key, value) for each in requests])

    async def map(
        self, ptool: Ptool[In, Out], values: Iterable[In], *, trail: Trail | None = None
    ) -> list[Call[Out] | ModelError]:
        """Call `ptool` for each value, as many at once as its model allows, and return the results in order.

        A value's step is recorded at its index below `trail`, from 0. A call that fails leaves its error in its
        place; one that ends the run leaves it in all places not yet begun, too.
        """
        listed = list(values)
        place = trail or Trail()
        results: list[Any] = [None] * len(listed)
        pending = iter(range(len(listed)))
        ended: list[Exception] = []

        async def work() -> None:
            for index in pending:
                try:
                    results[index] = ended[0] if ended else await self.call(ptool, listed[index], trail=place.at(index))
                except ModelError as error:
                    results[index] = error
                    if isinstance(error, ENDS_RUN):
                        ended.append(error)
                except Exception as error:
                    ended.append(error)

        workers = min(self._prepare(ptool).model.settings.in_flight, len(listed))
        if workers <= 1:
            await work()
        else:
            async with anyio.create_task_group() as group:
                for _ in range(workers):
                    group.start_soon(work)
        for error in ended:
            if not isinstance(error, ModelError):
                raise error
        return results

    def answers(self, ptool: Ptool[Any, Any]) -> bool:
        """Return False where the model configured for `ptool` is the embedded one and has no rule for it."""
        provider = self._model_of(ptool).provider
        return not isinstance(provider, Rules) or provider.answers(ptool.name)

    def expect(self, items: int) -> None:
        """Tell whoever observes this gateway that so many items are about to be asked about."""
        if self.observe_expected is not None and items:
            self.observe_expected(items)

    def within(self, budget: Budget) -> AbstractContextManager[None]:
        """Hold what is called inside the context to a further budget, which counts from where it begins."""
        return self._purse.within(budget)

    def provider(self, name: str) -> Provider:
        """Return what answers for the model of that name, outside all limits: for calls that another gateway counts."""
        return self._model(name).provider

    @contextmanager
    def asking_elsewhere(self, remote: Callable[[str, Provider], Provider], workers: int) -> Iterator[None]:
        """Ask servers and local models through what `remote` makes of their providers, within the context.

        Budget, limits, retries and the store stay here. `workers` processes ask: each model's `concurrency` is for one
        of them, which holds it itself and has one call more waiting; limits of requests and tokens are for all.
        Providers of the caller's own and batch APIs are asked from here as before.
        """
        kept = self._models, self._prepared, self._elsewhere
        self._models, self._prepared, self._elsewhere = {}, {}, (remote, workers)
        try:
            yield
        finally:
            self._models, self._prepared, self._elsewhere = kept

    def judges(self, ptool: Ptool[Any, Any]) -> bool:
        """Return whether a real model answers `ptool`: the embedded one's judgement would be its own rules again."""
        return not isinstance(self._model_of(ptool).provider, Rules)

    def by_rules(self) -> Gateway:
        """Return this gateway with the embedded model in the place of every model; the embedder stays."""
        settings = LlmSettings(embedder=self._settings.embedder)
        rules = Gateway(self._database, self._prompts, settings, rules=self._rules, mode=self.mode)
        rules.__dict__["embedder"] = self.embedder
        return rules

    def most_tokens(self, ptool: Ptool[Any, Any]) -> int:
        """Return how long an answer to `ptool` may be, in tokens: the ptool's bound, or the model's own."""
        return self._prepare(ptool).parameters.max_tokens

    def identity(self, ptool: Ptool[Any, Any]) -> dict[str, Any]:
        """Return all but the input that decides an output, as JSON: model, prompt, schema, parameters, parser.

        No prompt, parameters or corrections decide what the embedded model says.
        """
        prepared = self._prepare(ptool)
        decides = prepared.identity()
        return {**decides, "corrections": self._settings.corrections} if "prompt" in decides else decides

    def estimate(self, ptool: Ptool[In, Any], value: In) -> Usage:
        """Return roughly what a call will cost: nothing where its answer is stored and will be used."""
        prepared = self._prepare(ptool)
        fields = as_fields(value)
        messages = prepared.messages(fields)
        key = prepared.request(fields, 0).key
        if not messages or (self.mode is not GatewayMode.REFRESH and self._responses.newest(key)):
            return Usage()
        known = self._usual_completion(prepared)
        written = prepared.parameters.max_tokens // 4 if known is None else round(known)
        return prepared.usage(typical_tokens(messages, prepared.schema_bytes), written)

    def _usual_completion(self, prepared: Prepared) -> float | None:
        """Return the mean length of the stored answers, looked up again only after further calls."""
        asked, mean = self._usual.get(prepared.ptool.name, (-1, None))
        if asked != self.spending.calls:
            mean = self._responses.mean_completion(prepared.ptool.name, prepared.model.name)
            self._usual[prepared.ptool.name] = (self.spending.calls, mean)
        return mean

    @cached_property
    def embedder(self) -> Embedder:
        """What turns texts into vectors, within this gateway's budget and mode."""
        from pramana.llm.embeddings import Embedder  # numpy: only where vectors are wanted

        settings, provider = self._settings.embedder, self._vectors
        return Embedder(self._database, settings, self._attempts, self.spending, self.mode, provider)

    async def embed(self, texts: Sequence[str], *, kind: Kind = "passage", trail: Trail | None = None) -> Matrix:
        """Return one vector a text: see `Embedder.embed`."""
        return await self.embedder.embed(texts, kind=kind, trail=trail)

    async def aclose(self) -> None:
        """Close the connections to servers."""
        if "embedder" in self.__dict__:
            await self.embedder.aclose()
        for model in self._models.values():
            await model.provider.aclose()

    async def _converse(self, work: _Work, value: Any, fields: dict[str, Any]) -> Call[Any]:
        """Ask, and send what is wrong back, until the answer is valid or the bound is reached."""
        prepared = work.prepared
        recorded = Recorded.at(work.trail, prepared.ptool.name) if self.mode is GatewayMode.REPLAY else None
        corrections: tuple[Correction, ...] = ()
        while True:
            request = prepared.request(fields, work.sample, corrections)
            question = PendingRequest(prepared, request, request.key, value)
            work.begin(question.key)
            if recorded is not None:
                place = len(work.exchanges) - 1
                stored = await recorded.answer(place, question, self._responses, self._exchange.compute)
                cached = True
                self.spending.of(request.model).stored += 1
            else:
                stored, cached = await self._exchange.answer(question, self.mode)
            work.answer(stored, cached)
            try:
                parsed = await _parse_stored(stored, prepared.ptool)
            except Unparsable as problem:
                if len(corrections) >= self._settings.corrections:
                    raise OutputInvalid(
                        f"{prepared.model.name} gave no valid answer to {prepared.ptool.name} "
                        f"in {len(corrections) + 1} attempts. The last: {str(problem)[:300]}"
                    ) from None
                corrections += (Correction.of(stored.body, str(problem)),)
                self.spending.of(prepared.model.name).corrections += 1
            else:
                self.spending.of(prepared.model.name).repaired += parsed.repaired
                return Call(
                    parsed.output,
                    stored.request,
                    stored.revision,
                    stored.digest,
                    work.usage,
                    prepared.model.name,
                    parsed.repaired,
                    len(corrections),
                    work.cached,
                )

    def _prepare(self, ptool: Ptool[Any, Any]) -> Prepared:
        prepared = self._prepared.get(ptool.name)
        if prepared is None or prepared.ptool is not ptool:
            prepared = Prepared.of(ptool, self._model_of(ptool), self._prompts.prompt_for(ptool))
            self._prepared[ptool.name] = prepared
        return prepared

    def _model_of(self, ptool: Ptool[Any, Any]) -> Model:
        """Return the model that answers a ptool, under the version of the rules for it where code decides."""
        model = self._model(self._settings.model_for(ptool.name))
        name = _model_name(Opening(self._settings.model_for(ptool.name), model.settings, self._rules.about(ptool.name)))
        return model if name == model.name else replace(model, name=name)

    def _model(self, name: str) -> Model:
        if name not in self._models:
            self._models[name] = self._open(name, self._settings.model(name))
        return self._models[name]

    def _open(self, name: str, settings: ModelSettings) -> Model:
        opening = Opening(name, settings, self._rules)
        limits, price = settings, Price(settings)
        if settings.batch_api:
            limits, price = settings.model_copy(update=NO_LIMITS), Price(settings, BATCH_SHARE)
        given = self._providers.get(name)
        if given is not None:
            provider: Provider = given
        elif settings.batch_api:
            provider = open_batches(opening, self._database, self._observe_jobs)
        else:
            provider = open_provider(name, settings, self._rules)
            if self._elsewhere is not None and provider.reads_messages:
                remote, workers = self._elsewhere
                provider = remote(name, provider)
                calls = (settings.concurrency + 1) * workers  # one more waits at each: this process may be busy
                settings = limits = settings.model_copy(update={"concurrency": calls})
        return Model(_model_name(opening), settings, provider, RateLimiter(limits), CircuitBreaker(settings), price)

    def _observe_jobs(self, progress: JobProgress) -> None:
        if self.observe_jobs is not None:
            self.observe_jobs(progress)


@dataclass(slots=True)
class _Work:
    """A call under way: what its step will say."""

    prepared: Prepared
    sample: int
    exchanges: list[dict[str, Any]]
    usage: Usage
    trail: Trail
    cached: bool = True

    def begin(self, request: str) -> None:
        """Note a request before it is answered: should that fail, the step shows it."""
        self.exchanges.append({"request": request, "revision": None, "response": None})

    def answer(self, stored: Stored, cached: bool) -> None:
        """Note the answer to the last request."""
        self.exchanges[-1].update(revision=stored.revision, response=stored.digest)
        if stored.notes:
            self.exchanges[-1]["notes"] = list(stored.notes)
        self.usage += stored.usage
        self.cached = self.cached and cached

    def record(self, outcome: Any, repaired: bool, cached: bool, seconds: float) -> None:
        body = {
            "ptool": self.prepared.ptool.name,
            "model": self.prepared.model.name,
            "sample": self.sample,
            "exchanges": self.exchanges,
            "usage": asdict(self.usage),
            "repaired": repaired,
            "outcome": outcome,
        }
        self.trail.record("call", body)
        if not self.prepared.model.computes:  # rules take a millisecond; the run's effort has their sum
            self.trail.timings.append(Timing(self.trail.path, seconds, cached))


async def _parse_stored(stored: Stored, ptool: Ptool[Any, Any]) -> Parsed[Any]:
    """Find the output in a response, in a thread where it is long. Raises Unparsable.

    A thread and not a process: parsing takes linear time, so that an abandoned thread ends soon; a process takes 0.2 s
    to start, and cannot be given the types of outputs that are made while a program runs.
    """
    if stored.status == "refusal":
        raise Unparsable(f"The model refused to answer: {stored.body[:300]}")
    output = Abstention if stored.status == "abstained" else ptool.output
    entries = ptool.entries if output is ptool.output else ""
    read = partial(parse, stored.body, output, complete=stored.status in ("stop", "abstained"), entries=entries)
    if len(stored.body) <= LONG_ANSWER:
        return read()
    with anyio.move_on_after(PARSE_S):
        return await anyio.to_thread.run_sync(read, abandon_on_cancel=True)
    raise Unparsable(f"Parsing the answer of {len(stored.body):,} characters took longer than {PARSE_S:g} s.")


def _model_name(opening: Opening) -> str:
    """Return what a model is called in requests and records: `provider:model`, with a version where code decides."""
    version = opening.settings.source().version
    return f"{opening.settings.provider}:{version(opening) if version else opening.settings.model or opening.name}"


def open_provider(name: str, settings: ModelSettings, rules: RuleBook) -> Provider:
    """Return the provider that the settings of model `name` ask for. Raises ConfigError for one that needs code."""
    return settings.source().open(Opening(name, settings, rules))
