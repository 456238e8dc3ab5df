"""The interfaces without a workspace: what each is given of a trial, and what counts as accepted."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import anyio

from planting.readings import reading_of
from planting.trials import Trial
from pramana import anot, karaka
from pramana.audit import AuditEdge, AuditGraph, AuditNode, AuditVerdict, audit_graph
from pramana.documents import Line, LoadedDocument
from pramana.evals.falsehoods import StructuredClaim
from pramana.gasl import Plan
from pramana.graph import Edge, Node
from pramana.graph.adapters import MemoryAdapter
from pramana.gsv import GSVRetryEngine, GSVSettings
from pramana.igg import Growth, RunContext, read_answer, read_payload
from pramana.investigate import Claim as Said
from pramana.investigate import NextAction, PlanStepper, StateFork, Texts, check_answer
from pramana.llm import Ask, PromptBook
from pramana.testing import scripted_gateway
from pramana.trace import Trail


def document_of(lines: tuple[str, ...], name: str = "text.txt") -> LoadedDocument:
    kept = tuple(Line(number, text, 0, len(text)) for number, text in enumerate(lines, 1))
    return LoadedDocument(name, "sha", "text-1", kept)


def ends_of(trial: Trial) -> tuple[str, str]:
    """Return the two nodes that a trial's edge leads between; without an object, to what else there is."""
    return trial.claim.subject, trial.claim.object or trial.claim.detail or trial.pair.claim.verb


# audit -----------------------------------------------------------------------


def audit(trial: Trial) -> bool:
    """An edge between subject and object, described by the statement: accepted where its verdict is `supported`."""
    source, target = ends_of(trial)
    nodes = tuple(AuditNode(name, name) for name in dict.fromkeys((source, target)))
    documents = [document_of(trial.pair.lines)]
    if trial.other is not None:
        documents.append(document_of(trial.other.lines, "other.txt"))
    if trial.kind == "wrong line" and not trial.true:  # an audit cites nothing: the text without the line that says it
        documents = [document_of(tuple(line for line in trial.pair.lines if line != trial.pair.line))]
    edge = AuditEdge(source, target, None, (trial.statement,))
    return audit_graph(AuditGraph(nodes, (edge,)), documents).edges[0].verdict is AuditVerdict.SUPPORTED


# investigate -------------------------------------------------------------------


def investigate(trial: Trial) -> bool:
    """A claim that cites the edge and line of its true twin: accepted where it is held without a caution, nothing
    refused."""
    pairs = [trial.pair] if trial.other is None else [trial.pair, trial.other]
    nodes, edges, lines = list[Node](), list[Edge](), dict[tuple[str, int], str]()
    for index, pair in enumerate(pairs):
        cites = trial.cites if index == 0 else pair.number
        ends = f"s{index}", f"o{index}"
        names = pair.claim.subject, pair.claim.object or pair.claim.verb
        nodes += [Node(end, "Thing", {"name": name}) for end, name in zip(ends, names, strict=True)]
        place = {"doc_id": f"{index}.txt", "line_number": cites}
        edges.append(Edge(ends[0], pair.claim.lemma.upper().replace(" ", "_"), ends[1], place))
        lines[f"{index}.txt", cites] = pair.lines[cites - 1]
    adapter = MemoryAdapter.of(tuple(nodes), tuple(edges))
    commands = ('FIND edges WHERE type = "edge" OR relation != "" AS every', "UPDATE found WITH every")
    plan = NextAction(plan=Plan(plan_id="p", why="To see.", commands=commands), confidence=1.0)
    stepped = anyio.run(PlanStepper(adapter).apply, StateFork.root(), plan)
    cites_refs = tuple(f"found[{index}]" for index in range(len(edges)))
    said = Said(text=trial.statement, cites=cites_refs)
    checked = check_answer(
        stepped.snapshot.state,
        "What is known?",
        trial.statement,
        [said],
        Texts(lambda doc, number: lines.get((doc, number))),
    )
    cautions = [getattr(claim, "caution", "") for claim in checked.claims]  # a version before them has none
    return bool(cautions) and not checked.refused and not any(cautions)


