"""Whether lines say what a claim says, and what they say otherwise. What cannot be compared counts as not said.

A claim is compared with its lines word by word (names, numbers, all content words), then clause by clause. Both sides
are read by the same rules, so whatever they leave unread counts against the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from pramana.claims.circumstances import holds_words, is_timed
from pramana.claims.clauses import SYMMETRIC, clause_differences, says_verb
from pramana.claims.equivalents import equivalents
from pramana.claims.figure_texts import as_written, with_amounts_of
from pramana.claims.marks import SCORE, has_same_words, unlike_numbers, unlike_words
from pramana.claims.model import Aspect, ClaimComparison, MatchedClause, Mismatch
from pramana.claims.phrases import names_same, restating_words
from pramana.claims.readings import ComparedLine, read_line, stems_of, texts_of
from pramana.claims.scope import is_plain
from pramana.claims.wording import replacing_stems, restating_stems
from pramana.claims.writing import line_with_written_dates, with_written_dates
from pramana.evidence import words
from pramana.language import (
    LONGEST_READ,
    PREPOSITIONS,
    Clause,
    ClauseKind,
    EvidenceLine,
    LinkedExpression,
    ReadLine,
    Token,
    bare_form,
    dates_of,
    gives_orders,
    is_word,
    lemma_of,
    negations,
    number_values,
    numbers_of,
    operator_words,
    span_of,
    stem,
    word_list,
    word_set,
)

_GLUE = word_set("claims/glue")

_DENYING = frozenset({"not", "neither", "nor", "no"})
"""Denials that replace each other: that a clause is denied, is compared with the clause."""
_TURNED = frozenset({"by", "to", "according"})
"""What a passive, a recipient and a speaker may bring with them (*was stolen by*, *gave it to*, *according to*): they
are compared as participants of their clause."""


def unsupported_reasons(statement: str, lines: Sequence[EvidenceLine]) -> list[str]:
    """Return why lines do not say what a statement says, as messages for a writer; [] where they do.

    >>> line = EvidenceLine("Marsh stole the map.")
    >>> unsupported_reasons("The map was stolen by Marsh.", [line])
    []
    >>> unsupported_reasons("The map stole Marsh.", [line])
    ['“The map stole Marsh.”: no line says so of these participants in these roles.']
    """
    stating, ordered = without_orders([line_with_written_dates(line) for line in lines])
    reasons = compare_claim(with_written_dates(statement), stating).reasons
    return [f"“{statement}”: {reason}" for reason in (*(ordered if reasons else ()), *reasons)]


def without_orders(lines: Sequence[EvidenceLine]) -> tuple[list[EvidenceLine], tuple[str, ...]]:
    """Return lines with those that give orders to their reader made empty, and a sentence for each of these."""
    ordered = [gives_orders(line.text) for line in lines]
    stating = [_NOTHING if order else line for line, order in zip(lines, ordered, strict=True)]
    told = (line.text[:_SHOWN] for line, order in zip(lines, ordered, strict=True) if order)
    return stating, tuple(f"“{text}” gives orders to its reader, and states nothing." for text in told)


_NOTHING = EvidenceLine("")
_SHOWN = 200
"""Characters of a line that a reason quotes."""


def compare_claim(statement: str, lines: Sequence[EvidenceLine]) -> ClaimComparison:
    """Compare a statement with the lines that it may follow from."""
    return _compare(statement, tuple(lines))


@lru_cache(maxsize=64)
def _compare(statement: str, lines: tuple[EvidenceLine, ...]) -> ClaimComparison:
    """Compare a statement with lines; kept for the same check, which asks up to three times: as a whole, in standard
    words, and in parts of each line."""
    for index, line in enumerate(lines):
        if has_same_words(statement, line.text):
            return ClaimComparison(matches=(MatchedClause(index, _NO_CLAUSE, ()),))
    if len(statement) > LONGEST_READ:
        return ClaimComparison((f"it is longer than {LONGEST_READ:,} characters, which is too long to be compared.",))
    statement = with_amounts_of(statement, [line.text for line in lines])
    texts = [text for line in lines for text in texts_of(line)]
    if unlike := [*as_written(statement, unlike_numbers(statement, texts)), *unlike_words(statement, texts)]:
        return ClaimComparison((f"lines have {', '.join(unlike)} with another sign, symbol or unit alone.",))
    if foreign := foreign_words(statement, lines):
        reason = _absent(statement, foreign)
        return ClaimComparison((reason,), strange=foreign, is_foreign=not _ORDINALS.issuperset(foreign))
    said = read_line(EvidenceLine(_dated_as(statement, lines)))
    read = [_read_bounded(said, line) for line in lines]
    reasons, matches, strange = list[str](), list[MatchedClause](), tuple(_strange(said, read))
    if strange:
        reasons.append(_absent(statement, strange))
    if negations(statement) and not any(negations(line.text) for line in lines):
        reasons.append("it denies something, and the lines deny nothing.")
    unsaid = list(_unsaid(said, read, matches))
    return ClaimComparison(tuple(reasons or unsaid), tuple(matches), strange)


def _absent(statement: str, strange: Sequence[str]) -> str:
    """Return that no line has some words and numbers, as the statement writes them."""
    return f"no line has {', '.join(as_written(statement, strange))}."


def _read_bounded(said: ReadLine, line: EvidenceLine) -> ComparedLine:
    """Return a line read, or an empty one where comparing it with the claim would take seconds."""
    if len(line.text) > LONGEST_READ:
        return _EMPTY
    read = read_line(line)
    clauses, parts = (
        [len(each.sentence.clauses) for each in (said, read)],
        [sum(len(clause.prepositions) for clause in each.sentence.clauses) for each in (said, read)],
    )
    bounded = clauses[0] * clauses[1] <= MOST_PAIRS and parts[0] * parts[1] <= MOST_PAIRS
    return read if bounded else _EMPTY


MOST_PAIRS = 1_000
"""Pairs of clauses, and of participants with a preposition, that are compared for a line: half a second. A claim of
five clauses beside a line of twenty has a hundred."""


def foreign_words(statement: str, lines: Sequence[EvidenceLine]) -> tuple[str, ...]:
    """Return words of a statement without which no line can say it, or the opposite: none has them in any form.

    A quick look before both are read: words that may replace others (numbers, dates, denials, words with an equal or
    an opposite) are left to the comparison.
    """
    held = _UNWRITTEN.union(*map(stems_of, lines))
    scores = [each for each in SCORE.findall(statement) if not any(each in line.text for line in lines)]
    return tuple(scores) or tuple(
        form for form in dict.fromkeys(words(statement).forms) if not _is_open(form) and not _may_say(form, held)
    )


_UNWRITTEN = frozenset({stem("have"), stem("be")})
"""What a line may say without a verb: *Webster's hoodie* belongs to Webster."""


