"""Read models: functions from the stores of a workspace to frozen data, and renderers of any result.

They write nothing, and know no workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pramana.lazy import lazy_exports
from pramana.views.showing import fragments_by, page_by

if TYPE_CHECKING:
    from pramana.trace import ErrorLog
    from pramana.views.clusters import ClusterReader
    from pramana.views.decisions import ABOUT_ENTRIES, DECISION, DecisionReader, Ruling
    from pramana.views.entity import ClusterView, EntityView, LinkView
    from pramana.views.facts import Fact, FactReader, Why, why_json
    from pramana.views.gasl_rows import ROWS_SHOWN, ShownRows, remarks, row_count, shown_rows
    from pramana.views.graph_page.page import GraphView, view_file, view_workspace
    from pramana.views.inspect import Check, Inspector, run_check
    from pramana.views.kriyas import KriyaView, LineView, proposal_in_words
    from pramana.views.ledger import LedgerEntry, run_json
    from pramana.views.linking import EntryReader, EntryView, Unlinked
    from pramana.views.metrics import COUNTED, STANDING_SCHEMA
    from pramana.views.render.gasl import cell_html, table_html
    from pramana.views.render.report_page import bin_counts, report_style
    from pramana.views.reply import Reply, reply_of
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
        RefusedFile,
        ReplayReport,
        money,
        token_text,
    )
    from pramana.views.showing import HtmlPage, InNotebook, ShownList
    from pramana.views.status import StatusReader, WorkspaceStatus
    from pramana.views.stores import Stores

else:
    __getattr__ = lazy_exports(__name__, __file__)


def _fragment(value: Any) -> str:
    from pramana.views.render.notebook import html_of  # only in notebooks

    return html_of(value)


def _report_page(report: Report) -> str:
    from pramana.views.render.report_page import report_page  # only where a page is wanted

    return report_page(report)


fragments_by(_fragment)
page_by("Report", _report_page)
