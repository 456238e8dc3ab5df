"""Subtitles and transcripts of speech (SubRip, WebVTT): sentences run over cues; a line has the time of its cue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from pramana.documents.blocks import Block
from pramana.documents.decode import decode
from pramana.documents.loader import Loader, Part, Unusable
from pramana.documents.plain import LONGEST_BLOCK, bounded_blocks, rows

_TIMES = re.compile(r"\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s")
_VOICE = re.compile(r"<v(?:\.[\w.]{1,40})?\s+([^<>]{1,100})>")
_TAG = re.compile(r"<[^<>\n]{0,200}>|\{\\[^{}\n]{0,200}\}")
_ENDS = re.compile(r"[.!?…:][\"'”’»)\]]{0,3}$")
_NEW_SPEAKER = re.compile(r"[-–—]\s|[A-Z][\w .'-]{0,40}:\s")


def parts(body: bytes) -> Iterator[Part]:
    """Yield the text of each cue, its place the time at which it begins. Raises Undecodable, Unusable."""
    found = False
    for cue in re.split(r"\n[ \t]*\n", decode(body).replace("\r\n", "\n").replace("\r", "\n")):
        lines = cue.strip("\n").split("\n")
        at = next((number for number, line in enumerate(lines[:2]) if _TIMES.match(line)), None)
        if at is None:
            continue  # a header, a note, a style
        found = True
        match = _TIMES.match(lines[at])
        assert match is not None
        text = " ".join(filter(None, map(_spoken, lines[at + 1 :])))
        if text:
            yield Part(text, _clock(match[1]))
    if not found:
        raise Unusable("not subtitles: it has no line with times (00:00:01,000 --> 00:00:04,000)")


def _spoken(line: str) -> str:
    """Return a line of a cue without its markup; who speaks is written before a colon."""
    return unescape(_TAG.sub("", _VOICE.sub(r"\1: ", line))).strip()


def _clock(written: str) -> str:
    """Return a time without its fraction, with hours.

    >>> _clock("01:05.250")
    '00:01:05'
    """
    clock = re.split(r"[.,]", written)[0].split(":")
    return ":".join(f"{int(each):02}" for each in ["0"] * (3 - len(clock)) + clock)


def _sentences_over_cues(source: str) -> Iterator[Block]:
    """Yield blocks: cues up to one that ends a sentence, or before one that another speaker begins."""
    start = end = None
    for row in rows(source, 0, len(source)):
        if row is None:
            continue
        if start is not None and end is not None and (_NEW_SPEAKER.match(row.text) or row.end - start > LONGEST_BLOCK):
            yield from bounded_blocks(source, start, end)
            start = None
        start, end = row.start if start is None else start, row.end
        if _ENDS.search(row.text):
            yield from bounded_blocks(source, start, end)
            start = None
    if start is not None and end is not None:
        yield from bounded_blocks(source, start, end)


PLUGIN = Loader((".srt", ".vtt"), parts, _sentences_over_cues, is_text=True)
