"""Single commands given as data, each run by a new executor. For longer work use a plan or an executor."""

from __future__ import annotations

from pramana.gasl.commands.analyze import AnalyzeNode
from pramana.gasl.commands.branch import BranchNode
from pramana.gasl.commands.declare import DeclareNode
from pramana.gasl.commands.find import FindNode
from pramana.gasl.commands.process import ProcessNode
from pramana.gasl.commands.update import UpdateNode
from pramana.gasl.context import ContextStore
from pramana.gasl.executor import GASLExecutor
from pramana.gasl.records import ExecutionResult
from pramana.gasl.state import StateStore
from pramana.gasl.tree import GASLNode
from pramana.gasl.writing import write_command
from pramana.graph import GraphAdapter, MemoryAdapter
from pramana.llm import Gateway, LLMClient


def run_find(adapter: GraphAdapter, spec: FindNode, ctx: ContextStore) -> ExecutionResult:
    """Run a FIND on a graph; its result is in the context under the command's output."""
    return _run(spec, adapter=adapter, ctx=ctx)


def run_process(llm: Gateway | LLMClient, spec: ProcessNode, ctx: ContextStore) -> ExecutionResult:
    """Have a model process a variable of the context, batch by batch."""
    return _run(spec, llm=llm, ctx=ctx)


def run_update(state: StateStore, spec: UpdateNode, ctx: ContextStore) -> ExecutionResult:
    """Merge a variable of the context into a key of the state, or replace it, with its provenance."""
    return _run(spec, state=state, ctx=ctx)


def run_declare(state: StateStore, spec: DeclareNode) -> ExecutionResult:
    """Declare a key of the state."""
    return _run(spec, state=state)


def run_analyze(llm: Gateway | LLMClient, state: StateStore, spec: AnalyzeNode, ctx: ContextStore) -> ExecutionResult:
    """Have a model analyse a summary and a bounded sample of a key of the state."""
    return _run(spec, llm=llm, state=state, ctx=ctx)


def run_branch(executor: GASLExecutor, spec: BranchNode) -> ExecutionResult:
    """Run an IF: the command of its branch runs as a separate step."""
    return executor.execute_one(write_command(spec))


def _run(
    spec: GASLNode,
    *,
    adapter: GraphAdapter | None = None,
    llm: Gateway | LLMClient | None = None,
    state: StateStore | None = None,
    ctx: ContextStore | None = None,
) -> ExecutionResult:
    graph = MemoryAdapter() if adapter is None else adapter
    with GASLExecutor(graph, llm, state, ctx) as executor:
        return executor.execute_one(write_command(spec))
