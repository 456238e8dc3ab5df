"""GSV-Retry and Kāraka: every name, signature and example of the specification."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from specified import Named, check, named, shown, table

import pramana
from pramana.errors import InputError, NeedsModel, OutputInvalid, PromptError, SchemaViolation, UnknownName
from pramana.karaka import (
    ENTITY_SIMILARITY_THRESHOLD,
    PROMPTS,
    DocumentNode,
    EntityNode,
    EntityResolver,
    ErrorHandler,
    FAISSVectorStore,
    GraphEdge,
    GraphSchema,
    GSVRetryEngine,
    IngestionPipeline,
    KarakaGraphV2,
    KriyaNode,
    QueryPipeline,
    QueryPlan,
    QueryStep,
    call_llm_isolated,
    get_prompt,
    load_prompts,
    parse_json_response,
)
from pramana.llm import Ask, Scripted

KARAKA = "pramana.karaka"
NAMES = [
    Named("load_models", f"{KARAKA}:load_models", (), "needs the extra `pramana[local]`"),
    Named(
        "call_llm_isolated",
        f"{KARAKA}:call_llm_isolated",
        ("system_prompt", "user_prompt", "model", "tokenizer", "max_tokens"),
        "without a tokenizer `model` is also `ws.llm`, a gateway or a function",
    ),
    Named("load_prompts", f"{KARAKA}:load_prompts", ("filepath",)),
    Named("get_prompt", f"{KARAKA}:get_prompt", ("key",), "your prompts are its second argument"),
    Named(
        "KarakaGraphV2",
        f"{KARAKA}:KarakaGraphV2",
        ("embedding_model",),
        "writes are units in SQLite; `.graph` is a NetworkX copy; `database=` opens a workspace's",
    ),
    Named(
        "KarakaGraphV2.add_document_node",
        f"{KARAKA}:KarakaGraphV2.add_document_node",
        ("doc_id", "line_number", "text"),
    ),
    Named("KarakaGraphV2.add_kriya_node", f"{KARAKA}:KarakaGraphV2.add_kriya_node", ("verb", "doc_id", "line_number")),
    Named("KarakaGraphV2.add_entity_node", f"{KARAKA}:KarakaGraphV2.add_entity_node", ("canonical_name",)),
    Named(
        "KarakaGraphV2.add_edge",
        f"{KARAKA}:KarakaGraphV2.add_edge",
        ("source", "target", "relation", "attrs"),
        "what is added without evidence stays visibly `asserted`",
    ),
    Named(
        "KarakaGraphV2.traverse",
        f"{KARAKA}:KarakaGraphV2.traverse",
        ("start_node", "edge_filter", "max_hops"),
        "edges are followed in both directions",
    ),
    Named("KarakaGraphV2.get_cited_documents", f"{KARAKA}:KarakaGraphV2.get_cited_documents", ("kriya_ids",)),
    Named("KarakaGraphV2.get_neighbors", f"{KARAKA}:KarakaGraphV2.get_neighbors", ("node_id", "relation", "direction")),
    Named("FAISSVectorStore", f"{KARAKA}:FAISSVectorStore", (), "exact search in NumPy, without FAISS"),
    Named("FAISSVectorStore.add", f"{KARAKA}:FAISSVectorStore.add", ("key", "embedding")),
    Named("FAISSVectorStore.query_nearby", f"{KARAKA}:FAISSVectorStore.query_nearby", ("key", "k")),
    Named("EntityResolver", f"{KARAKA}:EntityResolver", ("embedding_model",)),
    Named(
        "EntityResolver.resolve",
        f"{KARAKA}:EntityResolver.resolve",
        ("mention",),
        "looks up; the pass `resolution` decides, after all lines are read",
    ),
    Named("GraphSchema", f"{KARAKA}:GraphSchema", None, "`NODE_TYPES`, `EDGE_RELATIONS`"),
    Named("GraphSchema.validate_node", f"{KARAKA}:GraphSchema.validate_node", ("node", "attrs")),
    Named(
        "GraphSchema.validate_edge", f"{KARAKA}:GraphSchema.validate_edge", None, "positional: source, target, relation"
    ),
    Named(
        "GSVRetryEngine",
        f"{KARAKA}:GSVRetryEngine",
        ("model", "tokenizer", "prompts", "max_retries"),
        "any model that `LLMClient` takes; the generic engine is `pramana.gsv.GSVRetryEngine`",
    ),
    Named(
        "GSVRetryEngine.extract_with_retry",
        f"{KARAKA}:GSVRetryEngine.extract_with_retry",
        ("text", "extraction_type", "line_ref"),
        "`data` of a line holds `kriyas`, a list; roles hold lists",
    ),
    Named("IngestionPipeline", f"{KARAKA}:IngestionPipeline", ("graph", "gsv_engine", "embedding_model")),
    Named("IngestionPipeline.ingest_documents", f"{KARAKA}:IngestionPipeline.ingest_documents", ("docs_folder",)),
    Named("QueryPipeline", f"{KARAKA}:QueryPipeline", ("graph", "gsv_engine", "model", "tokenizer")),
    Named("QueryPipeline.answer_query", f"{KARAKA}:QueryPipeline.answer_query", ("question",)),
    Named("load_and_refine_documents", f"{KARAKA}:load_and_refine_documents", ("source",)),
    *named("DocumentNode KriyaNode EntityNode GraphEdge", KARAKA),
    *named("Candidate", KARAKA, "`raw_response` is the hash under which the response is stored"),
    *named("ScoringResult VerificationResult GSVResult", KARAKA),
    *named("QueryStep", KARAKA, 'a role may hold `"$1"`, the answer of an earlier step'),
    *named("QueryPlan", KARAKA),
    *named("QueryResult", KARAKA, "also `nearest`, `assumptions`, `references`, and the status `ASSUMED`"),
    Named("ErrorLog", f"{KARAKA}:ErrorLog", None, "`timestamp` is ISO text"),
    Named(
        "ErrorHandler.log_gsv_failure",
        f"{KARAKA}:ErrorHandler.log_gsv_failure",
        ("text", "all_candidates", "scores", "verifier_result"),
    ),
    Named(
        "ErrorHandler.log_schema_violation",
        f"{KARAKA}:ErrorHandler.log_schema_violation",
        ("operation", "node_or_edge", "violation"),
    ),
    Named(
        "ErrorHandler.log_llm_failure",
        f"{KARAKA}:ErrorHandler.log_llm_failure",
        ("prompt", "response", "attempt_num"),
    ),
    Named("parse_json_response", f"{KARAKA}:parse_json_response", ("response",)),
]
"""All that the specification of GSV-Retry and Kāraka names."""

LINES = ("Rama gave the bow to Lakshmana.", "He used it to kill Ravana.")


@pytest.mark.parametrize("entry", NAMES, ids=lambda entry: entry.name)
def test_name_is_there(entry: Named) -> None:
    """Every name is public, and takes what the specification gives it."""
    check(entry)


def test_the_page_lists_every_name() -> None:
    """The table in docs/specifications.md is the one that is checked here."""
    assert shown("004") == table(NAMES)


# The graph


@pytest.fixture
def graph() -> KarakaGraphV2:
    """The first line of the specification's test document, written by hand."""
    made = KarakaGraphV2()
    line = made.add_document_node("test_doc_1", 1, LINES[0])
    kriya = made.add_kriya_node("give", "test_doc_1", 1)
    for relation, name in (("HAS_KARTĀ", "Rama"), ("HAS_KARMA", "bow"), ("TARGETS_SAMPRADĀNA", "Lakshmana")):
        made.add_edge(kriya, made.add_entity_node(name), relation)
    made.add_edge(kriya, line, "CITED_IN")
    return made


