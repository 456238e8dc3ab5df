"""Checking claims against documents, or a workspace: `pramana check`. A model only judges what rules leave unsure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from pramana.app.chain import engine_differs, graph_before
from pramana.app.decisions import DecisionBook, DecisionReport
from pramana.app.differences import differences, replay_report
from pramana.app.session import JudgeSession
from pramana.app.workspace import WorkspaceResources
from pramana.canonical import digest
from pramana.claims import (
    ClaimCheck,
    ClaimDecision,
    ClaimText,
    ClaimVerdict,
    Decider,
    Evidence,
    FindDecision,
    OpenClaim,
    check_sentence,
    claim_key,
    decidable_claim,
    decided_check,
    joint_verdict,
    judge_claims,
    no_decision,
    sentences_of,
    shown_evidence,
)
from pramana.documents import Source, document_kinds, load_and_refine_documents, printable_path
from pramana.errors import DocumentError, ExitCode, InputError, PramanaError
from pramana.evidence import words
from pramana.karaka import line_links
from pramana.language import EvidenceLine, analyse_cached
from pramana.llm import Gateway, Provider
from pramana.serialization import JsonRecord, JsonShape
from pramana.trace import Run, Trail, Verdict
from pramana.untrusted import Malformed, parse_json, read_file
from pramana.views import CHECK, DecisionReader, Difference, ReplayReport, ReviewQueue

SHOWN = 3
"""Nearest lines that a person is shown of a claim that no line decides."""
MOST_CHARS = 10_000
"""Characters of a claim, at most: a claim is a sentence, and a longer one is a document of its own."""


@dataclass(frozen=True, slots=True)
class ClaimLine(JsonRecord):
    """A line that decides about a claim."""

    doc_id: str
    line_number: int
    text: str

    @property
    def place(self) -> str:
        return f"{self.doc_id}:{self.line_number}"


@dataclass(frozen=True, slots=True)
class PlacedCheck(JsonRecord):
    """A claim with its verdict, its reasons, who decided, and the lines that decide.

    `opposing` are those of `lines` that say otherwise, where others say the claim. Of a passage `sentences` has a check
    for each sentence, and the verdict is the least favourable of theirs.
    """

    claim: str
    verdict: ClaimVerdict
    reasons: tuple[str, ...]
    decided_by: Decider
    lines: tuple[ClaimLine, ...]
    opposing: tuple[ClaimLine, ...] = ()
    sentences: tuple[PlacedCheck, ...] = ()

    @property
    def statements(self) -> tuple[PlacedCheck, ...]:
        """The checks of its sentences; of one alone itself."""
        return self.sentences or (self,)


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
        """How many sentences of the claims have each verdict."""
        held = Counter(each.verdict for claim in self.claims for each in claim.statements)
        return {verdict.value: held[verdict] for verdict in ClaimVerdict}

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

    People's decisions count; the configured model judges what else rules leave unsure. A run records what stays open,
    for a person to decide. Raises InputError for an empty or a very long claim.
    """
    check_lengths(claims)
    about = {"claims": list(claims), "graph": workspace.graph.hash(), "engine": workspace.engine()}
    with workspace.ledger.running_if_writable(CHECK, about) as run:
        report = await checked_in_run(workspace, claims, run.trail)
        run.result = {"report": digest(report.as_json()), "counts": report.counts}
    return report


async def checked_in_run(workspace: WorkspaceResources, claims: Sequence[str], trail: Trail) -> ClaimReport:
    """Return the check of claims, with what was left open, and the calls of a model, at a place of a run."""
    evidence, decisions = workspace_evidence(workspace), DecisionReader(workspace.stores)
    found = ClaimReport(await evidence.check(claims, workspace.gateway, decisions.about_claim, trail.at("judge")))
    stated = [
        (each, decidable_claim([one.claim for one in claim.statements], place))
        for claim in found.claims
        for place, each in enumerate(claim.statements)
    ]
    for number, (each, about) in enumerate(stated, 1):
        is_open = each.verdict is ClaimVerdict.UNSURE and each.decided_by is not Decider.PERSON
        if is_open and not _is_question(each.claim):
            places = [line.place for line in each.lines] or evidence.places_near(each.claim)
            body = {"claim": about, "places": places}
            trail.at("claim", number).propose(body, Verdict.REFUSED, " ".join(each.reasons))
    return found


async def replay_check(workspace: WorkspaceResources, run: Run, from_texts: bool = False) -> ReplayReport:
    """Check claims again, by the graph and the decisions as they were then. See `graph_before`."""
    expected, found = str(run.result.get("report", "")), ""
    recorded = workspace.ledger.recorded_steps(run.id)
    async with graph_before(workspace, run, from_texts) as before:
        told, trail = before.differences, Trail(recorded=recorded)
        try:
            report = await checked_in_run(before.workspace, [str(claim) for claim in run.manifest["claims"]], trail)
            found = digest(report.as_json())
        except PramanaError as error:
            told.append(Difference(trail.path or CHECK, str(error)))
        told += differences(recorded, {step.path: step for step in trail.steps})
    return replay_report(run, expected, found, told, engine_differs(workspace, run), before.stored)


def places_about(workspace: WorkspaceResources, claim: str) -> list[str]:
    """Return the lines (`doc:line`) by which a person decides about a claim. Raises InputError where there are none."""
    check_lengths([claim])
    if _is_question(claim):
        raise InputError(f"{claim[:60]!r} is a question: it states nothing that lines could say.")
    key = claim_key(claim)
    items = (each for each in ReviewQueue(workspace.stores).claims() if claim_key(each.one) == key)
    item = next(items, None)
    evidence = workspace_evidence(workspace)
    places = list(item.places) if item is not None else evidence.places_near(claim)
    if not places:
        raise InputError(f"No line shares a word with {claim[:60]!r}: there is nothing to decide by.")
    return places


