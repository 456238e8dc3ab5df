"""Graph hashes and exported bytes, to compare two versions of the code: python bench/same_graph.py FOLDER

FOLDER holds `christmas_carol/christmas_carol.txt`. The documents of `make demo` and the story are read by the embedded
model, each into a workspace of its own, with all passes that are on. Two versions that print the same lines build the
same graphs and write the same files; a redesign that must not change results is held to that.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from pathlib import Path

import pramana

DEMO = Path(__file__).resolve().parent.parent / "demo" / "documents"


def main() -> int:
    story = Path(sys.argv[1] if len(sys.argv) > 1 else ".") / "christmas_carol" / "christmas_carol.txt"
    if not story.is_file():
        print(f"{story} is not there: give the folder that holds christmas_carol/", file=sys.stderr)
        return 2
    for name, source in (("demo", DEMO), ("christmas_carol", story)):
        with tempfile.TemporaryDirectory() as folder, pramana.open(folder, create=True) as ws:
            ws.ingest(source)
            exported = ws.export(Path(folder) / "graph.graphml").read_bytes()
            print(f"{name:16} graph {ws.graph_hash()}  graphml {hashlib.sha256(exported).hexdigest()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
