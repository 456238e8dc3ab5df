"""A supported, a contradicted and an unsupported statement through the whole of what holds statements to evidence."""

from __future__ import annotations

from pathlib import Path

import pramana
from pramana.app import audit_files

TALE = "Marsh stole the map at night. Lily was pleased with it. Ann sold three maps."
GRAPH = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d" for="edge" attr.name="description" attr.type="string"/>
<graph edgedefault="directed"><node id="Marsh"/><node id="map"/><node id="Lily"/>
<edge source="Marsh" target="map"><data key="d">{said}</data></edge></graph></graphml>"""


def test_a_check_tells_its_reasons_in_the_reply_and_what_is_open_in_the_ledger(tmp_path: Path) -> None:
    """What rules decide needs no person; what they leave open is recorded with the reason of the reply."""
    (tmp_path / "tale.txt").write_text(TALE, "utf-8")
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(tmp_path / "tale.txt")
        found = ws.check("Marsh stole the map.", "Ann sold four maps.", "Lily liked the map.")
        assert [each.verdict.value for each in found.claims] == ["supported", "contradicted", "unsure"]
        assert found.claims[1].reasons == ("The line says “three maps”, not “four maps”.",)
        (run,) = (run for run in ws.runs() if run.kind == "check")
        (kept,) = ws._ws.ledger.proposals(run.id)
        assert (kept.verdict.value, kept.reason) == ("refused", " ".join(found.claims[2].reasons))
        assert kept.body["claim"] == "Lily liked the map."
        assert ws.replay(run.id).identical


def test_an_audit_tells_why_an_edge_is_not_supported(tmp_path: Path) -> None:
    """The verdict and the reason are in the record of the edge."""
    (tmp_path / "tale.txt").write_text(TALE, "utf-8")
    told = {}
    for said in ("Marsh stole the map.", "Marsh never stole the map.", "Marsh stole the map with a borrowed hammer."):
        (tmp_path / "g.graphml").write_text(GRAPH.format(said=said), "utf-8")
        (edge,) = audit_files(tmp_path / "g.graphml", [tmp_path / "tale.txt"]).audit.edges
        told[edge.verdict.value] = edge.reason
    assert set(told) == {"supported", "contradicted", "weak"}
    assert "a denial" in told["contradicted"]
    assert "“borrowed”, “hammer”" in told["weak"]
