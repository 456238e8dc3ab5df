"""The compute DAG's order: which step reads which, what comes first, and who waits for whom in a circle."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from pramana.anot.seed import ComputeStep, FormulaSeed
from pramana.errors import FormulaRefused, SeedRefused
from pramana.expr import compile_formula, parse_formula

EXTRACTIONS = "extractions"
ENTITY = "entity"
INPUTS = (EXTRACTIONS, ENTITY)
"""What every formula can read: the extractions of its items, and the entity itself, an object."""


def reads(seed: FormulaSeed) -> dict[str, tuple[str, ...]]:
    """Return the steps that each step reads, in the DAG's order; for one whose formula is refused, those it names."""
    names = [step.name for step in seed.compute_dag]
    return {step.name: _names_read(step, names) for step in seed.compute_dag}


def _names_read(step: ComputeStep, names: Sequence[str]) -> tuple[str, ...]:
    try:
        used = compile_formula(step.formula, (*INPUTS, *dict.fromkeys(names))).used
    except FormulaRefused:
        used = frozenset(_names_in(step.formula))
    return tuple(name for name in dict.fromkeys(names) if name in used)


def _names_in(source: str) -> set[str]:
    try:
        return {node.id for node in ast.walk(parse_formula(source.strip())) if isinstance(node, ast.Name)}
    except FormulaRefused:
        return set()


def texts_in(formula: str) -> tuple[str, ...]:
    """Return the texts that a formula holds, among them the keys that it names, each once, in its order."""
    nodes = ast.walk(ast.parse(formula.strip(), mode="eval"))
    return tuple(
        dict.fromkeys(node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is str)
    )


def keys_read(formula: str, name: str) -> tuple[str, ...] | None:
    """Return the keys of an object that a formula names; None where it may read any of them."""
    keys: dict[str, None] = {}
    uses = 0
    for node in ast.walk(ast.parse(formula.strip(), mode="eval")):
        uses += isinstance(node, ast.Name) and node.id == name
        if isinstance(node, ast.Subscript):
            place: tuple[ast.AST, ...] = (node.value, node.slice)
        else:
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "get"
            place = tuple(node.args[:2]) if called and isinstance(node, ast.Call) else ()
        match place:
            case (ast.Name(id=known), ast.Constant(value=str(key))) if known == name:
                keys[key] = None
                uses -= 1
    return None if uses else tuple(keys)


def loops_over(formula: str, name: str) -> list[str] | None:
    """Return the loops of a formula over a list as formulas that list what they yield; None where the list is used
    otherwise than in a loop of its own, or for its length."""
    tree = ast.parse(formula.strip(), mode="eval")
    loops, counted = list[str](), 0
    for node in ast.walk(tree):
        if isinstance(node, ast.ListComp | ast.GeneratorExp) and len(node.generators) == 1:
            over = node.generators[0].iter
            if isinstance(over, ast.Name) and over.id == name:
                loops.append(ast.unparse(ast.ListComp(node.elt, node.generators)))
                counted += 1
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("len", "count_where"):
            over = node.args[0]
            if isinstance(over, ast.Name) and over.id == name:
                loops += [ast.unparse(node)] if node.func.id == "count_where" else []
                counted += 1
    return loops if counted == sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree)) else None


def sequence(needs: Mapping[str, Sequence[str]]) -> list[str]:
    """Return names so that each comes after those that it needs, otherwise in the order given; those in or behind a
    circle are left out."""
    done: dict[str, None] = {}
    waiting = list(needs)
    while ready := next((name for name in waiting if all(need in done for need in needs[name])), None):
        done[ready] = None
        waiting.remove(ready)
    return list(done)


def cycle(needs: Mapping[str, Sequence[str]]) -> list[str]:
    """Return one circle of names, each of which needs the next and the last the first; [] where there is none."""
    placed = set(sequence(needs))
    path: list[str] = []
    name = next((name for name in needs if name not in placed), None)
    while name is not None and name not in path:
        path.append(name)
        name = next(need for need in needs[name] if need not in placed)
    return path[path.index(name) :] if name is not None else []


def sort_steps(seed: FormulaSeed) -> FormulaSeed:
    """Return the seed with its steps sorted by dependency, otherwise in their order; the same one where they are.

    Raises SeedRefused that names the steps of a circle.
    """
    needs = reads(seed)
    placed = sequence(needs)
    if len(placed) < len(needs):
        raise SeedRefused(f"Steps wait for each other: {cycle_text(cycle(needs))}.")
    if placed == [step.name for step in seed.compute_dag]:
        return seed
    steps = {step.name: step for step in seed.compute_dag}
    return seed.with_values(compute_dag=tuple(steps[name] for name in placed))


def cycle_text(circle: Sequence[str]) -> str:
    """Return a circle as text: `a needs b needs a`."""
    return " needs ".join([*circle, circle[0]])