def may_say(form: str, lines: Sequence[EvidenceLine]) -> bool:
    """Return whether lines have a word that may say one, as `foreign_words` looks for it."""
    return _may_say(form, _UNWRITTEN.union(*map(stems_of, lines)))


def _may_say(form: str, held: frozenset[str]) -> bool:
    """Whether lines with these stems may say a word; the verb of *forbidden* is looked up only where need be."""
    own = stem(form)
    if own in held or not held.isdisjoint(replacing_stems(own)):
        return True
    verb = _verb_stem(form)
    return verb in held or not held.isdisjoint(replacing_stems(verb))


@lru_cache(maxsize=16_384)
def _verb_stem(form: str) -> str:
    return stem(lemma_of(form, "VVN"))


@lru_cache(maxsize=16_384)
def _is_open(form: str) -> bool:
    """Whether a word may be compared by more than its form."""
    known = form in _GLUE | _TURNED | _DENIALS | _MONTHS | PREPOSITIONS
    return known or len(form) <= _SHORT or not form.isalpha() or bool(number_values(form))


_MONTHS = frozenset(word for entry in word_list("numbers/months") for word in entry.split())
_ORDINALS = frozenset(word_list("claims/ordinals"))
_SHORT = 3
"""Letters of words that are looked at closely only: *a*, *its*, *was*."""
_NO_CLAUSE = Clause(ClauseKind.MAIN, "", "", 0, 0, "", 0)
_EMPTY = ComparedLine(EvidenceLine(""))


