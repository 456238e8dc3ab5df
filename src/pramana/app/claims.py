"""Checking claims against documents, or a workspace: `pramana check`. A model only judges what rules leave unsure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
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
from pramana.evidence import words
from pramana.karaka import linked_lines
from pramana.language import EvidenceLine, analyse_cached
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
        checked = list(map(self._check, claims))
        if gateway is not None:
            checked = await judge_claims(gateway, [self._open_claim(each) for each in checked])
        return tuple(map(self._placed_check, checked))

    def _check(self, claim: str) -> ClaimCheck:
        if _is_question(claim):
            return ClaimCheck(claim, ClaimVerdict.UNSURE, ("It is a question, and states nothing.",))
        found = self._text.check(claim)
        own = words(claim).forms
        whole = any(words(self._places[index].text).forms == own for index in found.lines)
        if found.is_supported and not whole and not analyse_cached(claim).verb_groups:
            return ClaimCheck(
                claim, ClaimVerdict.UNSURE, ("It has no verb, and states nothing by itself.",), found.lines
            )
        return found

    def _open_claim(self, checked: ClaimCheck) -> OpenClaim:
        if _is_question(checked.claim):
            return OpenClaim(checked, (), ())
        near = sorted(self._text.near(checked.claim))  # as in the text, where a pronoun follows whom it means
        return OpenClaim(checked, tuple(shown_evidence(self._text.lines[place]) for place in near), tuple(near))

    def _placed_check(self, checked: ClaimCheck) -> PlacedCheck:
        lines = tuple(self._places[index] for index in checked.lines)
        reasons = tuple(reason.replace("cited line", "line") for reason in checked.reasons)  # nobody cites these
        return PlacedCheck(checked.claim, checked.verdict, reasons, checked.decided_by, lines)


def _is_question(claim: str) -> bool:
    return claim.rstrip(" \"'”’").endswith("?")


def check_lengths(claims: Sequence[str]) -> None:
    """Raise InputError for an empty and for a very long claim."""
    for claim in claims:
        if not claim.strip() or len(claim) > MOST_CHARS:
            raise InputError(_length_problem(claim))


def _length_problem(claim: str) -> str:
    if not claim.strip():
        return "the claim is empty. Give a sentence."
    return f"a claim has at most {MOST_CHARS:,} characters; {claim[:60]!r} … has {len(claim):,}."


@dataclass(frozen=True, slots=True)
class GivenClaim:
    """A claim of a file, with what else its line says of it: an id, a label."""

    claim: str
    others: Mapping[str, Any] = field(default_factory=dict)


def read_claims(path: str | Path) -> list[GivenClaim]:
    """Return the claims of a file of JSON lines: strings, or objects with the key `claim`.

    Raises InputError for a file that cannot be read, and what `parse_claims` raises.
    """
    return parse_claims(read_file(path), printable_path(path))


def parse_claims(text: str, name: str) -> list[GivenClaim]:
    """Return the claims of JSON lines; `name` is what a message calls the text.

    Raises InputError for a text without claims, and for another line, with its number.
    """
    rows = enumerate(text.splitlines(), 1)
    claims = [_claim_of(row, f"{name}, line {number}") for number, row in rows if row.strip()]
    if not claims:
        raise InputError(f"{name} holds no claims: one a line, a JSON string or an object with claim.")
    return claims


def _claim_of(row: str, place: str) -> GivenClaim:
    try:
        value = parse_json(row)
    except Malformed as error:
        raise InputError(f"{place}: {error}.") from None
    others = {key: each for key, each in value.items() if key != "claim"} if isinstance(value, dict) else {}
    claim = value.get("claim") if isinstance(value, dict) else value
    if not isinstance(claim, str):
        raise InputError(f'{place}: expected a JSON string, or an object with "claim", not {row[:60]!r}.')
    if not claim.strip() or len(claim) > MOST_CHARS:
        raise InputError(f"{place}: {_length_problem(claim)}")
    return GivenClaim(claim, others)
