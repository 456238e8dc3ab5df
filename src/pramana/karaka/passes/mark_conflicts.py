"""Whether what is said of two bearers of a name can be said of one."""

from __future__ import annotations

from collections.abc import Sequence

from pramana.karaka.passes.marks import Mark, callings_conflict
from pramana.karaka.passes.name_words import FEMALE_NAMES
from pramana.karaka.passes.spelling import is_variant, same_given


def marks_conflict(some: Sequence[Mark], others: Sequence[Mark]) -> bool:
    """Return whether two bearers of a name cannot be one by what is said of them."""
    return _conflict(some, others) is True


def marks_differ(some: Sequence[Mark], others: Sequence[Mark]) -> bool:
    """Return whether there is a doubt: other callings, though one person may have both."""
    return _conflict(some, others) is None


def _conflict(some: Sequence[Mark], others: Sequence[Mark]) -> bool | None:
    doubt = False
    if _values(some, "born") & _values(others, "born"):
        return False
    for kind in ("born", "gender", "type"):
        if _values(some, kind) and _values(others, kind) and not _values(some, kind) & _values(others, kind):
            return True
    ones, twos = _values(some, "trade"), _values(others, "trade")
    if ones and twos and not ones & twos:
        verdicts = [callings_conflict(one, other) for one in sorted(ones) for other in sorted(twos)]
        if all(verdicts):
            return True
        doubt = True
    names = [name_conflict(one, other) for one in _values(some, "name") for other in _values(others, "name")]
    if any(found is True for found in names):
        return True
    return None if doubt or any(found is None for found in names) else False


def name_conflict(one: str, other: str) -> bool | None:
    """Return whether two full names, as folded words, are those of two people; None where that is in doubt."""
    a, b = one.split(), other.split()
    if set(a) <= set(b) or set(b) <= set(a):
        return False
    if a[-1] != b[-1]:
        if a[0] != b[0] or is_variant(a[-1], b[-1], alone=False):
            return False
        return None if a[0] in FEMALE_NAMES else True  # a woman may have married
    if same_given(a[0], b[0]):
        return None if len(a) == len(b) == 2 or not _middle_conflict(a[1:-1], b[1:-1]) else True
    return True


def _middle_conflict(some: Sequence[str], others: Sequence[str]) -> bool:
    return bool(some and others) and some[0][0] != others[0][0]


def _values(marks: Sequence[Mark], kind: str) -> set[str]:
    return {mark.value for mark in marks if mark.kind == kind}
