import re

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says what else the machine does. Everything else stays as Hypothesis has it, in CI and outside.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse test names with an address in memory: pytest-xdist needs the same names in each of its workers."""
    addressed = [item.nodeid for item in items if re.search(r" at 0x[0-9a-f]+", item.nodeid)]
    if addressed:
        raise pytest.UsageError(f"Give the parameters of these tests other ids: {', '.join(addressed)}")
