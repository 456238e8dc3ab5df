"""Schemas as JSON and YAML, validated when they are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from pramana.canonical import canonical
from pramana.errors import CanonicalError, GraphFileError, InputError
from pramana.graph.schema.model import GraphSchema, NodeType, Relation, SchemaMode, shorten_value
from pramana.graph.schema.values import Attribute, AttributeType, fits
from pramana.graph.schema.violation import nearest
from pramana.untrusted import Malformed, parse_json, parse_yaml, read_file

LONGEST = 4 << 20
"""In characters: bounds the work of the YAML parser on hostile input. Chosen by hand."""

_LINE_ENDS = frozenset("\x85\u2028\u2029")
"""PyYAML writes these characters unescaped and reads them as spaces, unless all non-ASCII text is escaped."""


def _full_attribute(value: Any) -> Any:
    """Return the full form of an attribute: a bare type means an attribute of that type, null an attribute of any."""
    return {"type": value} if isinstance(value, str) else value or {}


def _full_objects(value: Any) -> Any:
    """Return the full form of a list of names: an object whose entries have no further details."""
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return {name: {} for name in value}
    return value


class AttributeModel(BaseModel):
    """A property: its type, and optionally its allowed values. A bare type is also accepted."""

    model_config = ConfigDict(extra="forbid", strict=True)

    type: Annotated[AttributeType, Field(strict=False)] = AttributeType.ANY
    one_of: list[Any] = []

    @model_validator(mode="after")
    def _fits(self) -> AttributeModel:
        for value in self.one_of:
            if value is None or not fits(value, self.type):
                raise ValueError(f"{shorten_value(value)} in one_of is not of type {self.type}")
        return self


Attributes = Annotated[
    dict[str, Annotated[AttributeModel, BeforeValidator(_full_attribute)]], BeforeValidator(_full_objects)
]


class NodeTypeModel(BaseModel):
    """A node type. `closed`: properties that are not named here are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    required: list[str] = []
    attributes: Attributes = {}
    unique: list[str] = []
    closed: bool = False


class RelationModel(BaseModel):
    """A relation: the node types that it may lead from and to (null or missing: any), and its properties."""

    model_config = ConfigDict(extra="forbid", strict=True)

    sources: list[str] | None = None
    targets: list[str] | None = None
    required: list[str] = []
    attributes: Attributes = {}
    closed: bool = False


