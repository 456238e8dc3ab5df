"""`pramana anot`: seeds begun, checked, shown, compared and compiled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pramana.anot import FormulaSeed, load_seed, template


@pytest.fixture
def seed(run) -> Path:
    assert run("anot", "new").code == 0
    return Path("G1a.json")


def test_a_seed_begins_from_a_template(run, seed: Path) -> None:
    """It is the template, a file that is there is left alone, and the templates are listed."""
    assert load_seed(seed) == template("g1a")
    done = run("anot", "new", "g1a")
    assert (done.code, "G1a.json is there already" in done.err) == (2, True)
    assert run("anot", "new", "G1A", "-o", "b.json").code == 0
    assert run("anot", "new", "--list").out.startswith("g1a  Peanut allergy safety")
    assert "g1a" in run("anot", "new", "g1").err


def test_check_tells_what_is_wrong(run, seed: Path) -> None:
    """A sound seed has no finding; a misspelled value is an error with the nearest one, and the exit code is 2."""
    done = run("anot", "check", seed)
    assert (done.code, done.out, "Nothing was found." in done.err) == (0, "", True)
    text = seed.read_text("utf-8")
    seed.write_text(text.replace("== 'mild'", "== 'midl'"), "utf-8")
    done = run("anot", "check", seed)
    assert done.code == 2
    assert done.out.split()[:2] == ["error", "compute_dag.1.formula"]
    assert "'midl' is not a value of the field 'incident_severity'. Write 'mild'" in done.out
    (found,) = run("anot", "check", seed, "--json").json
    assert (found["place"], found["mend"]) == ("compute_dag.1.formula", "write 'mild'")


def test_check_writes_steps_in_order(run, seed: Path) -> None:
    """With --write the steps are sorted in the file; without it the file is as it was."""
    loaded = load_seed(seed)
    turned = loaded.with_values(compute_dag=tuple(reversed(loaded.compute_dag)))
    seed.write_text(json.dumps(turned.to_dict()), "utf-8")
    assert "comes before" in run("anot", "check", seed).out
    assert load_seed(seed) == turned
    assert run("anot", "check", seed, "--write").code == 0
    assert run("anot", "check", seed).out == ""


def test_show_draws_the_dag(run, seed: Path) -> None:
    """As a tree from the outputs down, with formulas, as Mermaid, and as JSON with the hash."""
    shown = run("anot", "show", seed).out
    assert "     └─ raw_risk " in shown
    assert "├─ n_mild                (above)" in shown
    mermaid = run("anot", "show", seed, "--as", "mermaid").out
    assert mermaid.startswith("flowchart TD\n  extractions[/")
    ids = {
        line.split('["')[1].split("<br>")[0]: line.split("[")[0].strip()
        for line in mermaid.splitlines()
        if '["' in line
    }
    assert f"  {ids['incident#95;impact']} --> {ids['raw#95;risk']}\n" in mermaid
    assert f"  extractions --> {ids['n#95;mild']}\n" in mermaid
    assert f"extractions --> {ids['raw#95;risk']}\n" not in mermaid
    assert run("anot", "show", seed, "--json").json["hash"] == template("g1a").hash


def test_diff_says_what_must_be_extracted_anew(run, seed: Path) -> None:
    """Equal seeds end with 0; a changed formula leaves the extractions, a changed prompt does not."""
    assert (run("anot", "diff", seed, seed).code, run("anot", "diff", seed, seed).out) == (0, "")
    text = seed.read_text("utf-8")
    Path("b.json").write_text(text.replace("< 4 else", "< 5 else").replace('    "satay",\n', "", 1), "utf-8")
    done = run("anot", "diff", seed, "b.json")
    assert done.code == 1
    assert done.out.startswith('- filter_keywords: "satay"\n~ compute_dag.verdict: "')
    assert "What was extracted stays" in done.err
    Path("c.json").write_text(text.replace("Read one review", "Read the review"), "utf-8")
    assert "Every item is extracted anew" in run("anot", "diff", seed, "c.json").err
    assert run("anot", "diff", seed, "c.json", "--json").json["extractions_stay"] is False


def test_schema_is_the_seeds(run) -> None:
    """It is what seeds are read by."""
    assert run("anot", "schema").json == FormulaSeed.json_schema()


def test_compiling_needs_a_model(run) -> None:
    """With the embedded model the exit code is 2, and what to do is told; nothing is kept."""
    assert run("init").code == 0
    Path("task.txt").write_text("Count the complaints.", "utf-8")
    done = run("anot", "compile", "task.txt")
    assert (done.code, "needs a model" in done.err, "pramana anot new" in done.err) == (2, True, True)
    assert not Path("seeds").exists()
    assert "anot compile" in run("runs").out


def test_a_kept_seed_is_used_again(run) -> None:
    """A seed under its formula's hash is found without a model, an edited one as it stands, and written where asked."""
    from pramana.anot import SeedShelf, save_seed

    assert run("init").code == 0
    Path("task.txt").write_text("Count the complaints.\n", "utf-8")
    path, kept = SeedShelf(Path("seeds")).keep(template("g1a"), "Count the complaints.")
    save_seed(kept.with_values(task_name="mine"), path)
    done = run("anot", "compile", "task.txt", "-o", "out.json")
    assert (done.code, "mine, version 1: kept already" in done.out) == (0, True)
    assert load_seed("out.json").task_name == "mine"
    assert run("anot", "compile", "task.txt", "--json").json["compiled"] is False


def test_compiling_is_a_run_and_keeps_versions(tmp_path: Path) -> None:
    """A model's seed is kept as the next version, its steps are in the ledger, and the second time costs nothing."""
    import anyio

    from pramana.app import init, open_async
    from pramana.app.anot import compile_formula
    from pramana.llm import Ask, Scripted

    init(tmp_path / "ws")
    settings = '[llm]\ndefault = "mine"\n[llm.models.mine]\nprovider = "scripted"\n'
    (tmp_path / "ws" / "pramana.toml").write_text(settings, "utf-8")
    seed = template("g1a")
    fields = [
        {key: value for key, value in each.items() if key in ("name", "type", "values", "description")}
        for each in seed.model_dump(mode="json")["extraction_fields"]
    ]
    values: dict[str, Any] = {
        **{key: seed.model_dump(mode="json")[key] for key in ("task_name", "filter_keywords", "extraction_prompt")},
        "extraction_fields": fields,
        "review_validity": True,
        "compute_dag": [step.model_dump() for step in seed.compute_dag],
        "output_fields": list(seed.output_fields),
    }

    def script(ask: Ask) -> Any:
        assert ask.ptool.name == "anot.single_step"
        return values

    async def work() -> list[Any]:
        async with open_async(tmp_path / "ws", create=True, providers={"mine": Scripted(script)}) as ws:
            task = seed.source_formula or ""
            made = [await compile_formula(ws, task, single_step=True) for _ in range(2)]
            made.append(await compile_formula(ws, task, single_step=True, again=True))
            return [*made, ws.runs(), await ws.replay(made[0].run)]

    first, second, third, runs, replayed = anyio.run(work)
    assert (replayed.identical, replayed.differences) == (True, ())
    assert (first.compiled, first.calls, first.proposals, first.path.name) == (True, 1, 1, "v1.json")
    assert (second.compiled, second.seed, second.path) == (False, first.seed, first.path)
    assert (third.compiled, third.calls, third.path) == (True, 0, first.path)
    assert [(run.kind, str(run.status)) for run in runs] == [("anot compile", "done")] * 2
    assert load_seed(first.path) == first.seed
