"""The page on IGG runs as it stands: its payload, its Python, its transcript; and it names every refusal."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from pramana.cli import main
from pramana.igg import QUERY_KINDS, REFUSAL_CODES, Payload, Stopped, read_payload

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "igg.md").read_text("utf-8")
(PAYLOAD,) = re.findall(r"^```json\n(.*?)^```", PAGE, re.M | re.S)
ANSWER = {
    "reasoning": "Anna and her task.",
    "actions": [
        {"type": "ADD_NODE", "label": "Person", "properties": {"name": "Anna"}, "evidence": "Anna designs the page."},
        {
            "type": "ADD_NODE",
            "label": "Task",
            "properties": {"name": "the page"},
            "evidence": "designs the page",
        },
        {
            "type": "ADD_EDGE",
            "label": "OWNS",
            "from": {"name": "Anna"},
            "to": {"name": "the page"},
            "evidence": "Anna designs the page.",
        },
        {"type": "ADD_NODE", "label": "Person", "properties": {"name": "Carl"}, "evidence": "Carl watches"},
    ],
}


def test_the_payload_of_the_page_is_one() -> None:
    """It is taken as it stands, and the table names every key of a configuration."""
    assert read_payload(json.loads(PAYLOAD)).session_id == "relaunch"
    properties = Payload.json_schema()["$defs"]["RunConfig"]["properties"]
    for name in properties:
        assert f"`{name}`" in PAGE, name


def test_the_snippets_run_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python block holds what it asserts."""
    monkeypatch.chdir(tmp_path)
    room: dict[str, object] = {"__name__": "page"}
    found = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    assert len(found) == 4
    for code in found:
        exec(compile(code, "docs/igg.md", "exec", dont_inherit=True), room)  # noqa: S102


def test_the_transcript_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command prints what stands under it; of `show`, its first lines."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plan.json").write_text(PAYLOAD, "utf-8")
    (tmp_path / "answer.json").write_text(json.dumps(ANSWER), "utf-8")
    with pytest.raises(SystemExit):
        main(["init"])
    capsys.readouterr()
    (console,) = re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S)
    for entry in re.split(r"^\$ ", console, flags=re.M)[1:]:
        command, _, shown = entry.partition("\n")
        with pytest.raises(SystemExit) as ended:
            main(shlex.split(command)[1:])
        assert ended.value.code == (3 if " act " in command else 0)
        assert capsys.readouterr().out.startswith(shown), command


def test_every_refusal_query_and_end_is_named() -> None:
    """The table has the codes that there are, and no other."""
    table = PAGE.partition("| refusal | reason |")[2].partition("\n\n")[0]
    assert set(re.findall(r"`([a-z_]+)`", table)) == {*REFUSAL_CODES}
    for name in (*QUERY_KINDS, *Stopped):
        assert f"`{name}`" in PAGE


def test_the_published_schema_is_the_payload_s() -> None:
    """docs/igg-schema.json is what `pramana igg schema` prints."""
    assert json.loads((ROOT / "docs" / "igg-schema.json").read_text("utf-8")) == Payload.json_schema()
