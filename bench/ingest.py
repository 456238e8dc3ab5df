"""Lines a second and peak memory of an ingest with the embedded model. Usage: python bench/ingest.py FOLDER

FOLDER holds `christmas_carol/christmas_carol.txt`. Peer in the same run: one pass of the bare tagger (HanTa) over the
same lines, which is the floor under any reading of them. Each is measured in a process of its own.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter


def embedded(document: Path) -> None:
    import pramana

    with tempfile.TemporaryDirectory() as folder, pramana.open(folder, create=True) as ws:
        report = ws.ingest(document)
        size = (Path(folder) / "workspace.db").stat().st_size
    outcomes = ", ".join(f"{number} {status}" for status, number in sorted(report.lines.items()))
    print(f"  {report}\n  {outcomes}; database {size / 1e6:.1f} MB")
    _print("pramana ingest, embedded model", report.lines.total(), report.seconds)
    print(f"{'  and all passes':32} {len(report.passes):6} passes {report.passes_seconds:6.2f} s")


def tagger(document: Path) -> None:
    from HanTa.HanoverTagger import HanoverTagger

    from pramana.documents import load_and_refine_documents

    lines = [line.split() for texts in load_and_refine_documents(document).values() for line in texts]
    model = HanoverTagger("morphmodel_en.pgz")
    began = perf_counter()
    for words in lines:
        model.tag_sent(words)
    _print("HanTa's tag_sent alone", len(lines), perf_counter() - began)


def _print(name: str, lines: int, seconds: float) -> None:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name:32} {lines:6} lines {seconds:7.2f} s {lines / seconds:8.0f} lines/s   peak {peak:5.0f} MB")


def main() -> int:
    if len(sys.argv) == 3:
        {"embedded": embedded, "tagger": tagger}[sys.argv[1]](Path(sys.argv[2]))
        return 0
    document = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "christmas_carol" / "christmas_carol.txt"
    if not document.is_file():
        print(f"{document} is not there: give the folder that holds christmas_carol/", file=sys.stderr)
        return 2
    for name in ("tagger", "embedded"):
        subprocess.run([sys.executable, __file__, name, str(document)], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
