"""A seed's compute DAG as a picture: Mermaid, and a tree for the terminal. Names and formulas are never markup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pramana.anot.order import ENTITY, EXTRACTIONS, INPUTS, reads, sort_steps
from pramana.anot.seed import FormulaSeed
from pramana.expr import compile_formula

_FORMULA = 120
"""Characters of a formula in a tree: with its branches it still fits a line of a wide terminal. Nothing is computed
from it."""


def to_mermaid(seed: FormulaSeed) -> str:
    """Return the compute DAG as a Mermaid flowchart, outputs with a double border. Raises SeedRefused for a circle."""
    seed = sort_steps(seed)
    needs = reads(seed)
    ids = {step.name: f"s{index}" for index, step in enumerate(seed.compute_dag)}
    fields = ", ".join(field.name for field in seed.fields)
    lines = ["flowchart TD", f"  {EXTRACTIONS}[/{_entities(EXTRACTIONS, fields)}/]"]
    if any(ENTITY in inputs_read(step.formula, needs[step.name]) for step in seed.compute_dag):
        lines.append(f"  {ENTITY}[/{ENTITY}/]")
    for step in seed.compute_dag:
        before, after = ("[[", "]]") if step.name in seed.output_fields else ("[", "]")
        lines.append(f"  {ids[step.name]}{before}{_entities(step.name, _short(step.formula))}{after}")
    for step in seed.compute_dag:
        sources = [ids[name] for name in needs[step.name]]
        sources = [*inputs_read(step.formula, needs[step.name]), *sources]
        lines += [f"  {source} --> {ids[step.name]}" for source in sources]
    return "\n".join([*lines, ""])


def inputs_read(formula: str, steps: Sequence[str]) -> list[str]:
    """Return the inputs that a step's formula, which reads these steps, reads, too."""
    used = compile_formula(formula, (*INPUTS, *steps)).used
    return [name for name in INPUTS if name in used]


def to_tree(seed: FormulaSeed) -> list[tuple[str, str]]:
    """Return the compute DAG as lines for a terminal: what each output rests on, and the formula it is computed by.

    A step that was drawn before is not drawn out again: `(above)`. Raises SeedRefused for a circle.
    """
    seed = sort_steps(seed)
    needs = reads(seed)
    formulas = {step.name: " ".join(step.formula.split()) for step in seed.compute_dag}
    drawn: set[str] = set()
    rows: list[tuple[str, str]] = []
    for name in _roots(seed, needs):
        rows += _branch(name, "", "", needs, formulas, drawn)
    return rows


def _roots(seed: FormulaSeed, needs: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the steps that no other one reads, outputs first."""
    read = {name for each in needs.values() for name in each}
    ends = [step.name for step in seed.compute_dag if step.name not in read]
    return sorted(ends, key=lambda name: name not in seed.output_fields)


def _branch(
    name: str, lead: str, below: str, needs: Mapping[str, Sequence[str]], formulas: Mapping[str, str], drawn: set[str]
) -> Iterator[tuple[str, str]]:
    if name in drawn:
        yield f"{lead}{name}", "(above)"
        return
    drawn.add(name)
    yield f"{lead}{name}", formulas[name]
    children = needs[name]
    for index, child in enumerate(children):
        last = index == len(children) - 1
        yield from _branch(
            child, below + ("└─ " if last else "├─ "), below + ("   " if last else "│  "), needs, formulas, drawn
        )


def _short(formula: str) -> str:
    flat = " ".join(formula.split())
    return flat if len(flat) <= _FORMULA else f"{flat[: _FORMULA - 1]}…"


def _entities(*lines: str) -> str:
    """Return a quoted Mermaid label. Only letters, digits and blanks are kept; the rest is escaped as entities."""
    characters = ("<br>" if c == "\n" else c if c.isalnum() or c == " " else f"#{ord(c)};" for c in "\n".join(lines))
    return f'"{"".join(characters)}"'
