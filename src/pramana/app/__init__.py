"""The composition root: the workspace that users import, and all that the command line works with.

`open_workspace` is `pramana.open`, `open_async` is `pramana.aopen`. A name is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.anot import (
        Confusion,
        Evaluation,
        FormulaSeed,
        ItemSaid,
        SeedDifference,
        check_output,
        check_seed,
        diff_seeds,
        extracts_alike,
        load_seed,
        load_truth,
        number_text,
        save_seed,
        seed_errors,
        sort_steps,
    )
    from pramana.anot import ExplainedPrimitive as ExplainedValue
    from pramana.anot import Finding as SeedFinding
    from pramana.anot import Results as SeedResults
    from pramana.anot import ResultSummary as SeedSummary
    from pramana.anot import available_templates as seed_templates
    from pramana.anot import evaluate as evaluate_seed
    from pramana.anot import explain as explain_value
    from pramana.anot import template as seed_template
    from pramana.anot import to_mermaid as seed_mermaid
    from pramana.anot import to_tree as seed_tree
    from pramana.app.anot import CompileReport, compile_formula
    from pramana.app.anot_replay import replay_run
    from pramana.app.anot_results import explain_result, results_part
    from pramana.app.anot_runs import AnotReport, AnotSession, result_in, results_of
    from pramana.app.anot_runs import Observe as ObserveEntities
    from pramana.app.api import AsyncWorkspace, open_async
    from pramana.app.artefact import recorded_graph
    from pramana.app.asking import ObserveAnswer
    from pramana.app.audit import AuditJudge, FileAudit, audit_files
    from pramana.app.blocking import Workspace, open_workspace
    from pramana.app.chat import Conversation, ConversationTopic
    from pramana.app.claims import ClaimReport, GivenClaim, check_claims, parse_claims, read_claims
    from pramana.app.config import FILE as CONFIG_FILE
    from pramana.app.config import Config, load_config
    from pramana.app.console import GaslConsole, open_console
    from pramana.app.decisions import DecisionReport
    from pramana.app.deep import workspace_checks
    from pramana.app.demonstration import DEMO_QUESTIONS, RECORDED_QUESTIONS, write_documents, write_recorded
    from pramana.app.doctor import examine_embedder, examine_model
    from pramana.app.estimating import (
        estimate_check,
        estimate_compilation,
        estimate_investigation,
        estimate_passes,
        estimate_seed,
        estimate_workspace_check,
    )
    from pramana.app.gasl import GaslSession, WorkspaceGasl
    from pramana.app.igg import FOLDER as IGG_FOLDER
    from pramana.app.igg import IggReport, payload_of
    from pramana.app.ingest import Progress
    from pramana.app.investigate import STORE as INVESTIGATIONS
    from pramana.app.investigate import InvestigationSession
    from pramana.app.models import all_prompts, all_ptools
    from pramana.app.progress import WorkProgress
    from pramana.app.pushing import push as push_graph
    from pramana.app.rebuild import Renewal, renew_database
    from pramana.app.runs import can_replay
    from pramana.app.session import JudgeSession
    from pramana.app.setup import set_model
    from pramana.app.stategraph import (
        StateGraphHandlers,
        begin_stategraph,
        load_handlers,
        read_inputs,
        read_object,
        resume_stategraph,
    )
    from pramana.app.stategraph import read_graph as read_stategraph
    from pramana.app.watching import FolderUpdate, follow_folder, watch_folder
    from pramana.app.workspace import find, init, open_database, prompts_of
    from pramana.audit import (
        AuditResult,
        AuditVerdict,
        EdgeFinding,
        NodeFinding,
        TraceAudit,
        audit_trace,
        read_audits,
        shorten_name,
    )
    from pramana.audit import reason_counts as audit_reasons
    from pramana.audit import reason_of as audit_reason
    from pramana.collector import settle_collector
    from pramana.documents import GivenDocument, document_kinds
    from pramana.evals import (
        CompareEstimate,
        PromptComparison,
        compare_estimate_note,
        compare_estimate_parts,
        comparison_parts,
        judge_answer,
        question_sheet_parts,
        read_question_sheet,
    )
    from pramana.evidence import Evidence
    from pramana.gasl import BLOCK_WORD as BLOCK_MARK
    from pramana.gasl import COMMANDS as GASL_COMMANDS
    from pramana.gasl import EntryProblem as ScriptProblem
    from pramana.gasl import (
        ExecutionResult,
        GASLParser,
        KnownNames,
        PlanResult,
        UndefinedName,
        evidence_report,
        excerpt,
        format_plan,
        format_script,
        hint_text,
        is_comment,
        item_rows,
        language_card,
        load_plan,
        parse_plan,
        script_plan,
        suggestions,
        undefined_names,
        with_provenance,
        with_text,
    )
    from pramana.gasl import Explained as ExplainedCommand
    from pramana.gasl import Plan as GaslPlan
    from pramana.graph import diff_schemas, infer_schema, read_schema, schema_as_json, schema_as_yaml, write_schema
    from pramana.graph import read_graph as read_graph_file
    from pramana.graph import violations as schema_violations
    from pramana.igg import AgentDecision as GrowthDecision
    from pramana.igg import (
        GraphGenerationService,
        Growth,
        GrowthSession,
        GrowthShelf,
        diff_logs,
        graph_lines,
        promoted_config,
        read_log,
        write_log_json,
    )
    from pramana.igg import IterationRecord as GrowthRecord
    from pramana.igg import Log as GrowthLog
    from pramana.igg import Payload as GrowthPayload
    from pramana.igg import TurnResult as GrowthTurn
    from pramana.igg import export as export_growth
    from pramana.igg import replay as replay_log
    from pramana.investigate import (
        GREEDY,
        ROLLOUT,
        Bounds,
        CheckedClaim,
        Investigation,
        Iteration,
        best_answer,
        cost_line,
        merge_places,
        place_text,
        tree_text,
    )
    from pramana.investigate import Tree as SearchTree
    from pramana.llm import (
        PRESETS,
        FoundServer,
        GatewayMode,
        JobProgress,
        LlmSettings,
        PromptBook,
        Spending,
        find_servers,
    )
    from pramana.mining import Clustering, PathCoverage, RuleProposal, distil, propose_rules, read_transcripts
    from pramana.mining import cluster as cluster_traces
    from pramana.pages import save_page
    from pramana.stategraph import BATCH as STATEGRAPH_BATCH
    from pramana.stategraph import KIND as STATEGRAPH
    from pramana.stategraph import (
        Batches,
        BatchItem,
        BatchResult,
        Checkpoints,
        Registry,
        StateGraph,
        StateGraphResult,
        arun_batch,
        arun_stategraph,
    )
    from pramana.stategraph import GraphFinding as StateGraphFinding
    from pramana.stategraph import to_dot as stategraph_dot
    from pramana.stategraph import to_mermaid as stategraph_mermaid
    from pramana.stategraph import validate as validate_stategraph
    from pramana.store import replacing
    from pramana.trace import Ledger, Proposal, Run, RunStatus, WorkflowTrace, read_traces
    from pramana.views import (
        Difference,
        Estimate,
        Fact,
        ImportReport,
        IngestReport,
        PassReport,
        PassState,
        ReplayReport,
        Reply,
        Why,
        WorkEstimate,
        growth_html,
    )
else:
    __getattr__ = lazy_exports(__name__, __file__)