def _dated_as(statement: str, lines: Sequence[EvidenceLine]) -> str:
    """Return a statement with its dates as the lines write them: *2019-03-14* is *14 March 2019*."""
    own = dates_of(statement)
    if not own:
        return statement
    written = [(date, line.text[date.start : date.end]) for line in lines for date in dates_of(line.text)]
    for date in reversed(own):
        same = (text for other, text in written if date.is_within(other) and other.is_within(date))
        statement = f"{statement[: date.start]}{next(same, statement[date.start : date.end])}{statement[date.end :]}"
    return statement


def values_in_writing(statement: str, lines: Sequence[EvidenceLine]) -> frozenset[str]:
    """Return the values of the numbers of a statement, with its amounts and dates as the lines write them."""
    if not number_values(statement):
        return frozenset()
    return number_values(_dated_as(with_amounts_of(statement, [line.text for line in lines]), lines))


def _strange(said: ReadLine, lines: Sequence[ComparedLine]) -> Iterator[str]:
    """Yield the words and numbers of a statement that no cited line holds or is linked to."""
    texts = [text for line in lines for text in line.texts]
    held = frozenset[str]().union(*(line.all_words for line in lines)) | _TURNED
    held |= set() if held.isdisjoint(_DENYING) else _DENYING
    stems = _UNWRITTEN.union(*(stems_of(line.line) for line in lines))
    words = [
        token.text
        for token in _claiming(said)
        if token.text.casefold() not in held and held.isdisjoint(_forms(said, token)) and not _is_restated(token, stems)
    ]
    numbers = sorted(number_values(said.line.text) - {value for text in texts for value in number_values(text)})
    yield from dict.fromkeys([*words, *numbers])


def _is_restated(token: Token, stems: frozenset[str]) -> bool:
    """Whether lines have a word that may say this one, for each word of *six-hour*; clauses and phrases decide."""
    return all(
        part in stems or not stems.isdisjoint(restating_stems(part)) or bool(number_values(part))
        for part in map(stem, token.text.casefold().split("-"))
    )


def _claiming(said: ReadLine) -> Iterator[Token]:
    """Yield the words that claim something by themselves; numbers are compared as values."""
    counted = [(number.start, number.end) for number in numbers_of(said.line.text) if number.value != "1"]
    markers = [(part.start, part.phrase.start) for clause in said.sentence.clauses for part in clause.prepositions]
    markers += [(phrase.start, phrase.end) for phrase in said.sentence.noun_phrases if phrase.kind == "pronoun"]
    apart = (*counted, *markers)
    for token in said.sentence.tokens:
        says = is_word(token) and token.tag != "PRF" and token.text.casefold() not in _GLUE
        if says and not any(start <= token.start and token.end <= end for start, end in apart):
            yield token


def _forms(said: ReadLine, token: Token) -> set[str]:
    folded, lemma = token.text.casefold(), token.lemma.casefold()
    verbs = (
        each.verb for each in said.sentence.clauses if each.verb_start <= token.start and token.end <= each.verb_end
    )
    if token.tag.startswith("VV") and (verb := next(verbs, "")):
        lemma = verb  # of *forbidden* the tagger has no lemma
    return {
        folded,
        bare_form(folded),
        lemma,
        "not" if folded in {"n't", "n’t"} else folded,
        *restating_words(said, lemma),
    }


def _unsaid(said: ReadLine, lines: Sequence[ComparedLine], found: list[MatchedClause]) -> Iterator[str]:
    """Yield what no clause of a cited line says, and add to `found` the clauses that are nearest to those of the claim.

    A clause that only shows whose something is, is part of its phrase.
    """
    claims = _claims_of(said, lines)
    if not claims:
        text, denials = said.line.text, negations(said.line.text)
        if not any(holds_words(line.line.text, text) and is_plain(line, denials) for line in lines):
            yield "it has no verb that could be compared, and is not part of a line."
        return
    pairs: dict[int, list[tuple[ComparedLine, Clause]]] = {}
    for claim in claims:
        matches = _nearest_matches(said, claim, lines)
        if any(match.differences for match in matches[:1]):
            matches = _matches_of_each(said, claim, lines) or matches
        found += matches[:1]
        if not matches or matches[0].differences:
            yield _nearest_reason(matches[:1])
            return
        pairs[said.sentence.clauses.index(claim)] = [(lines[each.line], each.clause) for each in matches]
    loose = [token for token in _uncovered_tokens(said) if not _near(said, token, pairs)]
    if loose:
        yield f"no line says {', '.join(token.text for token in loose)} of it."


