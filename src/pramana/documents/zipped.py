"""Files that are ZIP archives inside (.docx, .xlsx, .pptx, .epub): opened with a bound on what they unpack to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from pramana.documents.loader import MIB, Unusable

MOST_UNPACKED = 512 * MIB
"""Bytes of all entries together: an archive of some kilobytes can unpack to any size."""
MOST_ENTRIES = 20_000
_OLE = b"\xd0\xcf\x11\xe0"
"""How an Office file begins that is encrypted, or of the format before 2007."""


def open_archive(body: bytes, kind: str) -> ZipFile:
    """Return the archive of a file. `kind` is what it should be, for the message. Raises Unusable."""
    if body.startswith(_OLE):
        raise Unusable(f"encrypted, or in the format before 2007: save it as {kind} without a password")
    try:
        archive = ZipFile(BytesIO(body))
    except (BadZipFile, ValueError, EOFError, NotImplementedError):
        raise Unusable(f"broken: not {kind}") from None
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES or sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise Unusable(f"too large: it unpacks to more than {MOST_UNPACKED // MIB} MiB or {MOST_ENTRIES} files")
    if any(entry.flag_bits & 1 for entry in entries):
        raise Unusable("encrypted: it needs a password")
    return archive


@contextmanager
def opening_office(body: bytes, kind: str, product: str) -> Iterator[BytesIO]:
    """Lend the bytes of an Office file to its library, imported inside. Raises Unusable for what fails there."""
    open_archive(body, kind).close()
    try:
        yield BytesIO(body)
    except ImportError:
        raise Unusable(f"reading {product} needs more: pip install 'pramana[office]'") from None
    except Exception as error:  # whatever the library says of a broken file
        raise Unusable(f"broken: {type(error).__name__} where {product} was expected") from None