def test_ids_are_those_of_the_specification(graph: KarakaGraphV2) -> None:
    """`{doc}_L{line}`, `{doc}_L{line}_K{sequence}`, and the canonical name; written again nothing is doubled."""
    before = graph.hash()
    assert graph.add_document_node("test_doc_1", 1, LINES[0]) == "test_doc_1_L1"
    assert graph.add_kriya_node("give", "test_doc_1", 1) == "test_doc_1_L1_K1"
    assert graph.add_entity_node("Rama") == "Rama"
    graph.add_edge("test_doc_1_L1_K1", "Rama", "HAS_KARTĀ")
    assert graph.hash() == before == graph.recomputed_hash()
    assert graph.add_kriya_node("take", "test_doc_1", 1) == "test_doc_1_L1_K2"


def test_what_is_added_is_asserted(graph: KarakaGraphV2) -> None:
    """Facts without evidence are visibly asserted, and fall with their line."""
    [edge] = graph.edges("HAS_KARTĀ")
    stored = graph.stored_edge(edge)
    assert stored is not None and (stored.verdict, stored.evidence) == ("asserted", ())
    assert graph.node_origin("Rama") == ("asserted", None)
    assert "asserted/test_doc_1_L1_K1" in " ".join(graph.slots_resting_on("test_doc_1", 1))


