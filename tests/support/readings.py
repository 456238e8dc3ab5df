"""What the embedded reader makes of a line, as text that tables of tests hold."""

from __future__ import annotations

from pramana.events import Extraction, Kriya, read_kriyas


def told(text: str) -> list[str]:
    """Return each Kriyā as `verb: role=mentions, polarity, modality, speaker`, what is usual left out."""
    answer = read_kriyas(text)
    assert isinstance(answer, Extraction), answer
    return [_worded(kriya) for kriya in answer.kriyas]


def _worded(kriya: Kriya) -> str:
    parts = [f"{role.value}={'+'.join(mentions)}" for role, mentions in kriya.karakas.items()]
    parts += ["not"] if kriya.polarity == "negative" else []
    parts += [kriya.modality.value] if kriya.modality != "actual" else []
    parts += [f"says {kriya.attributed_to}"] if kriya.attributed_to else []
    return f"{kriya.verb}: {', '.join(parts)}"
