"""The composition root: rooms plugged together into a workspace, and the façade that users import.

`open_workspace` is `pramana.open`, `open_async` is `pramana.aopen`.
"""

from pramana.app.api import AsyncWorkspace, Workspace, open_async, open_workspace
from pramana.app.config import Config, load_config
from pramana.app.ingest import Progress
from pramana.app.workspace import find, init
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

__all__ = [
    "AsyncWorkspace",
    "Config",
    "Difference",
    "Estimate",
    "Fact",
    "ImportReport",
    "IngestReport",
    "PassReport",
    "PassState",
    "Progress",
    "ReplayReport",
    "Reply",
    "Why",
    "Workspace",
    "find",
    "init",
    "load_config",
    "open_async",
    "open_workspace",
]
