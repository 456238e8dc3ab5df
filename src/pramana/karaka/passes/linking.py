"""Entities linked to entries of a knowledge base outside: looked up by name, chosen by what their lines say.

A link is a proposal like any other. Without a model only what the rules are sure of is linked, as `checked`; with one
models are asked about each entity that some entry goes by. What a person stated goes first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pramana.errors import ConfigError, KnowledgeFailed
from pramana.evidence import Grade
from pramana.gsv import GSVSettings, gather
from pramana.karaka.passes.applying import ENTRY, proposal_body
from pramana.karaka.passes.decisions import STATED
from pramana.karaka.passes.linking_asking import EntryQuestion, Settled, has_judges, question_of, refuse, settle
from pramana.karaka.passes.linking_choice import Assessed, assess, choose, name_entries
from pramana.karaka.passes.linking_subjects import Subject, subjects_of
from pramana.karaka.passes.linking_together import settle_together
from pramana.karaka.passes.model import AskedLinks, EntityLink, EntryDecision, Link, PassView
from pramana.karaka.schema import IS_SAME_AS
from pramana.llm import Gateway
from pramana.retrieval import KnowledgeBase, KnowledgeEntry, LookUp, name_key
from pramana.trace import Trail, Verdict, path_part

NO_BASE = "No knowledge base is configured: set `kind` in the section [kb] of pramana.toml."
AT_ONCE = 64
LinksOf = Callable[[PassView], Sequence[Link]]
SAME_ENTRY = 70
"""Confidence that two entities are one because they were linked to one entry."""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What the base holds under a subject's names. `failed`: why it could not be asked."""

    subject: Subject
    entries: tuple[KnowledgeEntry, ...] = ()
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Linker:
    """The pass `links` over one knowledge base (None: not configured), with what people stated, oldest first.

    `links_of` returns the links that join names of one entity. Raises ConfigError if no base is configured.
    """

    base: KnowledgeBase | None
    stated: tuple[EntryDecision, ...]
    links_of: LinksOf

    async def __call__(self, gateway: Gateway, settings: GSVSettings, view: PassView, trail: Trail) -> AskedLinks:
        if self.base is None:
            raise ConfigError(NO_BASE)
        subjects = subjects_of(view, self.links_of(view))
        said = _newest_decisions(subjects, self.stated)
        open_ = [subject for subject in subjects if not (subject.id in said and said[subject.id].kind == "link")]
        found = await look_up(self.base, open_, trail)
        settled = await self._settle(gateway, settings, view, found, said, trail)
        links = [_stated_link(one, said[one.id]) for one in subjects if one not in open_]
        links += [_link(self.base.name, subject, each) for subject, each in settled if each.choice.entry is not None]
        links, lost = told_apart(links, {subject.id: subject for subject in subjects})
        for link, reason in lost:
            body = {"entity": link.entities[0], "entry": link.entry}
            trail.at("apart", path_part(link.entities[0])).propose(body, Verdict.REFUSED, reason, link.scores)
        _propose_merges(links, trail)
        failed = sum(bool(each.failed) for each in found) + sum(each.failed for _, each in settled)
        undecided = [(member, ENTRY) for each in _failed_subjects(found, settled) for member in each.members]
        return AskedLinks((), failed, entities=links, undecided=undecided)

    async def _settle(
        self,
        gateway: Gateway,
        settings: GSVSettings,
        view: PassView,
        found: Sequence[LookedUp],
        said: Mapping[str, EntryDecision],
        trail: Trail,
    ) -> list[tuple[Subject, Settled]]:
        """Return what each subject that could be looked up comes to; what comes to nothing is recorded as refused."""
        assert self.base is not None
        known = [
            replace(each, entries=_allowed_entries(self.base.name, each.entries, said.get(each.subject.id)))
            for each in found
            if not each.failed
        ]
        assessed = {each.subject.id: assess(each.subject, each.entries) for each in known}
        asking = has_judges(gateway, settings)
        asked = [each.subject for each in known if asking and assessed[each.subject.id] and not each.subject.unclear]
        questions = [question_of(view, subject, assessed[subject.id]) for subject in asked]
        answers = await _ask(gateway, settings, questions, trail)
        settled = dict(zip((subject.id for subject in asked), answers, strict=True))
        return [(each.subject, _decide(each, assessed[each.subject.id], settled, trail)) for each in known]


