"""Formulas beside native code objects, simpleeval and asteval; the dearest attack; and a fuzz run (--fuzz N)."""

from __future__ import annotations

import argparse
import importlib
import json
import random
import resource
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pramana.errors import FormulaFailed, FormulaRefused
from pramana.expr.formula import FUNCTIONS, compile_formula

ATTACKS = Path(__file__).parent.parent / "tests" / "expr" / "formula"
GUARD = "state['score'] >= 10 and state['ok'] == True"
STATE = {"score": 12, "ok": True}
ITEMS = [{"severity": "mild" if i % 3 else "none", "account": "firsthand", "weight": i} for i in range(100)]
AGGREGATES = (
    "sum(1 for e in items if e['severity'] == 'mild' and e['account'] == 'firsthand')",
    "sum(e['weight'] for e in items)",
    "sum(e['weight'] * 2 for e in items if e['severity'] == 'mild')",
)
NATIVE = {"sum": sum, "len": len, "True": True}


ROUNDS = 25
"""Short rounds in turn, and the best of each evaluator: other work on the machine then falls on all of them alike."""


def rates(found: dict[str, tuple[Callable[[], Any], int]]) -> dict[str, float]:
    """Return runs a second of each evaluator: the best of its rounds."""
    best = dict.fromkeys(found, float("inf"))
    for _ in range(ROUNDS):
        for name, (work, number) in found.items():
            best[name] = min(best[name], timeit.timeit(work, number=number, timer=time.process_time) / number)
    return {name: 1 / seconds for name, seconds in best.items()}


def evaluators(formula: str, values: dict[str, Any]) -> dict[str, tuple[Callable[[], Any], int]]:
    compiled = compile_formula(formula, list(values))
    code = compile(formula, "<native>", "eval")
    scope = {"__builtins__": NATIVE, **values}
    arguments = list(values.values())
    found: dict[str, tuple[Callable[[], Any], int]] = {
        "native code object": (lambda: eval(code, scope), 1000),  # noqa: S307 - the peer to be measured by
        "pramana": (lambda: compiled(*arguments), 1000),
    }
    simpleeval, asteval = (optional(name) for name in ("simpleeval", "asteval"))
    if simpleeval:
        evaluator = simpleeval.EvalWithCompoundTypes(names=values, functions={"sum": sum})
        parsed = evaluator.parse(formula)
        found["simpleeval, parsed once"] = (lambda: evaluator.eval(formula, previously_parsed=parsed), 20)
    if asteval:
        interpreter = asteval.Interpreter(user_symbols=dict(values))
        lists = formula.replace("sum(", "sum([").removesuffix(")") + "])" if "sum(" in formula else formula
        tree = interpreter.parse(lists)  # it knows no generator expressions
        found["asteval, parsed once"] = (lambda: interpreter.run(tree), 20)
    return found


def optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: left out (pip install '.[bench]')")
        return None


def speed() -> None:
    for formula, values in [(GUARD, {"state": STATE}), *((text, {"items": ITEMS}) for text in AGGREGATES)]:
        found = evaluators(formula, values)
        expected = found["native code object"][0]()
        for name, (work, _) in found.items():
            assert work() == expected, name
        print(f"\n{formula}")
        reached = rates(found)
        for name, rate in reached.items():
            print(f"  {name:26} {rate:12,.0f} /s  {rate / reached['native code object']:6.1%} of native")
    texts = [f"x['a'] > {number} and x['b'] == 'y'" for number in range(3000)]
    begun = time.perf_counter()
    for text in texts:
        compile_formula(text, ["x"])
    print(f"\ncompiling a guard: {(time.perf_counter() - begun) / len(texts) * 1e6:,.0f} µs")


