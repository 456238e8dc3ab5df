"""Plain text: paragraphs by empty lines, headings and verse by their shape."""

from __future__ import annotations

from pramana.documents.decode import decode
from pramana.documents.loader import Loader

PLUGIN = Loader((".txt", ".text"), lambda body: [decode(body)])