def decide_claim(workspace: WorkspaceResources, claim: str, is_accepted: bool, why: str) -> DecisionReport:
    """Record a person's decision about a claim; no pass depends on it. Raises InputError where no line is near it."""
    with workspace.database.lease("pramana review"):
        places = places_about(workspace, claim)
        ruling = DecisionBook(workspace.stores).record_claim(claim, is_accepted, places, why)
        return DecisionReport(ruling, (), workspace.graph.hash())


def workspace_evidence(workspace: WorkspaceResources) -> PlacedEvidence:
    """Return the lines of a workspace's documents, with the links that its graph accepted."""
    linked = line_links(workspace.graph)
    shelved = [line for doc_id in workspace.shelf.ids() for line in workspace.shelf.lines(doc_id)]
    lines = [ClaimLine(each.doc_id, each.line.number, each.line.text) for each in shelved]
    evidence = [EvidenceLine(line.text, linked.of(line.doc_id, line.line_number)) for line in lines]
    return PlacedEvidence(lines, evidence)


class PlacedEvidence:
    """Lines of documents as evidence, each with its place."""

    def __init__(self, places: Sequence[ClaimLine], lines: Evidence) -> None:
        self._places, self._text = places, ClaimText(lines)

    async def check(
        self,
        claims: Sequence[str],
        gateway: Gateway | None,
        find_decision: FindDecision = no_decision,
        trail: Trail | None = None,
    ) -> tuple[PlacedCheck, ...]:
        """Return the check of each claim, and of each sentence of one, by rules, then by what a person decided.

        With a gateway its model judges what is open after that.
        """
        passages = list(map(sentences_of, claims))
        checked = [self._check(sentences, place) for sentences in passages for place in range(len(sentences))]
        about = [decidable_claim(sentences, place) for sentences in passages for place in range(len(sentences))]
        checked = [self._decided_check(each, find_decision(claim)) for each, claim in zip(checked, about, strict=True)]
        if gateway is not None:
            checked = await judge_claims(gateway, [self._open_claim(each) for each in checked], trail)
        placed = iter([self._placed_check(each) for each in checked])
        parts = [tuple(islice(placed, len(sentences))) for sentences in passages]
        return tuple(_joint_check(claim, held) for claim, held in zip(claims, parts, strict=True))

    def _check(self, sentences: Sequence[str], place: int) -> ClaimCheck:
        claim = sentences[place]
        if _is_question(claim):
            return ClaimCheck(claim, ClaimVerdict.UNSURE, ("It is a question, and states nothing.",))
        found = check_sentence(self._text, sentences, place)
        own = words(claim).forms
        whole = any(words(self._places[index].text).forms == own for index in found.lines)
        if found.is_supported and not whole and not analyse_cached(claim).verb_groups:
            return ClaimCheck(
                claim, ClaimVerdict.UNSURE, ("It has no verb, and states nothing by itself.",), found.lines
            )
        return found

    def places_near(self, claim: str) -> list[str]:
        """Return the places of the lines that are nearest to a claim, the nearest first."""
        return [self._places[index].place for index in self._text.near(claim)[:SHOWN]]

    def _decided_check(self, checked: ClaimCheck, decision: ClaimDecision | None) -> ClaimCheck:
        """Return a check by a decision, with the lines that it was decided by.

        As it is, where a line says otherwise that the person did not see, or the claim states nothing.
        """
        opposing = {self._places[index].place for index in checked.opposing}
        if decision is None or not opposing <= {*decision.places} or _is_question(checked.claim):
            return checked
        lines = tuple(index for index, line in enumerate(self._places) if line.place in decision.places)
        found = decided_check(checked, decision)
        return replace(found, lines=lines) if found.decided_by is Decider.PERSON else found

    def _open_claim(self, checked: ClaimCheck) -> OpenClaim:
        if _is_question(checked.claim):
            return OpenClaim(checked, (), ())
        near = sorted(self._text.near(checked.claim))  # as in the text, where a pronoun follows whom it means
        return OpenClaim(checked, tuple(shown_evidence(self._text.lines[place]) for place in near), tuple(near))

    def _placed_check(self, checked: ClaimCheck) -> PlacedCheck:
        lines, opposing = (tuple(self._places[index] for index in held) for held in (checked.lines, checked.opposing))
        reasons = checked.reasons
        if opposing and len({line.doc_id for line in lines}) > 1:
            reasons = tuple(reason.replace("The lines disagree:", "The documents disagree:") for reason in reasons)
        return PlacedCheck(checked.claim, checked.verdict, reasons, checked.decided_by, lines, opposing)


def _joint_check(claim: str, sentences: tuple[PlacedCheck, ...]) -> PlacedCheck:
    """Return the check of a passage from those of its sentences; of one sentence its own."""
    if len(sentences) == 1:
        return sentences[0]
    open_ones = [each for each in sentences if each.verdict is not ClaimVerdict.SUPPORTED]
    reasons = (f"{len(open_ones)} of {len(sentences)} sentences are not supported.",) if open_ones else ()
    judged = any(each.decided_by is Decider.MODEL for each in sentences)
    return PlacedCheck(
        claim,
        joint_verdict(each.verdict for each in sentences),
        reasons,
        Decider.MODEL if judged else Decider.RULES,
        tuple(dict.fromkeys(line for each in sentences for line in each.lines)),
        tuple(dict.fromkeys(line for each in sentences for line in each.opposing)),
        sentences,
    )


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
