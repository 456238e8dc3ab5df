"""Evidence reports."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.errors import UnknownName
from pramana.gasl import StateType
from pramana.gasl.evidence import code_span, evidence_report
from pramana.gasl.state import StateStore

LINE = {"source": "graph", "id": "e1", "doc_id": "rama.txt", "line_number": 1, "quote": "Rama gave the bow"}
MADE = {"source": "process", "id": "p1", "extraction": {"model": "rules"}, "inputs": [LINE]}


def held() -> StateStore:
    store = StateStore(now=lambda: "t")
    store.declare(("study", "gifts"), StateType.LIST, "Who gave what.")
    store.merge(("study", "gifts"), [{"giver": "Rama"}, "guess", {"giver": "Sita"}], [[LINE], [], [MADE]])
    store.merge(("study",), {"note": "by hand"}, [{"source": "person", "id": "me"}])
    return store


def test_report_traces_each_item_to_its_lines() -> None:
    """Every item has its records, and those that they were made from; what leads nowhere is named."""
    store = held()
    report = evidence_report(store, ("study", "gifts"))
    assert json.loads(json.dumps(report.as_json())) == {
        "key": "study.gifts",
        "type": "LIST",
        "description": "Who gave what.",
        "hash": store.hash,
        "count": 3,
        "untraced": 1,
        "documents": ["rama.txt"],
        "items": [
            {"key": "study.gifts", "place": 0, "value": {"giver": "Rama"}, "traced": True, "provenance": [LINE]},
            {"key": "study.gifts", "place": 1, "value": "guess", "traced": False, "provenance": []},
            {"key": "study.gifts", "place": 2, "value": {"giver": "Sita"}, "traced": True, "provenance": [MADE]},
        ],
    }


def test_report_as_markdown() -> None:
    """A heading an item, its value, and its chain of records as a nested list."""
    store = held()
    assert (
        evidence_report(store, ("study", "gifts")).to_markdown()
        == f"""# Evidence for `study.gifts`

`Who gave what.`

LIST of 3 items, state `{store.hash}`.
From `rama.txt`.
**1 item cannot be traced to a source.**

## `study.gifts.0`

`{{"giver": "Rama"}}`

- `graph` · `e1` · `rama.txt:1` · quote `Rama gave the bow`

## `study.gifts.1`

`"guess"`

- no provenance

## `study.gifts.2`

`{{"giver": "Sita"}}`

- `process` · `p1` · `{{"extraction": {{"model": "rules"}}}}`
  - `graph` · `e1` · `rama.txt:1` · quote `Rama gave the bow`
"""
    )


def test_report_of_an_object_holds_what_is_declared_under_it() -> None:
    """A DICT's report has its own entries and the items of the keys below; an entry can be asked for by itself."""
    report = evidence_report(held(), ("study",))
    assert [(".".join(item.under), item.place) for item in report.items] == [
        ("study.gifts", 0),
        ("study.gifts", 1),
        ("study.gifts", 2),
        ("study", "note"),
    ]
    one = evidence_report(held(), ("study", "note"))
    assert [(item.value, item.provenance) for item in one.items] == [("by hand", [{"source": "person", "id": "me"}])]
    for missing in (("study", "gift"), ("nothing",), ("study", "note", "deeper")):
        with pytest.raises(UnknownName):
            evidence_report(held(), missing)


def test_report_shows_the_lines_themselves() -> None:
    """Where the documents are at hand, each record shows the line that it names."""
    lines = {("rama.txt", 1): "Rama gave the bow to Lakshmana."}
    report = evidence_report(held(), ("study", "gifts"), lambda doc_id, number: lines.get((doc_id, number)))
    assert report.items[0].provenance == [{**LINE, "line": "Rama gave the bow to Lakshmana."}]
    assert report.items[2].provenance[0]["inputs"][0]["line"] == "Rama gave the bow to Lakshmana."


@given(text=st.text())
def test_text_cannot_break_out_of_a_code_span(text: str) -> None:
    """Whatever a text says, it is one line, its fence is longer than any run of backticks in it, and all is visible."""
    written = code_span(text)
    fence = re.match("`+", written).group()  # type: ignore[union-attr]
    inner = written[len(fence) : -len(fence)]
    assert written.endswith(fence)
    assert fence not in re.findall("`+", inner)
    assert not inner.startswith("`") and not inner.endswith("`")
    assert written.isprintable()


def test_hostile_text_does_nothing_in_markdown() -> None:
    """Markup, fences, links and signs that turn the writing round stand in a report as what they are."""
    store = StateStore(now=lambda: "t")
    bad = "``` \n# Heading\n<script>alert(1)</script> [x](javascript:1) \u202e`"
    store.merge(("k",), [bad], [[{"source": bad, "id": bad, "doc_id": bad, "quote": bad, bad: bad}]])
    text = evidence_report(store, ("k",)).to_markdown()
    outside = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    assert [line for line in text.splitlines() if line.startswith("#")] == ["# Evidence for `k`", "## `k.0`"]
    for sign in ("<", "[", "javascript", "\u202e", "Heading"):
        assert sign not in outside
