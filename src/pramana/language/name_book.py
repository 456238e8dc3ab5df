"""What a text tells of its names somewhere: *Mr. Scrooge* once, and *Scrooge* is a man everywhere."""

from __future__ import annotations

from pramana.language import lexicon as lex
from pramana.language.agreement import FEMALE, FEMALE_TITLES, MALE, MALE_TITLES, PERSON, THING, UNKNOWN, Traits
from pramana.language.mentions import SUBJECT, AnalysedLine, Mention


def key_of(mention: Mention) -> str:
    """Mentions with one key are taken for the same: a name's last word, else the whole phrase without determiner."""
    words = mention.text.casefold().split()
    if mention.name and words:
        return words[-1]
    return " ".join(words[1:] if len(words) > 1 and words[0] in {"the", "a", "an"} else words)


class NameBook:
    """The sorts that titles and verbs give to each name of a text."""

    def __init__(self) -> None:
        self._sorts: dict[str, set[str]] = {}
        self._acting: set[str] = set()

    def note(self, line: AnalysedLine, mention: Mention) -> None:
        """Take in one mention of a name: a title tells its gender; one that speaks or has a given name is human."""
        if not mention.name:
            return
        key = key_of(mention)
        title = mention.text.split(" ")[0].lower().rstrip(".")
        if " " in mention.text and title in MALE_TITLES | FEMALE_TITLES:
            self._sorts.setdefault(key, set()).add(mention.traits.sort)
        elif " " in mention.text and mention.traits.sort in {MALE, FEMALE}:
            self._acting.add(key)  # of a family's name, a given name tells no gender
        if mention.role == SUBJECT and mention.clause >= 0:
            verb = line.sentence.clauses[mention.clause].verb
            if verb in lex.SPEECH or verb in lex.THOUGHT:
                self._acting.add(key)

    def traits(self, mention: Mention) -> Traits:
        """What is known of a mention: its own words first, but for a lone name that the text says more of."""
        told = mention.traits
        if not mention.name or mention.phrase[0] < mention.start or " " in mention.text:
            return told
        sorts = self._sorts.get(key_of(mention), set())
        if len(sorts) == 1 and told.sort != THING:
            return Traits(next(iter(sorts)), told.plural)
        if len(sorts) > 1 or (told.sort == UNKNOWN and key_of(mention) in self._acting):
            return Traits(PERSON, told.plural)
        return told
