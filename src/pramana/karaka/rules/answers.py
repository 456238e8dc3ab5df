"""The embedded model's answer to `karaka.answer_generation`: what was found, each with its line's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pramana.events import PRONOUNS, Modality
from pramana.graph import fold_name
from pramana.karaka.ptools import Answer, AnswerInput, AnswerLine, AnswerSentence
from pramana.karaka.traverse import HAD_TO, LIMITED, MOOD_CAUTIONS, OTHER_WORDS, PAST_ONLY, UNSHOWN
from pramana.language import word_list
from pramana.llm import Abstention

MAX_VALUES = 5
"""Values that an answer names one by one; for the rest it gives the number of lines."""
MAX_CITATIONS = 3
"""The most lines cited for one value: more of them bury the answer. The rest is counted."""
MAX_LINES = 5
"""Lines quoted where the lines themselves are the answer, at most."""
MAX_PREMISES = 3
"""Lines that led to the answer and are quoted; the rest is counted."""
IN_OTHER_WORDS = "In other words"
DENIED = "Denied"
PROBABLY = "Probably"
_LEADS = {"": 0, IN_OTHER_WORDS: 1, PROBABLY: 1}
"""How a line puts what it says, the best first; all other ways come after."""
QUOTE = 240
"""Longer lines are shortened around the words that matter, in characters."""
_LONGEST_WORD = 1000
_KIND = re.compile(r"\b(?:which|what|whose|how many|how much) (?:of (?:the )?)?(\w+)", re.IGNORECASE)
_WORD = re.compile(r"\S+")
_SMALL = word_list("answers/small")
_TENS = word_list("numbers/tens")


def answer(input: AnswerInput) -> Answer | Abstention:
    """Return an answer made only of the given lines; an Abstention if there are none.

    Each value is given with a line that states it, and cites all lines that do. Values that lines only report, deny or
    call possible are marked so, and follow those that lines assert.
    """
    if not input.lines:
        return Abstention(reason="no line was given to answer from")
    if any(line.values for line in input.lines):
        kind = _KIND.search(input.question)
        said = _values(input.lines, kind[1] if kind else "")
        return Answer(sentences=[*_disagreement(input.lines), *said, *_premises(input.lines)])
    answering = [line for line in input.lines if not line.premise]
    quoted = _lines(answering or input.lines)
    return Answer(sentences=[*_disagreement(answering), *quoted, *_premises(input.lines if answering else ())])


def _disagreement(lines: Sequence[AnswerLine]) -> Iterator[AnswerSentence]:
    """Yield that two lines disagree: one says what the other denies, and not of other times or places."""
    asserted = [line for line in lines if not line.premise and lead_of(line) in _LEADS]
    for line in asserted:
        for other in lines:
            if not other.premise and _denies(line, other) and _may_be_one_occasion(line, other):
                yield AnswerSentence(text=DISAGREE, citations=sorted({line.number, other.number}))
                return


DISAGREE = "The documents disagree: one line says it, another denies it."


def _denies(line: AnswerLine, other: AnswerLine) -> bool:
    """Return whether `other` denies what `line` says: by its clause, or as a *no* beside a *yes*."""
    if lead_of(other) == DENIED:
        return {fold_name(one) for one in line.values} == {fold_name(one) for one in other.values}
    return line.values == ["Yes"] and other.values == ["No"] and lead_of(other) in _LEADS


def _may_be_one_occasion(line: AnswerLine, other: AnswerLine) -> bool:
    """Return whether two lines may tell of one event: of one verb, no role has other words, no other year is named."""
    years = [set(_YEAR.findall(each.text)) for each in (line, other)]
    if all(years) and years[0].isdisjoint(years[1]):
        return False
    if line.values == ["Yes"]:
        return True  # both were compared with the whole question
    return any(
        _FACT_VERB.sub("", f"not {one}") == _FACT_VERB.sub("", two) and _agree(one, two)
        for one in map(_plain_fact, line.found)
        for two in map(_plain_fact, other.found)
    )


_YEAR = re.compile(r"\b[12]\d{3}\b")
_ROLE = re.compile(r"(\w+): ([^;()]+)")
_FACT_VERB = re.compile(r"\(.*", re.DOTALL)


def _plain_fact(fact: str) -> str:
    return " ".join(fact.split())


def _agree(one: str, two: str) -> bool:
    """Return whether no role that two facts share has a word in each that the other lacks."""
    first, second = dict(_ROLE.findall(one)), dict(_ROLE.findall(two))
    shared = (
        (set(fold_name(first[role]).split()), set(fold_name(second[role]).split()))
        for role in first.keys() & second.keys()
    )
    return all(mine <= others or others <= mine for mine, others in shared)


def _values(lines: Sequence[AnswerLine], kind: str) -> Iterator[AnswerSentence]:
    groups = sorted(_group_values(lines), key=lambda group: _rank(group, kind))
    for names, found in groups[:MAX_VALUES]:
        cited = [line.number for line in found[:MAX_CITATIONS]]
        yield AnswerSentence(text=f"{_lead_in(names, found[0])}{_quote(found[0], names)}", citations=cited)
        if len(found) > MAX_CITATIONS:
            yield _more_lines_sentence(found[MAX_CITATIONS:], "say the same")
    left = {line.number: line for _, found in groups[MAX_VALUES:] for line in found}
    if left:
        yield _more_lines_sentence(list(left.values()), "name others")


def _group_values(lines: Sequence[AnswerLine]) -> list[tuple[list[str], list[AnswerLine]]]:
    """Return values with their lines. Values with the same lines are grouped."""
    found: dict[tuple[str, str], tuple[str, list[AnswerLine]]] = {}
    for line in lines:
        for value in dict.fromkeys(line.values):
            _, held = found.setdefault((fold_name(value), lead_of(line)), (value, []))
            if line not in held:
                held.append(line)
    together: dict[tuple[bool, tuple[int, ...], str], tuple[list[str], list[AnswerLine]]] = {}
    for (_, lead), (value, held) in found.items():
        key = (_is_pronoun(value), tuple(line.number for line in held), lead)
        together.setdefault(key, ([], held))[0].append(value)
    return list(together.values())


def _rank(group: tuple[list[str], list[AnswerLine]], kind: str) -> tuple[int, bool, bool, int, int]:
    """What is asserted first, names before pronouns, the kind that was asked for, what more lines hold."""
    names, held = group
    other = bool(kind) and not any(fold_name(kind).removesuffix("s") in fold_name(name) for name in names)
    return _LEADS.get(lead_of(held[0]), 2), _is_pronoun(names[0]), other, -len(held), held[0].number


def _is_pronoun(value: str) -> bool:
    return fold_name(value) in PRONOUNS


def _lead_in(names: Sequence[str], line: AnswerLine) -> str:
    shown = [name for name in names if len(name) <= QUOTE][:MAX_VALUES]
    lead = lead_of(line)
    if not shown or lead in _DENIALS:  # *evidence* is no answer where *no evidence* was found
        return f"{lead}: " if lead else ""
    told = ", ".join(shown)
    if _is_pronoun(shown[0]):
        told += f" (a pronoun{'' if len(shown) == 1 else 's'} that the graph has not resolved)".replace(
            "a pronouns", "pronouns"
        )
    return f"{told} — {lead[:1].lower()}{lead[1:]}: " if lead else f"{told}: "


def lead_of(line: AnswerLine) -> str:
    """Return how a line puts what was found in it, for people; "" where it asserts it."""
    caution = line.caution
    if caution.startswith(OTHER_WORDS):
        _, _, caution = caution.partition("; ")
        if not caution:
            return IN_OTHER_WORDS
    if not caution:
        return ""
    if lead := _lead_of_shortfall(caution):
        return lead
    if "denies" in caution:
        return next((lead for mood, lead in _LEADS_OF_DENIED_MOODS if mood in caution), DENIED)
    for mood, lead in _LEADS_OF_MOODS:
        if mood in caution:
            return lead
    said = _SAID.match(caution)
    if said is not None:
        return _lead_of_speaker(said[1])
    return "The text does not say that it happened"


def _lead_of_shortfall(caution: str) -> str:
    """Return how a line is introduced that is not shown to say all of an answer; "" for another caution."""
    if caution == UNSHOWN:
        return PROBABLY
    if caution == PAST_ONLY:
        return "As past, which may have ended"
    limited = _LIMITED.fullmatch(caution)
    return f"Only {limited[1]}" if limited else ""


_LIMITED = re.compile(LIMITED.format("[^“”]{1,80}").replace("“", "(“").replace("”", "”)"))
_SAID = re.compile(r"it is what (.{1,80}?) says(?:;|$)")


def _lead_of_speaker(name: str) -> str:
    """Return by whose words a line has it: a name as the line has it, a pronoun as the object of *to*."""
    folded = name.casefold()
    who = "whoever writes" if folded in _WRITERS else _TO_PRONOUN.get(folded, name)
    return f"Only according to {_with_small_article(who)}"


def _with_small_article(name: str) -> str:
    """Return a name with its article in small letters."""
    first, _, rest = name.partition(" ")
    return f"{first.lower()} {rest}" if rest and first.lower() in _DETERMINERS else name


_DETERMINERS = frozenset("the a an his her its their my our one some".split())
_WRITERS = frozenset({"i", "we"})
_TO_PRONOUN = {"he": "him", "she": "her", "they": "them", "who": "somebody"}


_LEADS_OF_MOODS = (
    (MOOD_CAUTIONS[Modality.CONDITIONAL], "Only under a condition"),
    (MOOD_CAUTIONS[Modality.POSSIBLE], "Only as possible"),
    (MOOD_CAUTIONS[Modality.NECESSARY], "As a duty or a need, not as done"),
    (HAD_TO, "As what had to be done"),
    (MOOD_CAUTIONS[Modality.FUTURE], "As planned or due, not as done"),
    (MOOD_CAUTIONS[Modality.INTENDED], "As a wish or a purpose, not as done"),
    (MOOD_CAUTIONS[Modality.ALLEGED], "Only as a charge or a rumour"),
)
"""What a caution has, with how its line is introduced; the first that fits decides."""
UNDONE = tuple(
    lead.casefold()
    for mood, lead in _LEADS_OF_MOODS
    if mood
    in {MOOD_CAUTIONS[each] for each in (Modality.CONDITIONAL, Modality.NECESSARY, Modality.FUTURE, Modality.INTENDED)}
)
"""How lines are introduced that do not say that it is, or was, so."""
_LEADS_OF_DENIED_MOODS = (
    # *If the Landlord does not repair the roof* denies nothing
    (MOOD_CAUTIONS[Modality.CONDITIONAL], "Only under a condition"),
    # *It was resolved that the lease should not be renewed* does not say what came of it
    (MOOD_CAUTIONS[Modality.NECESSARY], "Only that it should not be so, not what happened"),
    (MOOD_CAUTIONS[Modality.FUTURE], "Only that it is planned or expected not to be so, not what happened"),
    (MOOD_CAUTIONS[Modality.INTENDED], "Only that it was not wanted or was decided against, not what happened"),
)
"""The same for a line that denies: a plan not to do something does not tell what was done."""
_DENIALS = frozenset({DENIED, *(lead for _, lead in _LEADS_OF_DENIED_MOODS[1:])})


def _premises(lines: Sequence[AnswerLine]) -> Iterator[AnswerSentence]:
    """The lines that only led to the answer."""
    led = [line for line in lines if line.premise]
    for line in led[:MAX_PREMISES]:
        lead = lead_of(line)
        start = _meaning(line) or f"This rests on{f' ({lead.lower()})' if lead else ''}"
        yield AnswerSentence(text=f"{start}: {_quote(line, [])}", citations=[line.number])
    if len(led) > MAX_PREMISES:
        yield _more_lines_sentence(led[MAX_PREMISES:], "led to it")


def _meaning(line: AnswerLine) -> str:
    """What a pronoun or another name means by this line: `“He” means “Scrooge”`; "" where it does not say so itself."""
    for told in line.found:
        _, _, other = told.partition(" means ")
        if other and other.strip("“”") in line.text:
            return told
    return ""


def _lines(lines: Sequence[AnswerLine]) -> Iterator[AnswerSentence]:
    ordered = sorted(lines, key=lambda line: (_LEADS.get(lead_of(line), 2), line.number))
    for line in ordered[:MAX_LINES]:
        lead = lead_of(line)
        yield AnswerSentence(text=f"{f'{lead}: ' if lead else ''}{_quote(line, _names(line))}", citations=[line.number])
    if len(ordered) > MAX_LINES:
        yield _more_lines_sentence(ordered[MAX_LINES:], "were found")


def _more_lines_sentence(lines: Sequence[AnswerLine], what: str) -> AnswerSentence:
    count = _in_words(len(lines))
    said = f"{count} more line{'' if len(lines) == 1 else 's'} {what}."
    if len(lines) == 1:
        said = said.replace("say ", "says ").replace("name ", "names ").replace("were ", "was ")
    return AnswerSentence(text=f"{said[:1].upper()}{said[1:-1]}, such as:", citations=[lines[0].number])


def _in_words(number: int) -> str:
    """Return a number as words: digits in an answer must occur in its lines, words for counts need not."""
    if number < 20:
        return _SMALL[number]
    if number > 99:
        return "many"
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")


def _names(line: AnswerLine) -> list[str]:
    """The participants that `found` tells of, for the part of a long line that matters."""
    return [name for told in line.found for part in re.findall(r": ([^;()]+)", told) for name in part.split(", ")]


def quote_line(line: AnswerLine) -> str:
    """Return a line in quotes, a long one cut around what was found in it."""
    return _quote(line, _names(line))


def _quote(line: AnswerLine, names: Sequence[str]) -> str:
    """Return the line in quotes, verbatim; of a long line, the words around the first of `names` that occurs in it."""
    words = [match for match in _WORD.finditer(line.text) if len(match[0]) <= _LONGEST_WORD]
    if len(line.text) <= QUOTE or not words:
        return f"“{line.text.strip()}”" if len(line.text) <= QUOTE else "“…”"
    at = next((place for place in (line.text.casefold().find(name.casefold()) for name in names) if place >= 0), 0)
    first = next((index for index, word in enumerate(words) if word.start() >= at - QUOTE // 2), len(words) - 1)
    last = first
    while last + 1 < len(words) and words[last + 1].end() - words[first].start() <= QUOTE:
        last += 1
    text = line.text[words[first].start() : words[last].end()]
    return f"“{'' if first == 0 else '…'}{text}{'' if last == len(words) - 1 else '…'}”"
