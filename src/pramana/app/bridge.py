"""Between results and the thread of their workspace: results that are read when somebody looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Call = Callable[..., Any]
"""Calls a function with its arguments and returns what it returns."""


def call_directly(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


class ReadLater:
    """Base of results whose items are read from the database when somebody looks.

    `call` calls a function where the database may be read: here, or in the thread of a synchronous workspace.
    """

    call: Call = staticmethod(call_directly)