def _nearest_reason(nearest: Sequence[MatchedClause]) -> str:
    """Return that no line says a clause, with how the nearest one differs where it has the same verb."""
    found = [each for match in nearest for each in match.differences]
    if not found or any(each.aspect in (Aspect.VERB, Aspect.ROLES) for each in found):
        return "no line says so of these participants in these roles."
    return f"no line says so; the nearest differs in {' and '.join([*dict.fromkeys(map(str, found))][:_TOLD])}."


_TOLD = 2
"""Differences that a reason names: the first ones show what is to be changed."""


def _claims_of(said: ReadLine, lines: Sequence[ComparedLine]) -> list[Clause]:
    """Return the clauses of a claim that are compared.

    Not those without a verb that only show whose something is, or that a line has word by word (*an amateur in Chile*).
    """
    found = []
    for clause in said.sentence.clauses:
        if clause.kind is ClauseKind.POSSESSIVE:
            continue
        words = _nominal_text(said, clause) if clause.kind is ClauseKind.LOCATION else ""
        if not any(holds_words(line.line.text, words) for line in lines):
            found.append(clause)
    return found


def _nominal_text(said: ReadLine, clause: Clause) -> str:
    """Return the words of a clause without a verb, from the noun of its subject."""
    heads = [said.sentence.tokens[phrase.head].start for phrase in clause.subjects]
    return said.sentence.text[min(heads, default=clause.verb_start) : span_of(clause)[1]]


def _nearest_matches(said: ReadLine, claim: Clause, lines: Sequence[ComparedLine]) -> list[MatchedClause]:
    """Return the clauses of the lines that say a clause of a claim; where none does, the one that differs least."""
    same, nearest = list[MatchedClause](), None
    for index, line in enumerate(lines):
        for clause in _comparable(said, claim, line):
            differences = clause_differences(said, claim, line, clause)
            if same:  # only whether they differ is of interest
                differences = islice(differences, 1)
            match = MatchedClause(index, clause, tuple(differences))
            if not match.differences:
                same.append(match)
            elif nearest is None or _distance(match) < _distance(nearest):
                nearest = match
    return same or ([] if nearest is None else [nearest])


def _matches_of_each(said: ReadLine, claim: Clause, lines: Sequence[ComparedLine]) -> list[MatchedClause]:
    """Return the clauses that say a claim's clause of each joined subject, or object; [] where one is unsaid.

    *Ann and Bo left* is said by two lines; not what is said of them together, or denied.
    """
    if claim.negated or claim.verb in SYMMETRIC:
        return []
    subjects = [replace(claim, subjects=(each,)) for each in claim.subjects]
    objects = [replace(claim, objects=(each,)) for each in claim.objects]
    for parts in (subjects, objects):
        if len(parts) < 2:
            continue
        matches = [_nearest_matches(said, part, lines)[:1] for part in parts]
        if all(found and not found[0].differences for found in matches):
            return [match for found in matches for match in found]
    return []


def _comparable(said: ReadLine, claim: Clause, line: ComparedLine) -> Iterator[Clause]:
    """Yield the clauses of a line, and those that follow from them with the verb of a clause of a claim."""
    for clause in line.sentence.clauses:
        yield clause
        yield from (each for each in equivalents(clause) if says_verb(said, claim.verb, each.verb))


def _distance(match: MatchedClause) -> tuple[int, int]:
    verb = any(each.aspect is Aspect.VERB and not each.opposed for each in match.differences)
    return (99 if verb else len(match.differences), sum(not each.opposed for each in match.differences))


def _uncovered_tokens(said: ReadLine) -> Iterator[Token]:
    """Yield the claiming words that are part of no verb and no participant: they are compared one by one."""
    spans = [span for clause in said.sentence.clauses for span in _parts(clause)]
    markers = {clause.marker for clause in said.sentence.clauses}  # compared with the clause
    for token in _claiming(said):
        inside = any(start <= token.start and token.end <= end for start, end in spans)
        free = token.tag == "AV0" and token.text.casefold() not in _DENIALS  # within a verb: *is officially known*
        if token.text.casefold() not in markers and (free or not inside):
            yield token


