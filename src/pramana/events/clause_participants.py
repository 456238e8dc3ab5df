"""The participants of one clause by role, and the amounts of its action, as mentions of the line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pramana.events.mentions import MAX_MENTION, is_list_mark, mention_of
from pramana.events.model import Role
from pramana.events.nouns import CLOCK_MARKS, is_abstract, is_group, is_surely_person, is_time
from pramana.events.roles import base_of, is_measure, role_of
from pramana.language import (
    NOMINAL,
    Clause,
    ClauseKind,
    Modal,
    NounPhrase,
    Prepositional,
    Sentence,
    Token,
    is_negative,
    owned_start,
    word_set,
)

_KEEPING_DAYS = word_set("roles/keeping_days")
_DITRANSITIVE = word_set("roles/ditransitive")
_FURNISHING = word_set("roles/furnishing")
_COMPLEMENTED = frozenset({"be", "become", "remain", "seem", "look", "feel"})
_NAMED = frozenset("elect appoint name call crown christen dub title".split())
"""Verbs whose second object, what somebody is called or made, is stored beside the first."""
_GIVING = word_set("roles/transfer") | word_set("roles/motion")
_TAKEN_BY_NOUNS = frozenset({Role.KARANA, Role.APADANA, Role.SAMPRADANA})
_SET_PHRASES = word_set("roles/set_phrases")
_TELLING = frozenset("tell inform assure notify remind".split())
_TOLD = word_set("types/people")
_MANNERS_BY = word_set("roles/manners_by")
_OWN_OF = frozenset({"of", "aged"})
_COUNTED = frozenset({"twice", "thrice"})


def roles_of(sentence: Sentence, clause: Clause) -> dict[Role, list[str]]:
    """Return the mentions of each role; of a mention in two roles the surer one counts."""
    return _distinct(_roles(sentence, clause))


def measures_of(sentence: Sentence, clause: Clause) -> list[str]:
    """Return the amounts of the action, without their prepositions: *10 times*, *12 %*, *three hours*."""
    tokens = sentence.tokens
    found = [phrase for phrase in clause.objects if is_measure(tokens, clause, "", phrase)]
    found += [part.phrase for part in clause.prepositions if is_measure(tokens, clause, part.preposition, part.phrase)]
    spans = [(phrase.start, phrase.end) for phrase in found]
    spans += [(each.start, each.end) for each in clause.adverbials if _counts(each.text)]
    inside = [at for at, each in enumerate(tokens) if clause.verb_end <= each.start and each.end <= clause.end]
    spans += [(tokens[at].start, tokens[at].end) for at in inside if _is_count(tokens, at)]
    return [sentence.text[start:end] for start, end in sorted(set(spans))]


def _is_count(tokens: Sequence[Token], place: int) -> bool:
    """*twice*, *met him only once*; but *once the rain stopped*, *once a farmer*."""
    word = tokens[place].text.lower()
    if word != "once":
        return word in _COUNTED
    after = tokens[place + 1].tag if place + 1 < len(tokens) else "PUN"
    return after in {"PUN", "CJC"} and tokens[place - 1].text.lower() != "at"


def _counts(text: str) -> bool:
    """*10 times*, *twice*; but *last time*, *one time* are times."""
    words = text.lower().split()
    return words[0] in _COUNTED or (words[-1] == "times" and words[0] not in {"the", "these", "those", "all"})


def _roles(sentence: Sentence, clause: Clause) -> Iterator[tuple[Role, str]]:
    yield from _core(sentence, clause)
    yield from _mentions(sentence, clause, list(_complements(sentence, clause)))
    for adverbial in clause.adverbials:
        if not _counts(adverbial.text):
            role = Role.ADHIKARANA_TEMPORAL if adverbial.kind == "time" else Role.ADHIKARANA_SPATIAL
            yield role, sentence.text[adverbial.start : adverbial.end]


def _complements(sentence: Sentence, clause: Clause) -> Iterator[tuple[Role, NounPhrase]]:
    tokens, shared = sentence.tokens, _shared_roles(sentence, clause)
    for part in clause.prepositions:
        phrase = part.phrase
        if _belongs_to_subject(sentence, clause, part) or phrase is clause.attributed_to:
            continue
        if part.preposition in _OWN_OF and sentence.text[: part.start].rstrip().endswith(","):
            continue  # *Ann Lee, aged 42, of Leeds, pleaded guilty*
        if not clause.negated and is_negative(tokens, phrase):  # *left with no money*
            continue
        if is_measure(tokens, clause, part.preposition, phrase):
            continue
        if f"{part.preposition} {phrase.text.lower()}" in _SET_PHRASES:
            continue
        role = shared[part.start, part.preposition]
        role = Role.ADHIKARANA_TEMPORAL if is_time(tokens, phrase) and role is not Role.SAMBANDHA else role
        manner = phrase.last - phrase.first == 1 and tokens[phrase.head].lemma.lower() in _MANNERS_BY
        agent = clause.passive and part.preposition == "by" and role is Role.SAMBANDHA and not manner
        yield Role.KARTA if agent else role, phrase


def _shared_roles(sentence: Sentence, clause: Clause) -> dict[tuple[int, str], Role]:
    """The role of each preposition: joined phrases have one, and *related* where their nouns would have several."""
    roles: dict[tuple[int, str], Role] = {}
    for part in clause.prepositions:
        role = role_of(sentence.tokens, clause, part)
        if role in _TAKEN_BY_NOUNS and _is_of_noun(sentence, clause, part):
            role = Role.SAMBANDHA
        key = part.start, part.preposition
        roles[key] = role if roles.get(key, role) is role else Role.SAMBANDHA
        if part.preposition == "between" and is_time(sentence.tokens, part.phrase):  # *between 22 and 27 May*
            roles[key] = Role.ADHIKARANA_TEMPORAL
    return roles


def _is_of_noun(sentence: Sentence, clause: Clause, part: Prepositional) -> bool:
    """*in the confrontation with police*, *met a challenge from Oslo*: an abstract noun takes the preposition."""
    if base_of(clause) in _GIVING:
        return False
    before = [*clause.objects, *(each.phrase for each in clause.prepositions)]
    return any(each.end + 1 == part.start and is_abstract(sentence.tokens, each) for each in before)


def _belongs_to_subject(sentence: Sentence, clause: Clause, complement: Prepositional) -> bool:
    """*the man in the moon laughed*: between subject and verb, without a comma."""
    if not clause.subjects or clause.subject_from != "stated" or clause.kind in NOMINAL:
        return False
    if is_time(sentence.tokens, complement.phrase):  # *Bush on Tuesday nominated two judges*
        return False
    between = clause.subjects[-1].end <= complement.start and complement.end <= clause.verb_start
    return between and "," not in sentence.text[clause.subjects[-1].end : complement.start]


def _core(sentence: Sentence, clause: Clause) -> Iterator[tuple[Role, str]]:
    subject, other = Role.KARTA, Role.KARMA
    furnished = base_of(clause) in _FURNISHING and any(part.preposition == "with" for part in clause.prepositions)
    if clause.passive:
        given = furnished or (clause.objects and clause.verb in _DITRANSITIVE)
        subject = Role.SAMPRADANA if given else Role.KARMA
    elif clause.verb == "be" and not clause.subjects and clause.subject_from == "none":
        other = Role.KARTA
    elif furnished or (clause.verb in _TELLING and not clause.indirect and _are_told(sentence, clause)):
        other = Role.SAMPRADANA
    subjects = () if clause.subject_from == "empty" else clause.subjects
    yield from _mentions(sentence, clause, [(subject, phrase) for phrase in subjects])
    if clause.kind is ClauseKind.POSSESSIVE:
        yield other, sentence.text[owned_start(clause) : clause.objects[0].end]
        return
    objects = [(_of_object(sentence, clause, other, each), each) for each in _objects(sentence, clause)]
    yield from _mentions(sentence, clause, objects)
    yield from _mentions(sentence, clause, [(Role.SAMPRADANA, phrase) for phrase in clause.indirect])
    named = clause.verb in _NAMED and not clause.passive and clause.objects
    if clause.complement and (named or (not clause.objects and clause.verb in _COMPLEMENTED)):
        yield Role.KARMA, clause.complement


def _are_told(sentence: Sentence, clause: Clause) -> bool:
    """*told reporters that ...*: whom one tells; of *informed* and the like, the object with a *that* behind it."""
    tokens = sentence.tokens
    if any(part.preposition == "to" for part in clause.prepositions) or clause.objects[-1:] == ():
        return False  # *told it to me*
    if clause.verb != "tell" and not any(_is_that_behind(sentence, phrase) for phrase in clause.objects[-1:]):
        return False
    return all(
        phrase.kind in {"name", "pronoun"} or is_surely_person(tokens, phrase) or _names_people(sentence, phrase)
        for phrase in clause.objects
    )


def _is_that_behind(sentence: Sentence, phrase: NounPhrase) -> bool:
    return any(token.tag == "CJT" for token in sentence.tokens[phrase.last : phrase.last + 1])


def _names_people(sentence: Sentence, phrase: NounPhrase) -> bool:
    return sentence.tokens[phrase.head].lemma.lower() in _TOLD or is_group(sentence.tokens, phrase)


def _objects(sentence: Sentence, clause: Clause) -> list[NounPhrase]:
    return [phrase for phrase in clause.objects if not is_measure(sentence.tokens, clause, "", phrase)]


def _of_object(sentence: Sentence, clause: Clause, usual: Role, phrase: NounPhrase) -> Role:
    head = sentence.tokens[phrase.head]
    clock = head.lemma.lower() in CLOCK_MARKS
    named = (clock or head.tag in {"NP0", "CRD"}) and base_of(clause) not in _KEEPING_DAYS  # *begins January 6*
    dated = (clause.passive or named) and is_time(sentence.tokens, phrase)  # *born 1950*
    return Role.ADHIKARANA_TEMPORAL if dated else usual


def _mentions(
    sentence: Sentence, clause: Clause, found: Sequence[tuple[Role, NounPhrase]]
) -> Iterator[tuple[Role, str]]:
    """The mentions; those that *or* joins are one (*either Paris or Rome*), unless the clause claims nothing."""
    found = [(role, phrase) for role, phrase in found if not is_list_mark(sentence, phrase)]
    apart = clause.negated or clause.modal in {Modal.ASKED, Modal.CONDITIONAL}
    place = 0
    while place < len(found):
        interval = _is_interval(sentence, found, place)
        end = place + 1 if apart and not interval else _alternatives_end(sentence, found, place)
        role, first = found[place]
        last = found[end - 1][1]
        if end - place > 1 and last.last - first.first <= MAX_MENTION:
            yield role, sentence.text[_start_without_either(sentence, first) : last.end]
        else:
            yield from ((role, mention_of(sentence, phrase)) for role, phrase in found[place:end])
        place = end


def _alternatives_end(sentence: Sentence, found: Sequence[tuple[Role, NounPhrase]], place: int) -> int:
    """The participant after those joined to the one at `place`, the next place where *or* joins none."""
    end, alternative = place + 1, False
    if _is_interval(sentence, found, place):
        return place + 2
    while end < len(found):
        words = [token.text.lower() for token in sentence.tokens[found[end - 1][1].last : found[end][1].first]]
        if not words or not set(words) <= {",", "or"}:
            break
        alternative = alternative or "or" in words
        end += 1
    return end if alternative else place + 1


def _is_interval(sentence: Sentence, found: Sequence[tuple[Role, NounPhrase]], place: int) -> bool:
    """*between 22 and 27 May 1940*: two times that are one."""
    if place + 1 == len(found) or found[place][0] is not Role.ADHIKARANA_TEMPORAL is not found[place + 1][0]:
        return False
    first, second = found[place][1], found[place + 1][1]
    before = sentence.tokens[first.first - 1].text.lower() if first.first else ""
    joint = [token.text.lower() for token in sentence.tokens[first.last : second.first]]
    return before == "between" and joint == ["and"]


def _start_without_either(sentence: Sentence, phrase: NounPhrase) -> int:
    first = sentence.tokens[phrase.first]
    inside = first.text.lower() in {"either", "whether"} and phrase.last - phrase.first > 1
    return sentence.tokens[phrase.first + 1].start if inside else phrase.start


def _distinct(pairs: Iterator[tuple[Role, str]]) -> dict[Role, list[str]]:
    roles: dict[Role, list[str]] = {}
    taken: set[str] = set()
    for role, mention in pairs:
        key = " ".join(mention.casefold().split())
        if key and key not in taken:
            taken.add(key)
            roles.setdefault(role, []).append(mention)
    return roles