# ANoT ----------------------------------------------------------------------------


def anot_value(trial: Trial) -> bool:
    """A value with a quote: the changed word (else the whole statement), quoted from the cited line. Accepted where the
    item is `checked` or `verified` and the value has a place in the text."""
    reading = anot_reading(trial, trial.cited)
    grade = reading.get("evidence", {}).get("value", {}).get("grade", "asserted")
    return reading["status"] in ("checked", "verified") and grade not in ("asserted", "unresolved")


def anot_unquoted(trial: Trial) -> bool:
    """The same without a quote (false) and with one (true): accepted where the item is `checked` or `verified`."""
    return anot_reading(trial, trial.cited if trial.true else "")["status"] in ("checked", "verified")


def anot_reading(trial: Trial, quote: str) -> Any:
    """Return what an executor keeps of the one item of a trial."""
    (result,) = anot_results(trial, {"value": trial.value or trial.statement, "quotes": {"value": quote}})
    return result.extracted[0].reading


def anot_results(trial: Trial, *answers: dict[str, Any]) -> list[anot.EntityResult]:
    """Execute a seed of one text field over one entity, whose items get these answers in turn; {} cannot be read."""
    seed = anot.FormulaSeed.from_dict(
        {
            "task_name": "planted",
            "filter_keywords": ["Item"],
            "extraction_fields": [{"name": "value", "type": "text"}],
            "extraction_prompt": "What does it say? {review_text}",
            "compute_dag": [{"name": "n", "formula": "len(extractions)"}],
            "output_fields": ["n"],
        }
    )
    text = " ".join(trial.pair.lines)
    items = [anot.Item(str(number), f"Item {number}: {text}", "2024-01-01", 3) for number in range(len(answers))]

    def script(ask: Ask) -> Any:
        number = int(ask.value.review_text.split(":")[0].removeprefix("Item "))
        return answers[number] or "no JSON at all"

    gateway = scripted_gateway(script, anot.PROMPTS)
    results: list[anot.EntityResult] = []

    async def run() -> None:
        await anot.Executor(seed, gateway).run([anot.Entity("e", items)], lambda made, trail: results.extend(made))

    anyio.run(run)
    return results


def anot_unread(trial: Trial) -> bool:
    """An entity with an item that cannot be read beside one that was (false), or with both read (true): accepted where
    a verdict is given, so where it is neither undecided nor without a value."""
    good = {"value": trial.value or trial.pair.statement, "quotes": {"value": trial.pair.line}}
    (result,) = anot_results(trial, good, good if trial.true else {})
    told = result.output_line(["n"])
    return result.status != "undecided" and told.get("values", {}).get("n") is not None


# IGG --------------------------------------------------------------------------------


def igg(trial: Trial) -> bool:
    """Two nodes and an edge with the statement as a property, each with the cited line as its quote, where evidence is
    required: accepted where all three are applied."""
    source, target = ends_of(trial)
    config = {
        "constraints": {"max_nodes": 9, "max_edges": 9},
        "schema": {"node_types": ["Thing"], "edge_types": ["DOES"], "evidence": "required"},
    }
    payload = read_payload(
        {"session_id": "s", "goal_prompt": "", "context_data": {"text": "\n".join(trial.pair.lines)}, "config": config}
    )
    growth = Growth(payload, RunContext.of(payload.context_data))
    nodes = [
        {"type": "ADD_NODE", "label": "Thing", "properties": {"name": name}, "evidence": trial.cited}
        for name in dict.fromkeys((source, target))
    ]
    edge = {
        "type": "ADD_EDGE",
        "label": "DOES",
        "from": {"name": source},
        "to": {"name": target},
        "properties": {"says": trial.statement},
        "evidence": trial.cited,
    }
    return not growth.act(read_answer([*nodes, edge])).refused


