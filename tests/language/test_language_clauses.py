"""Clauses of a line."""

from __future__ import annotations

import pytest

from pramana.language import Clause, ClauseKind, Modal, NounPhrase, analyse


def clauses(text: str) -> dict[str, Clause]:
    return {clause.verb: clause for clause in analyse(text).clauses}


def texts(phrases: tuple[NounPhrase, ...]) -> list[str]:
    return [phrase.text for phrase in phrases]


@pytest.mark.parametrize(
    ("text", "verb", "subjects", "objects"),
    [
        ("Rama and Sita saw a deer.", "see", ["Rama", "Sita"], ["a deer"]),
        ("Rama, Sita and Lakshmana left.", "leave", ["Rama", "Sita", "Lakshmana"], []),
        ("He saw an arrow, a bow and a shield.", "see", ["He"], ["an arrow", "a bow", "a shield"]),
        ("Rama killed Ravana and freed Sita.", "free", ["Rama"], ["Sita"]),
        ("He will eat the cake and drink the wine.", "drink", ["He"], ["the wine"]),
        ("The man who killed Ravana left.", "kill", ["The man"], ["Ravana"]),
        ("The man who killed Ravana left.", "leave", ["The man"], []),
        ("The bow that Rama broke was old.", "break", ["Rama"], ["The bow"]),
        ("The bow Rama broke belonged to Shiva.", "break", ["Rama"], ["The bow"]),
        ("He gave up the house that Jack built and went to London.", "go", ["He"], []),
        ("Sita, who loved Rama, waited.", "wait", ["Sita"], []),
        ("The clerk, who, cold as he was, was warmer than Scrooge, left.", "leave", ["The clerk"], []),
        ("The woman living in the forest sang.", "live", ["The woman"], []),
        ("Singing softly, Sita walked.", "sing", ["Sita"], []),
        ("To kill Ravana, Rama used an arrow.", "kill", ["Rama"], ["Ravana"]),
        ("Rama told Lakshmana to guard Sita.", "guard", ["Lakshmana"], ["Sita"]),
        ("The buyers, these analysts said, could be foreign.", "be", ["The buyers"], []),
        ("They all joined in the song.", "join", ["They"], []),
        ("When Rama left, Sita wept.", "weep", ["Sita"], []),
        ("The two young Cratchits got a goose.", "get", ["The two young Cratchits"], ["a goose"]),
        ("The Ghost of Christmas Yet to Come pointed.", "point", ["The Ghost of Christmas Yet to Come"], []),
        ("He had come and gone.", "go", ["He"], []),
        ("He saw its head, its face, its form, and left.", "see", ["He"], ["its head", "its face", "its form"]),
        ("The city, the old capital, fell.", "fall", ["The city"], []),
        ("Rama, the king of Ayodhya, and Sita's brother left.", "leave", ["Rama", "Sita's brother"], []),
    ],
)
def test_participants_find_their_verb(text: str, verb: str, subjects: list[str], objects: list[str]) -> None:
    """Shared, relative, controlled and far subjects reach their verb; coordinated phrases are taken apart."""
    clause = clauses(text)[verb]
    assert (texts(clause.subjects), texts(clause.objects)) == (subjects, objects)


def test_ditransitive_has_an_indirect_object() -> None:
    """*gave Lakshmana the bow*: the first object is the recipient."""
    give = clauses("Rama gave Lakshmana the bow.")["give"]
    assert (texts(give.indirect), texts(give.objects)) == (["Lakshmana"], ["the bow"])


def test_passive_keeps_its_agent_as_a_preposition() -> None:
    """The passive's subject is its subject; *by* stays a preposition for whoever reads it."""
    clause = clauses("The bow was broken by Rama.")["break"]
    assert clause.passive
    assert [(part.preposition, part.phrase.text) for part in clause.prepositions] == [("by", "Rama")]


