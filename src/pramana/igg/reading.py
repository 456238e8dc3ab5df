"""Reads an agent's answer of any form as actions: invalid ones are reported, the others are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict
from rapidfuzz import fuzz, process, utils

from pramana.igg.actions import (
    QUERY_KINDS,
    Action,
    AddEdge,
    AddNode,
    AgentAnswer,
    Finish,
    Query,
    Quote,
    Reference,
    Remove,
    UnreadableAction,
    UpdateNodeAction,
)
from pramana.igg.plain import (
    LONGEST_ID,
    LONGEST_NAME,
    ActionError,
    excerpt,
    plain_name,
    plain_properties,
    plain_text,
)
from pramana.llm import Unparsable, fenced_blocks, parse, replace_surrogates

MOST_ACTIONS = 20_000
"""Of one answer; later actions are ignored. This and the bounds below stop hostile answers; chosen by hand."""

LONGEST_ANSWER = 20_000_000
"""Of an answer as text, in characters."""

LONGEST_REASONING = 20_000
MOST_QUOTES = 20
_WORD = re.compile(r"[^A-Z]")
"""Removed from action types before they are compared: `add_node` and `Add Node` mean ADD_NODE."""

_MEANT = {
    **dict.fromkeys(("source", "start", "head", "subject"), "from"),
    **dict.fromkeys(("target", "end", "tail", "object"), "to"),
    **dict.fromkeys(("node_type", "edge_type", "relation", "relationship", "kind"), "label"),
    **dict.fromkeys(("attributes", "props", "data"), "properties"),
    **dict.fromkeys(("quote", "source_text"), "evidence"),
}
"""Other names of the fields of an action, seen in related formats and in answers of models."""

Fields: TypeAlias = Mapping[str, Any]


class _Written(BaseModel):
    """Finds JSON in an answer that is text."""

    model_config = ConfigDict(extra="ignore")

    reasoning: Any = ""
    actions: list[Any]
    atomic: Any = False


def read_answer(answer: Any) -> AgentAnswer:
    """Return an agent's answer. Never raises: an invalid action becomes Unreadable, at its position.

    `answer` is an object with `reasoning`, `actions` and `atomic` (the seed's form); a list of actions; one action;
    any of these as text, in code fences or prose; or an Answer.
    """
    value = _unwrap(answer)
    if isinstance(value, list | tuple):
        value = {"actions": value}
    if not isinstance(value, dict) or not ("actions" in value or "type" in value):
        problem = "an answer must be an object with `reasoning` and a list of `actions`"
        return AgentAnswer("", (UnreadableAction("unreadable", problem, excerpt(answer)),))
    if "actions" not in value:
        value = {"actions": [value]}
    reasoning, atomic = _reasoning(value.get("reasoning")), _is_atomic(value.get("atomic", False))
    return AgentAnswer(reasoning, _actions(value["actions"]), atomic)


def _unwrap(answer: Any) -> Any:
    """Return the value inside a text, a model or an Answer."""
    if isinstance(answer, bytes | bytearray):
        answer = answer.decode("utf-8", "replace")
    if isinstance(answer, str):
        return _parse_text(answer)
    if isinstance(answer, AgentAnswer):
        return {"reasoning": answer.reasoning, "actions": answer.actions, "atomic": answer.atomic}
    if isinstance(answer, BaseModel):
        return dict(answer)
    return answer


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _parse_text(text: str) -> Any:
    if len(text) > LONGEST_ANSWER:
        return None
    text = text.removeprefix("\ufeff")  # a byte order mark
    for whole in (text, *fenced_blocks(text)):
        try:
            value = json.loads(whole, parse_constant=_no_number)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, list) or (isinstance(value, dict) and ("actions" in value or "type" in value)):
            return value
    try:
        return dict(parse(text, _Written).output)
    except (Unparsable, ValueError, RecursionError):
        return None


def _reasoning(given: Any) -> str:
    text = "" if given is None else given if isinstance(given, str) else str(excerpt(given))
    return str.__str__(replace_surrogates(text[:LONGEST_REASONING]))


def _is_atomic(given: Any) -> bool:
    """Return whether `atomic` is set, also in another form (\"yes\", 1); an unclear value counts as set."""
    if isinstance(given, str):
        return given.strip().casefold() not in ("", "false", "no", "0")
    return given is not None and given is not False and not (isinstance(given, int) and given == 0)


def _actions(given: Any) -> tuple[Action | UnreadableAction, ...]:
    if isinstance(given, dict):
        given = [given]
    if given is None:
        return ()
    if not isinstance(given, list | tuple):
        return (UnreadableAction("unreadable", "`actions` must be a list", excerpt(given)),)
    read = tuple(map(read_action, given[:MOST_ACTIONS]))
    if len(given) > MOST_ACTIONS:
        problem = (
            f"an answer has at most {MOST_ACTIONS:,} actions; the other {len(given) - MOST_ACTIONS:,} were left out"
        )
        read += (UnreadableAction("size", problem),)
    return read


def read_action(given: Any) -> Action | UnreadableAction:
    """Return one action. Never raises: an invalid action becomes Unreadable, with the reason."""
    if isinstance(given, Action | UnreadableAction):
        if isinstance(given, UnreadableAction):
            return given
        given = given.as_json()
    elif isinstance(given, BaseModel):
        given = {_alias(given, name): value for name, value in given if value is not None}
    try:
        return _to_action(given)
    except ActionError as unfit:
        return UnreadableAction(unfit.code, unfit.problem, excerpt(given), unfit.candidates)


def _alias(model: BaseModel, name: str) -> str:
    return type(model).model_fields[name].alias or name if name in type(model).model_fields else name


def _to_action(given: Any) -> Action:
    if not isinstance(given, dict):
        raise ActionError("unreadable", "an action must be an object with a `type`")
    kind = given.get("type")
    if not isinstance(kind, str):
        raise ActionError("unknown_action", "an action's `type` must be a text", ACTION_NAMES)
    known = _KINDS.get(_WORD.sub("", kind[:LONGEST_NAME].upper()))
    if known is None:
        shown = excerpt(kind)
        raise ActionError("unknown_action", f"unknown action {shown!r}", close(kind, ACTION_NAMES) or ACTION_NAMES)
    read, fields = known
    if fields:
        for name in given:
            if name not in fields:
                _refuse_fields(given, kind, fields)
    return read(given)


def _refuse_fields(given: Fields, kind: str, fields: frozenset[str]) -> None:
    strange = next(name for name in given if name not in fields)
    taken = sorted(fields - {"type"})
    shown = excerpt(strange)
    problem = f"{excerpt(kind)} has no field `{shown}`; its fields are {', '.join(taken)}"
    meant = _MEANT.get(strange) if isinstance(strange, str) else None
    near = (meant,) if meant in fields else close(strange, taken) if isinstance(strange, str) else ()
    raise ActionError("field", problem, near)


def _add_node(given: Fields) -> AddNode:
    own = given.get("id")
    return AddNode(
        plain_name(_required_field(given, "label"), "`label`"),
        _properties(given),
        None if own is None else plain_name(own, "`id`", LONGEST_ID),
        _quotes(given.get("evidence")),
        _text_field(given, "why"),
    )


def _add_edge(given: Fields) -> AddEdge:
    return AddEdge(
        plain_name(_required_field(given, "label"), "`label`"),
        _reference(_required_field(given, "from"), "`from`"),
        _reference(_required_field(given, "to"), "`to`"),
        _properties(given),
        _quotes(given.get("evidence")),
        _text_field(given, "why"),
    )


def _update_node(given: Fields) -> UpdateNodeAction:
    node = _reference(_required_field(given, "node"), "`node`")
    properties = plain_properties(_required_field(given, "properties"), "`properties`")
    if not properties:
        raise ActionError("field", "`properties` must not be empty")
    return UpdateNodeAction(node, properties, _quotes(given.get("evidence")), _text_field(given, "why"))


def _remove(given: Fields) -> Remove:
    named = {name for name in ("node", "edge", "from", "to", "label") if given.get(name) is not None}
    why = _text_field(given, "why")
    if named == {"node"}:
        return Remove(node=_reference(given["node"], "`node`"), why=why)
    if named == {"edge"}:
        return Remove(edge=plain_text(given["edge"], "`edge`", 3 * LONGEST_ID), why=why)
    if named == {"from", "to", "label"}:
        source, target = (_reference(given[name], f"`{name}`") for name in ("from", "to"))
        return Remove(source=source, target=target, label=plain_name(given["label"], "`label`"), why=why)
    raise ActionError("field", "REMOVE takes `node`, or `edge`, or `from`, `to` and `label`")


def _query(given: Fields) -> Query:
    kind = given.get("query")
    arguments = {name: value for name, value in given.items() if name not in ("type", "query") and value is not None}
    if isinstance(kind, Mapping):
        arguments = {**arguments, **{name: value for name, value in kind.items() if name != "kind"}}
        kind = kind.get("kind")
    if not isinstance(kind, str) or kind.strip().casefold() not in QUERY_KINDS:
        near = close(kind, QUERY_KINDS) if isinstance(kind, str) else ()
        raise ActionError("field", f"QUERY needs `query`: one of {', '.join(QUERY_KINDS)}", near)
    kind = kind.strip().casefold()
    if not arguments.keys() <= set(QUERY_KINDS[kind]):
        _refuse_fields(arguments, f"QUERY {kind}", frozenset(QUERY_KINDS[kind]))
    return Query(kind, plain_properties(arguments, "`query`"))


def _finish(given: Fields) -> Finish:
    return Finish(_text_field(given, "reason"))


def _required_field(given: Fields, name: str) -> Any:
    if given.get(name) is None:
        raise ActionError("field", f"`{name}` is missing", close(name, [key for key in given if isinstance(key, str)]))
    return given[name]


def _properties(given: Fields) -> dict[str, Any]:
    properties = given.get("properties")
    return {} if properties is None else plain_properties(properties, "`properties`")


def _text_field(given: Fields, name: str) -> str:
    said = given.get(name)
    return "" if said is None else plain_text(said, f"`{name}`", LONGEST_REASONING)


def _reference(given: Any, what: str) -> Reference:
    if isinstance(given, str):
        return plain_text(given, what, LONGEST_ID) if given else _refuse_reference(what)
    if not isinstance(given, Mapping) or not given:
        return _refuse_reference(what)
    wanted = plain_properties(given, what)
    if any(isinstance(value, list | dict) or value is None for value in wanted.values()):
        raise ActionError("field", f"{what} has a property whose value is not a text, number or boolean")
    return wanted


def _refuse_reference(what: str) -> Reference:
    raise ActionError("field", f"{what} must be a node's id, or an object of properties that only that node has")


def _quotes(given: Any) -> tuple[Quote, ...]:
    if given is None or (isinstance(given, str | list | tuple) and not given):
        return ()
    listed: Sequence[Any] = given if isinstance(given, list | tuple) else (given,)
    if len(listed) > MOST_QUOTES:
        raise ActionError("size", f"`evidence` has {len(listed):,} quotes; the limit is {MOST_QUOTES}")
    return tuple(map(_quote, listed))


def _quote(given: Any) -> Quote:
    if isinstance(given, Mapping) and given.keys() <= {"quote", "document", "doc_id"} and "quote" in given:
        document = given.get("document", given.get("doc_id"))
        text = plain_text(given["quote"], "`quote`")
        return Quote(text, None if document is None else plain_text(document, "`document`", 4_000))
    if isinstance(given, str):
        return Quote(plain_text(given, "`evidence`"))
    raise ActionError("field", "`evidence` must be a quote, an object with `quote` and `document`, or a list of these")


def close(given: str, known: Sequence[str] | Mapping[str, Any], limit: int = 3) -> tuple[str, ...]:
    """Return up to `limit` names with a similar spelling, ignoring case, the closest first."""
    found = process.extract(
        given[:LONGEST_NAME],
        list(known),
        scorer=fuzz.ratio,
        processor=utils.default_process,
        score_cutoff=60,
        limit=limit,
    )
    return tuple(name for name, _, _ in found)


_WHY = ("evidence", "why")
_KINDS: dict[str, tuple[Callable[[Fields], Action], frozenset[str]]] = {
    "ADDNODE": (_add_node, frozenset(("type", "label", "properties", "id", *_WHY))),
    "ADDEDGE": (_add_edge, frozenset(("type", "label", "from", "to", "properties", *_WHY))),
    "UPDATENODE": (_update_node, frozenset(("type", "node", "properties", *_WHY))),
    "REMOVE": (_remove, frozenset(("type", "node", "edge", "from", "to", "label", "why"))),
    "QUERY": (_query, frozenset()),
    "FINISH": (_finish, frozenset(("type", "reason"))),
}
ACTION_NAMES = ("ADD_NODE", "ADD_EDGE", "UPDATE_NODE", "REMOVE", "QUERY", "FINISH")
