"""Where nodes occur in the text, under which alias, and by which rule."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pramana.audit import lexicon as lex
from pramana.audit.aliases import Alias, aliases, clean
from pramana.audit.model import AuditNode, MatchRule, NodeMention
from pramana.audit.text import DocumentText, Position
from pramana.evidence import WORD_SEPARATOR, Grade, align, words
from pramana.language import singular

NEAREST_HEAD = 10
"""How many lines after a fuller form a noun alone may refer to the same node."""
SPREAD = 5
"""How many extra words the words of a name may be spread over."""
MOST_WORDS = 32
"""Words of a name that is looked for in pieces: bounds the work where a sentence is given as a name."""
LONGEST_ACRONYM = 5
"""A name of so many capitals is an acronym: *NASA*, *UNHCR*. Longer ones are more often names in capitals."""
_PERSONAL = frozenset((MatchRule.TITLE, MatchRule.SURNAME, MatchRule.GIVEN_NAME))
ORDER = {rule: index for index, rule in enumerate(MatchRule)}


@dataclass(frozen=True, slots=True, order=True)
class NamePlace:
    """Words `first` to `after` (exclusive) of a line of the text, which match `alias` by `rule`."""

    line: int
    first: int
    after: int
    alias: str
    rule: MatchRule
    grade: Grade


@dataclass(frozen=True, slots=True)
class LocatedNode:
    """A node and its places, in order of the text.

    `empty` is why its name names nothing, or None. `stems` are those of its name.
    """

    node: AuditNode
    places: tuple[NamePlace, ...]
    empty: str | None
    stems: frozenset[str]


def best(places: Sequence[NamePlace]) -> NamePlace:
    """Return the place with the closest match; ties are broken by order in the text."""
    return min(places, key=lambda place: (ORDER[place.rule], place.line, place.first))


class MentionFinder:
    """Finds nodes in one text. `shouted`: the graph writes all names in capitals, so that capitals are not evidence."""

    def __init__(self, text: DocumentText, *, shouted: bool = False) -> None:
        self._text, self._shouted = text, shouted

    def places(self, node: AuditNode) -> tuple[NamePlace, ...]:
        """Return where a node occurs, in order of the text; of overlapping places, the closest, then the longest."""
        wanted = aliases(node, self._text)
        wanted += self._respelled_names(wanted)
        own = frozenset(form for alias in wanted for form in alias.forms)
        found = [place for alias in wanted for place in self._of(alias, own)]
        if wanted:
            found += self._scattered_places(wanted[0].text, {place.line for place in found})
        if found:
            found += self._heads(clean(node.name), found)
        return _apart(found)

    def _respelled_names(self, wanted: Sequence[Alias]) -> tuple[Alias, ...]:
        """Return the name in the spelling of the text, for words that the text spells differently."""
        for alias in wanted:
            others = {form: other for form in alias.forms if (other := self._text.similar(form)) is not None}
            if alias.rule is MatchRule.NAME and others:
                forms = tuple(others.get(form, form) for form in alias.forms)
                return (Alias(" ".join(forms), MatchRule.SPELLING, forms),)
        return ()

    def mention(self, place: NamePlace) -> NodeMention:
        """Return a place as evidence."""
        evidence = self._text.evidence(place.line, place.first, place.after, place.grade)
        return NodeMention(evidence, place.alias, place.rule, self._text.lines[place.line])

    def _of(self, alias: Alias, own: frozenset[str]) -> Iterator[NamePlace]:
        length = len(alias.forms)
        for line, first in self._runs(alias.forms):
            if alias.rule in _PERSONAL and self._of_another(line, first, length, own):
                continue
            if self._is_acronym(alias) and not self._surface(line, first, length).isupper():
                continue
            if length == 1 and first and self._text.words[line].forms[first - 1] in lex.FEMININE_TITLES - own:
                continue
            if length == 1 and self._text.is_mostly_name(alias.forms[0]) and self._surface(line, first, 1).islower():
                continue
            if alias.rule in _PERSONAL and self._text.words[line].forms[first : first + length] != alias.forms:
                continue
            yield self._place(alias, line, first, first + length)

    def _is_acronym(self, alias: Alias) -> bool:
        """Return whether only capitals match the alias: *SO* is neither *so* nor *So*, even in a graph in capitals."""
        written = alias.text.isupper() and 1 < len(alias.text) <= LONGEST_ACRONYM and len(alias.forms) == 1
        function_word = alias.forms[0] in lex.STOP_WORDS if alias.forms else False
        return alias.rule is MatchRule.INITIALS or (written and (function_word or not self._shouted))

    def is_written_so(self, place: NamePlace) -> bool:
        """Return whether a place is in capitals in a line that is not."""
        surface = self._surface(place.line, place.first, place.after - place.first)
        return len(surface) > 1 and surface.isupper() and not self._text.lines[place.line].isupper()

    def _place(self, alias: Alias, line: int, first: int, after: int) -> NamePlace:
        span = align(alias.text, self._surface(line, first, after - first))
        rule = MatchRule.INFLECTED if span is None and alias.rule is MatchRule.NAME else alias.rule
        close = span is not None and rule is MatchRule.NAME
        return NamePlace(line, first, after, alias.text, rule, span.grade if span and close else Grade.RESOLVED)

    def _surface(self, line: int, first: int, length: int) -> str:
        found = self._text.words[line]
        return self._text.lines[line][found.starts[first] : found.ends[first + length - 1]]

    def _runs(self, forms: Sequence[str]) -> Iterator[Position]:
        """Yield where the words occur in sequence, in the singular or plural, without overlap."""
        keys = [singular(form) for form in forms]
        rarest = min(keys, key=lambda key: len(self._text.places(key)))
        wanted = WORD_SEPARATOR + WORD_SEPARATOR.join(keys) + WORD_SEPARATOR
        for line in dict.fromkeys(line for line, _ in self._text.places(rarest)):
            there = self._text.key(line)
            index, counted, at = 0, 0, there.find(wanted)
            while at >= 0:
                index += there.count(WORD_SEPARATOR, counted, at)
                yield line, index
                counted = at
                at = there.find(wanted, at + len(wanted) - 1)

    def _of_another(self, line: int, first: int, length: int, own: frozenset[str]) -> bool:
        """Return whether a name is part of another person's: *Cratchit* in *Mrs. Cratchit* is not Bob."""
        there, text = self._text.words[line], self._text.lines[line]
        before, after = first - 1, first + length
        if before >= 0 and _touch(text[there.ends[before] : there.starts[first]]):
            form = there.forms[before]
            if form not in own and (form in lex.TITLES or self._proper(line, before)):
                return form not in {"old", "young", "little", "poor", "dear"}
        if after < len(there.forms) and _touch(text[there.ends[after - 1] : there.starts[after]]):
            return there.forms[after] not in own and self._proper(line, after)
        return False

    def _proper(self, line: int, index: int) -> bool:
        found = self._text.words[line]
        return self._text.lines[line][found.starts[index]].isupper() and self._text.is_name(found.forms[index])

    def _scattered_places(self, name: str, known: set[int]) -> Iterator[NamePlace]:
        """Yield lines that contain the name's words close together, but not as they are written in the name."""
        keys = sorted({singular(form) for form in words(name).forms if form not in lex.STOP_WORDS})
        if not 2 <= len(keys) <= MOST_WORDS:
            return
        lines: dict[int, list[tuple[int, str]]] = {}
        for key in keys:
            for line, index in self._text.places(key):
                if line not in known:
                    lines.setdefault(line, []).append((index, key))
        needed = len(keys) // 2 + 1
        for line, there in lines.items():
            if len({key for _, key in there}) >= needed:
                yield from self._closest(name, line, sorted(there), keys, needed)

    def _closest(
        self, name: str, line: int, there: list[tuple[int, str]], keys: Sequence[str], needed: int
    ) -> Iterator[NamePlace]:
        """Yield the shortest stretch that holds most of the name's words, if it holds enough and is short enough."""
        spread = len(keys) + max(SPREAD, len(keys))
        candidates = [(-held, end - start, start) for start, end, held in _stretches(there, spread) if held >= needed]
        if candidates:
            held, length, start = min(candidates)
            rule = MatchRule.WORDS if -held == len(keys) else MatchRule.PART
            yield NamePlace(line, start, start + length + 1, name, rule, Grade.PARTIAL)

    def _heads(self, name: str, fuller: Sequence[NamePlace]) -> Iterator[NamePlace]:
        """Yield *the nephew*, where *Scrooge's nephew* occurs within a few lines before it."""
        head = _head(words(name).forms)
        if head is None or self._text.is_name(head):
            return
        lines = sorted({place.line for place in fuller})
        for line, index in self._text.places(head):
            there = self._text.words[line]
            at = bisect_left(lines, line)
            near = at > 0 and line - lines[at - 1] <= NEAREST_HEAD
            same = self._text.doc_ids[line] == self._text.doc_ids[lines[at - 1]] if near else False
            if same and index and there.forms[index - 1] in lex.DEFINITE and there.forms[index] == head:
                yield NamePlace(line, index, index + 1, head, MatchRule.HEAD, Grade.RESOLVED)


