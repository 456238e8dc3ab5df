"""Which of the files found were changed since some moment."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from pramana.documents.model import FoundDocument, FoundFiles
from pramana.errors import InputError

_SPAN = re.compile(r"(\d{1,6})\s*([mhdw])")
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def moment_of(text: str, now: datetime) -> datetime:
    """Return the moment that a text names: ISO date or time, or how long ago (`30m`, `2h`, `1d`, `1w`).

    Without an offset it is local time. Raises InputError.

    >>> now = datetime.fromisoformat("2026-05-04T12:00:00+00:00")
    >>> [moment_of(text, now).isoformat() for text in ("2h", "2026-05-01T06:30+00:00")]
    ['2026-05-04T10:00:00+00:00', '2026-05-01T06:30:00+00:00']
    """
    span = _SPAN.fullmatch(text.strip())
    if span is not None:
        return now - int(span[1]) * _UNITS[span[2]]
    try:
        return datetime.fromisoformat(text.strip()).astimezone()
    except (ValueError, OverflowError, OSError):
        raise InputError(
            f"{text!r} is not a time. Use a date (2026-05-01), a date and time (2026-05-01T06:30), or how long ago "
            "it was: 30m, 2h, 1d, 1w."
        ) from None


def changed_since(found: FoundFiles, moment: datetime) -> FoundFiles:
    """Return what was found without the files that were last changed before `moment`."""
    return replace(
        found, documents=tuple(each for each in found.documents if _is_changed_since(each, moment.timestamp()))
    )


def _is_changed_since(document: FoundDocument, moment: float) -> bool:
    try:
        return document.path.stat().st_mtime >= moment
    except OSError:  # reading it names the reason
        return True