async def _ask(
    gateway: Gateway, settings: GSVSettings, questions: Sequence[EntryQuestion], trail: Trail
) -> list[Settled]:
    """Return what models say each subject is: together where calls are shared, else each in a loop of its own."""
    gateway.expect(len(questions))
    if settings.policy == "batched":
        return await settle_together(gateway, settings.accept_score, questions, trail)
    settled: list[Settled] = []
    for start in range(0, len(questions), AT_ONCE):
        part = questions[start : start + AT_ONCE]
        places = [trail.at(path_part(question.subject.id), "asked") for question in part]
        settled += await gather([partial(settle, gateway, settings, *each) for each in zip(part, places, strict=True)])
    return settled


def _failed_subjects(found: Sequence[LookedUp], settled: Sequence[tuple[Subject, Settled]]) -> Iterator[Subject]:
    yield from (each.subject for each in found if each.failed)
    yield from (subject for subject, each in settled if each.failed)


def _decide(each: LookedUp, found: Sequence[Assessed], settled: Mapping[str, Settled], trail: Trail) -> Settled:
    """Return what models said of a subject, and of one that they were not asked about what the rules say."""
    subject = each.subject
    said = settled.get(subject.id) or Settled(choose(subject, found, borne=name_entries(each.entries)))
    if said.choice.entry is None and each.entries and not said.failed:
        refuse(subject, said.choice, said.scores, trail.at(path_part(subject.id)))
    return said


# Looking up ------------------------------------------------------------------


async def look_up(base: KnowledgeBase, subjects: Sequence[Subject], trail: Trail) -> list[LookedUp]:
    """Return what the base holds under each subject's names, whole. Recorded at the subject's place in `trail`.

    A look-up that is repeated rests on the very answers that it rested on then.
    """
    recorded = {subject.id: trail.recorded.get(trail.at(path_part(subject.id)).path) for subject in subjects}
    looking = {
        id_: LookUp(pinned=None if not trail.recorded else dict(step.body.get("answers", {})) if step else {})
        for id_, step in recorded.items()
    }
    failed = {id_: str(step.body["failed"]) for id_, step in recorded.items() if step and "failed" in step.body}
    hits: dict[str, dict[str, KnowledgeEntry]] = {}
    for subject in subjects:
        if subject.id not in failed:
            try:
                hits[subject.id] = await _hits(base, subject, looking[subject.id])
            except KnowledgeFailed as error:
                failed[subject.id] = str(error)
    whole = await _fetch_entries(base, hits, looking, failed)
    found = []
    for subject in subjects:
        here = trail.at(path_part(subject.id))
        if subject.id in failed:
            here.record("looked up", {"names": list(subject.queries), "failed": failed[subject.id]})
            found.append(LookedUp(subject, failed=failed[subject.id]))
            continue
        entries = {one.id: one for id_ in hits[subject.id] if (one := whole.get((subject.id, id_))) is not None}
        used = dict(sorted(looking[subject.id].used.items()))
        here.record("looked up", {"names": list(subject.queries), "entries": sorted(entries), "answers": used})
        found.append(LookedUp(subject, tuple(entries[id_] for id_ in sorted(entries))))
    return found


async def _hits(base: KnowledgeBase, subject: Subject, looking: LookUp) -> dict[str, KnowledgeEntry]:
    """Return the entries that go by just one of a subject's names."""
    found: dict[str, KnowledgeEntry] = {}
    for name in subject.queries:
        for one in await base.search(name, looking, kind=subject.kind, limit=int(base.identity["limit"])):
            if any(name_key(called) == name_key(name) for called in one.names):
                found.setdefault(one.id, one)
    return found


async def _fetch_entries(
    base: KnowledgeBase,
    hits: Mapping[str, Mapping[str, KnowledgeEntry]],
    looking: Mapping[str, LookUp],
    failed: dict[str, str],
) -> dict[tuple[str, str], KnowledgeEntry]:
    """Return the entries of hits whole, by subject and id asked for. Several subjects may ask for one."""
    wanted: dict[str, list[str]] = defaultdict(list)
    for subject, entries in hits.items():
        for id_ in entries:
            wanted[id_].append(subject)
    shared = {id_: LookUp(pinned=looking[several[0]].pinned) for id_, several in wanted.items()}
    try:
        found = await base.entries(sorted(wanted), shared)
    except KnowledgeFailed as error:
        failed.update({subject: str(error) for subject, entries in hits.items() if entries})
        return {}
    for id_, several in wanted.items():
        for subject in several:
            looking[subject].used |= shared[id_].used
    return {(subject, id_): found[id_] for id_, several in wanted.items() if id_ in found for subject in several}