@pytest.mark.parametrize(
    ("text", "verb", "quote"),
    [
        ("He began to laugh.", "laugh", "began to laugh"),
        ("He had never been seen.", "see", "had never been seen"),
        ("He gave up the throne.", "give up", "gave up"),
        ("It isn't possible.", "be", "isn't"),
        ("He is going to leave.", "leave", "is going to leave"),
        ("Did Rama give the bow?", "give", "give"),
        ("We used to stop there.", "stop", "used to stop"),
    ],
)
def test_verb_quote_is_the_whole_verb_group(text: str, verb: str, quote: str) -> None:
    """Auxiliaries, verb and particle, as they stand."""
    clause = clauses(text)[verb]
    assert clause.verb_quote == text[clause.verb_start : clause.verb_end] == quote


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Rama did not give it.", "give"),
        ("Rama never gave it.", "give"),
        ("Nobody gave it.", "give"),
        ("Nor did he give it.", "give"),
        ("He saw no man.", "see"),
        ("Not a word was said.", "say"),
        ("I was not afraid.", "be"),
        ("He left without saying a word.", "say"),
        ("He failed to see it.", "see"),
        ("He could hardly bear it.", "bear"),
    ],
)
def test_denied_clauses_are_negated(text: str, verb: str) -> None:
    """Whatever word denies it, in the verb, before it, or in a participant."""
    assert clauses(text)[verb].negated


@pytest.mark.parametrize(
    ("text", "verb", "modal"),
    [
        ("Rama left.", "leave", Modal.ACTUAL),
        ("Perhaps Rama left.", "leave", Modal.POSSIBLE),
        ("Rama may leave.", "leave", Modal.POSSIBLE),
        ("Rama must leave.", "leave", Modal.NECESSARY),
        ("Rama has to leave.", "leave", Modal.NECESSARY),
        ("Rama will leave.", "leave", Modal.FUTURE),
        ("If Rama left, she would weep.", "leave", Modal.CONDITIONAL),
        ("If Rama left, she would weep.", "weep", Modal.CONDITIONAL),
        ("He ran as if he saw a ghost.", "see", Modal.CONDITIONAL),
        ("He ran as if he saw a ghost.", "run", Modal.ACTUAL),
        ("He wanted to leave.", "leave", Modal.INTENDED),
        ("Did he leave?", "leave", Modal.ASKED),
        ("Leave the house!", "leave", Modal.ASKED),
        ("He seems to know it.", "know", Modal.POSSIBLE),
    ],
)
def test_modality_says_what_the_line_claims(text: str, verb: str, modal: Modal) -> None:
    """Only what the line says to be so is actual."""
    assert clauses(text)[verb].modal is modal


@pytest.mark.parametrize(
    ("text", "verb", "speaker"),
    [
        ("Sita claimed that Rama took the bow.", "take", "Sita"),
        ("Ravana thought Sita would yield.", "yield", "Ravana"),
        ("People said that the organ built by Arp was old.", "be", "People"),
        ('"I have found her," said Hanuman.', "find", "Hanuman"),
        ('Hanuman said, "I have found her."', "find", "Hanuman"),
        ("'I have found her,' Hanuman cried, 'and she lives.'", "live", "Hanuman"),
        ("A bomb exploded, the police said.", "explode", "the police"),
    ],
)
def test_reported_clauses_name_their_source(text: str, verb: str, speaker: str) -> None:
    """Complement clauses, quotations on either side, and *…, he said*."""
    source = clauses(text)[verb].attributed_to
    assert source is not None
    assert source.text == speaker


def test_a_quoted_title_is_no_speech() -> None:
    """Marks around a name neither cut a clause nor make a speaker."""
    clause = clauses('He wrote the album "The Plan" in 1943.')["write"]
    assert texts(clause.objects)[0].startswith("the album")
    assert clause.attributed_to is None


@pytest.mark.parametrize(
    ("text", "kind", "one", "other"),
    [
        ("Ayodhya, the capital of Kosala, fell.", ClauseKind.APPOSITION, "Ayodhya", "the capital of Kosala"),
        ("Scrooge's nephew came.", ClauseKind.POSSESSIVE, "Scrooge", "nephew"),
        ("They saw animals such as lions.", ClauseKind.EXAMPLE, "animals", "lions"),
    ],
)
def test_nominal_relations_are_clauses(text: str, kind: ClauseKind, one: str, other: str) -> None:
    """Appositions, possession and examples state something without a verb."""
    (clause,) = [clause for clause in analyse(text).clauses if clause.kind is kind]
    assert (texts(clause.subjects), texts(clause.objects)) == ([one], [other])


def test_adverbials_of_time_and_place_need_no_preposition() -> None:
    """*yesterday*, *last night*, *there*."""
    clause = clauses("Rama stayed there last night.")["stay"]
    assert sorted((part.kind, part.text) for part in clause.adverbials) == [("place", "there"), ("time", "last night")]
