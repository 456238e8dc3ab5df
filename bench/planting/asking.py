"""`ask`, with a model that reads the line rightly, plans rightly, and then writes the statement of a trial."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio

from planting.readings import claim_of, reading_of
from planting.trials import Trial
from pramana.app.config import Config
from pramana.app.workspace import SCHEMAS
from pramana.evals.falsehoods import StructuredClaim
from pramana.llm import Ask, Scripted
from pramana.store import Database

try:
    from pramana.app.api import AsyncWorkspace
except ImportError:  # version 0.1.0, which is measured as the state before
    from pramana.app.workspace import AsyncWorkspace

CONFIG: dict[str, Any] = {
    "llm": {
        "models": {"scripted": {"provider": "scripted", "backoff_s": 0.001}},
        "ptools": {
            "karaka.kriya_extraction": "scripted",
            "karaka.kriya_batch_extraction": "scripted",
            "karaka.query_decomposition": "scripted",
            "karaka.answer_generation": "scripted",
        },
    },
    "karaka": {"passes": ()},
}
"""Reading, planning and writing are scripted; nothing else asks a model, and rules judge nothing."""


def ask(trial: Trial) -> bool:
    """The question is about the cited line, and the model answers it with the statement, three times if it is refused:
    accepted where the reply is GROUNDED and has the statement as a sentence of its own, not as a quoted line."""
    with TemporaryDirectory() as folder:
        reply = anyio.run(_asked, trial, Path(folder))
    return reply.status == "GROUNDED" and trial.statement.strip() in _unquoted(reply.answer)


def _unquoted(answer: str) -> str:
    """Return an answer without the lines that it quotes as they are: `“…” [doc:line]`."""
    parts = answer.split("“")
    return parts[0] + "".join(part.partition("” [")[2] if "” [" in part else f"“{part}" for part in parts[1:])


async def _asked(trial: Trial, folder: Path) -> Any:
    files = [(folder / "text.txt", trial.pair.lines)]
    if trial.other is not None:
        files.append((folder / "other.txt", trial.other.lines))
    for file, lines in files:
        file.write_text("\n\n".join(lines), "utf-8")
    model = _Model(trial)
    config = Config.model_validate(CONFIG)
    providers = {"scripted": Scripted(model.answer)}
    async with AsyncWorkspace(folder, config, providers=providers, database=Database(None, SCHEMAS)) as workspace:
        await workspace.ingest(*[file for file, _ in files])
        return await workspace.ask(f"What is said about {model.claims[0].subject}?")


def question(trial: Trial) -> bool:
    """The statement with *who* or *what* for its subject, asked of the embedded model, which reads the text itself:
    accepted where the reply is GROUNDED and names the subject."""
    with TemporaryDirectory() as folder:
        reply = anyio.run(_questioned, trial, Path(folder))
    return reply.status == "GROUNDED" and trial.claim.subject.lower() in reply.answer.lower()


def asks(false: Trial, true: Trial) -> bool:
    """Whether a falsehood makes a question: where its subject begins it, and is its twin's."""
    subject = true.claim.subject
    same = false.claim.subject == subject and false.cites == true.cites and false.other is None
    return same and all(one.statement.startswith(subject) for one in (false, true)) and len(subject.split()) < 6


async def _questioned(trial: Trial, folder: Path) -> Any:
    file = folder / "text.txt"
    file.write_text("\n\n".join(trial.pair.lines), "utf-8")
    asked = f"Who{trial.statement.removeprefix(trial.claim.subject).strip().rstrip('.').join((' ', '?'))}"
    async with AsyncWorkspace(folder, Config(), database=Database(None, SCHEMAS)) as workspace:
        await workspace.ingest(file)
        return await workspace.ask(asked)


class _Model:
    """Knows the lines that matter by their words, as a loader may cut a text in other places."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        right = trial.cites == trial.pair.number
        said = trial.claim if trial.other is not None else trial.pair.claim
        own = said if right else claim_of(trial.cited)
        self.lines = [trial.cited]
        self.claims: list[StructuredClaim] = [own or StructuredClaim("Nobody", "said", "say")]
        if trial.other is not None:
            self.lines.append(trial.other.line)
            self.claims.append(trial.other.claim)

    def answer(self, ask: Ask) -> Any:
        name, value = ask.ptool.name, ask.value
        if name == "karaka.kriya_extraction":
            return {"kriyas": self._kriyas(value.text)}
        if name == "karaka.kriya_batch_extraction":
            return {"lines": [{"line": one.line, "kriyas": self._kriyas(one.text)} for one in value.lines]}
        if name == "karaka.query_decomposition":
            return self._plan()
        numbers = [one.number for one in value.lines if any(_alike(one.text, line) for line in self.lines)]
        return {"sentences": [{"text": self.trial.statement.strip(), "citations": numbers or [1]}]}

    def _kriyas(self, text: str) -> list[Any]:
        at = next((index for index, line in enumerate(self.lines) if _alike(text, line)), None)
        return [] if at is None else [reading_of(self.claims[at])]

    def _plan(self) -> dict[str, Any]:
        first = self.claims[0]
        joined = len(self.claims) > 1
        step = {"goal": "find it", "verb": first.lemma, "karakas": {}, "extract": "LINE"}
        if not joined:
            return {"steps": [step], "reasoning": ""}
        role = next(iter(name for name in reading_of(first)["karakas"] if name != "KARTA"))
        second = {"goal": "join", "verb": self.claims[1].lemma, "karakas": {"KARTA": "$1"}, "extract": "LINE"}
        return {
            "steps": [{**step, "karakas": {"KARTA": first.subject, role: None}, "extract": role}, second],
            "reasoning": "",
        }


def _alike(one: str, other: str) -> bool:
    words: Sequence[set[str]] = [set(text.lower().split()) for text in (one, other)]
    return 2 * len(words[0] & words[1]) > max(len(words[0]), len(words[1]))
