"""A plural form behind a name and before an object is a verb: *Fjord Logistics rents Quay 1*."""

from __future__ import annotations

from itertools import product

import pytest

from pramana.language import analyse

FILLINGS = {
    "chosen": (
        ["Fjord Logistics", "Baltic Lines", "Nord Systems", "Harbour Works", "Krug", "Ann Roe"],
        [("rents", "rent"), ("reports", "report"), ("ships", "ship"), ("plans", "plan"), ("houses", "house")],
        ["Quay 1", "the tower", "12 barges", "Titan Marine", "its archive"],
    ),
    "reported": (
        ["Delta Ceramics", "Omega Foods", "Polar Dynamics", "Green Fields", "Tamsin Voss", "Brandt"],
        [("leases", "lease"), ("stores", "store"), ("supports", "support"), ("stocks", "stock"), ("manages", "manage")],
        ["Hall 7", "the warehouse", "40 trucks", "Lumen Textiles", "their cranes"],
    ),
}
"""Names, verbs (as written, and their lemmas) and objects; the two have no word in common."""
NOUNS = ["plans", "ships", "stocks", "leases", "records"]


@pytest.mark.parametrize("filling", sorted(FILLINGS))
def test_a_plural_form_between_a_name_and_an_object_is_its_verb(filling: str) -> None:
    names, verbs, objects = FILLINGS[filling]
    for name, (form, lemma), thing in product(names, verbs, objects):
        for line in (f"{name} {form} {thing}.", f"{name} {form} {thing}, which is old.", f"{name} {form} {thing}"):
            main = [each for each in analyse(line).clauses if each.verb == lemma]
            assert main, line
            assert [phrase.text for phrase in main[0].subjects] == [name], line
            assert [phrase.text for phrase in main[0].objects] == [thing], line


@pytest.mark.parametrize("filling", sorted(FILLINGS))
def test_a_second_verb_behind_and_has_the_same_subject(filling: str) -> None:
    names, verbs, objects = FILLINGS[filling]
    for name, (form, lemma), thing in product(names, verbs, objects):
        clauses = analyse(f"{name} {form} {thing} and pays 200 euros.").clauses
        verbs_of = {each.verb: [phrase.text for phrase in each.subjects] for each in clauses if each.verb != "have"}
        assert verbs_of == {lemma: [name], "pay": [name]}, f"{name} {form} {thing}"  # *its archive*: it has one


@pytest.mark.parametrize("noun", NOUNS)
@pytest.mark.parametrize("name", ["Fjord Logistics", "Baltic Lines", "Delta Ceramics", "Omega Foods"])
def test_a_plural_noun_behind_a_name_stays_one_where_its_clause_has_a_verb(name: str, noun: str) -> None:
    """*Fjord Logistics reports were late*, and a list of words without a verb."""
    for rest in ("were late.", "of 2019 were sold.", "had the wrong date.", "and the map were lost.", "fell."):
        verbs = [each.verb for each in analyse(f"{name} {noun} {rest}").clauses if each.verb_quote]
        assert noun.removesuffix("s") not in verbs, rest
    for line in (f"{name} {noun}", f"{name} {noun}, 2019", f"{name} {noun} and maps", f"The {name} {noun} of 2019"):
        assert not [each for each in analyse(line).clauses if each.verb == noun.removesuffix("s")], line