@pytest.mark.parametrize(
    ("source", "target", "relation"),
    [
        ("test_doc_1_L1_K1", "Rama", "INVALID_RELATION"),
        ("Rama", "test_doc_1_L1_K1", "HAS_KARTĀ"),
        ("test_doc_1_L1_K1", "Nobody", "HAS_KARTĀ"),
        ("Rama", "Rama", "IS_SAME_AS"),
    ],
)
def test_the_schema_is_enforced_at_every_write(graph: KarakaGraphV2, source: str, target: str, relation: str) -> None:
    """A write that breaks the schema is refused, and nothing is written."""
    before = graph.hash()
    with pytest.raises(SchemaViolation):
        graph.add_edge(source, target, relation)
    with pytest.raises(SchemaViolation):
        graph.add_document_node("test_doc_1", 1, "Another text.")
    assert graph.hash() == before


def test_traversal_reaches_events_and_lines(graph: KarakaGraphV2) -> None:
    """Ids, nearest first; a filter and a number of hops bound the walk; circles end."""
    assert graph.traverse("Rama", "HAS_KARTĀ", 1) == ["test_doc_1_L1_K1"]
    assert graph.traverse("Rama", {"HAS_KARTĀ", "CITED_IN"}, 2) == ["test_doc_1_L1_K1", "test_doc_1_L1"]
    assert sorted(graph.traverse("Rama", lambda edge: edge.relation != "CITED_IN", 5)) == [
        "Lakshmana",
        "bow",
        "test_doc_1_L1_K1",
    ]
    assert (graph.traverse("Rama", max_hops=0), graph.traverse("Nobody")) == ([], [])
    with pytest.raises(UnknownName, match="HAS_KARTĀ"):
        graph.traverse("Rama", "HAS_KARTA")


def test_cited_lines_come_as_dicts_in_order(graph: KarakaGraphV2) -> None:
    """`doc_id`, `line_number`, `text`; each line once; an unknown event cites none."""
    found = graph.get_cited_documents(["test_doc_1_L1_K1", "test_doc_1_L1_K1", "nothing"])
    assert found == [{"doc_id": "test_doc_1", "line_number": 1, "text": LINES[0]}]
    assert graph.get_neighbors("test_doc_1_L1_K1", relation="CITED_IN") == ["test_doc_1_L1"]
    assert graph.get_neighbors("Rama", direction="in") == ["test_doc_1_L1_K1"]


def test_nodes_and_edges_come_as_records(graph: KarakaGraphV2) -> None:
    """The data classes of the specification, with its fields."""
    assert graph.record("test_doc_1_L1") == DocumentNode("test_doc_1_L1", "test_doc_1", 1, LINES[0])
    assert graph.record("test_doc_1_L1_K1") == KriyaNode("test_doc_1_L1_K1", "give", "test_doc_1", 1)
    assert graph.record("Rama") == EntityNode("Rama", "Rama")
    assert graph.record("nobody") is None
    assert GraphEdge("test_doc_1_L1_K1", "Rama", "HAS_KARTĀ") in graph.edge_records("test_doc_1_L1_K1")


def test_the_query_snippet_finds_the_events_of_an_entity(graph: KarakaGraphV2) -> None:
    """All roles lead from the event: its incoming edges are an entity's events."""
    found = [e[0] for e in graph.graph.in_edges("Rama", data=True) if e[2]["relation"] == "HAS_KARTĀ"]
    assert found == ["test_doc_1_L1_K1"]


