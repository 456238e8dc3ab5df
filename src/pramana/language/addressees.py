"""Whom a line is addressed to: *Dear Margaret, …*, *Thank you, Tom, …*, *Margaret, the auditors resigned*.

A name that a line calls out has no part in its clauses: it is set aside before they are built, so that it is neither
subject nor object. A line without a comma behind the name is left as it is: *Dear old Tom signed the deed*.
"""

from __future__ import annotations

from collections.abc import Sequence

from pramana.language.agreement import FEMALE_NAMES, MALE_NAMES
from pramana.language.chunks import Chunk
from pramana.language.drafts import is_time
from pramana.language.lookahead import Lookahead
from pramana.language.model import NounPhrase, Token
from pramana.language.word_lists import word_set

_GREETINGS = word_set("grammar/greetings")
_LONGEST_GREETING = 2
"""Words in an entry of the list."""
_ADDRESSED = word_set("grammar/addressed")
_CALLED = frozenset({"NP", "CONJ", "OTHER", "ADJ", "ADV", "QUANT"})
"""Kinds of chunks between a greeting and its comma: *Dear Sir or Madam*, *Dear all*, *Hi Margaret and Tom*."""
_ENDS = frozenset({"COMMA", "BREAK"})


def set_addressees_aside(tokens: Sequence[Token], chunks: Sequence[Chunk]) -> list[Chunk]:
    """Return the chunks behind whom the line addresses at its start; all of them where it addresses nobody."""
    if not any(chunk.kind in _ENDS for chunk in chunks[:-1]):
        return list(chunks)
    return list(chunks[_AddressSeeker(tokens, chunks).clause_start() :])


class _AddressSeeker:
    """Bounded questions about the start of one stretch of chunks."""

    def __init__(self, tokens: Sequence[Token], chunks: Sequence[Chunk]) -> None:
        self._tokens = tokens
        self._chunks = chunks
        self._ahead = Lookahead(tokens, chunks)

    def clause_start(self) -> int:
        """The chunk where the clause behind a greeting and the names of the addressees begins; 0 without any."""
        start = self._past_greeting()
        greeted = start > 0
        if (greeted and self._is_called(start)) or self._is_apart(start):
            return start + 2
        return start

    def _past_greeting(self) -> int:
        """The chunk behind *Dear Margaret,* or *Thank you,*; 0 where the line does not begin with a greeting."""
        end = next((place for place, chunk in enumerate(self._chunks) if chunk.kind in _ENDS), 0)
        own = self._chunks[:end]
        if not own or not self._greets(own[0].first, self._chunks[end].first):
            return 0
        # *Dear Margaret, who chairs the board, …* describes her; *Thank you* is a verb with its object.
        thanked = own[0].verb is not None and len(own) == 2
        called = thanked or all(chunk.kind in _CALLED and chunk.verb is None for chunk in own)
        return end + 1 if called and self._ahead.kind(end + 1) != "REL" else 0

    def _greets(self, first: int, last: int) -> bool:
        if self._tokens[first].tag == "AT0":  # *No man, no tree survived*
            return False
        words = [token.text.lower() for token in self._tokens[first:last]]
        return any(" ".join(words[:count]) in _GREETINGS for count in range(1, _LONGEST_GREETING + 1))

    def _is_called(self, place: int) -> bool:
        """*Thank you, | Tom, the report arrived*: a name, a comma, and no list."""
        after = self._ahead.phrase(place + 2)
        listed = after is not None and self._ahead.kind(place + 3) in {"COMMA", "CONJ"}
        return self._may_be_addressed(place) and self._ahead.kind(place + 1) in _ENDS and not listed

    def _may_be_addressed(self, place: int) -> bool:
        phrase = self._ahead.phrase(place)
        if phrase is None or is_time(self._tokens, phrase):
            return False
        return phrase.kind == "name" or self._tokens[phrase.head].lemma.lower() in _ADDRESSED

    def _is_apart(self, place: int) -> bool:
        """*Margaret, | the auditors resigned*: one comma only, and behind it a subject with its verb.

        Two commas fence an apposition (*Margaret, the chair, resigned*) or a remark (*Margaret, they say, resigned*).
        """
        subject = self._ahead.phrase(place + 2)
        if not self._may_be_addressed(place) or self._ahead.kind(place + 1) != "COMMA" or subject is None:
            return False
        verb = self._ahead.past_prepositions(place + 3)
        verb += self._ahead.kind(verb) == "ADV"
        if not self._ahead.is_finite(verb) or self._resumes(verb + 1):
            return False
        return self._is_another(self._chunks[place].phrase, subject)

    def _resumes(self, start: int) -> bool:
        """Whether a verb follows a later comma of the same stretch, as behind a remark."""
        for place in range(start, len(self._chunks)):
            if self._ahead.kind(place) == "BREAK":
                return False
            after = place + 1 + (self._ahead.kind(place + 1) == "ADV")
            if self._ahead.kind(place) == "COMMA" and self._ahead.is_finite(after):
                return True
        return False

    def _is_another(self, called: NounPhrase | None, subject: NounPhrase) -> bool:
        """Whether the subject is a phrase of its own, not the second part of a name: *Boston, Massachusetts voted*."""
        if subject.kind != "name":
            return True
        return called is not None and all(self._is_given(each) for each in (called, subject))

    def _is_given(self, phrase: NounPhrase) -> bool:
        word = self._tokens[phrase.first].text.lower()
        return word in MALE_NAMES or word in FEMALE_NAMES
