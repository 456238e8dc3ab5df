"""The payload of a run in the seed's form, validated when it is read."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pramana.canonical import canonical, digest, read_json
from pramana.errors import InputError
from pramana.graph import GraphSchema, SchemaMode, schema_from_json
from pramana.igg.plain import LONGEST_NAME

Count = Annotated[int, Field(ge=0)]


class EvidenceRule(StrEnum):
    """Which evidence an addition needs."""

    REQUIRED = "required"
    """Every addition needs a quote that is found in the context, unless the context has no text."""
    OPTIONAL = "optional"
    """An addition without a quote, or with a quote that is not found, is `asserted`."""


class _FrozenPayload(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Constraints(_FrozenPayload):
    """The bounds of the graph (inclusive; null: none)."""

    max_nodes: Count | None = None
    max_edges: Count | None = None
    allow_self_loops: bool = False
    allow_parallel_edges: bool = False
    """Whether two edges may have the same ends and type."""


class Endpoints(_FrozenPayload):
    """The node types that edges of a type may lead from and to (null: any)."""

    from_: list[str] | None = Field(None, alias="from")
    to: list[str] | None = None


class SchemaConfig(_FrozenPayload):
    """The schema of the graph.

    `attribute_types` gives, by node or edge type, the type of each attribute: `text`, `integer`, `number`, `boolean`,
    `date`, `list`, `list of text`, `object` or `any`, or `{"type": ..., "one_of": [...]}`. `unique_keys` gives, by node
    type, attributes, or lists of attributes, whose values must differ between all nodes of the type. `edge_words`
    gives, by edge type, other words by which a quote may say it; `*`: any words between its ends, as in source code.
    """

    node_types: list[str]
    edge_types: list[str] = []
    required_attributes: dict[str, list[str]] = {}
    attribute_types: dict[str, dict[str, Any]] = {}
    endpoints: dict[str, Endpoints] = {}
    unique_keys: dict[str, list[str | list[str]]] = {}
    edge_words: dict[str, list[str]] = {}
    evidence: EvidenceRule = EvidenceRule.OPTIONAL

    @model_validator(mode="after")
    def _holds_together(self) -> SchemaConfig:
        try:
            self.graph_schema(Constraints(), SchemaMode.STRICT)
        except InputError as error:
            raise ValueError(str(error)) from error
        return self

    def graph_schema(self, constraints: Constraints, mode: SchemaMode) -> GraphSchema:
        """Return the schema of the graph. Raises InputError if a name is not one of its types."""
        self._refuse_unknown()
        return schema_from_json(
            {
                "node_types": {name: self._properties(name) | self._unique(name) for name in self.node_types},
                "relations": {name: self._properties(name) | self._ends(name) for name in self.edge_types},
                "self_loops": constraints.allow_self_loops,
                "max_nodes": constraints.max_nodes,
                "max_edges": constraints.max_edges,
                "mode": mode.value,
            }
        )

    def keys_of(self, node_type: str) -> tuple[tuple[str, ...], ...]:
        """Return the unique keys of a node type, each a tuple of attributes."""
        return tuple((key,) if isinstance(key, str) else tuple(key) for key in self.unique_keys.get(node_type, ()))

    def _refuse_unknown(self) -> None:
        types = [*self.node_types, *self.edge_types]
        for name in types:
            if types.count(name) > 1:
                raise InputError(f"the type {name!r} occurs twice")
            if not name.isprintable() or not name.strip() or len(name) > LONGEST_NAME:
                raise InputError(f"{name!r} is not a valid type name: use up to {LONGEST_NAME} printable characters")
        named: tuple[tuple[str, Any, list[str]], ...] = (
            ("required_attributes", self.required_attributes, types),
            ("attribute_types", self.attribute_types, types),
            ("endpoints", self.endpoints, self.edge_types),
            ("edge_words", self.edge_words, self.edge_types),
            ("unique_keys", self.unique_keys, self.node_types),
        )
        for what, given, known in named:
            for name in given:
                if name not in known:
                    raise InputError(f"{what} has the unknown name {name!r}; known are {', '.join(known)}")

        for name in self.unique_keys:
            if not all(self.keys_of(name)):
                raise InputError(f"unique_keys has a key of {name!r} without attributes")

    def _properties(self, name: str) -> dict[str, Any]:
        return {
            "required": list(self.required_attributes.get(name, ())),
            "attributes": dict(self.attribute_types.get(name, {})),
        }

    def _unique(self, name: str) -> dict[str, Any]:
        return {"unique": [key[0] for key in self.keys_of(name) if len(key) == 1]}

    def _ends(self, name: str) -> dict[str, Any]:
        ends = self.endpoints.get(name)
        return {"sources": ends.from_, "targets": ends.to} if ends is not None else {}


class BudgetConfig(_FrozenPayload):
    """The budget of the agent (null: no bound): calls, tokens, and money in US dollars."""

    calls: Count | None = None
    tokens: Count | None = None
    money: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


class ObserveConfig(_FrozenPayload):
    """How the graph is shown: whole below `whole_below` nodes, in `format`, within `tokens`."""

    format: Literal["markdown", "graphml"] = "markdown"
    tokens: Annotated[int, Field(ge=200)] = 6_000
    whole_below: Count = 50


class RunConfig(_FrozenPayload):
    """The configuration of a run. `no_progress`: a run ends after this many iterations without a change (null: never).

    `export` is the file for the final graph; its extension sets the format (`.graphml`, `.json`, `.cypher`).
    `backend` is what the graph is kept in while it grows, or a server's address; it changes no result, and does not
    belong to the manifest.
    """

    max_iterations: Annotated[int, Field(ge=1)] = 20
    constraints: Constraints = Constraints()
    schema_: SchemaConfig = Field(alias="schema")
    mode: SchemaMode = SchemaMode.STRICT
    prune: bool = False
    export: str | None = None
    no_progress: Annotated[int, Field(ge=1)] | None = 3
    budget: BudgetConfig = BudgetConfig()
    observe: ObserveConfig = ObserveConfig()
    backend: Literal["memory", "sqlite"] | Annotated[str, Field(pattern=r"^[a-z0-9+]+://")] = "memory"


class SeedNode(_FrozenPayload):
    """An initial node. `label` is its type, `id` its own id, null: derived from its properties."""

    label: str
    properties: dict[str, Any] = {}
    id: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_export(cls, value: Any) -> Any:
        """Also accept a node in the form of an exported graph."""
        if isinstance(value, dict) and "label" not in value and "type" in value:
            taken = {"label": value["type"], **{name: value[name] for name in value if name != "type"}}
            value = _without(taken, ("evidence", "added"))
        return value

    def as_action(self) -> dict[str, Any]:
        return {"type": "ADD_NODE", "label": self.label, "properties": self.properties, "id": self.id}


class SeedEdge(_FrozenPayload):
    """An initial edge. `from` and `to` are references, as in actions."""

    label: str
    from_: str | dict[str, Any] = Field(alias="from")
    to: str | dict[str, Any]
    properties: dict[str, Any] = {}

    @model_validator(mode="before")
    @classmethod
    def _from_export(cls, value: Any) -> Any:
        """Also accept an edge in the form of an exported graph."""
        if isinstance(value, dict) and "relation" in value and "label" not in value:
            named = {"relation": "label", "source": "from", "target": "to"}
            taken: dict[str, Any] = {named.get(name, str(name)): value[name] for name in value}
            value = _without(taken, ("key", "ordinal", "evidence", "verdicts"))
        return value

    def as_action(self) -> dict[str, Any]:
        ends = {"from": self.from_, "to": self.to}
        return {"type": "ADD_EDGE", "label": self.label, **ends, "properties": self.properties}


class SeedData(_FrozenPayload):
    """The initial graph of a run. The agent can add to it and update it, but not remove from it.

    An exported graph is also accepted. Its other fields are ignored, including evidence, which belongs to another
    context.
    """

    nodes: list[SeedNode] = []
    edges: list[SeedEdge] = []

    @model_validator(mode="before")
    @classmethod
    def _from_export(cls, value: Any) -> Any:
        if isinstance(value, dict):
            value = _without(value, ("directed", "multigraph", "graph"))
        return value


class Payload(_FrozenPayload):
    """The input of a run. `context_data`: text, an object that names text, files or folders, or a list of both."""

    session_id: Annotated[str, Field(min_length=1, max_length=200)]
    goal_prompt: str
    context_data: str | dict[str, Any] | list[Any] = ""
    config: RunConfig
    seed_data: SeedData | None = None

    @model_validator(mode="after")
    def _is_json(self) -> Payload:
        """Refuse values without canonical JSON: unpaired surrogates, NaN."""
        try:
            canonical(self.model_dump(by_alias=True))  # mode="json" would turn NaN into null
        except (InputError, ValueError, RecursionError) as error:
            raise ValueError(str(error)) from error
        return self

    def manifest(self) -> dict[str, Any]:
        """Return the payload with the hash of its context instead of the context."""
        whole = self.model_dump(mode="json", by_alias=True, exclude={"config": {"backend"}})
        return {**whole, "context_data": {"hash": digest(self.context_data)}}

    def graph_schema(self) -> GraphSchema:
        """Return the initial schema."""
        return self.config.schema_.graph_schema(self.config.constraints, self.config.mode)

    def in_backend(self, backend: str) -> Payload:
        """Return the payload with another backend. Raises InputError for an unknown one."""
        given = self.model_dump(mode="json", by_alias=True)
        return read_payload({**given, "config": {**given["config"], "backend": backend}})

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of the input of `read_payload`."""
        return cls.model_json_schema(by_alias=True)


def read_payload(value: Any) -> Payload:
    """Return the payload in a JSON value. Raises InputError that lists every problem with its place."""
    try:
        return Payload.model_validate(value)
    except ValidationError as error:
        raise InputError(f"Invalid payload: {'; '.join(map(_error_text, error.errors()))}") from error


def load_payload(path: str | Path) -> Payload:
    """Read a payload from a JSON file. Raises InputError that lists every problem with its place."""
    return read_payload(read_json(Path(path)))


def _without(value: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value[name] for name in value if name not in names}


def _error_text(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"])
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{place}: {message}" if place else message
