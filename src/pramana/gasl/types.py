"""The words of the language that are not commands: what is searched, how state grows, how a step ends."""

from __future__ import annotations

from enum import StrEnum


class TargetKind(StrEnum):
    NODES = "nodes"
    EDGES = "edges"
    PATHS = "paths"


class UpdateMode(StrEnum):
    MERGE = "MERGE"
    REPLACE = "REPLACE"


class StateType(StrEnum):
    LIST = "LIST"
    DICT = "DICT"
    COUNTER = "COUNTER"


class Trigger(StrEnum):
    """What `ON` waits for."""

    EMPTY = "EMPTY"
    ERROR = "ERROR"
    PARTIAL = "PARTIAL"
    SCHEMA_MISMATCH = "SCHEMA_MISMATCH"


class Status(StrEnum):
    """How a step ended."""

    SUCCESS = "success"
    EMPTY = "empty"
    PARTIAL = "partial"
    BINDING_FAILURE = "binding_failure"
    SCHEMA_MISMATCH = "schema_mismatch"
    ERROR = "error"


class Aggregate(StrEnum):
    """What `GROUP` says of each group. COUNT takes no field."""

    COUNT = "COUNT"
    SUM = "SUM"
    MIN = "MIN"
    MAX = "MAX"
    AVG = "AVG"