# What people stated ----------------------------------------------------------


def _newest_decisions(subjects: Iterable[Subject], decisions: Sequence[EntryDecision]) -> dict[str, EntryDecision]:
    """Return the newest decision about each subject, by any of its names."""
    by_member = {member: subject.id for subject in subjects for member in subject.members}
    return {by_member[one.entity]: one for one in decisions if one.entity in by_member}


def _allowed_entries(
    base: str, entries: Sequence[KnowledgeEntry], said: EntryDecision | None
) -> tuple[KnowledgeEntry, ...]:
    """Return the entries that nobody said a subject is not."""
    if said is None or said.kind == "link":
        return tuple(entries)
    return tuple(one for one in entries if said.entry and said.entry != f"{base}:{one.id}")


def _stated_link(subject: Subject, said: EntryDecision) -> EntityLink:
    places = tuple((entity, replace(place, grade=Grade.ASSERTED)) for entity, place in subject.places)
    reason = f"{STATED}: {said.why}" if said.why else f"{STATED}."
    return EntityLink(subject.members, said.entry, said.label, said.description, places, reason, 100)


# What comes of it -------------------------------------------------------------


def _link(base: str, subject: Subject, settled: Settled) -> EntityLink:
    entry = settled.choice.entry
    assert entry is not None
    named = f"{base}:{entry.id}"
    confidence = settled.choice.confidence
    return EntityLink(
        *(subject.members, named, entry.label, entry.description, subject.places, settled.choice.reason, confidence),
        scores=settled.scores,
    )


def told_apart(
    links: Sequence[EntityLink], subjects: Mapping[str, Subject]
) -> tuple[list[EntityLink], list[tuple[EntityLink, str]]]:
    """Return the links without those by which several bearers of one name would be one entry, and these with why.

    What a person stated stays; of others the surest one does, if it alone is the surest.
    """
    rivals: dict[tuple[str, str], list[EntityLink]] = defaultdict(list)
    for link in links:
        subject = _subject_of(link, subjects)
        rivals[subject.base or subject.id, link.entry].append(link)
    lost = []
    for several in rivals.values():
        most = max(link.confidence for link in several)
        best = [link for link in several if link.confidence == most]
        if len(several) > 1:
            out = [link for link in several if len(best) > 1 or link is not best[0]]
            reason = "the lines distinguish several entities that would all be this entry"
            lost += [(link, reason) for link in out if not link.stated]
    gone = {id(link) for link, _ in lost}
    return [link for link in links if id(link) not in gone], lost


def _subject_of(link: EntityLink, subjects: Mapping[str, Subject]) -> Subject:
    return next(subjects[entity] for entity in link.entities if entity in subjects)


def _propose_merges(links: Sequence[EntityLink], trail: Trail) -> None:
    """Record of two entities of one entry that they may be one. A person decides: nothing is joined."""
    for one, other in _pairs(links):
        reason = f"Not joined: both were linked to {one.entry} ({one.label}). Whoever knows decides: entity merge."
        (source, here), (target, there) = one.places[0], other.places[0]
        link = Link(source, IS_SAME_AS, target, here, there, f"both are {one.entry}", SAME_ENTRY)
        trail.at("merge", path_part(source), path_part(target)).propose(proposal_body(link), Verdict.REFUSED, reason)


def _pairs(links: Sequence[EntityLink]) -> Iterator[tuple[EntityLink, EntityLink]]:
    """Yield neighbours among the entities of one entry, by their ids."""
    by_entry: dict[str, list[EntityLink]] = defaultdict(list)
    for link in sorted(links, key=lambda link: link.entities):
        by_entry[link.entry].append(link)
    for entry in sorted(by_entry):
        yield from zip(by_entry[entry], by_entry[entry][1:], strict=False)
