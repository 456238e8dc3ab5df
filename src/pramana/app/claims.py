"""Checking claims against documents, or a workspace: `pramana check`. A model only judges what rules leave unsure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pramana.app.session import JudgeSession
from pramana.app.workspace import WorkspaceResources
from pramana.claims import (
    ClaimCheck,
    ClaimText,
    ClaimVerdict,
    Decider,
    Evidence,
    OpenClaim,
    judge_claims,
    shown_evidence,
)
from pramana.documents import Source, document_kinds, load_and_refine_documents, printable_path
from pramana.errors import DocumentError, ExitCode, InputError
from pramana.karaka import linked_lines
from pramana.language import EvidenceLine
from pramana.llm import Gateway, Provider
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
    unsure, up to ten claims a call, each by its own lines alone.

    `store` keeps the model's answers. Raises InputError for an empty or a very long claim, and where no text can be
    read.
    """
    check_lengths(claims)
    evidence, refused = evidence_of(sources)
    if not judged:
        return ClaimReport(await evidence.check(claims, None), refused)
    async with JudgeSession(None, store, settings=settings, flags=flags, providers=providers) as session:
        return ClaimReport(await evidence.check(claims, session.gateway), refused)


def evidence_of(sources: Source) -> tuple[PlacedEvidence, tuple[DocumentError, ...]]:
    """Return the lines of files and folders, and the files that could not be read. Raises InputError for no text."""
    loaded = load_and_refine_documents(sources)
    lines = [
        ClaimLine(document.doc_id, line.number, line.text) for document in loaded.documents for line in document.lines
    ]
    if not lines:
        raise InputError("\n".join([f"No readable text was found ({document_kinds()}).", *map(str, loaded.refused)]))
    return PlacedEvidence(lines, [line.text for line in lines]), loaded.refused


async def check_in_workspace(workspace: WorkspaceResources, claims: Sequence[str]) -> ClaimReport:
    """Check claims against the documents of a workspace, through the links that its graph accepted.

    The configured model judges what rules leave unsure. Raises InputError for an empty or a very long claim.
    """
    check_lengths(claims)
    return ClaimReport(await workspace_evidence(workspace).check(claims, workspace.gateway))


def workspace_evidence(workspace: WorkspaceResources) -> PlacedEvidence:
    """Return the lines of a workspace's documents, with the links that its graph accepted."""
    linked = linked_lines(workspace.graph)
    shelved = [line for doc_id in workspace.shelf.ids() for line in workspace.shelf.lines(doc_id)]
    lines = [ClaimLine(each.doc_id, each.line.number, each.line.text) for each in shelved]
    evidence = [EvidenceLine(line.text, tuple(linked.get((line.doc_id, line.line_number), ()))) for line in lines]
    return PlacedEvidence(lines, evidence)


class PlacedEvidence:
    """Lines of documents as evidence, each with its place."""

    def __init__(self, places: Sequence[ClaimLine], lines: Evidence) -> None:
        self._places, self._text = places, ClaimText(lines)

    async def check(self, claims: Sequence[str], gateway: Gateway | None) -> tuple[PlacedCheck, ...]:
        """Return the check of each claim; with a gateway its model judges what rules leave unsure."""
        checked = [self._text.check(claim) for claim in claims]
        if gateway is not None:
            checked = await judge_claims(gateway, [self._open_claim(each) for each in checked])
        return tuple(map(self._placed_check, checked))

    def _open_claim(self, checked: ClaimCheck) -> OpenClaim:
        near = sorted(self._text.near(checked.claim))  # as in the text, where a pronoun follows whom it means
        return OpenClaim(checked, tuple(shown_evidence(self._text.lines[place]) for place in near), tuple(near))

    def _placed_check(self, checked: ClaimCheck) -> PlacedCheck:
        lines = tuple(self._places[index] for index in checked.lines)
        return PlacedCheck(checked.claim, checked.verdict, checked.reasons, checked.decided_by, lines)


def check_lengths(claims: Sequence[str]) -> None:
    """Raise InputError for an empty and for a very long claim."""
    for claim in claims:
        if not claim.strip() or len(claim) > MOST_CHARS:
            raise InputError(f"A claim has 1 to {MOST_CHARS:,} characters; {claim[:60]!r} has {len(claim):,}.")


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
