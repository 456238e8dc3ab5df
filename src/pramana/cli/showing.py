"""`show line`, `show entity`, `show kriya`, `show fact`: one thing, and all that it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import options
from pramana.cli.output import Cell, columns, heading, note, place, plural, print_json, say, verdict
from pramana.cli.session import reading

if TYPE_CHECKING:
    from pramana.app import Evidence, Fact, Proposal, Why
    from pramana.views import EntityView, Inspector, KriyaView, LineView

show = typer.Typer(
    name="show", help="Show a line, an entity, a Kriyā or a fact, with all that it rests on.", no_args_is_help=True
)


@show.callback()
def root(workspace: options.Folder = None) -> None:
    pass


@show.command()
def line(
    where: Annotated[str, typer.Argument(metavar="DOC:LINE", help="As answers cite it: rama.txt:1.")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Show a line: its text, its place in the source, and the facts that rest on it."""
    with reading(workspace) as ws:
        view = ws.inspector.line(where)
        if as_json:
            print_json(view.as_json())
        else:
            _print_line(view)


def _print_line(view: LineView) -> None:
    columns([((place(view.doc_id, view.line.number), "bold cyan"), (view.line.text, "bold"))], indent=0)
    page = f"page {view.line.page}, " if view.line.page is not None else ""
    say(f"source: {page}code points {view.line.start:,} to {view.line.end:,}")
    if view.outcome is None:
        say("not read yet: the next ingest comes to it")
    else:
        reason = f": {view.outcome['reason']}" if view.outcome["reason"] else ""
        say(verdict(view.outcome["status"]), f" in run {view.outcome['run']}{reason}")
    for kriya in view.kriyas:
        _print_kriya(kriya)
    if view.left_out:
        heading("Left out of the graph")
        columns([(each,) for each in view.left_out])
    if view.refused:
        heading("Refused")
        columns([_proposal(proposal) for proposal in view.refused])


@show.command()
def kriya(
    identity: Annotated[str, typer.Argument(metavar="ID", help="rama.txt_L1_K1: the first Kriyā of line 1.")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Show a Kriyā: its verb, who takes part in it and how, and why it is in the graph."""
    from pramana.views import why_json

    with reading(workspace) as ws:
        view = ws.inspector.kriya(identity)
        if as_json:
            print_json({**view.as_json(), "why": why_json(view.why)})
            return
        columns([((place(view.doc_id, view.line_number), "bold cyan"), (view.text, "bold"))], indent=0)
        _print_kriya(view)
        _print_why(view.why)


def _print_kriya(view: KriyaView) -> None:
    say()
    properties = view.node.properties
    reserve = [str(properties[name]) for name in ("polarity", "modality") if _is_marked(properties.get(name))]
    if properties.get("attributed_to"):
        reserve.append(f"as {properties['attributed_to']} puts it")
    said = f" ({'; '.join(reserve)})" if reserve else ""
    say((str(properties["verb"]), "bold"), f' "{properties["verb_quote"]}"{said}  ', verdict(view.verdict))
    say("  ", (view.node.id, "dim"))
    rows = [_role(role.relation, role.name, role.fact.evidence) for role in view.roles]
    for fact in view.causes:
        causing = fact.edge.source == view.node.id
        other = fact.edge.target if causing else fact.edge.source
        rows.append(_role("CAUSES" if causing else "CAUSED BY", other, fact.evidence))
    columns(rows, indent=4)


def _is_marked(value: object) -> bool:
    """Return whether a property says more than what goes without saying."""
    return value not in (None, "affirmative", "actual")


def _role(relation: str, name: str, evidence: tuple[Evidence, ...]) -> list[Cell]:
    quotes = "; ".join(f'"{item.quote}" {item.grade.value}' for item in evidence)
    return [relation, (name, "bold"), quotes]


@show.command()
def entity(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name in any case, or the id of an entity.")],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    limit: options.Limit = 20,
) -> None:
    """Show an entity: the names it goes by, and what it takes part in."""
    with reading(workspace) as ws:
        views = ws.inspector.entities(name, limit)
        if as_json:
            print_json([view.as_json() for view in views])
            return
        for number, view in enumerate(views):
            if number:
                say()
            _print_entity(view)


def _print_entity(view: EntityView) -> None:
    say((str(view.node.properties["canonical_name"]), "bold"), "  ", verdict(view.verdict))
    if view.aliases:
        say(f"also {', '.join(view.aliases)}")
    documents = len({item.doc_id for item in view.evidence})
    stands = f"{plural(len(view.evidence), 'time')} in {plural(documents, 'document')}"
    say(f"occurs in the text {stands}; {plural(view.fact_count, 'fact')}")
    rows: list[list[Cell]] = []
    for fact, told in zip(view.facts, view.kriyas, strict=True):
        where = place(told.doc_id, told.line_number)
        rows.append([(where, "cyan"), verdict(fact.verdict), fact.edge.relation, told.in_words])
    columns(rows)
    if view.fact_count > len(view.facts):
        note(f"  and {view.fact_count - len(view.facts):,} more (--limit)")


@show.command()
def fact(
    said: Annotated[str, typer.Argument(metavar="FACT", help='"rama.txt_L1_K1 -HAS_KARTA-> Rama"')],
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
) -> None:
    """Show a fact: its evidence, marked in its line, why it is there, and the rivals that were refused."""
    from pramana.views import why_json

    with reading(workspace) as ws:
        found = ws.inspector.fact(said)
        if as_json:
            print_json({**found.as_json(), "why": why_json(found.why())})
        else:
            _print_fact(ws.inspector, found)


def _print_fact(inspector: Inspector, found: Fact) -> None:
    say((found.edge.id, "bold"), "  ", verdict(found.verdict))
    heading("Evidence")
    if not found.evidence:
        say("  None: it was stated without a text.")
    for item in found.evidence:
        text = inspector.text(item)
        where = (place(item.doc_id, item.line_number), "cyan")
        quote = (text[item.start : item.end], "reverse")
        say("  ", where, "  ", text[: item.start], "«", quote, "»", text[item.end :])
        say(f"    code points {item.start} to {item.end}, {item.grade.value}")
    _print_why(found.why())


def _print_why(why: Why) -> None:
    heading("Why")
    if why.run is None:
        say("  No proposal is recorded: it follows from the document itself.")
        return
    columns([("run", str(why.run)), *(_proposal(proposal) for proposal in why.accepted)])
    if why.refused:
        heading("Refused rivals")
        columns([_proposal(proposal) for proposal in why.refused])


def _proposal(proposal: Proposal) -> list[Cell]:
    from pramana.views import proposal_in_words

    scores = f" (scores {', '.join(map(str, proposal.scores))})" if proposal.scores else ""
    return [verdict(proposal.verdict.value), f"{proposal_in_words(proposal.body)}: {proposal.reason}{scores}"]
