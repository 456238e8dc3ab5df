"""Reading on Ray: workers on other machines read batches or make the calls; this process, the driver, does the rest.

Budgets, rate limits, retries, corrections and the store stay in the driver: a worker gets one request and returns what
the model said, so that every response is stored before it is parsed, and the graph is the one of a single process. The
driver sends texts and settings. Keys are read by the worker, from the environment of the node's Ray process or from
`key_file` on that node: Ray records the arguments of tasks and a `runtime_env`, so that neither ever holds a key.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any

from pramana.app.config import RaySettings
from pramana.app.reading_pool import cores, worker_setup
from pramana.app.reading_work import AskModelRequest, LineWorker, WorkerAccount, WorkerEnded, Workers
from pramana.app.workspace import WorkspaceResources
from pramana.errors import ConfigError, ConnectionFailed, ModelError
from pramana.extras import optional_import
from pramana.llm import Ask, Provider, RawResponse

LOCAL = "local"
"""The address that means: start a cluster on this machine, and end it with the command."""
_OBJECT_STORE = 128 * 1024 * 1024
"""Bytes of a local cluster's object store: Ray would take 30 % of the memory, and requests have some kilobytes."""
_CALLS_AT_ONCE = 2048
"""How many requests one worker may hold: above the largest `concurrency`, so that the driver's limits decide."""
_ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is reported to anybody
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # its future default: CUDA_VISIBLE_DEVICES is left as it is
}
_QUIET = {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}
_FAILED_STARTS = 5
"""How many workers in a row may fail to start: a node that is going down fails those that Ray places there."""
_loads = pickle.loads  # what is read was written by a worker of this run


class RayWorker:
    """What runs on Ray: a LineWorker behind a class that Ray makes an actor of."""

    def __init__(self, setup: bytes) -> None:
        self._worker = LineWorker(setup)

    async def account(self) -> bytes:
        return pickle.dumps(self._worker.account())

    async def answer(self, request: bytes) -> bytes:
        return await self._worker.answer(request)


@asynccontextmanager
async def ray_workers(workspace: WorkspaceResources) -> AsyncIterator[None]:
    """Let a workspace read on the cluster that its configuration names, within the context; nothing without an address.

    Raises ExtraMissing without Ray, ConfigError where the cluster is not there, cannot hold one worker, runs other code
    or lacks a key.
    """
    settings = workspace.config.ray
    if settings.address is None:
        yield
        return
    with _connection(settings, workspace.config.karaka.workers) as count:
        workers = RayWorkers(settings, worker_setup(workspace), count, workspace.engine())
        try:
            await workers.wait_for_first()
            workspace.workers = workers
            with workspace.gateway.asking_elsewhere(lambda name, own: RemoteProvider(name, own, workers), count):
                yield
        finally:
            workspace.workers = None
            workers.close()


@contextmanager
def _connection(settings: RaySettings, wanted: int | None) -> Iterator[int]:
    """Connect to a cluster, or start one; yields the number of workers. Raises ConfigError where there is none."""
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    with optional_import("ray", "Reading on Ray"):
        import ray
    folder = tempfile.mkdtemp(prefix="pramana-ray-") if settings.address == LOCAL else ""
    given: dict[str, Any] = {"address": settings.address, **_QUIET} | (
        _local_cluster(settings, wanted, folder) if folder else {}
    )
    try:
        try:
            ray.init(**given)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            what = f"{type(error).__name__}: {_first_line(error)}"
            raise ConfigError(f"Ray at {settings.address!r} cannot be reached ({what}).") from None
        there: dict[str, float] = ray.cluster_resources()
        if folder and any(there.get(name, 0.0) < each for name, each in settings.demand().items()):
            raise no_room(settings, there)
        yield wanted or _capacity(settings, there)
    finally:
        ray.shutdown()
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _local_cluster(settings: RaySettings, wanted: int | None, folder: str) -> dict[str, Any]:
    """Return how a cluster on this machine is started, that has room for the workers. GPUs are those that Ray finds."""
    count = wanted or cores()
    return {
        "num_cpus": max(1, ceil(count * settings.cpus)),
        "resources": {name: each * count for name, each in settings.resources.items()},
        "include_dashboard": False,
        "object_store_memory": _OBJECT_STORE,
        "_temp_dir": folder,
    }


def _capacity(settings: RaySettings, there: Mapping[str, float]) -> int:
    """Return how many workers a cluster can hold as it is now, 1 at least: it may be growing."""
    shares = [there.get(name, 0.0) / each for name, each in settings.demand().items() if each]
    return max(1, int(min(shares, default=1.0)))


def no_room(settings: RaySettings, there: Mapping[str, float]) -> ConfigError:
    """Return the error of a cluster that has `there` free, and no room for one worker."""
    demand = {name: each for name, each in settings.demand().items() if each}
    wanted = ", ".join(f"{name} {each:g}" for name, each in demand.items())
    found = ", ".join(f"{name} {there.get(name, 0.0):g}" for name in demand)
    return ConfigError(f"Ray has no room for a worker. A worker takes {wanted}; there is {found}.")


@dataclass(slots=True, eq=False)
class _Actor:
    """One worker on the cluster. `busy` counts the requests that it has."""

    handle: Any
    ready: bool = False
    busy: int = 0


