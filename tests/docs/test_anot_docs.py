"""The guide to ANoT runs as it stands: its first half, on seeds, and its second, on executing them."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from pramana.anot import FormulaSeed, save_seed, template
from pramana.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "anot.md").read_text("utf-8")
SEEDS, EXECUTE = PAGE.split("\n## Execute\n", 1)
EXECUTE, MORE = EXECUTE.split("\n## From Python\n", 1)


def test_the_snippets_on_seeds_run_one_after_the_other() -> None:
    """Every Python block holds what it asserts."""
    room: dict[str, object] = {"__name__": "page"}
    found = re.findall(r"^```python\n(.*?)^```", SEEDS, re.M | re.S)
    assert len(found) == 4
    for code in found:
        exec(compile(code, "docs/anot.md", "exec", dont_inherit=True), room)  # noqa: S102


def test_the_transcript_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command of the first half succeeds and prints what stands under it."""
    monkeypatch.chdir(tmp_path)
    (console,) = re.findall(r"^```console\n(.*?)^```", SEEDS, re.M | re.S)
    for entry in re.split(r"^\$ ", console, flags=re.M)[1:]:
        command, _, shown = entry.partition("\n")
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command)[1:])
        assert ended.value.code == 0
        assert capsys.readouterr().out == shown


def test_what_is_shown_of_the_template_stands_in_it() -> None:
    """The fields, keywords and formulas that the page shows are the template's."""
    seed = template("g1a")
    keywords = json.loads(re.findall(r'"filter_keywords": (\[.*?), …\]', SEEDS)[0] + "]")
    assert set(keywords) <= set(seed.filter_keywords)
    for name, values in re.findall(r'\{"name": "(\w+)", "type": "enum", "values": (\[.*?\])', SEEDS):
        (field,) = [each for each in seed.extraction_fields if each.name == name]
        assert list(field.values) == json.loads(values)
    formulas = {step.name: step.formula for step in seed.compute_dag}
    drawn = re.findall(
        r"^[ │├└─]*(\w+) {2,}(\S.*)$", re.findall(r"^```\n(verdict.*?)^```", SEEDS, re.M | re.S)[0], re.M
    )
    assert len(drawn) == 7
    for name, formula in drawn:
        assert re.fullmatch(re.escape(formula).replace("…", ".*"), formulas[name]), name


def test_the_table_of_keys_is_complete() -> None:
    """Every key of a seed has its row."""
    rows = " ".join(re.findall(r"^\| (`.*?) \|", SEEDS, re.M))
    assert set(re.findall(r"`(\w+)`", rows)) == set(FormulaSeed.model_fields)


def test_the_execution_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The data of the second half, executed and explained, print what stands under the commands."""
    monkeypatch.chdir(tmp_path)
    restaurants()
    save_seed(template("g1a"), "allergy.json")
    (console,) = re.findall(r"^```console\n(.*?)^```", EXECUTE, re.M | re.S)
    printed(console, capsys)


def restaurants() -> None:
    """Write the data that the page shows."""
    (data,) = re.findall(r"^```json\n(.*?)^```", EXECUTE, re.M | re.S)
    entities = [json.loads(text) for text in re.split(r"\n(?=\{\"id\": \"green)", data)]
    Path("restaurants.jsonl").write_text("".join(json.dumps(each) + "\n" for each in entities), "utf-8")


def printed(console: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Hold each command of a transcript to what stands under it."""
    for entry in re.split(r"^\$ ", console, flags=re.M)[1:]:
        command, _, shown = entry.partition("\n")
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command)[1:])
        assert ended.value.code == 0
        assert capsys.readouterr().out == shown


def test_the_snippet_from_python_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds what it asserts, on the data of the page."""
    monkeypatch.chdir(tmp_path)
    restaurants()
    (code,) = re.findall(r"^```python\n(.*?)^```", MORE, re.M | re.S)
    exec(compile(code, "docs/anot.md", "exec", dont_inherit=True), {"__name__": "page"})  # noqa: S102


def test_the_second_domain_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tickets of the page, judged by S1, come to what is shown."""
    monkeypatch.chdir(tmp_path)
    (data,) = re.findall(r"^```json\n(.*?)^```", MORE, re.M | re.S)
    Path("tickets.jsonl").write_text(json.dumps(json.loads(data)) + "\n", "utf-8")
    (console,) = re.findall(r"^```console\n(.*?)^```", MORE, re.M | re.S)
    printed(console, capsys)
