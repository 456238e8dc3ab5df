"""Text becomes a knowledge graph in which every fact can be proved; questions are answered from it with citations.

>>> import pramana
>>> ws = pramana.open("ws")                                                                       # doctest: +SKIP
>>> print(ws.ingest("docs/"), ws.ask("Who gave the bow to Lakshmana?").answer)                    # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pramana.errors import PramanaError
from pramana.version import __version__

if TYPE_CHECKING:
    from pramana.app import Workspace
    from pramana.app import open_async as aopen
    from pramana.app import open_workspace as open
    from pramana.documents import load_and_refine_documents

__all__ = ["PramanaError", "Workspace", "__version__", "aopen", "load_and_refine_documents", "open"]

_LAZY = {
    "open": ("pramana.app", "open_workspace"),
    "aopen": ("pramana.app", "open_async"),
    "Workspace": ("pramana.app", "Workspace"),
    "load_and_refine_documents": ("pramana.documents", "load_and_refine_documents"),
    "load_ipython_extension": ("pramana.notebook", "load_ipython_extension"),
    "unload_ipython_extension": ("pramana.notebook", "unload_ipython_extension"),
}
"""Names that are looked up when first used, so that `import pramana` and the command line start at once."""


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'pramana' has no attribute {name!r}")
    module, attribute = _LAZY[name]
    return getattr(import_module(module), attribute)
