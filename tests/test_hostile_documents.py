"""Every entry point that takes a document or a file from outside, given anything: a typed error, never a raw one."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pramana.anot import FormulaSeed, load_seed, read_entities
from pramana.app import load_config
from pramana.audit import audits_of, read_audits
from pramana.canonical import canonical, read_json
from pramana.documents import DOCUMENT_SCHEMA, Line, LoadedDocument, Shelf
from pramana.errors import InputError, PramanaError
from pramana.expr import compile_formula, parse_condition, parse_formula
from pramana.gasl import GASLParser, load_plan, parse_conditions, parse_plan
from pramana.graph.io import read_graph
from pramana.graph.schema import read_schema, schema_from_json
from pramana.igg import load_payload, read_answer, read_log, read_payload
from pramana.karaka import read_relation_rules
from pramana.llm import load_prompts
from pramana.mining import json_transcript, read_transcripts, text_transcripts
from pramana.retrieval import RETRIEVAL_SCHEMA, LineSearch
from pramana.stategraph import StateGraph
from pramana.store import BLOB_SCHEMA, Database
from pramana.trace import WorkflowTrace, read_traces, trace_of
from pramana.untrusted import DEEPEST, parse_json, parse_yaml


def deep(levels: int, inside: Any = 1) -> Any:
    for _ in range(levels):
        inside = [inside]
    return inside


def cycle() -> Any:
    value: dict[str, Any] = {}
    value["nodes"] = value["steps"] = value
    return value


DOCUMENTS: dict[str, Callable[[Any], object]] = {
    "StateGraph.from_dict": StateGraph.from_dict,
    "WorkflowTrace.from_dict": WorkflowTrace.from_dict,
    "trace_of": trace_of,
    "FormulaSeed.from_dict": FormulaSeed.from_dict,
    "audits_of": audits_of,
    "schema_from_json": schema_from_json,
    "read_payload": read_payload,
    "read_answer": read_answer,
    "parse_plan": parse_plan,
    "json_transcript": json_transcript,
    "canonical": canonical,
}
VALUES: dict[str, Callable[[], Any]] = {
    "null": lambda: None,
    "true": lambda: True,
    "integer": lambda: 3,
    "infinity": lambda: float("inf"),
    "text": lambda: "nodes",
    "list": list,
    "nulls": lambda: [None, {"audit": None}],
    "pairs": lambda: [("name", 1), ("nodes", 2)],
    "object": dict,
    "bytes": lambda: b"{}",
    "set": lambda: {1, 2},
    "digits": lambda: 10**5_000,
    "digits inside": lambda: {"name": "g", "nodes": {"a": 10**5_000}, "steps": [10**5_000], "initial": {"x": 10**5_000}},
    "keys": lambda: {1: 2, None: 3},
    "deep": lambda: deep(100_000),
    "deep inside": lambda: {"name": "g", "nodes": deep(5_000), "initial": {"x": deep(5_000)}, "steps": deep(5_000)},
    "cycle": cycle,
    "surrogate": lambda: {"name": "\ud800", "nodes": {"\ud800": 1}, "steps": "\ud800", "initial": "\ud800"},
    "wrong types": lambda: {"name": [], "nodes": [], "edges": {}, "start": 1, "terminal": 1, "steps": 1, "initial": []},
    "a step": lambda: {"name": "t", "initial": {}, "meta": 1, "steps": [{"node": 1, "given": 3, "changed": [1]}]},
}  # fmt: skip


def taken(call: Callable[[], object]) -> None:
    """Call an entry point: it returns a value, or raises a typed error with a message that can be written."""
    began = time.thread_time()
    try:
        call()
    except PramanaError as error:
        str(error).encode("utf-8", "backslashreplace")
        assert len(str(error)) < 200_000
    assert time.thread_time() - began < 5


@pytest.mark.slow
@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("entry", DOCUMENTS)
def test_any_value_gives_a_typed_error(entry: str, value: str) -> None:
    """Wrong types, huge integers, deep, circular and unwritable values."""
    made = VALUES[value]()
    taken(lambda: DOCUMENTS[entry](made))


def searched(text: str) -> LineSearch:
    """Return the search over a document of one line, which is the text, where the database can hold it."""
    database = Database(None, [BLOB_SCHEMA, DOCUMENT_SCHEMA, RETRIEVAL_SCHEMA])
    shelf = Shelf(database)
    search = LineSearch(database, shelf)
    line = text.encode("utf-8", "replace").decode()
    shelf.put(LoadedDocument("a.txt", "", "", (Line(1, line, 0, len(line)),)))
    search.index.add("a.txt")
    return search


TEXTS: dict[str, Callable[[str], object]] = {
    "parse_json": parse_json,
    "parse_yaml": parse_yaml,
    "parse_plan": parse_plan,
    "parse_condition": parse_condition,
    "parse_conditions": parse_conditions,
    "parse_formula": parse_formula,
    "compile_formula": lambda text: compile_formula(text, ["x"])({"x": 1}),
    "GASL": lambda text: GASLParser().parse(text),
    "text_transcripts": lambda text: list(text_transcripts(text)),
    "search": lambda text: searched(text).lines(text, 3),
}
SIZE = 50_000
HOSTILE: dict[str, str] = {
    "nothing": "",
    "NUL": "\0",
    "surrogate": "\ud800",
    "digits": "1" * 5_000,
    "digits compared": "x = " + "1" * 5_000,
    "exponent": "1e999999999",
    "brackets": "[" * SIZE,
    "parentheses": "(" * SIZE,
    "braces": "{" * SIZE,
    "closed brackets": "[" * SIZE + "]" * SIZE,
    "quotes": '"' * SIZE,
    "open quote": '"' + "a" * SIZE,
    "backslashes": "\\" * SIZE,
    "backticks": "`" * SIZE,
    "spaces": " " * SIZE,
    "line ends": "\n" * SIZE,
    "words": "AND " * (SIZE // 4),
    "NOTs": "NOT " * (SIZE // 4) + "x = 1",
    "minus": "-" * SIZE + "1",
    "commas": "," * SIZE,
    "FIND": "FIND " * (SIZE // 5),
    "variables": "${" * (SIZE // 2),
    "colons": ": " * (SIZE // 2),
    "hyphens": "- " * (SIZE // 2),
    "question marks": "? " * (SIZE // 2),
    "aliases": "a: &a [1, 2]\nb: [*a, *a]\n",
    "laughs": "a: &a [x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefghij", "bcdefghijk", strict=True)),
    "merge": "a: &a {b: 1}\nc:\n  <<: *a\n",
    "python object": "!!python/object/apply:os.system [ls]",
    "date": "a: 2024-99-99\n",
    "sexagesimal": "a: " + ":".join(["59"] * 5_000),
    "underscores": "a: 0x" + "f" * 5_000,
    "actions": "Action: x[" * (SIZE // 10),
    "action lines": "Action: x\n" * (SIZE // 10),
}  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("entry", TEXTS)
def test_any_text_gives_a_typed_error_in_time(entry: str, text: str) -> None:
    """`Malformed` is what the parsers of plain JSON and YAML raise, for their callers to name the file."""
    try:
        taken(lambda: TEXTS[entry](HOSTILE[text]))
    except ValueError:
        assert entry in ("parse_json", "parse_yaml")


FILES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "read_json": ("a.json", read_json),
    "load_seed": ("a.json", load_seed),
    "load_payload": ("a.json", load_payload),
    "load_plan": ("a.json", load_plan),
    "load_prompts": ("a.json", load_prompts),
    "load_config": ("pramana.toml", load_config),
    "read_audits": ("a.json", read_audits),
    "read_audits, YAML": ("a.yaml", read_audits),
    "read_relation_rules": ("a.yaml", read_relation_rules),
    "read_schema": ("a.json", read_schema),
    "read_schema, YAML": ("a.yaml", read_schema),
    "read_traces": ("a.json", read_traces),
    "read_traces, lines": ("a.jsonl", read_traces),
    "read_transcripts": ("a.json", read_transcripts),
    "read_transcripts, lines": ("a.jsonl", read_transcripts),
    "read_transcripts, text": ("a.txt", read_transcripts),
    "read_log": ("a.jsonl", read_log),
    "read_entities": ("a.jsonl", lambda path: list(read_entities(path))),
    "read_entities, CSV": ("a.csv", lambda path: list(read_entities(path, "a"))),
    "read_entities, Parquet": ("a.parquet", lambda path: list(read_entities(path))),
    "graph, JSON": ("a.json", read_graph),
    "graph, GraphML": ("a.graphml", read_graph),
    "graph, GEXF": ("a.gexf", read_graph),
    "graph, Parquet": ("nodes.parquet", lambda path: read_graph(path.parent)),
}
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "NUL": b"\0" * 100,
    "not UTF-8": b"\xff\xfe\xfa",
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "null": b"null",
    "list": b"[]",
    "text": b'"a"',
    "digits": b'{"nodes": ' + b"1" * 5_000 + b"}",
    "NaN": b'{"nodes": NaN}',
    "large exponent": b'{"nodes": 1e999999}',
    "deep": b"[" * 100_000,
    "deep and closed": b"[" * 5_000 + b"]" * 5_000,
    "objects": b'{"a":' * 3_000 + b"1" + b"}" * 3_000,
    "surrogate": b'{"name": "\\ud800", "nodes": [{"id": "\\ud800"}], "edges": []}',
    "laughs": HOSTILE["laughs"].encode(),
    "entities": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><graphml>&b;</graphml>',
    "external entity": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><gexf>&a;</gexf>',
    "zip": b"PK\x03\x04" + b"\0" * 200,
    "Parquet that lies": b"PAR1" + b"\xff" * 200 + b"\xff\xff\xff\x7fPAR1",
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("entry", FILES)
def test_any_file_gives_a_typed_error(tmp_path: Path, entry: str, body: str) -> None:
    """Wherever the bytes come from."""
    name, read = FILES[entry]
    (tmp_path / name).write_bytes(BODIES[body])
    if name.endswith(".parquet"):
        (tmp_path / "edges.parquet").write_bytes(BODIES[body])
    taken(lambda: read(tmp_path / name))


@pytest.mark.skipif(os.name != "posix", reason="pipes are POSIX's")
@pytest.mark.parametrize(
    "entry",
    [
        entry
        for entry in FILES
        if "graph" not in entry and entry not in ("load_config", "load_plan", "load_prompts", "read_log")
    ],
)
def test_pipes_and_missing_files_are_named(tmp_path: Path, entry: str) -> None:
    """A pipe is never waited for."""
    name, read = FILES[entry]
    with pytest.raises(InputError, match=name):
        read(tmp_path / name)
    os.mkfifo(tmp_path / name)
    with pytest.raises(InputError, match=name):
        read(tmp_path / name)


def test_aliases_are_refused_wherever_yaml_is_read(tmp_path: Path) -> None:
    """Also in files of audits: with the alias's place."""
    path = tmp_path / "a.yaml"
    path.write_text("- &a {audit: unchanged, keys: [x]}\n- *a\n")
    for read in (read_audits, read_schema):
        with pytest.raises(InputError, match=r"has an alias \(\*\), which is refused"):
            read(path)


