"""Checking claims against documents: `pramana check`. Needs no workspace; a model only for what rules leave unsure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.app.session import JudgeSession
from pramana.claims import ClaimCheck, ClaimText, ClaimVerdict, Decider, judge_claim
from pramana.documents import Source, document_kinds, load_and_refine_documents, printable_path, source_paths
from pramana.errors import DocumentError, ExitCode, InputError
from pramana.llm import Provider
from pramana.serialization import JsonRecord, JsonShape
from pramana.untrusted import Malformed, parse_json, read_file

MOST_CHARS = 10_000
"""Characters of a claim, at most: a claim is a sentence, and a longer one is a document of its own."""


@dataclass(frozen=True, slots=True)
class ClaimLine(JsonRecord):
    """A line that decides about a claim."""

    doc_id: str
    line_number: int
    text: str


@dataclass(frozen=True, slots=True)
class PlacedCheck(JsonRecord):
    """A claim with its verdict, its reasons, who decided, and the lines that decide."""

    claim: str
    verdict: ClaimVerdict
    reasons: tuple[str, ...]
    decided_by: Decider
    lines: tuple[ClaimLine, ...]


@dataclass(frozen=True)
class ClaimReport(JsonRecord):
    """Checked claims, in their order. `refused` are the files of text that could not be read."""

    claims: tuple[PlacedCheck, ...]
    refused: tuple[DocumentError, ...] = ()

    json_shape = JsonShape(
        plus=("counts",),
        convert={"refused": lambda errors: [{"path": each.path, "reason": each.reason} for each in errors]},
    )

    @property
    def counts(self) -> dict[str, int]:
        """How many claims have each verdict."""
        return {verdict.value: sum(each.verdict is verdict for each in self.claims) for verdict in ClaimVerdict}

    @property
    def exit_code(self) -> ExitCode:
        """How a command that made this ends: as NOTHING where a claim is not supported."""
        if any(each.verdict is not ClaimVerdict.SUPPORTED for each in self.claims):
            return ExitCode.NOTHING
        return ExitCode.PARTIAL if self.refused else ExitCode.DONE


async def check_claims(
    claims: Sequence[str],
    sources: Source,
    *,
    judged: bool = False,
    store: Path | None = None,
    settings: Path | None = None,
    flags: Mapping[str, Any] | None = None,
    providers: Mapping[str, Provider] | None = None,
) -> ClaimReport:
    """Check claims against files and folders of text, by rules; `judged`: a configured model judges what they leave
    unsure, one isolated call a claim.

    `store` keeps the model's answers. Raises InputError for an empty or a very long claim, and where no text can be
    read.
    """
    for claim in claims:
        if not claim.strip() or len(claim) > MOST_CHARS:
            raise InputError(f"A claim has 1 to {MOST_CHARS:,} characters; {claim[:60]!r} has {len(claim):,}.")
    loaded = load_and_refine_documents(source_paths(sources))
    lines = [
        ClaimLine(document.doc_id, line.number, line.text) for document in loaded.documents for line in document.lines
    ]
    if not lines:
        raise InputError("\n".join([f"No readable text was found ({document_kinds()}).", *map(str, loaded.refused)]))
    text = ClaimText([line.text for line in lines])
    found = [text.check(claim) for claim in claims]
    if judged:
        async with JudgeSession(None, store, settings=settings, flags=flags, providers=providers) as session:
            found = [await _judge(session, text, each) for each in found]
    return ClaimReport(tuple(_check_with_lines(each, lines) for each in found), loaded.refused)


async def _judge(session: JudgeSession, text: ClaimText, checked: ClaimCheck) -> ClaimCheck:
    places = text.near(checked.claim)
    return await judge_claim(session.gateway, checked, [text.lines[place].text for place in places], places)


def _check_with_lines(checked: ClaimCheck, lines: Sequence[ClaimLine]) -> PlacedCheck:
    where = tuple(lines[index] for index in checked.lines)
    return PlacedCheck(checked.claim, checked.verdict, checked.reasons, checked.decided_by, where)


def read_claims(path: str | Path) -> list[str]:
    """Return the claims of a file of JSON lines: strings, or objects with the key `claim`.

    Raises InputError for a file that cannot be read, for one without claims, and for another line, with its number.
    """
    rows = enumerate(read_file(path).splitlines(), 1)
    claims = [_claim_of(row, f"{printable_path(path)}, line {number}") for number, row in rows if row.strip()]
    if not claims:
        raise InputError(f"{printable_path(path)} holds no claims: one a line, a JSON string or an object with claim.")
    return claims


def _claim_of(row: str, place: str) -> str:
    try:
        value = parse_json(row)
    except Malformed as error:
        raise InputError(f"{place}: {error}.") from None
    claim = value.get("claim") if isinstance(value, dict) else value
    if not isinstance(claim, str):
        raise InputError(f'{place}: expected a JSON string, or an object with "claim", not {row[:60]!r}.')
    return claim
