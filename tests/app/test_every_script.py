"""Spans are right in every script, from the model's quote to the exported fact."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

import pramana
from pramana.llm import Scripted
from pramana.llm.providers import Ask

CASES = [
    ("Devanagari", "राम ने लक्ष्मण को धनुष दिया।", "दिया", {"KARTA": "राम", "SAMPRADANA": "लक्ष्मण"}),
    ("Arabic", "أعطى راما القوس إلى لاكشمانا.", "أعطى", {"KARTA": "راما", "KARMA": "القوس"}),
    ("Chinese", "罗摩把弓给了罗什曼那。", "给了", {"KARTA": "罗摩", "KARMA": "弓"}),
    ("combining marks", "Ra\u0304ma gave the bow to Laks\u0323man\u0323a.", "gave", {"KARTA": "Ra\u0304ma"}),
    (
        "emoji",
        "👩🏽‍🚀 gave 🏹 to 👨‍👩‍👧 in 🇮🇳.",
        "gave",
        {"KARTA": "👩🏽‍🚀", "KARMA": "🏹", "ADHIKARANA_SPATIAL": "🇮🇳"},
    ),
]


def model(verb_quote: str, karakas: dict[str, str]) -> Scripted:
    def script(ask: Ask) -> dict[str, Any]:
        if ask.ptool.name == "karaka.kriya_batch_extraction":
            kriya = {"verb": "give", "verb_quote": verb_quote, "karakas": karakas}
            return {"lines": [{"line": 1, "kriyas": [kriya]}]}
        if ask.ptool.name == "karaka.kriya_batch_scoring":
            return {"scores": [{"item": 1, "reasoning": "right", "score": 99}]}
        return {"verdicts": [{"item": 1, "valid": True, "reasoning": "right"}]}

    return Scripted(script)


def facts(folder: Path, text: str, scripted: Scripted) -> list[pramana.app.Fact]:
    document = folder / "line.txt"
    document.write_text(text, "utf-8")
    llm = {"default": "it", "models": {"it": {"provider": "scripted"}}}
    with pramana.open(folder / "ws", create=True, llm=llm, providers={"it": scripted}) as ws:
        assert ws.ingest(document).lines["verified"] == 1
        return ws.facts()


@pytest.mark.parametrize(("text", "verb_quote", "karakas"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_quotes_stand_where_the_evidence_says(
    tmp_path: Path, text: str, verb_quote: str, karakas: dict[str, str]
) -> None:
    """Offsets are code points of the line, whatever its script, and every quote is the line's own text there."""
    found = facts(tmp_path, text, model(verb_quote, karakas))
    pieces = [item for fact in found for item in fact.evidence]
    markers = {fact.edge.properties["marker"] for fact in found if fact.edge.properties.get("marker")}
    assert {item.quote for item in pieces} == {verb_quote, *karakas.values(), *markers}
    for item in pieces:
        assert (text[item.start : item.end], item.grade) == (item.quote, "verbatim")


def test_another_normal_form_aligns_as_normalized(tmp_path: Path) -> None:
    """A model that answers in NFC about a line in NFD is understood; the evidence quotes the line."""
    text = unicodedata.normalize("NFD", "Rāma gave the bow to Lakṣmaṇa.")
    composed = {"KARTA": unicodedata.normalize("NFC", "Rāma"), "SAMPRADANA": unicodedata.normalize("NFC", "Lakṣmaṇa")}
    found = facts(tmp_path, text, model("gave", composed))
    assert {item.quote: item.grade for fact in found for item in fact.evidence} == {
        "to": "verbatim",
        "gave": "verbatim",
        unicodedata.normalize("NFD", "Rāma"): "normalized",
        unicodedata.normalize("NFD", "Lakṣmaṇa"): "normalized",
    }
