"""Role edges and facts for judges: `python bench/edges.py FOLDER --out SHEETS`.

FOLDER holds `questions/documents` and `syntax/en_ewt-ud-dev.conllu`; `--documents` names others in their place (files
or folders, repeated). They are read into a workspace. SHEETS then gets:

- `edges-judge-1.tsv` and `edges-judge-2.tsv`: the same `--number` role edges in two orders. A judge writes `true`,
  `partly` or `false` into `verdict`, by the line alone: does the line say this of this event?
- `lines.tsv`: the lines, for a reader who lists their facts, and has not seen the edges: a line's id, a tab, the fact
  in a sentence, one row a fact, saved as `facts.tsv` (with the heading `line`, `fact`).
- `facts-judge-1.tsv` and `facts-judge-2.tsv`, once there is a `facts.tsv` (`--facts SHEETS/facts.tsv`): each fact with
  all that is stored of its line. A judge writes `full`, `partial` (a participant, number, date or reference is lost)
  or `missing`.

`--score FIRST SECOND` prints what two filled sheets say. The same seed and documents draw the same edges.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from pramana.events import ROLE_NAMES
from pramana.karaka.schema import RELATION_OF
from reading.judging import read_sheet, score_lines, score_rows, verdicts_of, write_for_judges, write_sheet
from reading.readers import PIPELINE, READERS, open_reader
from reading.stored import StoredEvent, StoredLines, read_into_graph
from reading.treebank import read_treebank

ROLE_OF = {RELATION_OF[role]: name for name, value in ROLE_NAMES.items() for role in RELATION_OF if role.value == value}
"""The English name of the role of each relation."""
SHORTEST = 5
"""Words of a treebank's sentence, at least: shorter ones are greetings and headings."""


@dataclass(frozen=True, slots=True)
class JudgedEdge:
    """One participant of an event, as a judge is shown it. `speaker` is "" where the line itself states the event."""

    id: str
    line: str
    verb: str
    quote: str
    role: str
    marker: str
    mention: str
    polarity: str
    modality: str
    speaker: str


def edges_of(event: StoredEvent, line: str) -> list[JudgedEdge]:
    """Return the role edges of an event, subjects and objects first."""
    roles = list(ROLE_OF)
    ordered = sorted(event.participants, key=lambda part: (roles.index(part.relation), part.start, part.mention))
    kriya = event.kriya
    return [
        JudgedEdge(
            id=f"{event.id}_{place}",
            line=line,
            verb=kriya["verb"],
            quote=kriya["verb_quote"],
            role=ROLE_OF[part.relation],
            marker=part.marker,
            mention=part.mention,
            polarity=kriya["polarity"],
            modality=kriya["modality"],
            speaker=kriya.get("attributed_to") or "",
        )
        for place, part in enumerate(ordered, 1)
    ]


def sample_edges(lines: StoredLines, number: int, seed: int) -> list[JudgedEdge]:
    """Return so many edges, all where there are fewer, in the order of the documents."""
    every = [edge for event in lines.events for edge in edges_of(event, lines.texts[event.line])]
    chosen = Random(seed).sample(range(len(every)), min(number, len(every)))
    return [every[place] for place in sorted(chosen)]


def event_text(event: StoredEvent) -> str:
    """Return an event in words: `resign (resigned): subject Adeyemi; time after the accident`."""
    kriya = event.kriya
    parts = [f"{ROLE_OF[part.relation]} {part.marker} {part.mention}" for part in event.participants]
    parts += [f"measure {each['quote']}" for each in kriya.get("measures") or ()]
    usual = (kriya["polarity"], "affirmative"), (kriya["modality"], "actual")
    parts += [word for word, plain in usual if word != plain]
    parts += [f"causes {quote}" for quote in event.causes]
    parts += [f"said by {kriya['attributed_to']}"] if kriya.get("attributed_to") else []
    return f"{kriya['verb']} ({kriya['verb_quote']}): {'; '.join(' '.join(part.split()) for part in parts)}"


