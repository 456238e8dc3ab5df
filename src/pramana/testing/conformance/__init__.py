"""The conformance suite of graph adapters: subclass `AdapterConformance`, say how a graph is built, run pytest.

It needs `pytest` and `hypothesis`, which Pramana itself does not; docs/adapters.md shows it at work.
"""

import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{part}" for part in ("frame", "searching", "walking", "writing")))

from pramana.testing.conformance.suite import AdapterConformance  # noqa: E402 - asserts are rewritten before

__all__ = ["AdapterConformance"]