class RayWorkers:
    """The workers of one command. One that ends is replaced, wherever the cluster has room; others go on meanwhile."""

    def __init__(self, settings: RaySettings, setup: bytes, count: int, engine: str) -> None:
        import ray

        self.count = count
        self._settings = settings
        self._setup = setup
        self._engine = engine
        self._class = ray.remote(RayWorker).options(
            num_cpus=settings.cpus,
            num_gpus=settings.gpus,
            resources=dict(settings.resources),
            max_concurrency=_CALLS_AT_ONCE,
            max_restarts=0,
            max_task_retries=0,
        )
        self._actors: list[_Actor] = []
        self._starting: set[asyncio.Task[None]] = set()
        self._changed = asyncio.Event()
        self._refusal: Exception | None = None
        self._failed_starts = 0
        self._closed = False
        for _ in range(count):
            self._start()

    def _start(self) -> None:
        actor = _Actor(self._class.remote(self._setup))
        self._actors.append(actor)
        task = asyncio.get_running_loop().create_task(self._greet(actor))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _greet(self, actor: _Actor) -> None:
        """Wait until a worker is there, and use it if it works with the driver's code and has its keys."""
        from ray.exceptions import RayError

        try:
            account: WorkerAccount = _loads(await _result(actor.handle.account.remote()))
        except RayError as error:
            self._failed_starts += 1
            if self._failed_starts < _FAILED_STARTS:
                self._replace(actor)
            else:
                self._refusal = ConfigError(f"Ray workers cannot be started: {_first_line(error)}")
        else:
            self._failed_starts = 0
            refusal = self._refusal_of(account)
            actor.ready = refusal is None
            self._refusal = self._refusal or refusal
        self._tell()

    def _refusal_of(self, account: WorkerAccount) -> ConfigError | None:
        if account.engine != self._engine:
            return ConfigError(
                f"A Ray worker runs other code (Pramana {account.version}, Python {account.python}) than this process. "
                "Install the same version, with the same plug-ins, on all nodes."
            )
        if account.problems:
            told = " ".join(account.problems)
            return ConfigError(
                f"A Ray worker lacks a key. {told} Set it where `ray start` is run on each node: keys are not sent."
            )
        return None

    async def wait_for_first(self) -> None:
        """Wait until one worker can be used. Raises ConfigError where none can, or none is there in time."""
        import ray

        try:
            async with asyncio.timeout(self._settings.start_s):
                while not (self._refusal or any(actor.ready for actor in self._actors)):
                    await self._changed.wait()
        except TimeoutError:
            free = ray.available_resources()
            raise no_room(self._settings, free) from None
        if self._refusal:  # also where others can be used: a cluster of two versions is to be corrected
            raise self._refusal

    async def answer(self, request: bytes) -> object:
        """See Workers."""
        from ray.exceptions import RayError

        actor = await self._least_busy()
        actor.busy += 1
        try:
            return _loads(await _result(actor.handle.answer.remote(request)))
        except RayError as error:
            self._replace(actor)
            raise WorkerEnded(_first_line(error)) from None
        finally:
            actor.busy -= 1
            self._tell()

    async def _least_busy(self) -> _Actor:
        """Return the worker with the fewest requests. Waits while all of them are being replaced."""
        await self.wait_for_first()
        return min((actor for actor in self._actors if actor.ready), key=lambda actor: actor.busy)

    def _replace(self, actor: _Actor) -> None:
        if actor in self._actors and not self._closed:
            self._actors.remove(actor)
            self._start()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def close(self) -> None:
        """See Workers."""
        import ray

        self._closed = True
        for task in self._starting:
            task.cancel()
        for actor in self._actors:
            ray.kill(actor.handle)


class RemoteProvider:
    """A model that workers ask. `own` is its provider in this process, which is not asked: it says what it takes."""

    reads_messages = True

    def __init__(self, name: str, own: Provider, workers: Workers) -> None:
        self._name = name
        self._own = own
        self._workers = workers
        self.takes_samples = bool(getattr(own, "takes_samples", False))
        """Whether several answers to one request are asked for, until a worker got one alone."""

    async def complete(self, ask: Ask) -> RawResponse:
        """Return a worker's answer. Raises its error, ConnectionFailed where the worker ended meanwhile: the server may
        have had the request."""
        from ray import cloudpickle  # a ptool may have types that were made while the program runs

        request: bytes = cloudpickle.dumps(AskModelRequest(self._name, ask))
        try:
            answer = await self._workers.answer(request)
        except WorkerEnded as ended:
            raise ConnectionFailed(f"The Ray worker that asked {self._name} ended ({ended.why}).") from None
        if isinstance(answer, BaseException):
            raise answer if isinstance(answer, ModelError | ConfigError) else ModelError(str(answer))
        assert isinstance(answer, RawResponse)
        if ask.count > 1 and not answer.others:
            self.takes_samples = False
        return answer

    async def aclose(self) -> None:
        await self._own.aclose()


async def _result(reference: Any) -> bytes:
    """Wait for what an actor returns, without holding the event loop."""
    body: bytes = await asyncio.wrap_future(reference.future())
    return body


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)[:300]
