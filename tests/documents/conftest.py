"""A small PDF writer: what the tests read was never anybody's file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest


def make_pdf(pages: Sequence[Sequence[str | tuple[str, int]]], *, encrypted: bool = False, created: str = "") -> bytes:
    """Return a PDF with the given lines on its pages, in Helvetica of 12 points, or of the size beside a line.

    `created` is its CreationDate.
    """
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for at, lines in enumerate(pages):
        sized = [(line, 12) if isinstance(line, str) else line for line in lines]
        shown = b" ".join(b"/F1 %d Tf (%s) Tj T*" % (size, line.encode("cp1252")) for line, size in sized)
        body = b"BT 14 TL 72 720 Td %s ET" % shown
        page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * at} 0 R"
        objects.append(f"{page} /Resources << /Font << /F1 3 0 R >> >> >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(body), body))
    if created:
        objects.append(b"<< /CreationDate (%s) >>" % created.encode())
    return _assembled(objects, encrypted, len(objects) if created else 0)


def _assembled(objects: Sequence[bytes], encrypted: bool, info: int) -> bytes:
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    lock = b" /Encrypt << /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >> /ID [<00><00>]" % (
        b"41" * 32,
        b"42" * 32,
    )
    end = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    more = (lock if encrypted else b"") + (b" /Info %d 0 R" % info if info else b"")
    trailer = b"trailer\n<< /Size %d /Root 1 0 R%s >>\n" % (len(objects) + 1, more)
    return out + end + trailer + b"startxref\n%d\n%%%%EOF\n" % len(out)


@pytest.fixture(name="make_pdf")
def _make_pdf() -> Callable[..., bytes]:
    return make_pdf
