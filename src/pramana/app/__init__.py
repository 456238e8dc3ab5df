"""The composition root: the workspace that users import, and all that the command line works with.

`open_workspace` is `pramana.open`, `open_async` is `pramana.aopen`. A name is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.anot import Difference as SeedDifference
    from pramana.anot import Finding as SeedFinding
    from pramana.anot import FormulaSeed, check_seed, diff_seeds, extracts_alike, load_seed, save_seed
    from pramana.anot import Results as SeedResults
    from pramana.anot import errors as seed_errors
    from pramana.anot import ordered as ordered_findings
    from pramana.anot import template as seed_template
    from pramana.anot import to_mermaid as seed_mermaid
    from pramana.anot import to_tree as seed_tree
    from pramana.anot.evaluate import Confusion, Evaluation, load_truth
    from pramana.anot.evaluate import evaluate as evaluate_seed
    from pramana.anot.explain import Explained as ExplainedValue
    from pramana.anot.explain import ItemSaid
    from pramana.anot.explain import explain as explain_value
    from pramana.anot.summary import Summary as SeedSummary
    from pramana.anot.summary import rounded as rounded_value
    from pramana.anot.templates import templates as seed_templates
    from pramana.anot.writing import check_output
    from pramana.app.anot import CompileReport, compile_formula
    from pramana.app.anot_replay import replay_run
    from pramana.app.anot_runs import AnotReport, AnotSession, result_in, results_of
    from pramana.app.anot_runs import Observe as ObserveEntities
    from pramana.app.api import AsyncWorkspace, Workspace, open_async, open_workspace
    from pramana.app.audit import FileAudit, audit_files
    from pramana.app.config import FILE as CONFIG_FILE
    from pramana.app.config import Config, load_config
    from pramana.app.console import GaslConsole, open_console
    from pramana.app.decisions import DecisionReport
    from pramana.app.doctor import examine_embedder, examine_model
    from pramana.app.files_checked import checked_files
    from pramana.app.gasl import GaslSession
    from pramana.app.igg import FOLDER as IGG_FOLDER
    from pramana.app.igg import IggReport
    from pramana.app.ingest import Progress
    from pramana.app.investigate import STORE as INVESTIGATIONS
    from pramana.app.investigate import InvestigationSession
    from pramana.app.models import all_prompts, all_ptools
    from pramana.app.rebuild import Renewal, renew_database
    from pramana.app.stategraph import Handlers as StateGraphHandlers
    from pramana.app.stategraph import load_handlers, read_object
    from pramana.app.stategraph import read_graph as read_stategraph
    from pramana.app.workspace import find, init, open_database
    from pramana.audit import AuditResult, EdgeFinding, NodeFinding, TraceAudit, audit_trace, read_audits
    from pramana.audit import Verdict as AuditVerdict
    from pramana.audit import reason_of as audit_reason
    from pramana.audit import reasons as audit_reasons
    from pramana.audit import shortened as shortened_finding
    from pramana.documents import document_kinds
    from pramana.evidence import Evidence
    from pramana.gasl import COMMANDS as GASL_COMMANDS
    from pramana.gasl import ExecutionResult, GASLParser, PlanResult, evidence_report, load_plan, parse_plan
    from pramana.gasl import Explained as ExplainedCommand
    from pramana.gasl import Plan as GaslPlan
    from pramana.gasl import rows as item_rows
    from pramana.gasl.binding import with_provenance
    from pramana.gasl.blocks import MARK as BLOCK_MARK
    from pramana.gasl.blocks import Problem as ScriptProblem
    from pramana.gasl.blocks import is_comment
    from pramana.gasl.completing import Names as KnownNames
    from pramana.gasl.completing import suggestions
    from pramana.gasl.formatting import format_plan, format_script
    from pramana.gasl.hints import hint_text
    from pramana.gasl.plan import script_plan
    from pramana.gasl.serialization import excerpt
    from pramana.graph.io import read_graph as read_graph_file
    from pramana.graph.schema import (
        diff_schemas,
        infer_schema,
        read_schema,
        schema_as_json,
        schema_as_yaml,
        write_schema,
    )
    from pramana.graph.schema import violations as schema_violations
    from pramana.igg import GraphGenerationService, Growth, GrowthShelf, promoted_config, read_log, write_log_json
    from pramana.igg import Log as GrowthLog
    from pramana.igg import Payload as GrowthPayload
    from pramana.igg import Turned as GrowthTurn
    from pramana.igg import export as export_growth
    from pramana.igg import replay as replay_log
    from pramana.igg.log import IterationRecord as GrowthRecord
    from pramana.igg.ptools import Decision as GrowthDecision
    from pramana.igg.rendering import graph_lines
    from pramana.investigate import ROLLOUT, Bounds, CheckedClaim, Investigation, Iteration
    from pramana.investigate.investigating import GREEDY
    from pramana.investigate.report import cost_line, gathered, place_text
    from pramana.investigate.search import Tree as SearchTree
    from pramana.investigate.search import best as best_answer
    from pramana.investigate.search import tree_text
    from pramana.llm import LlmSettings, Mode, PromptBook
    from pramana.mining import Clustering, Coverage, RuleProposal, propose_rules, read_transcripts
    from pramana.mining.cluster import cluster as cluster_traces
    from pramana.mining.distil import distil
    from pramana.stategraph import Checkpoints, Registry, StateGraph, StateGraphResult, arun_stategraph
    from pramana.stategraph import Finding as StateGraphFinding
    from pramana.stategraph import to_dot as stategraph_dot
    from pramana.stategraph import to_mermaid as stategraph_mermaid
    from pramana.stategraph import validate as validate_stategraph
    from pramana.stategraph.checkpoints import KIND as STATEGRAPH
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
    )
else:
    __getattr__ = lazy_exports(__name__, __file__)