def igg_bare(trial: Trial) -> bool:
    """An edge without properties, on the line of a trial: of the true relation, from object to subject (false) or from
    subject to object (true)."""
    ends = trial.pair.claim.subject, trial.pair.claim.object
    return _grown(ends if trial.true else ends[::-1], trial.pair.claim.lemma, trial.pair.line)


def igg_denied(trial: Trial) -> bool:
    """An edge without properties, quoting a line that denies its relation (false) or asserts it (true)."""
    line = trial.pair.line if trial.true else trial.statement
    return _grown((trial.pair.claim.subject, trial.pair.claim.object), trial.pair.claim.lemma, line)


def _grown(ends: tuple[str, str], lemma: str, line: str) -> bool:
    relation = lemma.upper().replace(" ", "_")
    config = {
        "constraints": {"max_nodes": 9, "max_edges": 9},
        "schema": {"node_types": ["Thing"], "edge_types": [relation], "evidence": "required"},
    }
    payload = read_payload({"session_id": "s", "goal_prompt": "", "context_data": {"text": line}, "config": config})
    nodes = [{"type": "ADD_NODE", "label": "Thing", "properties": {"name": end}, "evidence": line} for end in ends]
    edge = {
        "type": "ADD_EDGE",
        "label": relation,
        "from": {"name": ends[0]},
        "to": {"name": ends[1]},
        "evidence": line,
    }
    return not Growth(payload, RunContext.of(payload.context_data)).act(read_answer([*nodes, edge])).refused


# GSV --------------------------------------------------------------------------------


def gsv(trial: Trial) -> bool:
    """A reading of the cited line with the statement's structure, which every scorer and the verifier are taken in by:
    accepted where it becomes `verified` or `checked`."""
    return _judged(trial, 95, "fast_path")


def reads_otherwise(false: Trial, true: Trial) -> bool:
    """Whether a reading can hold the falsehood at all: a Kriyā has no word for *before* and *outside*, whose
    participants are left out of the graph later."""
    if false.kind == "changed marker":
        return False
    return false.cites != true.cites or reading_of(false.claim) != reading_of(true.claim)


def gsv_low(trial: Trial, policy: str = "full") -> bool:
    """Identical candidates that every scorer gives 1 of 100 (false) or 95 (true), and the verifier chooses."""
    return _judged(trial, 95 if trial.true else 1, policy)


def _read_claim(trial: Trial) -> StructuredClaim:
    """Return what a reading of the cited line would hold; of a join of strangers the clause that is joined to the line.

    The line's own clause with another of its phrases (*forwarded down the road*) is no join, and mostly true.
    """
    if trial.other is None:
        return trial.claim
    return replace(trial.other.claim, subject=trial.claim.object or trial.claim.subject)


def _judged(trial: Trial, points: int, policy: Any) -> bool:
    extraction = {"kriyas": [reading_of(_read_claim(trial))]}

    def script(ask: Ask) -> Any:
        name = ask.ptool.name
        if name.endswith("batch_scoring"):
            return {"scores": [{"item": one.item, "reasoning": "", "score": points} for one in ask.value.items]}
        if name.endswith("batch_verification"):
            return {"verdicts": [{"item": one.item, "valid": True, "reasoning": ""} for one in ask.value.items]}
        if name.endswith("scoring"):
            return {"reasoning": "", "score": points}
        if name.endswith("verification"):
            return {"choice": ask.value.candidates[0].id, "reasoning": ""}
        return json.loads(json.dumps(extraction))

    gateway = scripted_gateway(script, karaka.PROMPTS)
    engine = GSVRetryEngine(gateway, GSVSettings(policy=policy, max_retries=1))
    task = karaka.reading_task(PromptBook(karaka.PROMPTS))
    item = karaka.LineItem("text.txt", trial.cites, trial.cited)

    async def run() -> Any:
        trail = Trail()
        return await engine.run(task, [item], lambda index: trail.at("item", index), trail.at("batch"))

    (result,) = anyio.run(run)
    return result.status in ("verified", "checked")