def test_the_schema_says_what_is_valid() -> None:
    """Three node types, ten relations; a node is valid with its attributes, an edge between the right types."""
    schema = GraphSchema()
    assert {"Kriya", "Entity", "Document"} == schema.NODE_TYPES
    assert len(schema.EDGE_RELATIONS) == 10
    assert schema.validate_node("Rama", {"type": "Entity", "canonical_name": "Rama"})
    assert schema.validate_node("d_L1", {"type": "Document", "doc_id": "d", "line_number": 1, "text": "x"})
    assert schema.validate_node("d_L1_K1", {"type": "Kriya", "verb": "be", "doc_id": "d", "line_number": 1})
    assert not schema.validate_node("x", {"type": "InvalidType"})
    assert not schema.validate_node("Rama", {"type": "Entity"})
    assert schema.validate_edge("d_L1_K1", "Rama", "HAS_KARTĀ")
    assert schema.validate_edge("d_L1_K1", "d_L1", "CITED_IN")
    assert schema.validate_edge("He", "Rama", "IS_SAME_AS")
    assert not schema.validate_edge("Rama", "d_L1_K1", "HAS_KARTĀ")
    assert not schema.validate_edge("d_L1_K1", "Rama", "INVALID_RELATION")


def test_the_resolver_finds_variants_of_a_name() -> None:
    """*Dr. Aris*, *Aris* and *Dr Aris* are one; links are followed; what is unlike stays itself."""
    made = KarakaGraphV2()
    made.add_entity_node("Dr. Aris")
    assert [made.entity_resolver.resolve(name) for name in ("Dr. Aris", "Aris", "Dr Aris")] == ["Dr. Aris"] * 3
    assert made.entity_resolver.resolve("the Ravana,") == "Ravana"
    made.add_edge(made.add_entity_node("Nemo"), "Dr. Aris", "IS_SAME_AS")
    assert made.entity_resolver.resolve("Nemo") == "Dr. Aris"


class Directions:
    """An embedding model: a text's vector is looked up."""

    def encode(self, text: str) -> list[float]:
        return {"Rama": [1.0, 0.0], "Raama": [0.99, 0.1], "Sita": [0.0, 1.0]}.get(text, [0.7, 0.7])


def test_the_resolver_takes_a_likeness_from_its_threshold_on() -> None:
    """Cosine 0.85: the one above it is taken, the one below is not; a model is anything with `encode`."""
    resolver = EntityResolver(Directions())
    assert ENTITY_SIMILARITY_THRESHOLD == 0.85
    assert [resolver.resolve(name) for name in ("Rama", "Raama", "Sita", "Hanuman")] == [
        "Rama",
        "Rama",
        "Sita",
        "Hanuman",
    ]


def test_the_vector_store_gives_the_nearest() -> None:
    """Neighbours of a key by cosine, without it."""
    store = FAISSVectorStore()
    for key, vector in (("a", [1.0, 0.0]), ("b", [0.9, 0.1]), ("c", [0.0, 1.0])):
        store.add(key, vector)
    assert (store.query_nearby("a", k=1), len(store)) == (["b"], 3)
    with pytest.raises(UnknownName):
        store.query_nearby("x")
    with pytest.raises(ValueError, match="one vector"):
        store.add("d", [1.0, 2.0, 3.0])


# Models and prompts


def test_json_is_parsed_from_whatever_a_model_writes() -> None:
    """Plain, fenced, in prose, with a trailing comma, without its last bracket; what holds none is an error."""
    wanted = {"verb": "kill", "karakas": {"KARTA": "He", "KARMA": "Ravana"}}
    for text in (
        '{"verb": "kill", "karakas": {"KARTA": "He", "KARMA": "Ravana"}}',
        '```json\n{"verb": "kill", "karakas": {"KARTA": "He", "KARMA": "Ravana"}}\n```',
        'As in [1], see [this]: {"verb": "kill", "karakas": {"KARTA": "He", "KARMA": "Ravana"}} Done.',
        '{"verb": "kill", "karakas": {"KARTA": "He", "KARMA": "Ravana",},}',
        '{"verb": "kill", "karakas": {"KARTA": "He", "KARMA": "Ravana"}',
    ):
        assert parse_json_response(text) == wanted
    with pytest.raises(OutputInvalid):
        parse_json_response("No.")


