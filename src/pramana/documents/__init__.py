"""Documents: .txt, .md, .html and .pdf files cut into lines: one sentence each, with its place in the source.

`load_and_refine_documents` does it all; `find_documents` and `read_document` are its two steps, so that unchanged files
can be passed over by their hash. No database, no model.
"""

from pramana.documents.finding import find_documents, load_and_refine_documents
from pramana.documents.loading import read_document, read_source
from pramana.documents.model import Found, FoundDocument, Line, Loaded, LoadedDocument

__all__ = [
    "Found",
    "FoundDocument",
    "Line",
    "Loaded",
    "LoadedDocument",
    "find_documents",
    "load_and_refine_documents",
    "read_document",
    "read_source",
]
