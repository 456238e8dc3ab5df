"""Which language's sentence rules fit a text, told by its script alone."""

from __future__ import annotations

_SCRIPTS: tuple[tuple[int, int, str], ...] = (
    (0x0370, 0x03FF, "el"),
    (0x0400, 0x052F, "ru"),
    (0x0530, 0x058F, "hy"),
    (0x0590, 0x05FF, "he"),
    (0x0600, 0x06FF, "ar"),
    (0x0900, 0x097F, "hi"),
    (0x0980, 0x09FF, "bn"),
    (0x0A00, 0x0A7F, "pa"),
    (0x0A80, 0x0AFF, "gu"),
    (0x0B00, 0x0B7F, "or"),
    (0x0B80, 0x0BFF, "ta"),
    (0x0C00, 0x0C7F, "te"),
    (0x0C80, 0x0CFF, "kn"),
    (0x0D00, 0x0D7F, "ml"),
    (0x0E00, 0x0E7F, "th"),
    (0x1000, 0x109F, "my"),
    (0x1200, 0x139F, "am"),
    (0x1780, 0x17FF, "km"),
    (0x1F00, 0x1FFF, "el"),
    (0x3040, 0x30FF, "ja"),
    (0x3400, 0x9FFF, "zh"),
    (0xAC00, 0xD7AF, "ko"),
)
_SAMPLE = 1_000
_KANA_SHARE = 10  # one Kana in ten Han characters is enough: Chinese has none


def language(text: str) -> str:
    """Return the code of a language of the script that most letters of `text` are in; "en" for Latin and for none."""
    if text.isascii():
        return "en"
    counts: dict[str, int] = {}
    for character in text[:_SAMPLE]:
        if character.isalpha():
            code = _language(ord(character))
            counts[code] = counts.get(code, 0) + 1
    if counts.get("ja", 0) * _KANA_SHARE >= counts.get("zh", 0) > 0:
        counts["ja"] = counts.get("ja", 0) + counts.pop("zh")
    return max(sorted(counts), key=lambda code: counts[code], default="en")


def _language(code: int) -> str:
    return next((name for first, last, name in _SCRIPTS if first <= code <= last), "en")
