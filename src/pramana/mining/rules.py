"""Ptools whose recorded answers follow a rule, proposed as Python: a constant, a table, or a small decision tree.

A proposal states how often it was right on held-out answers; people decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pramana.canonical import canonical, digest
from pramana.expr import plain_formula
from pramana.mining.distillation import python_literal
from pramana.mining.trees import Leaf, Tree, labels_of, learn_tree, tree_label
from pramana.stategraph import StateGraph
from pramana.trace import WorkflowTrace, walk_steps

LEAST: Final = 4
"""Fewest answers that a rule is made from."""
MAX_TABLE: Final = 50
"""Rows of a rule that is a table. A longer one repeats the answers and generalises nothing."""
MAX_LABELS: Final = 10
"""Different answers that a decision tree may choose from; with more its tests are no longer readable."""
AGREEMENT: Final = 0.9
"""Least share of held-out answers in which a proposal must be right."""

Call: TypeAlias = tuple[dict[str, Any], Any]
Rule: TypeAlias = Callable[[Mapping[str, Any]], Any]
NOTHING: Final = object()
"""The answer of a rule that does not cover a call."""


@dataclass(frozen=True, slots=True)
class RuleProposal:
    """Python in the place of a ptool, for one of its results.

    `kind` is `constant`, `table` or `tree`. `learned` answers made it; of `held_out` others it gives `agreed`. `python`
    is the source of a function that takes the arguments by name; it needs nothing, and raises LookupError for what a
    table does not hold. `formula` is a tree's over `state` (the arguments), else None.
    """

    callable: str
    output: str
    kind: str
    learned: int
    held_out: int
    agreed: int
    python: str
    formula: str | None = None


def propose_rules(graph: StateGraph, traces: Sequence[WorkflowTrace], held_out: float = 0.3) -> list[RuleProposal]:
    """Return rules for the graph's ptools, by name and result; the simplest kind that is right in 9 of 10 held out.

    Each distinct call counts once; `held_out` is the share of them, chosen by their hashes, that rules are not made
    from. A ptool that answered one call in several ways gets no table or tree. Deterministic.
    """
    found: list[RuleProposal] = []
    for (called, output), calls in sorted(_calls_by_output(graph, traces).items()):
        proposal = _propose_rule(called, output, calls, held_out)
        if proposal is not None:
            found.append(proposal)
    return found


def _calls_by_output(graph: StateGraph, traces: Sequence[WorkflowTrace]) -> dict[tuple[str, str], list[Call]]:
    """Return the distinct calls of each ptool with what they gave, by result key, in the order of their hashes."""
    found: dict[tuple[str, str], dict[str, Call]] = {}
    for trace in traces:
        for _, step in walk_steps(trace):
            node = graph.nodes.get(step.node)
            if node is None or step.kind != "ptool" or not step.ok or node.map is not None:
                continue
            if node.callable_id != step.callable or any(key not in step.before for key in node.input_map.values()):
                continue
            arguments = {argument: step.before[key] for argument, key in sorted(node.input_map.items())}
            for output, key in node.output_map.items():
                if key in step.after:
                    call = (arguments, step.after[key])
                    found.setdefault((step.callable, output), {})[digest(list(call))] = call
    return {key: [calls[mark] for mark in sorted(calls)] for key, calls in found.items()}


def _propose_rule(called: str, output: str, calls: Sequence[Call], share: float) -> RuleProposal | None:
    held = [call for number, call in enumerate(calls) if int((number + 1) * share) > int(number * share)]
    known = [call for number, call in enumerate(calls) if int((number + 1) * share) == int(number * share)]
    if len(known) < LEAST or not held:
        return None
    for kind, rule, python, formula in _rules(called, output, known):
        agreed = sum(_same(rule(arguments), answer) for arguments, answer in held)
        if agreed >= AGREEMENT * len(held):
            return RuleProposal(called, output, kind, len(known), len(held), agreed, python, formula)
    return None


def _rules(called: str, output: str, calls: Sequence[Call]) -> Iterator[tuple[str, Rule, str, str | None]]:
    """Yield the rules that agree with all the calls they are made from, the simplest first."""
    answers = {canonical(answer): answer for _, answer in calls}
    title = f"{python_literal(f'{called}: {output}')}"
    if len(answers) == 1:
        (answer,) = answers.values()
        body = [f"    return {python_literal(answer)}"]
        yield "constant", lambda arguments: answer, _function(title, body), None
        return
    yield from _tables(title, calls)
    if len(answers) <= MAX_LABELS:
        tree = learn_tree([(arguments, canonical(answer)) for arguments, answer in calls])
        if all(tree_label(tree, arguments) == canonical(answer) for arguments, answer in calls):
            formula = _formula(tree, answers)
            body = [*_branches(tree, answers, 1)]

            def by_tree(arguments: Mapping[str, Any]) -> Any:
                label = tree_label(tree, arguments)
                return NOTHING if label is None else answers[label]

            yield "tree", by_tree, _function(title, body), formula


def _tables(title: str, calls: Sequence[Call]) -> Iterator[tuple[str, Rule, str, str | None]]:
    """Yield a table for each argument, a text, that alone decides the answer."""
    for argument in sorted(calls[0][0]):
        values = [arguments.get(argument) for arguments, _ in calls]
        if not all(isinstance(value, str) for value in values) or len(set(values)) > MAX_TABLE:
            continue
        table: dict[str, Any] = {}
        if len(set(values)) == len(calls) or not all(
            _same(table.setdefault(arguments[argument], answer), answer) for arguments, answer in calls
        ):
            continue  # each value once is a list of examples, not a rule
        shown = dict(sorted(table.items()))
        body = [f"    return {python_literal(shown)}[arguments[{python_literal(argument)}]]"]

        def by_table(arguments: Mapping[str, Any], table: Mapping[str, Any] = table, argument: str = argument) -> Any:
            value = arguments.get(argument)
            return table.get(value, NOTHING) if isinstance(value, str) else NOTHING

        yield "table", by_table, _function(title, body), None


def _function(title: str, body: Sequence[str]) -> str:
    return "\n".join(["def answer(**arguments):", f"    {title}", "    state = arguments", *body])


def _branches(tree: Tree, answers: Mapping[str, Any], depth: int) -> Iterator[str]:
    indent = "    " * depth
    if isinstance(tree, Leaf):
        yield f"{indent}return {python_literal(answers[tree.label])}"
        return
    yield f"{indent}if {plain_formula(tree.test, ['state']).text}:"
    yield from _branches(tree.yes, answers, depth + 1)
    yield from _branches(tree.no, answers, depth)


def _formula(tree: Tree, answers: Mapping[str, Any]) -> str | None:
    """Return the tree as one formula, None where an answer is not a constant of formulas."""
    if not all(isinstance(answers[label], str | int | float | None) for label in labels_of(tree)):
        return None
    if isinstance(tree, Leaf):
        return python_literal(answers[tree.label])
    return f"({_formula(tree.yes, answers)} if {tree.test} else {_formula(tree.no, answers)})"


def _same(one: Any, other: Any) -> bool:
    return one is not NOTHING and canonical(one) == canonical(other)
