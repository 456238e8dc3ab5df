"""E-books (EPUB): the text of each chapter, in the order of reading."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree
from zipfile import BadZipFile, ZipFile

from pramana.documents.decode import Undecodable, declared_encoding, decode
from pramana.documents.loader import Loader, Part, Unusable
from pramana.documents.loaders.html import plain_text
from pramana.documents.plain import unwrapped_blocks
from pramana.documents.zipped import open_archive

_CONTAINER = "META-INF/container.xml"
_PAGES = ("application/xhtml+xml", "text/html")


def parts(body: bytes) -> Iterator[Part]:
    """Yield the text of each chapter that has any. Raises Unusable."""
    with open_archive(body, ".epub") as archive:
        number = 0
        for path in _spine(archive):
            page = _entry_bytes(archive, path)
            try:
                text = plain_text(decode(page, declared_encoding(page)))
            except Undecodable as error:
                raise Unusable(f"{path}: {error}") from None
            if text.strip():
                number += 1
                yield Part(f"{text}\n", f"chapter {number}")


def _spine(archive: ZipFile) -> Iterator[str]:
    """Yield the paths of the pages, in the order of reading."""
    root = _xml_root(archive, _CONTAINER).find(".//{*}rootfile")
    if root is None or not root.get("full-path"):
        raise Unusable("broken: it does not say where its contents are")
    package = root.get("full-path", "")
    tree = _xml_root(archive, package)
    items = {item.get("id"): item for item in tree.iterfind(".//{*}manifest/{*}item")}
    for reference in tree.iterfind(".//{*}spine/{*}itemref"):
        item = items.get(reference.get("idref"))
        if item is not None and item.get("media-type") in _PAGES and item.get("properties") != "nav":
            yield posixpath.normpath(posixpath.join(posixpath.dirname(package), unquote(item.get("href", ""))))


def _xml_root(archive: ZipFile, path: str) -> ElementTree.Element:
    """Return the root of an XML file. Entities of its own are refused: they can grow without bound."""
    text = _entry_bytes(archive, path)
    if b"<!ENTITY" in text:
        raise Unusable(f"broken: {path} declares entities")
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError:
        raise Unusable(f"broken: {path} is not XML") from None


def _entry_bytes(archive: ZipFile, path: str) -> bytes:
    try:
        return archive.read(path)
    except KeyError:
        raise Unusable(f"broken: it lacks {path}") from None
    except (BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError):
        raise Unusable(f"broken: {path} cannot be unpacked") from None


PLUGIN = Loader((".epub",), parts, unwrapped_blocks, sandboxed=True, seconds=30, seconds_per_mib=10, memory_per_byte=30)
