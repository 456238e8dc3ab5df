"""The conformance suite of graph adapters: subclass `AdapterConformance`, implement `build`, run pytest.

It needs `pytest` and `hypothesis`, which Pramana itself does not need; docs/adapters.md has an example.
"""

import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{part}" for part in ("frame", "searching", "walking", "writing")))

from pramana.testing.conformance.suite import AdapterConformance  # noqa: E402 - asserts are rewritten before

__all__ = ["AdapterConformance"]
