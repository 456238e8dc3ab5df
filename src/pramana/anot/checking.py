"""What can be said of a seed before anything is executed: names, placeholders, order, and what formulas may meet."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from pramana.anot.inferring import check_formulas
from pramana.anot.order import ENTITY, INPUTS, cycle, cycle_text, reads, sort_steps
from pramana.anot.seed import ITEM_FIELDS, PROMPT_SLOT, VALIDITY, ExtractionField, FormulaSeed
from pramana.errors import FormulaRefused
from pramana.expr import compile_formula, parse_formula
from pramana.findings import Finding, Severity, nearest

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
KNOWN_SLOTS = ("review_text", *ITEM_FIELDS, "item.<field>")
_BRACED = re.compile(r"\{\s*([A-Za-z_][\w.\- ]{0,60}?)\s*\}")


def check_seed(seed: FormulaSeed) -> list[Finding]:
    """Return what is found about a seed, by its place in it. One without errors can be executed.

    Without warnings, too, no formula of it fails on extractions that fit its fields, but by numbers or data too large.
    """
    found = [*_keywords(seed), *_fields(seed), *_prompt(seed), *_outputs(seed)]
    stopping = [*_steps(seed), *_formulas(seed)]
    if stopping:  # the formulas cannot be checked further
        return found + stopping
    needs = reads(seed)
    waiting = cycle(needs)
    if waiting:
        place = f"compute_dag.{[step.name for step in seed.compute_dag].index(waiting[0])}"
        return [
            *found,
            Finding(place, ERROR, f"steps wait for each other: {cycle_text(waiting)}", _circle_fix(waiting)),
        ]
    found += [*_order(seed), *_entity_keys(seed)]
    sorted_seed = sort_steps(seed)
    formulas, read = check_formulas(sorted_seed)
    places = {step.name: index for index, step in enumerate(seed.compute_dag)}
    found += [Finding(f"compute_dag.{places[each.place]}.formula", *_rest(each)) for each in formulas]
    return [*found, *_unused_findings(seed, read)]


def _circle_fix(circle: Sequence[str]) -> str:
    if len(circle) == 1:
        return f"a step cannot read itself: rewrite the formula of {circle[0]!r}"
    return "rewrite one of these formulas so that it does not read the next step"


def seed_errors(findings: Iterable[Finding]) -> list[Finding]:
    """Return those findings that keep a seed from being executed."""
    return [finding for finding in findings if finding.severity is ERROR]


def _rest(finding: Finding) -> tuple[Severity, str, str]:
    return finding.severity, finding.problem, finding.mend


# Keywords, fields, prompt


def _keywords(seed: FormulaSeed) -> Iterator[Finding]:
    if not seed.filter_keywords:
        yield Finding("filter_keywords", ERROR, "no item would be relevant", 'name keywords; "" takes every item')
    counted = Counter(keyword.casefold() for keyword in seed.filter_keywords)
    for keyword, times in counted.items():
        if times > 1:
            yield Finding("filter_keywords", NOTE, f"{keyword!r} occurs {times} times (case does not count)")


def _fields(seed: FormulaSeed) -> Iterator[Finding]:
    names = Counter(field.name for field in seed.fields)
    for index, field in enumerate(seed.extraction_fields):
        place = f"extraction_fields.{index}"
        if field.name in ITEM_FIELDS:
            yield Finding(f"{place}.name", ERROR, f"{field.name!r} is the item's own and always there", "delete it")
        elif names[field.name] > 1:
            why = "review_validity adds it" if field.name == VALIDITY and seed.review_validity else "two fields have it"
            yield Finding(f"{place}.name", ERROR, f"the name {field.name!r} is taken: {why}", "rename one")
        yield from _values(field, place)


def _values(field: ExtractionField, place: str) -> Iterator[Finding]:
    if field.type == "enum" and not field.values:
        yield Finding(f"{place}.values", ERROR, "an enum has no values", 'name them, such as ["none", "mild"]')
    elif field.type != "enum" and field.values:
        mend = 'delete them, or make the type "enum"'
        yield Finding(f"{place}.values", ERROR, f"only an enum has values, and this is {field.type}", mend)
    if len(set(field.values)) < len(field.values):
        yield Finding(f"{place}.values", ERROR, "a value occurs twice", "delete it")
    if field.evidence == "required" and field.type in ("enum", "boolean") and not field.cues:
        yield Finding(
            f"{place}.evidence",
            WARNING,
            "without cues no words but a value's own name show it",
            'write cues, or "located"',
        )
    cued = ("true", "false") if field.type == "boolean" else field.values
    for value in field.cues:
        if value not in cued:
            yield Finding(
                f"{place}.cues.{value}", ERROR, f"{value!r} is not a value of the field", nearest(value, cued)
            )


def _prompt(seed: FormulaSeed) -> Iterator[Finding]:
    place, prompt = "extraction_prompt", seed.extraction_prompt
    if "{review_text}" not in prompt:
        yield Finding(place, ERROR, "the prompt does not contain the item's text", "write {review_text} into it")
    fields = {field.name for field in seed.fields}
    for name in dict.fromkeys(_BRACED.findall(prompt)):
        if not PROMPT_SLOT.fullmatch(f"{{{name}}}"):
            mend = (
                "leave the braces away"
                if name in fields
                else nearest(f"{{{name}}}", [f"{{{slot}}}" for slot in KNOWN_SLOTS])
            )
            yield Finding(place, ERROR, f"{{{name}}} is not a placeholder", mend)
    for slot in ITEM_FIELDS:
        if f"{{item.{slot}}}" in prompt:
            yield Finding(place, NOTE, f"{{item.{slot}}} is a field of the item's own", f"{{{slot}}} may be meant")


# Steps


def _steps(seed: FormulaSeed) -> Iterator[Finding]:
    if not seed.compute_dag:
        yield Finding("compute_dag", ERROR, "nothing is computed", "add a step")
    names = Counter(step.name for step in seed.compute_dag)
    for index, step in enumerate(seed.compute_dag):
        if step.name in INPUTS:
            yield Finding(f"compute_dag.{index}.name", ERROR, f"{step.name!r} is an input's name", "rename the step")
        elif names[step.name] > 1:
            yield Finding(f"compute_dag.{index}.name", ERROR, f"two steps are called {step.name!r}", "rename one")


def _formulas(seed: FormulaSeed) -> Iterator[Finding]:
    names = [step.name for step in seed.compute_dag if step.name not in INPUTS]
    usable = [name for name in dict.fromkeys(names) if not _bad_name(name)]
    for index, step in enumerate(seed.compute_dag):
        place = f"compute_dag.{index}"
        bad = _bad_name(step.name) if step.name not in INPUTS else None
        if bad is not None:
            yield Finding(f"{place}.name", ERROR, f"no step can be called {step.name!r}", f"write {bad.instead!r}")
        try:
            compile_formula(step.formula, (*INPUTS, *usable))
        except FormulaRefused as error:
            mend = _safe_instead(seed, step.name, error)
            where = f"{error.problem}: {error.what} (line {error.line}, column {error.column})"
            yield Finding(f"{place}.formula", ERROR, where, mend)


def _safe_instead(seed: FormulaSeed, name: str, error: FormulaRefused) -> str:
    """Return what to write in the place of what was refused: never a step that rests on this one, or is it."""
    resting = _resting_on(name, reads(seed))
    if error.instead not in resting:
        return f"write instead: {error.instead}" if error.instead else "rewrite it"
    others = [*INPUTS, *(step.name for step in seed.compute_dag if step.name not in resting)]
    close = get_close_matches(error.what, others, n=1, cutoff=0.6)
    return f"write instead: {close[0]}" if close else f"name a step that does not rest on {name!r}"


def _resting_on(name: str, needs: Mapping[str, Sequence[str]]) -> set[str]:
    """Return a step and all that read it, themselves or over others."""
    found = {name}
    while more := {each for each, read in needs.items() if each not in found and found.intersection(read)}:
        found |= more
    return found


def _entity_keys(seed: FormulaSeed) -> Iterator[Finding]:
    """Yield a note for each step that fails for an entity without a field: no data are declared for entities."""
    for index, step in enumerate(seed.compute_dag):
        for node in ast.walk(parse_formula(step.formula.strip())):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == ENTITY:
                what, key = ast.unparse(node), ast.unparse(node.slice)
                problem = f"{what} fails for an entity without it"
                yield Finding(
                    f"compute_dag.{index}.formula", NOTE, problem, f"write get({ENTITY}, {key}, …) with a default"
                )


def _bad_name(name: str) -> FormulaRefused | None:
    try:
        compile_formula("0", (name,))
    except FormulaRefused as error:
        return error
    return None


def _order(seed: FormulaSeed) -> Iterator[Finding]:
    needs, seen = reads(seed), set[str]()
    for index, step in enumerate(seed.compute_dag):
        late = [name for name in needs[step.name] if name not in seen]
        seen.add(step.name)
        if late:
            place, mend = f"compute_dag.{index}", "nothing need be done: the steps are sorted before they are executed"
            yield Finding(place, NOTE, f"{step.name!r} comes before {', '.join(map(repr, late))}, which it reads", mend)


def _outputs(seed: FormulaSeed) -> Iterator[Finding]:
    names = [step.name for step in seed.compute_dag]
    if not seed.output_fields:
        yield Finding("output_fields", ERROR, "nothing is put out", "name the steps that a reader wants")
    for index, name in enumerate(seed.output_fields):
        if name not in names:
            yield Finding(f"output_fields.{index}", ERROR, f"unknown step {name!r}", nearest(name, names))
        elif name in seed.output_fields[:index]:
            yield Finding(f"output_fields.{index}", ERROR, f"{name!r} occurs twice", "delete it")


def _unused_findings(seed: FormulaSeed, read: frozenset[str]) -> Iterator[Finding]:
    needs = reads(seed)
    wanted: set[str] = set()
    rest = [name for name in seed.output_fields if name in needs]
    while rest:
        name = rest.pop()
        if name not in wanted:
            wanted.add(name)
            rest += needs[name]
    for index, step in enumerate(seed.compute_dag):
        if step.name not in wanted:
            readers = [name for name, read in needs.items() if step.name in read]
            with_them = f" together with {', '.join(map(repr, readers))}, which read it" if readers else ""
            mend = f"put it out, or delete it{with_them}"
            yield Finding(f"compute_dag.{index}", NOTE, f"no output rests on {step.name!r}", mend)
    for field in seed.fields:
        if field.name not in read:
            at = next((i for i, own in enumerate(seed.extraction_fields) if own is field), None)
            place = "review_validity" if at is None else f"extraction_fields.{at}"
            mend = "use it, or delete it: then every item is extracted anew"
            if at is None:
                mend = "leave out what is not valid: … if e['review_validity'] == 'valid'"
            yield Finding(place, NOTE, f"no formula reads {field.name!r}", mend)


__all__ = ["check_seed", "seed_errors", "sort_steps"]
