"""Why a text is no command: the place, what could have stood there, and a command that works."""

from __future__ import annotations

import re
from difflib import get_close_matches

from pramana.errors import ParseError
from pramana.expr.conditions.diagnosis import Stop

_FOUND = re.compile(r"""[^\W\d][\w.]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|-?\d[\d.]*|\S""")


def explain(text: str, stop: Stop) -> ParseError:
    """Return the error that says why `text` cannot be read, which `stop` stopped."""
    position = len(text.rstrip()) if stop.position is None else stop.position
    found = _FOUND.match(text, position)
    word = found[0] if found else ""
    expected = sorted({terminal.strip("_") for terminal in stop.expected if terminal != "$END"})
    nearest = get_close_matches(word.upper(), expected, n=2, cutoff=0.6)
    problem = f"{word} cannot stand here." if word else "The command ends too early."
    return ParseError(problem, text, position, expected=expected, found=word, nearest=nearest)