def facts_sheet(facts: Sequence[Mapping[str, str]], lines: StoredLines) -> list[dict[str, str]]:
    """Return each fact beside what is stored of its line. Raises ValueError for a line that there is not."""
    rows = []
    for place, row in enumerate(facts, 1):
        line, fact = (row.get("line") or "").strip(), (row.get("fact") or "").strip()
        if line not in lines.texts:
            raise ValueError(f"fact {place}: there is no line {line!r}")
        stored = " / ".join(event_text(event) for event in lines.events if event.line == line) or "nothing"
        rows.append({"id": f"F{place}", "line": lines.texts[line], "fact": fact, "stored": stored})
    return rows


def sources(given: argparse.Namespace, folder: Path) -> list[Path]:
    """Return the documents to be read; a treebank's sentences become a document in `folder`."""
    found = list(given.documents) or [given.folder / "questions" / "documents"]
    treebank = given.folder / "syntax" / "en_ewt-ud-dev.conllu"
    if given.sentences and treebank.is_file() and not given.documents:
        texts = [each.text for each in read_treebank(treebank) if len(each.words) >= SHORTEST]
        chosen = sorted(Random(given.seed).sample(range(len(texts)), min(given.sentences, len(texts))))
        (folder / "treebank.txt").write_text("\n\n".join(texts[place] for place in chosen) + "\n", "utf-8")
        found.append(folder / "treebank.txt")
    return found


def write_sheets(given: argparse.Namespace) -> None:
    """Write all sheets, and print what they hold."""
    out = given.out or Path(tempfile.mkdtemp(prefix="edges-"))
    out.mkdir(parents=True, exist_ok=True)
    lines = read_into_graph(sources(given, out), open_reader(given.reader, given.pipeline).settings)
    edges = sample_edges(lines, given.number, given.seed)
    write_for_judges(out, "edges", [asdict(edge) for edge in edges], given.seed)
    write_sheet(out / "lines.tsv", [{"line": name, "text": text} for name, text in lines.texts.items()])
    every = sum(len(event.participants) for event in lines.events)
    print(f"{len(lines.texts)} lines, {every} role edges, {len(edges)} of them drawn; sheets in {out}")
    roles = sorted({edge.role for edge in edges}, key=list(ROLE_OF.values()).index)
    print(", ".join(f"{sum(edge.role == role for edge in edges)} {role}" for role in roles))
    if given.facts is not None:
        rows = facts_sheet(read_sheet(given.facts), lines)
        write_for_judges(out, "facts", rows, given.seed)
        print(f"{len(rows)} facts beside what is stored of their lines")


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when written or scored, 2 when the data is not there or a sheet cannot be scored."""
    given = _given(arguments)
    try:
        if given.score:
            first, second = map(verdicts_of, given.score)
            print("\n".join(score_lines(first, second)))
            if given.json is not None:
                given.json.write_text(json.dumps(score_rows(first, second), indent=1), "utf-8")
            return 0
        missing = [path for path in given.documents or [given.folder / "questions" / "documents"] if not path.exists()]
        if missing:
            print(f"{missing[0]} is not there: name documents with --documents.", file=sys.stderr)
            return 2
        write_sheets(given)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _given(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Sheets of role edges and facts for two judges, and their scores")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=Path, action="append", default=[], help="read these instead")
    parser.add_argument("--sentences", type=int, default=40, help="sentences of the treebank that are read, too")
    parser.add_argument("--number", type=int, default=200, help="role edges that are drawn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--reader", choices=READERS, default="rules")
    parser.add_argument("--pipeline", default=PIPELINE, help="name or folder of the pipeline of --reader spacy")
    parser.add_argument("--out", type=Path, help="folder of the sheets; a new temporary one where none is named")
    parser.add_argument("--facts", type=Path, help="facts that a reader listed, for the matcher's sheets")
    parser.add_argument("--score", type=Path, nargs=2, metavar=("FIRST", "SECOND"), help="score two filled sheets")
    parser.add_argument("--json", type=Path, help="also write the scores to this file")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