def test_a_call_is_isolated_and_gives_text() -> None:
    """Two prompts in, text out; a function is model enough."""
    seen: list[str] = []

    def model(prompt: str, system_prompt: str) -> str:
        seen.append(prompt)
        return f'{{"text": "{system_prompt.split()[0]}"}}'

    assert call_llm_isolated("Formal.", "Who?", model, max_tokens=200) == "Formal."
    assert call_llm_isolated("Brief.", "What?", model) == "Brief."
    assert ["Who?" in seen[1], len(seen)] == [False, 2]


def test_the_seven_prompts_are_there(tmp_path: Path) -> None:
    """Every key of the specification has a prompt; a prompts.json puts others in their place."""
    for key in (
        "kriya_extraction_prompt",
        "kriya_extraction_feedback_prompt",
        "kriya_scoring_prompt",
        "kriya_verification_prompt",
        "query_decomposition_prompt",
        "query_scoring_prompt",
        "query_verification_prompt",
    ):
        assert get_prompt(key) == PROMPTS[key]
    assert "{feedback}" in get_prompt("kriya_extraction_feedback_prompt")
    (tmp_path / "prompts.json").write_text('{"kriya_scoring_prompt": "Score this."}', "utf-8")
    assert get_prompt("kriya_scoring_prompt", load_prompts(tmp_path / "prompts.json")) == "Score this."
    with pytest.raises(PromptError, match="kriya_scoring_prompt"):
        get_prompt("kriya_scorign_prompt")


# GSV and the pipelines

READING: dict[str, Any] = {
    "kriyas": [
        {"verb": "give", "verb_quote": "gave", "karakas": {"KARTA": "Rama", "KARMA": "bow", "SAMPRADANA": "Lakshmana"}}
    ]
}


def judged(score: int, choice: str) -> Scripted:
    """A model that reads the line, and judges it with this score and this choice."""

    def answer(ask: Ask) -> Any:
        if ask.ptool.name.endswith("scoring"):
            return {"reasoning": "so", "score": score}
        if ask.ptool.name.endswith("verification"):
            return {"choice": choice, "reasoning": "so"}
        return READING

    return Scripted(answer)


def test_the_golden_candidate_is_a_dict() -> None:
    """Scorer and verifier agree: the candidate's id and its data."""
    engine = GSVRetryEngine(judged(96, "Candidate_A"), max_retries=2)
    golden = engine.extract_with_retry(LINES[0], extraction_type="kriya", line_ref="test_doc_1:1")
    engine.close()
    assert golden is not None and golden["id"] == "Candidate_A"
    assert golden["data"]["kriyas"][0]["verb"] == "give"
    assert golden["data"]["kriyas"][0]["karakas"]["KARTA"] == ["Rama"]


def test_attempts_that_are_used_up_give_none_and_a_log() -> None:
    """ALL_INVALID until the end: None, and an ErrorLog with candidates, scores, verdict and the line."""
    engine = GSVRetryEngine(judged(96, "ALL_INVALID"), max_retries=2)
    assert engine.extract_with_retry(LINES[0], line_ref="test_doc_1:1") is None
    engine.close()
    [log] = engine.errors.logs
    assert (log.error_type, log.component) == ("GSVFailure", "gsv")
    assert log.context["text"].startswith("test_doc_1:1")
    assert log.context["verification"]["choice"] == "ALL_INVALID"
    assert log.context["candidates"] and log.context["scores"]
    assert engine.errors.statistics() == {"GSVFailure": 1}


def test_an_unknown_type_of_extraction_is_an_error() -> None:
    """Two types are known."""
    engine = GSVRetryEngine()
    with pytest.raises(InputError, match="'query'"):
        engine.extract_with_retry("x", extraction_type="verse")
    engine.close()


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "test_doc_1.txt").write_text("\n".join(LINES), "utf-8")
    return folder


