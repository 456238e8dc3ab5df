"""`pramana report` over a workspace of a million steps, made up.

    python bench/report.py

Prints how long the report takes as data and as a page, beside what its peer needs: a program that loads every step of
the run and looks at each.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from pramana.app import AsyncWorkspace, open_async
from pramana.trace import RunStatus, Timing, Trail, Verdict

STEPS = 1_000_000
DOCUMENTS = 8
CALL = {
    "exchanges": [{"request": "f" * 32, "response": "d" * 32, "revision": 1}],
    "model": "openai:test",
    "outcome": "ok",
    "ptool": "karaka.kriya_scoring",
    "repaired": False,
    "sample": 0,
    "usage": {"completion_tokens": 5, "money": 120, "prompt_tokens": 10},
}


def line_steps(chance: random.Random, trail: Trail, judged: bool) -> None:
    """Record one line as a model that is judged leaves it (about 13 steps), or the embedded one (2)."""
    attempts = chance.choices([1, 2, 3, 4], [7, 2, 1, 1])[0] if judged else 1
    for number in range(1, attempts + 1):
        place = trail.at("attempt", number)
        for call in range(7 if judged else 1):
            step = place.at("score", call)
            step.record("call", CALL)
            step.timings.append(Timing(step.path, chance.random(), False))
        accepted = number == attempts
        score = chance.randrange(60, 99)
        if not accepted:
            failed = {"attempt": number, "candidates": ["Candidate_A"], "scores": [[score] * 3], "feedback": ""}
            choice = chance.choice(["ALL_INVALID", "Candidate_A"])
            place.record(
                "gsv_failure", {**failed, "verifier_choice": choice, "reason": "Scorers and verifier disagreed."}
            )
        verdict = Verdict.REFUSED if not accepted else Verdict.VERIFIED if judged else Verdict.CHECKED
        place.at("candidate", "A").propose({"kriyas": []}, verdict, f"Scored {score}.", (score,) * 3 if judged else ())
    status = "verified" if judged else "checked"
    calls = [7 * attempts if judged else 1, 1]
    trail.record("outcome", {"status": status, "reason": "", "kriyas": 1, "calls": calls, "attempts": attempts})


def filled(folder: Path, judged: bool) -> AsyncWorkspace:
    """Return a workspace with a million steps of one run."""
    workspace = open_async(folder, create=True)
    chance, each = random.Random(1), STEPS // DOCUMENTS // (13 if judged else 2)
    run = workspace.ledger.begin("ingest", {})
    with workspace.database.transaction():
        for name in (f"{number}.txt" for number in range(DOCUMENTS)):
            shelve(workspace, name, each)
            trail = Trail(name)
            trail.at("document").record("document", {"body": name})
            for number in range(1, each + 1):
                line_steps(chance, trail.at("line", number), judged)
            workspace.ledger.write(run.id, trail)
        workspace.ledger.end(run.id, RunStatus.DONE, {})
    return workspace


def shelve(workspace: AsyncWorkspace, name: str, lines: int) -> None:
    workspace.database.execute(
        "INSERT INTO document (doc_id, sha, loader, body, lines, read_under, origin) VALUES (?, '', '', ?, ?, '', '')",
        (name, name, lines),
    )


def peer(workspace: AsyncWorkspace) -> int:
    """Load every step and proposal of the run, and look at each."""
    loaded = (json.loads(body) for (body,) in workspace.database.all("SELECT body FROM step"))
    return sum(bool(body) for body in loaded) + sum(1 for _ in proposals(workspace))


def proposals(workspace: AsyncWorkspace) -> Iterator[object]:
    return workspace.ledger.proposals(1)


def timed(work: object) -> float:
    began = perf_counter()
    work()  # type: ignore[operator]
    return perf_counter() - began


def main() -> None:
    for judged in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            workspace = filled(Path(folder), judged)
            ((steps,),) = workspace.database.all("SELECT count(*) FROM step")
            report = workspace.report()
            data = timed(lambda ws=workspace: ws.report())
            page, loading = timed(report.html), timed(lambda ws=workspace: peer(ws))
            workspace.database.close()
        kind = "judged by a model" if judged else "read by the embedded model"
        print(
            f"{report.read:,} lines {kind}, {steps:,} steps: report {data:.2f} s, page {page:.2f} s; "
            f"loading all {loading:.1f} s, {loading / data:.0f} times as long"
        )


if __name__ == "__main__":
    main()
