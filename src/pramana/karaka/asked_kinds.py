"""Whether what a plan found is of the kind that the question asks for: a name, an amount, an event that happened."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pramana.graph import Node, fold_name
from pramana.karaka.line_answers import AMOUNTS
from pramana.karaka.traverse import DENIES, Match
from pramana.language import AnswerKind, AskedQuestion, stem

_WHICH = re.compile(r"(?:\w+ )?(?:which|what)\b", re.IGNORECASE)


def answers_kind(asked: AskedQuestion, match: Match, text: str) -> bool:
    """Return whether an event of a line may answer by its kind: *the foreman* is no name, *sixteen years* no age."""
    if asked.kind is AnswerKind.NAME:
        return any(_is_new_name(asked, node) for node in match.entities)
    if asked.kind is AnswerKind.EVENT:
        return DENIES not in match.caution
    if asked.kind in AMOUNTS and not match.entities:
        also = (
            AMOUNTS[AnswerKind.MEASURE] if asked.kind is AnswerKind.DURATION else AMOUNTS[asked.kind]
        )  # *how long is it*
        return any(pattern.search(text) for pattern in (AMOUNTS[asked.kind], also))
    return True


def preferred_by_noun(asked: AskedQuestion, matches: Sequence[Match]) -> list[Match]:
    """Return the matches that the noun behind *which* names, all where none has it: *on which river*, *which firm*."""
    if not asked.noun or not _WHICH.match(asked.text):
        return list(matches)
    noun = stem(asked.noun.split()[-1].casefold())
    named = [match for match in matches if any(noun in _stems(node) for node in match.entities)]
    return named or list(matches)


def _is_new_name(asked: AskedQuestion, node: Node) -> bool:
    name = str(node.properties.get("canonical_name", ""))
    own = {fold_name(word) for word in asked.text.split()}
    capitals = [word for word in name.split() if word[:1].isupper()]
    return bool(capitals) and not {fold_name(word) for word in capitals} <= own and name[:1].isupper()


def _stems(node: Node) -> set[str]:
    return {stem(word.casefold()) for word in str(node.properties.get("canonical_name", "")).split()}