def test_the_depth_of_json_is_bounded() -> None:
    """The limit itself is read."""
    assert parse_json("[" * DEEPEST + "]" * DEEPEST)
    with pytest.raises(ValueError, match=f"nested deeper than {DEEPEST} levels"):
        parse_json("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["name", "nodes", "edges", "start", "terminal", "steps", "initial", "meta", "node", "changed", "given", "inner", "audit", "commands", "actions", "kind", "callable_id", "node_id", "src", "dst", "audits", "task_name", "compute_dag", "entities"]
        ),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@pytest.mark.parametrize("entry", DOCUMENTS)
@given(value=JSON)
@settings(max_examples=60)
def test_any_json_gives_a_typed_error(entry: str, value: Any) -> None:
    """Documents of the right keys with the wrong values."""
    taken(lambda: DOCUMENTS[entry](value))


PIECES = st.sampled_from(
    [
        *("FIND", "nodes", "edges", "with", "AS", "x", "LIMIT", "3", "THEN", "ELSE", "SELECT", "SET", "PROCESS", "COUNT"),
        *("AND", "OR", "NOT", "IN", "IS", "NULL", "LEN", "CONTAINS", "=", "!=", ">=", "(", ")", "[", "]", ",", '"a"'),
        *("'", '"', "`", "${x}", "${", "}", "1", "-1", "1.5", "1e9", "true", "null", "\\", "\n", "#", "if", "else", "for"),
        *("in", "x['a']", "x[0]", "sum(", "lambda", "+", "*", "**", ":", "{", "\ud800", "\0", "\u202e", "…", "not"),
    ]
)  # fmt: skip


@pytest.mark.parametrize("entry", TEXTS)
@given(pieces=st.lists(PIECES, max_size=25), glue=st.sampled_from(["", " ", "\n"]))
@settings(max_examples=120)
def test_any_sequence_of_words_gives_a_typed_error(entry: str, pieces: list[str], glue: str) -> None:
    """The words of all small languages, in any order."""
    try:
        taken(lambda: TEXTS[entry](glue.join(pieces)))
    except ValueError:
        assert entry in ("parse_json", "parse_yaml")


def test_json_of_duplicate_keys_is_read_as_python_reads_it() -> None:
    """The last one counts, here as everywhere."""
    assert parse_json('{"a": 1, "a": 2}') == json.loads('{"a": 1, "a": 2}')
