"""Whether lines say what a statement says. What cannot be compared counts as not said.

A statement is compared with the lines that it cites word by word (names, numbers, all content words), then clause by
clause: the verb, who acts and who is acted on, markers (*before*, *after*), denial, modality and speaker. Both sides
are read by the same rules, so whatever they leave unread counts against the statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.claims.clauses import clause_says
from pramana.language import (
    LONGEST_READ,
    Clause,
    ClauseKind,
    EvidenceLine,
    LinkedExpression,
    ReadLine,
    Token,
    dates_of,
    is_word,
    negations,
    number_values,
    numbers_of,
    operator_words,
    word_set,
)

__all__ = ["EvidenceLine", "LinkedExpression", "unsupported_reasons"]

_GLUE = word_set("claims/glue")

_TURNED = frozenset({"by", "to", "according"})
"""What a passive, a recipient and a speaker may bring with them (*was stolen by*, *gave it to*, *according to*): they
are compared as participants of their clause."""


def unsupported_reasons(statement: str, lines: Sequence[EvidenceLine]) -> list[str]:
    """Return why lines do not say what a statement says, as messages for a writer; [] where they do.

    >>> line = EvidenceLine("Marsh stole the map.")
    >>> unsupported("The map was stolen by Marsh.", [line])
    []
    >>> unsupported("The map stole Marsh.", [line])
    ['“The map stole Marsh.”: no cited line says so with these participants in these roles.']
    """
    if any(_same_words(statement, line.text) for line in lines):
        return []
    if len(statement) > LONGEST_READ:
        return [f"“{statement[:60]}…”: it is too long to be compared."]
    said = ReadLine(EvidenceLine(_dated_as(statement, lines)))
    read = [ReadLine(line) for line in lines if len(line.text) <= LONGEST_READ]
    faults = [*_strange(said, read), *_denial(statement, lines)]
    return [f"“{statement}”: {fault}" for fault in faults or _unsaid(said, read)]


def _dated_as(statement: str, lines: Sequence[EvidenceLine]) -> str:
    """Return a statement with its dates as the lines write them: *2019-03-14* is *14 March 2019*."""
    written = [(date, line.text[date.start : date.end]) for line in lines for date in dates_of(line.text)]
    for date in reversed(dates_of(statement)):
        same = (text for other, text in written if date.is_within(other) and other.is_within(date))
        statement = f"{statement[: date.start]}{next(same, statement[date.start : date.end])}{statement[date.end :]}"
    return statement


def _same_words(statement: str, line: str) -> bool:
    words = operator_words(statement)
    return bool(words) and words == operator_words(line) and number_values(statement) == number_values(line)


def _strange(said: ReadLine, lines: Sequence[ReadLine]) -> Iterator[str]:
    """Yield the words and numbers of a statement that no cited line holds or is linked to."""
    texts = [text for line in lines for text in (line.line.text, *(each.means for each in line.line.references))]
    numbers = sorted(number_values(said.line.text) - {value for text in texts for value in number_values(text)})
    held = {word for text in texts for word in _all_words(text)}
    words = [token.text for token in _claiming(said) if (held | _TURNED).isdisjoint(_forms(token))]
    if numbers or words:
        yield f"it says {', '.join(dict.fromkeys([*words, *numbers]))}, which its cited lines do not hold."


def _claiming(said: ReadLine) -> Iterator[Token]:
    """Yield the words that claim something by themselves; numbers are compared as values."""
    counted = [(number.start, number.end) for number in numbers_of(said.line.text) if number.value != "1"]
    for token in said.sentence.tokens:
        counts = any(start <= token.start and token.end <= end for start, end in counted)
        if is_word(token) and not counts and token.text.casefold() not in _GLUE:
            yield token


def _forms(token: Token) -> set[str]:
    folded = token.text.casefold()
    return {folded, token.lemma.casefold(), "not" if folded in {"n't", "n’t"} else folded}


def _all_words(text: str) -> set[str]:
    read = ReadLine(EvidenceLine(text))
    return {form for token in read.sentence.tokens for form in _forms(token)} | set(operator_words(text))


def _denial(statement: str, lines: Sequence[EvidenceLine]) -> Iterator[str]:
    if negations(statement) and not any(negations(line.text) for line in lines):
        yield "it denies something, and its cited lines deny nothing."


def _unsaid(said: ReadLine, lines: Sequence[ReadLine]) -> Iterator[str]:
    """Yield what no clause of a cited line says; a clause that only shows whose something is, is part of its phrase."""
    claims = [clause for clause in said.sentence.clauses if clause.kind is not ClauseKind.POSSESSIVE]
    if not claims:
        if not any(_holds(line.line.text, said.line.text) for line in lines):
            yield "it has no verb that could be compared, and is no part of a cited line."
        return
    pairs: dict[int, list[tuple[ReadLine, Clause]]] = {}
    for claim in claims:
        index = said.sentence.clauses.index(claim)
        pairs[index] = [
            (line, each) for line in lines for each in line.sentence.clauses if clause_says(said, claim, line, each)
        ]
        if not pairs[index]:
            yield "no cited line says so with these participants in these roles."
            return
    loose = [token for token in _uncovered_tokens(said) if not _near(said, token, pairs)]
    if loose:
        yield f"no cited line says {', '.join(token.text for token in loose)} of it."


def _holds(line: str, fragment: str) -> bool:
    words, held = operator_words(fragment), operator_words(line)
    places = range(len(held) - len(words) + 1)
    return bool(words) and any(held[place : place + len(words)] == words for place in places)


def _uncovered_tokens(said: ReadLine) -> Iterator[Token]:
    """Yield the claiming words that are part of no verb and no participant: they are compared one by one."""
    spans = [span for clause in said.sentence.clauses for span in _parts(clause)]
    for token in _claiming(said):
        if not any(start <= token.start and token.end <= end for start, end in spans):
            yield token


def _parts(clause: Clause) -> Iterator[tuple[int, int]]:
    phrases = [*clause.subjects, *clause.objects, *clause.indirect]
    if clause.attributed_to is not None:
        phrases.append(clause.attributed_to)
    yield clause.verb_start, clause.verb_end
    yield from ((phrase.start, phrase.end) for phrase in phrases)
    yield from ((part.start, part.end) for part in clause.prepositions)
    yield from ((part.start, part.end) for part in clause.adverbials)


def _near(said: ReadLine, token: Token, pairs: dict[int, list[tuple[ReadLine, Clause]]]) -> bool:
    """Whether a word belongs to the same clause in a line as in the statement."""
    for line, clause in pairs.get(said.owner(token), ()):
        place = line.sentence.clauses.index(clause)
        own = [each for each in line.sentence.tokens if line.owner(each) == place]
        if any(_forms(token) & _forms(each) for each in own):
            return True
    return False
