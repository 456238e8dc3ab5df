"""Entities and the entries of a knowledge base."""

from __future__ import annotations

from collections.abc import Iterator

from pramana.evidence import Evidence
from pramana.views.linking import EntryView, Unlinked
from pramana.views.render.parts import Paragraph, Part, aside, columns, heading, line, verdict
from pramana.wording import place, plural


def evidence_line(item: Evidence) -> Paragraph:
    """Return the place of evidence, its quote and its grade."""
    return line("    ", (place(item.doc_id, item.line_number), "cyan"), f'  "{item.quote}" {item.grade.value}')


def more_parts(number: int, limit: int) -> Iterator[Part]:
    if number > limit:
        yield aside(f"  and {number - limit:,} more (--limit)")


def entry_parts(one: EntryView) -> Iterator[Part]:
    """Yield an entity's link: the entry, its description, why it was chosen, and the lines with the entity."""
    yield line("  ", (one.entities[0], "bold"), " = ", (one.entry, "cyan"), f"  {one.label}  ", verdict(one.verdict))
    if one.description:
        yield columns([(one.description,)], indent=4)
    yield columns([((one.reason, "dim"),)], indent=4)
    for item in one.evidence[:3]:
        yield evidence_line(item)


def links_parts(links: list[EntryView], shown: list[Unlinked], unsure: int, limit: int) -> Iterator[Part]:
    if links:
        yield heading(f"{plural(len(links), 'link')}")
        for one in links[:limit]:
            yield from entry_parts(one)
        yield from more_parts(len(links), limit)
    if shown:
        yield heading("Linked to nothing")
        yield columns([((" = ".join(one.entities), "bold"), one.reason) for one in shown[:limit]])
        yield from more_parts(len(shown), limit)
    elif unsure:
        yield aside(f"{plural(unsure, 'more name')} may be meant by an entry, and nothing was sure enough: --unsure")
