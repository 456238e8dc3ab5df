"""The report as a page."""

from __future__ import annotations

import base64
import re
from hashlib import sha256

from audited import audited
from selectolax.lexbor import LexborHTMLParser

from pramana.audit import AuditEdge, AuditNode, as_html

ATTACK = '<script>alert(1)</script><img src=x onerror="alert(2)">\u202e{{ 7*7 }}'
LINE = f"Scrooge met Marley with {ATTACK} at the door."


def page(window: int = 3) -> LexborHTMLParser:
    nodes = [AuditNode("SCROOGE", "SCROOGE"), AuditNode("MARLEY", "MARLEY"), AuditNode(ATTACK, ATTACK, ATTACK)]
    edges = [AuditEdge("SCROOGE", "MARLEY", "met", (ATTACK,)), AuditEdge(ATTACK, "MARLEY", ATTACK)]
    return LexborHTMLParser(as_html(audited(nodes, edges, [LINE], window), ATTACK))


def test_every_fact_is_a_row_with_its_verdict() -> None:
    """Edges first, then nodes, each with kind and verdict to filter by."""
    rows = page().css("#facts tbody tr")
    assert [row.attributes["data-kind"] for row in rows] == ["edge", "edge", "node", "node", "node"]
    assert rows[2].attributes["data-verdict"] == "supported"
    assert {each.attributes["value"] for each in page().css("nav input[name=verdict]")} == {
        "supported",
        "contradicted",
        "weak",
        "unsupported",
    }


def test_place_is_marked_in_its_line() -> None:
    """The line of a place is shown, with the ends and the words of the description marked."""
    row = page().css("#facts tbody tr")[0]
    assert [mark.text() for mark in row.css("mark.end")] == ["Scrooge", "Marley"]
    assert "met" in [mark.text() for mark in row.css("mark.word")]
    assert row.css("cite")[0].text() == "story.txt:1"


def test_hostile_text_stays_text() -> None:
    """Markup in names, descriptions, titles and lines is shown, never live; hidden signs are written out."""
    tree = page()
    assert len(tree.css("script")) == 1
    assert tree.css("img") == []
    assert "{{ 7*7 }}" in (tree.css_first("h1").text() or "")
    assert "\u202e" not in tree.html
    assert "\\u202e" in tree.html


def test_page_needs_nothing_from_outside_and_allows_its_own_script_alone() -> None:
    """No address is loaded, and the content security policy names the hashes of the page's own script and style."""
    tree = page()
    text = tree.html or ""
    assert not re.search(r"\b(?:src|href)\s*=\s*[\"']?(?:https?:)?//", text)
    policy = tree.css_first("meta[http-equiv]").attributes["content"] or ""
    assert policy.startswith("default-src 'none'")
    for name in ("script", "style"):
        body = tree.css_first(name).text(strip=False)
        digest = base64.b64encode(sha256(body.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy


def test_same_audit_gives_the_same_page() -> None:
    """Nothing of a page depends on when it is made."""
    assert page().html == page().html


def test_long_lines_are_cut_around_their_marks() -> None:
    """Of a line of thousands of characters the neighbourhood of the marks is shown."""
    line = "snow " * 2_000 + "and Scrooge stood there " + "fog " * 2_000
    text = as_html(audited([AuditNode("SCROOGE", "SCROOGE")], (), [line]), "graph")
    row = LexborHTMLParser(text).css_first("#facts tbody tr")
    shown = row.css_first("p").text()
    assert len(shown) < 400
    assert "and Scrooge stood there" in shown
