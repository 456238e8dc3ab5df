"""The closed word lists by which two bearers of one name are told apart. Lower case, singular."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CRAFTS = {
    word: kind
    for kind, words in {
        "mason": "mason stonemason bricklayer stonecutter",
        "carpenter": "carpenter joiner cabinetmaker",
        "smith": "blacksmith locksmith farrier gunsmith silversmith goldsmith",
        "baker": "baker",
        "butcher": "butcher",
        "tailor": "tailor dressmaker seamstress",
        "shoemaker": "shoemaker cobbler bootmaker",
        "weaver": "weaver spinner",
        "barber": "barber hairdresser",
        "plumber": "plumber",
        "electrician": "electrician",
        "miner": "miner collier",
        "tanner": "tanner saddler",
        "potter": "potter",
        "fisherman": "fisherman",
        "shepherd": "shepherd",
        "coachman": "coachman cabman",
        "cook": "cook chef",
        "maid": "housemaid charwoman laundress",
        "miller": "miller brewer",
        "cooper": "cooper wheelwright",
        "glazier": "glazier roofer thatcher",
    }.items()
    for word in words.split()
}
"""Callings of the hand, by word: nobody is taken for two of them."""
LEARNED = {
    word: kind
    for kind, words in {
        "medicine": "doctor physician surgeon dentist psychiatrist paediatrician pediatrician dr",
        "law": "lawyer barrister solicitor attorney judge magistrate",
        "clergy": "priest bishop archbishop cardinal monk nun rabbi imam vicar curate pastor friar rev fr pope",
        "science": "scientist physicist chemist biologist mathematician astronomer botanist geologist",
        "letters": "professor historian philosopher philologist linguist prof",
    }.items()
    for word in words.split()
}
OTHER_TRADES = {
    word: kind
    for kind, words in {
        "nursing": "nurse midwife",
        "teaching": "teacher schoolmaster schoolmistress tutor governess",
        "engineering": "engineer architect",
        "farming": "farmer gardener",
        "trade": "merchant grocer shopkeeper banker businessman businesswoman trader",
        "arms": "soldier officer general captain colonel sergeant lieutenant admiral sailor col gen sgt lt capt",
        "police": "policeman constable detective inspector",
        "politics": "politician senator governor mayor congressman congresswoman",
        "stage": "actor actress singer dancer musician composer pianist violinist",
        "writing": "writer author poet novelist journalist playwright editor",
        "painting": "painter sculptor artist",
        "sport": "footballer cricketer boxer cyclist swimmer golfer wrestler athlete",
        "office": "clerk secretary accountant",
        "crime": "thief burglar robber murderer smuggler",
    }.items()
    for word in words.split()
}
"""Callings that one person may well combine with another: two of them are only doubtful."""
TRADES = {**OTHER_TRADES, **LEARNED, **CRAFTS}
"""The kind of calling that a noun or a title names."""
BOTH = frozenset({frozenset({"science", "letters"}), frozenset({"medicine", "science"})})
"""Learned callings that go together. So does every calling of OTHER_TRADES with any."""

MEN = _words("man gentleman boy lad father husband widower son brother uncle nephew grandfather king prince duke")
WOMEN = _words(
    "woman lady girl lass mother wife widow daughter sister aunt niece grandmother queen princess duchess actress nun "
    "housemaid charwoman laundress seamstress dressmaker schoolmistress midwife governess"
)
PEOPLE = MEN | WOMEN | _words("student pupil child orphan friend neighbour neighbor hero heroine peasant servant")
PLACES = _words("city town village capital port province district county suburb state country island river region")

LIVING = _words("marry love kiss weep laugh smile sleep dream eat drink walk sit kneel nod sob sigh blush die faint")
"""What people do, and no government: *Paris announced* is no sign of a person."""
NO_PLACE_VERBS = _words("believe trust confide delight change see find exist lie interest interested")
"""One believes *in* a person, too."""
STOPS = _words(
    "of in from at by for to on with near and or but who whom which that whose than as was is are were had has "
    "born living working known called named then when where while"
)
"""What ends a noun phrase that describes somebody."""