def _parts(clause: Clause) -> Iterator[tuple[int, int]]:
    phrases = [*clause.subjects, *clause.objects, *clause.indirect]
    if clause.attributed_to is not None:
        phrases.append(clause.attributed_to)
    yield clause.verb_start, clause.verb_end
    yield from ((phrase.start, phrase.end) for phrase in phrases)
    yield from ((part.start, part.end) for part in clause.prepositions)
    yield from ((part.start, part.end) for part in clause.adverbials)


def _near(said: ReadLine, token: Token, pairs: dict[int, list[tuple[ComparedLine, Clause]]]) -> bool:
    """Whether a word belongs to the same clause in a line as in the statement."""
    for line, clause in pairs.get(said.owner(token), ()):
        place, forms = line.place_of(clause), _forms(said, token)
        before = [each for each in line.sentence.tokens if each.start < clause.verb_start][-_BEFORE_VERB:]
        own = (each for each in line.sentence.tokens if line.owner(each) == place or each in before)
        if any(not forms.isdisjoint((each.text.casefold(), each.lemma.casefold())) for each in own):
            return True
        ahead = [each.text for each in said.sentence.tokens if each.start < token.start][-1:]
        if ahead and token.tag.startswith("AJ") and holds_words(line.line.text, f"{ahead[0]} {token.text}"):
            return True  # *leave their banks unprotected*, whatever clause it was read as part of
    return False


_BEFORE_VERB = 2
"""Words before a verb that are its own, whatever clause they were read as part of: *, long attributed to Vermeer*."""


def opposed_difference(
    statement: str, lines: Sequence[EvidenceLine], found: ClaimComparison
) -> tuple[Mismatch, int] | None:
    """Return the one operator or value in which a line says the opposite of a statement, with the line's index; None
    where anything else differs, on either side.

    The line's own participants must be in the statement, too, where leaving one out would change what the line
    excludes: all of what a denial denies, and all that a number counts.
    """
    different = [match for match in found.matches if match.differences]
    if len(different) != 1 or len(different[0].differences) != 1 or not different[0].differences[0].opposed:
        return None
    match, difference = different[0], different[0].differences[0]
    said, line = read_line(EvidenceLine(_dated_as(statement, lines))), read_line(lines[match.line])
    claims = _claims_of(said, [line])
    if len(found.matches) != len(claims) or not _explains(difference, found.strange):
        return None
    claimed = claims[found.matches.index(match)]
    if difference.aspect is Aspect.NEGATION:
        if claimed.negated and is_timed(match.clause):
            return None if _has_loose_denial(line) else (difference, match.line)
    elif not (is_timed(claimed) and is_timed(match.clause)):
        return None
    elif difference.aspect is Aspect.ROLES:  # a line says its clause without its details, and so without *in 1999*
        return difference, match.line
    linked = _with_names_of(said, line)
    back = [each for each in clause_differences(line, match.clause, linked, claimed) if not each.opposed]
    return None if back else (difference, match.line)


def _has_loose_denial(line: ComparedLine) -> bool:
    """Whether a line denies more than its clauses do: *left in May, not on Tuesday*."""
    return negations(line.line.text) > sum(clause.negated for clause in line.sentence.clauses)


def _with_names_of(said: ComparedLine, line: ComparedLine) -> ComparedLine:
    """Return a claim whose phrases also mean what the line calls them: *Scrooge* means *he*, where a link says so."""
    if not line.line.references:
        return said
    pairs = ((mine, other) for mine in said.sentence.noun_phrases for other in line.sentence.noun_phrases)
    same = [
        LinkedExpression(mine.start, mine.end, other.text)
        for mine, other in pairs
        if names_same(said, mine, line, other)
    ]
    return read_line(EvidenceLine(said.line.text, tuple(same)))


_DENIALS = frozenset("not no never nobody nothing none neither nor n't n’t cannot any".split())


def _explains(difference: Mismatch, strange: Sequence[str]) -> bool:
    """Whether the words that no line holds are those of the one difference."""
    own = set(operator_words(difference.said)) | number_values(difference.said) | {difference.said.casefold()}
    if difference.aspect in (Aspect.NEGATION, Aspect.VERB):
        own |= _DENIALS if difference.aspect is Aspect.NEGATION else set(difference.said.split())
        return all(word.casefold() in own or _is_form(word, difference) for word in strange)
    return all(word.casefold() in own for word in strange)


def _is_form(word: str, difference: Mismatch) -> bool:
    return word.casefold() in operator_words(difference.said)
