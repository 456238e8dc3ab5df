"""Documents: files cut into lines by the loader of their ending: one sentence each, with its place in the source.

`load_and_refine_documents` does it all; `incoming_documents` and `read_document` are its two steps, so that unchanged
files can be passed over by their hash. A `Shelf` keeps them in a workspace. No model.
"""

from typing import TYPE_CHECKING

from pramana.lazy import lazy_exports

if TYPE_CHECKING:
    from pramana.documents.blocks import Block
    from pramana.documents.changed import changed_since, moment_of
    from pramana.documents.dating import checked_date
    from pramana.documents.decode import Undecodable, decode
    from pramana.documents.finding import find_documents, skipped_in_words
    from pramana.documents.incoming import incoming_documents, load_and_refine_documents
    from pramana.documents.loader import (
        LOADERS,
        DocumentDate,
        Loader,
        Page,
        Part,
        Unusable,
        document_kinds,
        document_suffixes,
    )
    from pramana.documents.loading import printable_path, read_document, read_source, read_text
    from pramana.documents.model import FoundDocument, FoundFiles, Line, Loaded, LoadedDocument, SkippedFile
    from pramana.documents.sentences import spans as sentence_spans
    from pramana.documents.shelf import DOCUMENT_SCHEMA, Shelf, Shelved, ShelvedLine
    from pramana.documents.sources import GivenDocument, Source, flat_sources
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "DOCUMENT_SCHEMA",
    "LOADERS",
    "Block",
    "DocumentDate",
    "FoundDocument",
    "FoundFiles",
    "GivenDocument",
    "Line",
    "Loaded",
    "LoadedDocument",
    "Loader",
    "Page",
    "Part",
    "Shelf",
    "Shelved",
    "ShelvedLine",
    "SkippedFile",
    "Source",
    "Undecodable",
    "Unusable",
    "changed_since",
    "checked_date",
    "decode",
    "document_kinds",
    "document_suffixes",
    "find_documents",
    "flat_sources",
    "incoming_documents",
    "load_and_refine_documents",
    "moment_of",
    "printable_path",
    "read_document",
    "read_source",
    "read_text",
    "sentence_spans",
    "skipped_in_words",
]