def _stretches(there: Sequence[tuple[int, str]], spread: int) -> Iterator[tuple[int, int, int]]:
    """Yield (first word, last word, how many different keys) of stretches of at most `spread` words.

    One for each last word, shortened from the left while it keeps all its keys.
    """
    held: Counter[str] = Counter()
    left = 0
    for index, key in there:
        held[key] += 1
        while index - there[left][0] >= spread or held[there[left][1]] > 1:
            held[there[left][1]] -= 1
            left += 1
        yield there[left][0], index, sum(1 for count in held.values() if count)


def _head(forms: Sequence[str]) -> str | None:
    """Return the noun of a phrase: *nephew* of *Scrooge's nephew*, *man* of *man in black*; None for a single word."""
    content = [form for form in forms if form not in lex.ARTICLES]
    cut = next((index for index, form in enumerate(content) if index and form in lex.PREPOSITIONS), len(content))
    head = content[cut - 1] if len(content) > 1 else None
    return None if head is None or head in lex.STOP_WORDS or len(head) < 3 else head


def _touch(gap: str) -> bool:
    return gap in (" ", ". ", "-")


def _apart(found: Sequence[NamePlace]) -> tuple[NamePlace, ...]:
    """Keep places that do not overlap: the closest rule first, then the longest, then the first."""
    kept: dict[int, list[NamePlace]] = {}
    for place in sorted(found, key=lambda p: (ORDER[p.rule], p.first - p.after, p.line, p.first)):
        others = kept.setdefault(place.line, [])
        if all(place.after <= other.first or other.after <= place.first for other in others):
            others.append(place)
    return tuple(sorted(place for places in kept.values() for place in places))