def test_the_pipelines_read_and_answer(documents: Path) -> None:
    """The specification's test document, on the embedded model: its lines, events and entities; read again nothing is
    doubled; a question is answered with its citation, and one without an answer is NO_MATCH."""
    graph, engine = KarakaGraphV2(), GSVRetryEngine()
    pipeline = IngestionPipeline(graph, engine)
    outcomes = pipeline.ingest_documents(str(documents))
    assert [(each.line_number, each.status) for each in outcomes] == [(1, "checked"), (2, "checked")]
    assert {"test_doc_1.txt_L1", "test_doc_1.txt_L2"} == {node.id for node in graph.nodes("Document")}
    verbs = {node.id: node.properties["verb"] for node in graph.nodes("Kriya")}
    assert (verbs["test_doc_1.txt_L1_K1"], {*verbs.values()} >= {"give", "use"}) == ("give", True)
    assert {"Rama", "Lakshmana", "bow"} <= {node.id for node in graph.nodes("Entity")}
    assert graph.vector_store.query_nearby("test_doc_1.txt_L1", k=1) == ["test_doc_1.txt_L2"]
    before = graph.hash()
    assert [each.status for each in pipeline.ingest_documents(documents)] == ["unchanged"] * 2
    assert graph.hash() == before

    queries = QueryPipeline(graph, engine)
    found = queries.answer_query("Who gave the bow to Lakshmana?")
    assert found["status"] == "GROUNDED" and "Rama" in found["answer"]
    assert found["citations"] == [{"doc_id": "test_doc_1.txt", "line_number": 1, "text": LINES[0]}]
    assert queries.answer_query("Who invented the telephone?")["status"] == "NO_MATCH"
    engine.close()


def test_a_plan_has_the_fields_of_the_specification() -> None:
    """Steps with a goal, a verb, roles, what to extract, and whether to follow causes and links."""
    step = QueryStep(goal="find", verb="give", karakas={"KARTA": "Rama", "KARMA": None}, extract="KARMA")
    plan = QueryPlan(steps=[step], reasoning="one hop")
    assert (plan.steps[0].follow_causes, plan.reasoning) == (False, "one hop")


def test_errors_are_logged_with_their_context() -> None:
    """The three methods of the handler give records of one form."""
    handler = ErrorHandler(now=lambda: "2026-01-01T00:00:00Z")
    handler.log_schema_violation("add_edge", "Rama -X-> Sita", SchemaViolation("edge", "unknown relation"))
    log = handler.log_llm_failure("Read this.", "no JSON", 2)
    assert log.as_json() == {
        "timestamp": "2026-01-01T00:00:00Z",
        "error_type": "LLMFailure",
        "component": "llm",
        "context": {"prompt": "Read this.", "response": "no JSON", "attempt": 2},
        "stack_trace": None,
    }
    assert handler.statistics() == {"LLMFailure": 1, "SchemaViolation": 1}


# The workspace


def test_a_workspace_has_the_same_operations(documents: Path, tmp_path: Path) -> None:
    """`to_networkx` gives the graph with evidence on its edges; `llm` is a client of the workspace's model."""
    with pramana.open(tmp_path / "ws", create=True) as ws:
        ws.ingest(documents)
        graph = ws.to_networkx()
        events = [e[0] for e in graph.in_edges("Rama", data=True) if e[2]["relation"] == "HAS_KARTĀ"]
        assert events == ["test_doc_1.txt_L1_K1"]
        [edge] = [data for *_, data in graph.in_edges("Rama", data=True) if data["relation"] == "HAS_KARTĀ"]
        assert (edge["quote"], edge["line_number"]) == ("Rama", 1)
        with pytest.raises(NeedsModel):
            call_llm_isolated("Be brief.", "Who?", ws.llm)


def test_a_workspace_answers_prompts_by_its_model(tmp_path: Path) -> None:
    """`call_llm_isolated(system, user, ws.llm)` asks the configured model; the call is counted there."""
    model = {"default": "mine", "models": {"mine": {"provider": "scripted"}}}
    answering = {"mine": Scripted(lambda ask: {"text": f"{ask.messages[0]['content'].split()[0]} Rama"})}
    with pramana.open(tmp_path / "ws", create=True, llm=model, providers=answering) as ws:
        assert call_llm_isolated("Brief:", "Who?", ws.llm) == "Brief: Rama"
