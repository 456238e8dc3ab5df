"""The engine and the two pipelines of the specification, over the parts that a workspace uses.

They need no workspace: a graph in memory, any model or none, plain calls. A workspace adds what is durable: runs that
are resumed and replayed, budgets, decisions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pramana.background import BackgroundLoop
from pramana.documents import LoadedDocument, Shelf, load_and_refine_documents
from pramana.errors import DocumentError, InputError
from pramana.gsv import GSVResult, GSVRetryEngine, GSVSettings
from pramana.karaka.graph import KarakaGraphV2
from pramana.karaka.ingest import LineReader, remove_document, shelve_nodes
from pramana.karaka.passes import PASSES, Blocks, PassRunner
from pramana.karaka.prompting import PROMPTS
from pramana.karaka.query import QuestionAnswerer
from pramana.karaka.reading import LineOutcome
from pramana.karaka.resolver import encoder_of
from pramana.karaka.rules import RULES
from pramana.karaka.schema import document_node_id
from pramana.karaka.tasks import Question, Verification, planning_task, reading_task
from pramana.karaka.writer import LineItem
from pramana.llm import Gateway, LLMClient, PromptBook, RuleBook, gateway_of
from pramana.retrieval import PassageIndex
from pramana.trace import ErrorHandler, Ledger, Trail
from pramana.version import __version__

POST_PROCESSING = ("homonyms", "resolution", "coreference", "events", "sources", "causes", "types")
"""The passes after reading, in order."""


class KarakaRetryEngine:
    """Generate, score, verify and retry over lines and questions, with the specification's constructor.

    `model` is whatever LLMClient takes; None is the embedded model, which is checked by code and not judged. `prompts`
    replace shipped ones by key. `settings` decide all but `max_retries`; None is the policy `fast_path`. What was not
    accepted is in `errors`. The generic engine, for candidates of any type, is `pramana.gsv.GSVRetryEngine`.
    """

    def __init__(
        self,
        model: Any = None,
        tokenizer: Any = None,
        prompts: Mapping[str, str] | None = None,
        max_retries: int = 5,
        *,
        settings: GSVSettings | None = None,
        verification: Verification = "faults",
    ) -> None:
        self.book = PromptBook(PROMPTS, prompts)
        chosen = settings or GSVSettings(policy="fast_path")
        self.settings = chosen.model_copy(update={"max_retries": max_retries})
        self.verification: Verification = verification
        self.errors = ErrorHandler()
        self.loop = model.loop if isinstance(model, LLMClient) else BackgroundLoop()
        self.gateway = gateway_of(model, tokenizer, {**PROMPTS, **(prompts or {})}, RuleBook(__version__, RULES))
        if not isinstance(model, (Gateway, LLMClient)):
            self.loop.at_end(self.gateway.aclose)
        self._engine = GSVRetryEngine(self.gateway, self.settings)

    def extract_with_retry(
        self, text: str, extraction_type: str = "kriya", line_ref: str = ""
    ) -> dict[str, Any] | None:
        """Return the golden candidate of a line (`kriya`) or of a question (`query`), None where none was accepted.

        It has its `id` and its `data`: of a line `kriyas`, a list, because a line may tell of several events, and the
        roles of each hold lists of mentions; of a question the plan with its `steps`. `line_ref` (`rama.txt:7`) is
        where failures say that the line is. Raises InputError for another type, and the errors that end every run.
        """
        result = self.loop.run(self._extract(text, extraction_type, line_ref))
        if result.golden_candidate is not None:
            return {"id": result.golden_candidate.id, "data": result.golden_candidate.data}
        where = f"{line_ref}: {text}" if line_ref else text
        self.errors.log_gsv_failure(where, result.all_candidates, result.all_scores, result.verification)
        return None

    async def _extract(self, text: str, extraction_type: str, line_ref: str) -> GSVResult:
        if extraction_type == "kriya":
            doc_id, _, number = line_ref.rpartition(":")
            item = LineItem(doc_id or line_ref, int(number) if doc_id and number.isdigit() else 1, text)
            return await self._engine.extract_with_retry(reading_task(self.book, self.verification), item, Trail())
        if extraction_type == "query":
            return await self._engine.extract_with_retry(planning_task(self.book), Question(text), Trail())
        raise InputError(f"{extraction_type!r} is not a type of extraction. Use 'kriya' or 'query'.")

    def close(self) -> None:
        """Close the connections to the model, unless they belong to the client that was given."""
        self.loop.close()


class IngestionPipeline:
    """Reads documents into a graph: lines, events, and then the passes over the whole graph."""

    def __init__(self, graph: KarakaGraphV2, gsv_engine: KarakaRetryEngine, embedding_model: Any = None) -> None:
        """`embedding_model` has `encode(text)`; None: letter sequences. It fills the graph's `vector_store`."""
        self.graph = graph
        self.gsv_engine = gsv_engine
        self._encode = encoder_of(embedding_model)
        self._shelf = Shelf(graph.database)
        self._index = PassageIndex(graph.database, self._shelf)
        self._ledger = Ledger(graph.database)

    def ingest_documents(self, docs_folder: str | Path) -> list[LineOutcome]:
        """Read a folder (or a file) into the graph, and return what became of every line, in order.

        What was read before under the same configuration is `unchanged`, so that nothing is doubled. A file that
        cannot be read is in the engine's `errors`; the others are still read.
        """
        loaded = load_and_refine_documents(docs_folder)
        self._note_refused(loaded.refused)
        manifest = {"documents": [[document.doc_id, document.sha] for document in loaded.documents]}
        return self.gsv_engine.loop.run(self._ingest(loaded.documents, manifest))

    def post_process(self) -> dict[str, int]:
        """Run the passes over the whole graph, and return how many links each has proposed, by name.

        They are pure functions of the lines and what was read in them: names of one entity, pronouns, metaphorical
        references (with a model), causes, types.
        """
        return self.gsv_engine.loop.run(self._post_process())

    def _note_refused(self, refused: Sequence[DocumentError]) -> None:
        for error in refused:
            self.gsv_engine.errors.log_schema_violation("load", error.path, error.reason)

    async def _ingest(self, documents: Sequence[LoadedDocument], manifest: Mapping[str, Any]) -> list[LineOutcome]:
        outcomes: list[LineOutcome] = []
        for document in documents:
            self._shelve(document)
        with self._ledger.running("ingest", manifest) as run:
            await self._reader().read(run.id, [document.doc_id for document in documents], 1, outcomes.append)
        await self._post_process()
        return outcomes

    def _reader(self) -> LineReader:
        engine, database = self.gsv_engine, self.graph.database
        return LineReader(
            database, self.graph, engine.gateway, engine.book, engine.settings, __version__, engine.verification
        )

    def _shelve(self, document: LoadedDocument) -> None:
        """Put a document's lines on the shelf, into both indexes and into the graph, in place of what was there."""
        before = self._shelf.get(document.doc_id)
        for line in document.lines:
            self.graph.vector_store.add(document_node_id(document.doc_id, line.number), self._encode(line.text))
        if before is not None and before.body == self._shelf.keep(document):
            return
        with self.graph.database.transaction():
            if before is not None:
                remove_document(self.graph, document.doc_id)
                self._index.remove(document.doc_id)
            body = self._shelf.put(document).body
            self._index.add(document.doc_id)
            shelve_nodes(self.graph, document.doc_id, body, [line.text for line in document.lines])

    async def _post_process(self) -> dict[str, int]:
        engine, database, done = self.gsv_engine, self.graph.database, dict[str, int]()
        for name in POST_PROCESSING:
            blocks = Blocks(database, self.graph, __version__, ())
            runner = PassRunner(
                database, self.graph, engine.gateway, engine.settings, __version__, PASSES[name], blocks
            )
            with self._ledger.running("pass", {"pass": name, "graph": self.graph.hash()}) as run:
                done[name] = (await runner.run(run.id, 1)).links.total()
        return done


class QueryPipeline:
    """Answers questions from a graph, with citations."""

    def __init__(
        self, graph: KarakaGraphV2, gsv_engine: KarakaRetryEngine, model: Any = None, tokenizer: Any = None
    ) -> None:
        """The engine's model plans and writes; `model` and `tokenizer` are taken for the specification's sake alone."""
        self._loop = gsv_engine.loop
        self._answerer = QuestionAnswerer(
            graph.database, graph, gsv_engine.gateway, gsv_engine.book, gsv_engine.settings, engine=__version__
        )

    def answer_query(self, question: str) -> dict[str, Any]:
        """Return `question`, `answer`, `citations` (lines in order of place), `reasoning_trace`, `status` and more.

        `status` is GROUNDED, ASSUMED, NO_MATCH (then `nearest` has the lines that share most words) or ERROR. See
        QueryResult.
        """
        result = self._loop.run(self._answerer.answer_query(question, Trail()))
        return result.model_dump(mode="json")
