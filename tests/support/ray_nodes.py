"""A Ray cluster of several nodes on one machine, each a set of processes that can be killed."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

KEY = "READING_TEST_KEY"
"""The environment variable that holds the key of the tests' model."""


def need_ray() -> None:
    """Skip a test where Ray is not installed; fail it where SERVERS_TESTS=required."""
    if importlib.util.find_spec("ray") is None:
        (pytest.fail if os.environ.get("SERVERS_TESTS") == "required" else pytest.skip)(
            "Ray is not installed: pip install 'pramana[ray]'"
        )


@contextmanager
def ray_cluster(nodes: list[Mapping[str, Any]], **environment: str) -> Iterator[tuple[Any, list[Any]]]:
    """Yield a cluster with the given nodes, the first one its head, and the other nodes. `environment` is that of their
    processes."""
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", **environment}
    from ray.cluster_utils import Cluster

    head, *others = ({"object_store_memory": 128 * 1024 * 1024, "include_dashboard": False, **node} for node in nodes)
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        yield cluster, [cluster.add_node(**node) for node in others]
    finally:
        cluster.shutdown()
        for name in environment:
            os.environ.pop(name, None)