class SchemaModel(BaseModel):
    """The schema of a graph.

    `node_types` and `relations` are objects by name, or lists of names. `edge_types` is a synonym of `relations`;
    `required_attributes` (by node type) and `constraints` (max_nodes, max_edges, allow_self_loops) are alternatives
    to `required`, `max_nodes`, `max_edges` and `self_loops`.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    node_types: Annotated[dict[str, NodeTypeModel], BeforeValidator(_full_objects)]
    relations: Annotated[dict[str, RelationModel], BeforeValidator(_full_objects)] = {}
    self_loops: bool = False
    max_nodes: Annotated[int, Field(ge=0)] | None = None
    max_edges: Annotated[int, Field(ge=0)] | None = None
    mode: Annotated[SchemaMode, Field(strict=False)] = SchemaMode.STRICT

    @model_validator(mode="before")
    @classmethod
    def _short_forms(cls, value: Any) -> Any:
        return _spelled_out(value) if isinstance(value, dict) else value

    @model_validator(mode="after")
    def _ends_are_known(self) -> SchemaModel:
        for name, relation in self.relations.items():
            for end in (*(relation.sources or ()), *(relation.targets or ())):
                if end not in self.node_types:
                    near = nearest(end, self.node_types)
                    hint = f" Did you mean {' or '.join(near)}?" if near else ""
                    raise ValueError(f"the relation {name!r} refers to the unknown node type {end!r}.{hint}")
        return self


def _spelled_out(given: dict[str, Any]) -> dict[str, Any]:
    value = dict(given)
    if "edge_types" in value and "relations" not in value:
        value["relations"] = value.pop("edge_types")
    constraints = value.pop("constraints", None) or {}
    if not isinstance(constraints, dict):
        raise ValueError("constraints must be an object")
    for name, meant in (("max_nodes", "max_nodes"), ("max_edges", "max_edges"), ("allow_self_loops", "self_loops")):
        if name in constraints:
            value[meant] = constraints[name]
    unknown = constraints.keys() - {"max_nodes", "max_edges", "allow_self_loops"}
    if unknown:
        raise ValueError(f"unknown constraint {sorted(unknown)[0]!r}")
    required = value.pop("required_attributes", None) or {}
    if required:
        value["node_types"] = _with_required(_full_objects(value.get("node_types")), required)
    return value


def _with_required(node_types: Any, required: Any) -> Any:
    if not isinstance(node_types, dict) or not isinstance(required, dict):
        return node_types
    for name in required:
        if name not in node_types:
            raise ValueError(f"required_attributes refers to the unknown node type {name!r}")
    return {
        name: {**(kind or {}), "required": required[name]} if name in required else kind
        for name, kind in node_types.items()
    }


def schema_from_json(value: Any) -> GraphSchema:
    """Return the schema that a JSON value describes (see SchemaModel).

    Raises InputError that lists every problem with its place in the value.
    """
    try:
        canonical(value)
        model = SchemaModel.model_validate(value)
    except CanonicalError as error:
        raise InputError(f"The schema cannot be stored as JSON: {error}") from error
    except ValidationError as error:
        raise InputError(f"Invalid schema: {'; '.join(map(_error_text, error.errors()))}") from error
    return GraphSchema(
        {name: _node_type(kind) for name, kind in model.node_types.items()},
        {name: _relation(kind) for name, kind in model.relations.items()},
        model.self_loops,
        model.max_nodes,
        model.max_edges,
        model.mode,
    )


def schema_as_json(schema: GraphSchema) -> dict[str, Any]:
    """Return a schema as JSON, without default values. `schema_from_json` restores it."""
    bounds = {"max_nodes": schema.max_nodes, "max_edges": schema.max_edges}
    return {
        "node_types": {name: _type_as_json(kind) for name, kind in schema.node_types.items()},
        "relations": {name: _type_as_json(kind) for name, kind in schema.relations.items()},
        **({"self_loops": True} if schema.self_loops else {}),
        **{name: bound for name, bound in bounds.items() if bound is not None},
        **({"mode": schema.mode.value} if schema.mode is not SchemaMode.STRICT else {}),
    }


def _type_as_json(kind: NodeType | Relation) -> dict[str, Any]:
    ends = {"sources": kind.sources, "targets": kind.targets} if isinstance(kind, Relation) else {}
    lists = {"required": kind.required, "unique": getattr(kind, "unique", ())}
    attributes = {name: _plain_attribute(attribute) for name, attribute in kind.attributes.items()}
    return {
        **{name: list(types) for name, types in ends.items() if types is not None},
        **{name: list(names) for name, names in lists.items() if names},
        **({"attributes": attributes} if attributes else {}),
        **({"closed": True} if kind.closed else {}),
    }


def _plain_attribute(attribute: Attribute) -> Any:
    if attribute.one_of:
        return {"type": attribute.type.value, "one_of": list(attribute.one_of)}
    return attribute.type.value


def schema_as_yaml(schema: GraphSchema) -> str:
    """Return a schema as YAML."""
    import yaml

    written = json.dumps(schema_as_json(schema), ensure_ascii=False)
    unshared = json.loads(written)  # an object that occurs twice would become a YAML alias
    readable = _LINE_ENDS.isdisjoint(written)
    text: str = yaml.safe_dump(unshared, sort_keys=False, allow_unicode=readable, width=100)
    return text


def read_schema(path: str | Path) -> GraphSchema:
    """Read a schema from a JSON or a YAML file, by its extension.

    Raises GraphFileError with the place of the error if the syntax is invalid, InputError if the schema is.
    """
    file = Path(path)
    try:
        text = read_file(file, 4 * LONGEST)
    except InputError as error:
        raise GraphFileError(file, str(error).removeprefix(f"{file}: ").removeprefix(f"{file} ").rstrip(".")) from None
    if len(text) > LONGEST:
        raise GraphFileError(file, f"has more than {LONGEST:,} characters, the maximum for a schema")
    try:
        value = parse_json(text) if file.suffix.lower() == ".json" else parse_yaml(text)
    except Malformed as error:
        raise GraphFileError(file, str(error), line=error.line, column=error.column) from None
    try:
        return schema_from_json(value)
    except InputError as error:
        raise InputError(f"{file}: {error}") from error


def write_schema(schema: GraphSchema, path: str | Path) -> None:
    """Write a schema to a JSON or a YAML file, by its extension."""
    file = Path(path)
    is_json = file.suffix.lower() == ".json"
    text = (
        json.dumps(schema_as_json(schema), ensure_ascii=False, indent=2) + "\n" if is_json else schema_as_yaml(schema)
    )
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror}.") from error


def _error_text(error: Any) -> str:
    place = ".".join(str(part) for part in error["loc"])
    message = str(error["msg"]).removeprefix("Value error, ")
    return f"{place}: {message}" if place else message


def _attributes(models: dict[str, AttributeModel]) -> dict[str, Attribute]:
    return {name: Attribute(model.type, tuple(model.one_of)) for name, model in models.items()}


def _node_type(model: NodeTypeModel) -> NodeType:
    return NodeType(tuple(model.required), _attributes(model.attributes), tuple(model.unique), model.closed)


def _relation(model: RelationModel) -> Relation:
    sources, targets = (None if ends is None else tuple(ends) for ends in (model.sources, model.targets))
    return Relation(sources, targets, tuple(model.required), _attributes(model.attributes), model.closed)
