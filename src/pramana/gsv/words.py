"""Texts about an attempt: the feedback for the next one, and the reasons in the ledger. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from pydantic import BaseModel

from pramana.gsv.model import ALL_INVALID
from pramana.gsv.round import Rival, Round, RoundOutcome

C = TypeVar("C", bound=BaseModel)

FEEDBACK = 4000
"""Longest feedback, in characters."""
NOTE = 400
"""Longest note to one item of a shared call, in characters."""
_QUOTED = 1000
"""Longest quote of one candidate or of one reason, in characters."""


def feedback_on(state: Round[C]) -> str:
    """Return what the next attempt should know of one that was not accepted; "" where there is nothing to say.

    The generator has not seen the earlier candidates, so they are quoted. One line: no layout by the model
    reaches the next prompt.
    """
    parts = [*_judgement(state), *_broken_rules(state), *_unread(state)]
    return shorten(" ".join(parts), FEEDBACK)


def repair_note(state: Round[C]) -> str:
    """Return what was wrong with an attempt in at most `NOTE` characters, for a call that repairs several items."""
    for rival in state.rivals:
        if rival.draft.violations:
            return shorten(" ".join(rival.draft.violations), NOTE)
    reasons = [reason for rival in state.sound for reason in state.reasons(rival)]
    if state.verification is not None and state.chosen() is None:
        reasons.insert(0, state.verification.reasoning)
    return shorten(" ".join(dict.fromkeys(filter(None, reasons))), NOTE)


def _judgement(state: Round[C]) -> Iterable[str]:
    verdict, chosen = state.verification, state.chosen()
    if verdict is None or not state.sound:
        return
    leaders = state.leaders()
    faults = _sentence("Named faults", verdict.paninian_violations)
    if chosen is None:
        yield f"The verifier found no candidate valid: {_excerpt(verdict.reasoning)}{faults}"
        yield from (f"The scorers said of {_quote(rival)}: {_reasons(state, rival)}" for rival in leaders[:1])
    elif leaders and chosen.id not in [rival.id for rival in leaders]:
        yield "Scorers and verifier disagreed."
        for rival in leaders[:2]:
            yield f"The scorers put first {_quote(rival)}: {_reasons(state, rival)}"
        yield f"The verifier chose {_quote(chosen)}: {_excerpt(verdict.reasoning)}{faults}"
        yield f"Of that the scorers said: {_reasons(state, chosen)}"
    elif leaders:
        yield f"Held to be valid, but scored too low: {_quote(chosen)}: {_reasons(state, chosen)}"


def _broken_rules(state: Round[C]) -> Iterable[str]:
    for rival in state.rivals:
        if rival.draft.violations:
            yield f"The checks refused {_quote(rival)}: {_excerpt(' '.join(rival.draft.violations))}"


def _unread(state: Round[C]) -> Iterable[str]:
    """Say what was wrong with answers, but only where no candidate could be read at all."""
    if not state.drafts:
        yield from (f"The answer could not be read: {_excerpt(gap.message)}" for gap in state.missing("invalid")[:1])


def _reasons(state: Round[C], rival: Rival[C]) -> str:
    votes = zip(state.scores(rival), state.reasons(rival), strict=True)
    return "; ".join(f"{score} of 100, {shorten(reason, 150)}" for score, reason in votes) or "no valid vote."


def reason_for(state: Round[C], rival: Rival[C], outcome: RoundOutcome[C]) -> str:
    """Return why a candidate was accepted or refused, for the ledger."""
    if rival.draft.violations:
        return f"Refused by the checks: {_excerpt(' '.join(rival.draft.violations))}"
    golden = outcome.golden
    if golden is not None and golden.id == rival.id:
        told = f" {_excerpt(state.verification.reasoning)}" if state.verification else ""
        return f"{outcome.reason}{told}{_equal(rival)}{_left_out(rival)}"
    if golden is not None:
        return f"{golden.id} was accepted.{_equal(rival)}"
    return f"{outcome.reason}{_choice(state)}{_equal(rival)}"


def _choice(state: Round[C]) -> str:
    verdict = state.verification
    if verdict is None:
        return ""
    said = "The verifier said" if verdict.choice == ALL_INVALID else f"The verifier chose {verdict.choice}"
    return f" {said}: {_excerpt(verdict.reasoning)}"


def _left_out(rival: Rival[C]) -> str:
    left = rival.draft.left_out
    return f" Left out of it, because the checks refuse it: {_excerpt(' '.join(left))}" if left else ""


def _equal(rival: Rival[C]) -> str:
    return f" Equal: {', '.join(rival.ids)}." if len(rival.ids) > 1 else ""


def _sentence(head: str, items: list[str]) -> str:
    return f" {head}: {_excerpt('; '.join(items))}" if items else ""


def _quote(rival: Rival[C]) -> str:
    """Return a candidate in the words of its generator: of a long one whole parts, and how many are left out."""
    parts = rival.draft.words
    if not parts:
        return _excerpt(rival.draft.text)
    kept = 1 + sum(len(" / ".join(parts[:count])) <= _QUOTED for count in range(2, len(parts) + 1))
    more = [f"and {len(parts) - kept} more"] if kept < len(parts) else []
    return " / ".join([*map(_excerpt, parts[:kept]), *more])


def _excerpt(text: str) -> str:
    return shorten(text, _QUOTED)


def shorten(text: str, limit: int) -> str:
    """Return `text` on one line of at most `limit` characters, "…" for what is left out.

    >>> shorten("a long\\n  reason", 10)
    'a long re…'
    """
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"
