"""Read models: functions from the stores of a workspace to frozen data, and renderers of any result.

They write nothing, and know no workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pramana.lazy import lazy_exports
from pramana.views.showing import fragments_by, page_by

if TYPE_CHECKING:
    from pramana.pages import page_script, page_style
    from pramana.trace import ErrorLog
    from pramana.views.answers import STATUSES_IN_WORDS, AnswersPage, answers_page
    from pramana.views.catalogue import Catalogue, FactPath, Neighbour, ShelvedDocument, ShownPage, page_of
    from pramana.views.clusters import ClusterReader
    from pramana.views.decisions import ABOUT_CLAIMS, ABOUT_ENTRIES, DECISION, DecisionReader, Ruling
    from pramana.views.directory import ListedName, NameDirectory
    from pramana.views.entity import ClusterView, EntityView, LinkView
    from pramana.views.facts import Fact, FactReader, Why, edge_json, node_json
    from pramana.views.gasl_rows import ROWS_SHOWN, ShownRows, remarks, row_count, shown_rows
    from pramana.views.graph_page.page import (
        GraphView,
        checked_limit,
        graph_script,
        graph_style,
        served_graph_page,
        view_file,
        view_workspace,
    )
    from pramana.views.graph_page.reading import graph_around, workspace_graph
    from pramana.views.growth_page.page import (
        growth_data,
        growth_html,
        growth_script,
        growth_style,
        served_growth_page,
    )
    from pramana.views.inspect import Check, Inspector, run_check
    from pramana.views.kriyas import KriyaView, LineView, proposal_in_words
    from pramana.views.ledger import LedgerEntry, run_json
    from pramana.views.linking import EntryReader, EntryView, Unlinked
    from pramana.views.metrics import COUNTED, STANDING_SCHEMA
    from pramana.views.render.dispatch import parts_by, parts_of
    from pramana.views.render.forms import render_as
    from pramana.views.render.gasl import cell_html, table_html
    from pramana.views.render.parts import Cell, Paragraph, Part, aside, columns, heading, line, verdict
    from pramana.views.render.report_page import bin_counts, report_style, served_report_page
    from pramana.views.render.terminal import print_part, style_cells
    from pramana.views.render.text.anot import difference_parts, findings_parts, seed_parts, templates_parts
    from pramana.views.render.text.anot_results import derivation_parts, evaluation_parts, seed_run_parts, summary_parts
    from pramana.views.render.text.answer import footer_parts, reply_parts
    from pramana.views.render.text.audit import audit_parts
    from pramana.views.render.text.claims import claim_parts
    from pramana.views.render.text.doctor import doctor_model_parts, doctor_parts, server_parts
    from pramana.views.render.text.entity import cluster_parts, rulings_parts
    from pramana.views.render.text.facts import entity_parts, fact_parts, kriya_with_line_parts, line_parts
    from pramana.views.render.text.gasl import (
        explained_parts,
        graph_names_parts,
        help_parts,
        plan_parts,
        rows_parts,
        state_keys_parts,
        step_parts,
        variables_parts,
    )
    from pramana.views.render.text.graphs import import_parts, push_parts, violations_parts, warnings_parts
    from pramana.views.render.text.igg import (
        growth_parts,
        iteration_parts,
        log_difference_parts,
        refused_rows,
        sessions_parts,
        taken_rows,
        turn_parts,
    )
    from pramana.views.render.text.ingest import estimate_parts, ingest_parts, work_estimate_parts
    from pramana.views.render.text.investigation import investigation_parts
    from pramana.views.render.text.ledger import entries_parts, errors_parts, replay_parts
    from pramana.views.render.text.linking import links_parts
    from pramana.views.render.text.mining import clustering_parts, rules_parts
    from pramana.views.render.text.passes import pass_states_parts, passes_parts
    from pramana.views.render.text.prompts import prompts_parts
    from pramana.views.render.text.report import report_parts
    from pramana.views.render.text.runs import runs_parts
    from pramana.views.render.text.search import search_parts
    from pramana.views.render.text.spending import EMBEDDED, spending_texts
    from pramana.views.render.text.stategraph import (
        batch_parts,
        graph_findings_parts,
        state_parts,
        stategraph_parts,
        stategraph_run_json,
        stategraph_runs_parts,
        steps_parts,
    )
    from pramana.views.render.text.status import status_parts
    from pramana.views.render.text.trace_audits import trace_audits_parts
    from pramana.views.reply import Reply, SourceLine, reply_of
    from pramana.views.report import Report, WhyNot, report_on
    from pramana.views.report_words import JUDGED, money_exactly, ptool_rows, seconds, share, summed_up
    from pramana.views.reports import (
        ACCEPTED,
        Difference,
        Estimate,
        ImportReport,
        IngestReport,
        PassReport,
        PassState,
        PushReport,
        RefusedFile,
        ReplayReport,
        WorkEstimate,
        engine_text,
        money,
        token_text,
    )
    from pramana.views.review import CHECK, ReviewItem, ReviewQueue
    from pramana.views.showing import HtmlPage, InNotebook, ShownList
    from pramana.views.status import StatusReader, WorkspaceStatus
    from pramana.views.stores import Stores
    from pramana.views.timeline import TimedEvent, TimelineReader, TimeWindow
    from pramana.wording import TURNING, clean, plural

else:
    __getattr__ = lazy_exports(__name__, __file__)


def _fragment(value: Any) -> str:
    from pramana.views.render.notebook import html_of  # only in notebooks

    return html_of(value)


def _report_page(report: Report) -> str:
    from pramana.views.render.report_page import report_page  # only where a page is wanted

    return report_page(report)


def _answers_page(page: AnswersPage) -> str:
    from pramana.views.render.answers_page import answers_html  # only where a page is wanted

    return answers_html(page)


fragments_by(_fragment)
page_by("AnswersPage", _answers_page)
page_by("Report", _report_page)