def worst() -> None:
    """Each attack in a process of its own, beside one that only makes the attack's data."""
    sys.path.insert(0, str(ATTACKS))
    from test_formula import cases

    measured = []
    for formula, recipe, _ in cases("attacks.txt"):
        done = subprocess.run(
            [sys.executable, __file__, "--one"],
            input=json.dumps([formula, recipe]),
            capture_output=True,
            text=True,
            check=True,
        )
        seconds, kilobytes = map(float, done.stdout.split())
        measured.append((seconds * 1000, kilobytes / 1024, f"{formula} | {recipe}"))
    median = statistics.median(milliseconds for milliseconds, _, _ in measured)
    print(f"\n{len(measured)} attacks, time of the processor: median {median:.2f} ms")
    for title, key in (("slowest", 0), ("largest", 1)):
        milliseconds, megabytes, attack = max(measured, key=lambda entry: entry[key])
        print(f"  {title}: {milliseconds:.1f} ms, {megabytes:.1f} MB over its data  {attack}")


def one(formula: str, recipe: str) -> None:
    sys.path.insert(0, str(ATTACKS))
    from test_formula import made

    value = made(recipe)
    compile_formula("1 + x", ["x"])
    before, begun = peak(), time.process_time()
    attempt(formula, value)
    print(time.process_time() - begun, peak() - before)


def attempt(formula: str, value: Any) -> str:
    try:
        compile_formula(formula, ["x"])(value)
    except FormulaRefused:
        return "refused"
    except FormulaFailed as error:
        return str(error.kind)
    return "value"


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def fuzz(count: int) -> None:
    """Random formulas, half from the grammar and half from mutated attacks; anything but a value, a refusal or a named
    failure ends the run with its formula."""
    sys.path.insert(0, str(ATTACKS))
    from test_formula import cases

    randomness = random.Random(20)
    seeds = [formula for name in ("attacks.txt", "values.txt") for formula, _, _ in cases(name)]
    data = [1, "ab", None, True, 2.5, list(range(50)), [{"a": [1, "x"]}, {"a": {}}], {"a": {"a": 3}}, 1 << 5000, []]
    outcomes: dict[str, int] = {}
    slowest = (0.0, "")
    for _ in range(count):
        formula = grown(randomness, 5) if randomness.random() < 0.5 else mutated(randomness, randomness.choice(seeds))
        begun = time.perf_counter()
        try:
            outcome = attempt(formula, randomness.choice(data))
        except BaseException:
            print(f"broken by {formula!r}")
            raise
        slowest = max(slowest, (time.perf_counter() - begun, formula))
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    print(f"\n{count:,} formulas, slowest {slowest[0] * 1000:.0f} ms ({slowest[1][:80]!r})")
    for outcome, times in sorted(outcomes.items(), key=lambda entry: -entry[1]):
        print(f"  {outcome:16} {times:10,}")


def grown(randomness: random.Random, depth: int) -> str:
    choose = randomness.choice
    if depth == 0 or randomness.random() < 0.2:
        return choose(["x", "1", "2.5", "'a'", "true", "null", "[]", "{'a': x}", "x['a']", "x[0]", "-1", "10**9", "y"])
    left, right = grown(randomness, depth - 1), grown(randomness, depth - 1)
    forms = [
        f"({left} {choose('+ - * / // % == != < <= > >= in and or'.split())} {right})",
        f"{choose(sorted(FUNCTIONS))}({left})",
        f"{choose(sorted(FUNCTIONS))}({left}, {right})",
        f"[{left} for y in {right}]",
        f"sum({left} for y in {right} if y)",
        f"({left} if {right} else {left})",
        f"{left}[{right}]",
        f"not {left}",
    ]
    return choose(forms)


def mutated(randomness: random.Random, text: str) -> str:
    characters = list(text)
    for _ in range(randomness.randint(1, 4)):
        where = randomness.randrange(len(characters) + 1)
        action = randomness.random()
        if action < 0.4:
            characters.insert(where, randomness.choice("()[]{}xy01'\"+-*/%<>=!.,:_ \\\0é\ud800"))
        elif action < 0.7 and characters:
            del characters[min(where, len(characters) - 1)]
        else:
            start = randomness.randrange(len(characters) + 1)
            characters[where:where] = characters[start : start + randomness.randint(1, 12)]
    return "".join(characters)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fuzz", type=int, default=20_000, metavar="N")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        one(*json.load(sys.stdin))
    else:
        speed()
        worst()
        fuzz(options.fuzz)
