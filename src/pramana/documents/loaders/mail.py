"""Mails: `.eml`, one mail, and `.mbox`, many. Each has its header as a record, then what its author wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parsedate_to_datetime

from pramana.documents.decode import Undecodable, decode
from pramana.documents.loader import Loader, Page, Part, Unusable, known_date
from pramana.documents.loaders.html import plain_text
from pramana.documents.plain import blocks

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_NEXT = re.compile(rb"(?:\A|\n\r?\n)From [^\r\n]{1,500}\r?\n")
"""Where a mail begins in a file of many: after an empty line, or at its start."""
_QUOTED = re.compile(r"^[ \t]{0,3}(?:>|\|(?=\s)).*$", re.MULTILINE)
_INTRODUCES = re.compile(
    r"^(?:On|Am|Le|El|Il|Op|Den)\b[^\n]{5,200}(?:\n[^\n>]{1,100})?:[ \t]*\n(?=(?:[ \t]*\n)?[ \t]*>)", re.MULTILINE
)
"""*On 3 May, Ann wrote:* before quoted lines."""
_SIGNATURE = re.compile(r"^-- ?$.*", re.MULTILINE | re.DOTALL)


def parts(body: bytes) -> Iterator[Page]:
    """Yield header and text of each mail, with the names of its attachments. Raises Undecodable, Unusable.

    Lines quoted from other mails are left out: they are another author's words, and that mail's.
    """
    from email import policy  # only where a mail is read

    mails = list(_mails(body))
    for number, mail in enumerate(mails, 1):
        where = f"mail {number}, " if len(mails) > 1 else ""
        message = BytesParser(policy=policy.default).parsebytes(mail)
        header = " | ".join(f"{name}: {value}" for name in _SHOWN if (value := _header(message, name)))
        if not header:
            raise Unusable("not a mail: it has neither a sender nor a subject")
        yield Part(f"{header}\n\n", f"{where}header")
        yield from known_date(_header(message, "Date"))
        yield Part(f"{own_words(_text(message))}\n\n", f"{where}text")
        names = [name for part in _attachments(message) if (name := _name(part))]
        if names:
            yield Part(f"Attached: {', '.join(names)}\n\n", f"{where}attachments")


def _mails(body: bytes) -> Iterator[bytes]:
    starts = [(match.start(), match.end()) for match in _NEXT.finditer(body)]
    if not starts or starts[0][0] > 0:
        yield body
        return
    ends = [start for start, _ in starts[1:]] + [len(body)]
    for (_, begin), end in zip(starts, ends, strict=True):
        yield body[begin:end]


def _header(message: EmailMessage, name: str) -> str:
    """Return a header as text, "" for none; a date as ISO, in its own zone."""
    try:
        value = " ".join(str(message.get(name, "")).split())
        return parsedate_to_datetime(value).isoformat(" ", "minutes") if name == "Date" and value else value
    except Exception:  # the parser of headers fails in many ways on broken ones
        return ""


def _text(message: EmailMessage) -> str:
    """Return the plain text of a mail, else that of its HTML."""
    try:
        found = message.get_body(("plain", "html"))
    except Exception:  # broken structures
        raise Unusable("broken: the parts of the mail cannot be read") from None
    if found is None:
        return ""
    payload = found.get_payload(decode=True)
    content = _mail_text(payload if isinstance(payload, bytes) else b"", found.get_content_charset())
    return plain_text(content) if found.get_content_type() == "text/html" else content


def _mail_text(content: bytes, charset: str | None) -> str:
    try:
        return content.decode(charset or "utf-8")
    except (LookupError, UnicodeDecodeError):
        pass
    try:
        return decode(content) if content else ""
    except Undecodable:
        return content.decode("utf-8", "replace")


def own_words(text: str) -> str:
    """Return a mail's text without quoted lines, what introduces them, and the signature.

    >>> own_words("Yes.\\n\\nOn 3 May, Ann wrote:\\n> Will you come?\\n-- \\nBob, Leeds").strip()
    'Yes.'
    """
    text = text.replace("\r\n", "\n")
    return _SIGNATURE.sub("", _QUOTED.sub("", _INTRODUCES.sub("", text)))


def _attachments(message: EmailMessage) -> Iterator[EmailMessage]:
    try:
        yield from (part for part in message.iter_attachments() if isinstance(part, EmailMessage))
    except (AttributeError, KeyError):  # a multipart type over a single part
        return


def _name(part: EmailMessage) -> str:
    try:
        return " ".join((part.get_filename() or "").split())
    except Exception:  # broken headers
        return ""


PLUGIN = Loader((".eml", ".mbox"), parts, blocks, sandboxed=True, seconds=20, seconds_per_mib=10, memory_per_byte=20)
