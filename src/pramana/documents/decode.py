"""Bytes to text, or the reason why not. Nothing is guessed: a wrong guess would put wrong words into evidence."""

from __future__ import annotations

import codecs
import re

from pramana.errors import InputError

_MARKS = (  # UTF-32's little-endian mark begins with UTF-16's, so it is looked for first
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b")) + b"\x7f"
_MOST_CONTROL = 30  # one control character in so many makes a file binary
_SIGNATURES = (
    b"%PDF-",
    b"PK\x03\x04",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"\x7fELF",
    b"\xd0\xcf\x11\xe0",
)

_DECLARED = re.compile(
    rb"<(?:meta\b[^>]{0,200}?\bcharset|\?xml\b[^>]{0,100}?\bencoding)\s*=\s*[\"']?\s*([\w:.-]{1,40})", re.I
)
_DECLARATION_WITHIN = 1024
_LABELS = {  # what pages declare, by the WHATWG's table: Latin-1 means Windows-1252
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "latin1": "cp1252",
    "iso-8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "macintosh": "mac-roman",
    "utf-16": "utf-8",  # a page that declares UTF-16 in single bytes is not in it
    "utf-16le": "utf-8",
    "utf-16be": "utf-8",
}
_SAMPLE = 65_536
"""Bytes from which an encoding is guessed, for advice."""
_LIKELY = [
    *("cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1256"),
    *("cp932", "euc_jp", "gb18030", "big5", "cp949"),
]
"""Encodings that are named as likely: those in which texts are still found, the most frequent first."""
_KNOWN = re.compile(r"utf-?8|(?:windows-|cp)(?:125[0-8]|874)|iso-8859-\d{1,2}|koi8-[ru]|big5|euc-jp|iso-2022-jp|ibm866")


class Undecodable(ValueError):
    """The bytes are no text. The message is the reason, in one phrase."""


def decode(body: bytes, declared: str | None = None) -> str:
    """Return the text of `body`, without a byte order mark; its line ends stay as they are.

    A byte order mark decides; else `declared`; else UTF-8. Raises Undecodable, with the offset of the first bad byte.
    """
    for mark, encoding in _MARKS:
        if body.startswith(mark):
            return _strictly(body[len(mark) :], encoding, len(mark))
    if _is_binary(body):
        raise Undecodable("binary, not text")
    return _strictly(body, declared or "utf-8", 0)


def declared_encoding(body: bytes) -> str | None:
    """Return the encoding that an HTML page declares, as Python names it; None for none, or for one unknown."""
    match = _DECLARED.search(body[:_DECLARATION_WITHIN])
    if match is None:
        return None
    return known_encoding(match[1].decode("ascii", "replace"))


def known_encoding(label: str) -> str | None:
    """Return what Python calls an encoding that pages and servers name; None for one that web pages do not use."""
    name = label.strip().lower()
    name = _LABELS.get(name, name)
    return name if name in _LABELS.values() or _KNOWN.fullmatch(name) else None


def _is_binary(body: bytes) -> bool:
    if body.startswith(_SIGNATURES) or b"\x00" in body:
        return True
    start = body[:65_536]
    return (len(start) - len(start.translate(None, _CONTROL))) * _MOST_CONTROL > len(start)


def _strictly(body: bytes, encoding: str, skipped: int) -> str:
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError as error:
        at = error.start + skipped
        hint = "" if encoding != "utf-8" else _advice(body)
        raise Undecodable(f"not {encoding.upper()}: byte 0x{body[error.start]:02x} at offset {at}{hint}") from None
    if "\x00" in text:
        raise Undecodable("binary, not text")
    return text


def _advice(body: bytes) -> str:
    """Return what to do about bytes that are not UTF-8: the likely encoding is named, never taken unasked."""
    from charset_normalizer import from_bytes  # only where it is wanted

    found = from_bytes(body[:_SAMPLE], cp_isolation=_LIKELY).best()
    fitting = {found.encoding, *found.could_be_from_charset} if found is not None else set()
    likely = next((name for name in _LIKELY if name in fitting), None)
    if likely is None:
        return "; convert the file to UTF-8"
    return f"; it may be {likely.replace('_', '-')}: name it with --encoding, or convert the file to UTF-8"


def checked_encoding(label: str) -> str:
    """Return what Python calls an encoding of text. Raises InputError for one that Python does not know."""
    try:
        name = codecs.lookup(label).name
        "".encode(name)  # refuses what is no encoding of text, such as `hex`
    except (LookupError, ValueError):
        raise InputError(
            f"Unknown encoding {label!r:.50}. Examples: utf-8, windows-1252, iso-8859-1, shift_jis."
        ) from None
    return name
