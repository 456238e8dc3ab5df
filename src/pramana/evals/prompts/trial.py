"""A prepared comparison: two versions of the prompts, the settings, and the lines that both will read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.canonical import canonical
from pramana.documents import ShelvedLine
from pramana.errors import InputError, PromptError, ReplayMiss, UnknownName
from pramana.evals.prompts.reading import SideReader
from pramana.evals.prompts.sample import SampledBatch, sample_batches
from pramana.gsv import GSVSettings
from pramana.karaka import LineItem, Verification, line_items
from pramana.llm import Budget, Gateway, GatewayMode, PromptBook, load_prompts
from pramana.store import Blobs
from pramana.trace import Run
from pramana.views import Stores

SIDES = ("a", "b")
SHIPPED, WORKSPACE = "shipped", "workspace"


@dataclass(frozen=True, slots=True)
class Workbench:
    """What a comparison needs of a workspace: its stores and settings, its prompts, and the way to open gateways.

    `open_gateway` takes mode, budget and prompts, None for the workspace's own. `ahead` is how many batches an ingest
    has under way at once, `engine` the hash of the code that reads. `rehearse` opens a gateway whose models pretend,
    for estimates.
    """

    stores: Stores
    gateway: Gateway
    open_gateway: Callable[[GatewayMode | None, Budget | None, PromptBook | None], Gateway]
    rehearse: Callable[[PromptBook], AbstractAsyncContextManager[Gateway]]
    shipped: Mapping[str, str]
    prompts: PromptBook
    gsv: GSVSettings
    verification: Verification
    budget: Budget
    ahead: int
    engine: str


@dataclass(frozen=True, slots=True)
class TrialSettings:
    """The settings under which both versions are tried. `size` is the requested number of lines."""

    gsv: GSVSettings
    verification: Verification
    size: int
    seed: int


@dataclass(frozen=True, slots=True)
class Trial:
    """A comparison to run. `differing` are the prompts in use that are not the same, `documents` have their bodies.

    `judged`: whether models score and verify.
    """

    names: tuple[str, str]
    books: Mapping[str, PromptBook]
    settings: TrialSettings
    documents: tuple[tuple[str, str], ...]
    batches: tuple[SampledBatch, ...]
    differing: tuple[str, ...]
    judged: bool

    def reader(self, side: str, gateway: Gateway) -> SideReader:
        """Return the reader of a side. `gateway` has that side's prompts."""
        return SideReader(side, gateway, self.books[side], self.settings.gsv, self.settings.verification)

    @property
    def lines(self) -> int:
        return sum(len(batch.items) for batch in self.batches)

    @property
    def by_document(self) -> dict[str, int]:
        """Return how many lines were sampled of each document."""
        counts = {doc_id: 0 for doc_id, _ in self.documents}
        for batch in self.batches:
            counts[batch.items[0].doc_id] += len(batch.items)
        return counts

    def texts(self, side: str, keys: Sequence[str]) -> bytes:
        """Return the prompts of a side that reading uses, as they are stored."""
        return canonical({key: self.books[side].get_prompt(key) for key in keys}).encode()


def new_trial(bench: Workbench, a: str, b: str, settings: TrialSettings, documents: Sequence[str]) -> Trial:
    """Return a trial over a workspace's documents, all or those named.

    Raises InputError where a comparison could show nothing, PromptError for an unknown version of the prompts.
    """
    if settings.size < 1:
        raise InputError(f"A sample of {settings.size} lines cannot be compared; take 1 or more.")
    books = {"a": _book(bench, a), "b": _book(bench, b)}
    shelved = {document.doc_id: document.body for document in bench.stores.shelf.all()}
    for doc_id in documents:
        if doc_id not in shelved:
            raise UnknownName("document", doc_id, sorted(shelved))
    chosen = tuple((doc_id, body) for doc_id, body in shelved.items() if not documents or doc_id in documents)
    items = {doc_id: line_items(bench.stores.shelf.lines(doc_id)) for doc_id, _ in chosen}
    if not any(items.values()):
        raise InputError("No lines to compare prompts on. Run first: pramana ingest DOCUMENTS")
    return _make_trial(bench.gateway, (a, b), books, settings, chosen, items)


def trial_of(bench: Workbench, run: Run) -> Trial:
    """Return the trial of a recorded run, from the texts that were stored with it. Raises ReplayMiss without them."""
    told = run.manifest
    settings = TrialSettings(GSVSettings(**told["gsv"]), told["verification"], int(told["sample"]), int(told["seed"]))
    books = {side: PromptBook(bench.shipped, _stored_prompts(bench, told["sides"][side]["prompts"])) for side in SIDES}
    documents = tuple((str(doc_id), str(body)) for doc_id, body in told["documents"])
    items: dict[str, list[LineItem]] = {}
    for doc_id, body in documents:
        lines = bench.stores.shelf.body(body)
        if lines is None:
            raise ReplayMiss(f"The text of {doc_id} was purged.")
        items[doc_id] = line_items([ShelvedLine(doc_id, line) for line in lines])
    a, b = told["names"]
    return _make_trial(bench.gateway, (a, b), books, settings, documents, items)


def _make_trial(
    gateway: Gateway,
    names: tuple[str, str],
    books: Mapping[str, PromptBook],
    settings: TrialSettings,
    documents: tuple[tuple[str, str], ...],
    items: Mapping[str, Sequence[LineItem]],
) -> Trial:
    reader = SideReader("a", gateway, books["a"], settings.gsv, settings.verification)
    differing = _differing(names, books, reader, settings.gsv.policy)
    drawn = sample_batches(items, settings.size, settings.seed, reader.together, reader.reads_several)
    return Trial(names, books, settings, documents, tuple(drawn), differing, reader.judged)


def _differing(
    names: tuple[str, str], books: Mapping[str, PromptBook], reader: SideReader, policy: str
) -> tuple[str, ...]:
    """Return the prompts that differ and are read by a model. Raises InputError, with why, where none is."""
    a, b = books["a"], books["b"]
    changed = [key for key in a.keys() if a.hash(key) != b.hash(key)]  # noqa: SIM118
    if not changed:
        raise InputError(f"{names[0]} and {names[1]} are the same prompts: there is nothing to compare.")
    in_use = reader.in_use()
    named = ", ".join(changed)
    if not any(key in in_use for key in changed):
        raise InputError(
            f"{names[0]} and {names[1]} differ in {named}, and reading lines under the policy {policy} uses none of "
            f"these. It uses {', '.join(sorted(in_use))}."
        )
    heard = tuple(key for key in changed if in_use.get(key))
    if not heard:
        raise InputError(
            f"{names[0]} and {names[1]} differ in {named}, which no model would read: the embedded model answers by "
            "rules, rules do not read prompts, and they do not judge. Name a model: --model, or pramana.toml."
        )
    return heard


def _book(bench: Workbench, name: str) -> PromptBook:
    """Return a version of the prompts."""
    if name == SHIPPED:
        return PromptBook(bench.shipped)
    if name == WORKSPACE:
        return bench.prompts
    if not Path(name).is_file():
        raise PromptError(f"Unknown version of the prompts: {name!r}. Use `shipped`, `workspace` or a prompts.json.")
    return PromptBook(bench.shipped, load_prompts(name))


def _stored_prompts(bench: Workbench, key: str) -> dict[str, str]:
    stored = Blobs(bench.stores.database).get(key)
    if stored is None:
        raise ReplayMiss("The prompts that were compared are not stored any more.")
    found: dict[str, Any] = json.loads(stored)
    return found
