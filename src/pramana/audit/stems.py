"""Words cut back to what their inflections share. Rough on purpose: stems are compared, never shown."""

from __future__ import annotations

import re
from functools import lru_cache

from pramana.language import word_list, word_set

_IRREGULAR = {
    form: base
    for entry in """
    arise arose arisen; awake awoke; bear bore borne; beat beaten; become became; begin began begun; bend bent
    bind bound
    bite bit bitten; blow blew blown; break broke broken; bring brought; build built; buy bought; catch caught
    choose chose chosen; cling clung; come came; creep crept; deal dealt; dig dug; draw drew drawn; drink drank drunk
    drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled
    fly flew flown; forbid forbade; forget forgot forgotten; forgive forgave; freeze froze frozen; give gave given
    go went gone; grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; kneel knelt
    know knew known; lay laid; lead led; leave left; lend lent; lie lain; light lit; lose lost; make made; mean meant
    meet met; pay paid; ride rode ridden; ring rang rung; rise rose risen; run ran; say said; see saw seen; seek sought
    sell sold; send sent; shake shook shaken; shine shone; shoot shot; show shown; shrink shrank; sing sang sung
    sink sank sunk; sit sat; sleep slept; speak spoke spoken; spend spent; spin spun; spring sprang sprung
    stand stood; steal stole stolen; stick stuck; strike struck; swear swore sworn; sweep swept; swim swam
    take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown
    understand understood; wake woke; wear wore worn; weave wove; weep wept; win won; wind wound; write wrote written
    child children; man men; woman women; wife wives; live life lives; self selves; knife knives; wolf wolves
    half halves; thief thieves; loaf loaves; leaf leaves; shelf shelves; foot feet; tooth teeth; goose geese; mouse mice
    gentleman gentlemen; person persons people; brother brethren; die dying dead death; lie lying; tie tying
    """.replace("\n", ";").split(";")
    for base, *forms in [(entry.split() or [""])]
    for form in forms
}
_SUFFIXES = word_list("morphology/suffixes")
_SHORTEST = {"ed": 3, "ing": 3, "ly": 3, "er": 4}
"""How many letters must be left; four, where nothing is said."""
_BRITISH = re.compile(r"(?<=[a-z]{3})our")


@lru_cache(maxsize=65_536)
def singular(form: str) -> str:
    """Return a folded word without the mark of its plural. Other scripts stay as they are.

    >>> [singular(word) for word in ("ghosts", "children", "parties", "boxes", "glass", "christmas")]
    ['ghost', 'child', 'party', 'box', 'glass', 'christmas']
    """
    if not form.isascii() or len(form) < 4 or not form.isalpha():
        return form
    if form in _NOUNS:
        return _IRREGULAR[form]
    if form.endswith("ies") and len(form) > 4:
        return form[:-3] + "y"
    if form.endswith(("ches", "shes", "sses", "xes", "zzes")):
        return form[:-2]
    return form[:-1] if form.endswith("s") and not form.endswith(("ss", "us", "is", "as")) else form


_NOUNS = word_set("morphology/plural_nouns")


@lru_cache(maxsize=65_536)
def stem(form: str) -> str:
    """Return the stem of a folded English word; words of other scripts and numbers stay as they are.

    >>> stem("gave") == stem("giving") == stem("gives"), stem("celebrates") == stem("celebration")
    (True, True)
    """
    if not form.isascii() or len(form) < 3 or not form.isalpha():
        return form
    form = _BRITISH.sub("or", singular(_IRREGULAR.get(form, form)))
    form = _IRREGULAR.get(form, form)
    for _ in range(2):
        form = _without_suffix(form)
    form = form.removesuffix("e") if len(form) > 3 else form
    form = form.removesuffix("at") if len(form) > 6 else form  # illustrated, illustration
    if len(form) > 3 and form[-1] == form[-2] and form[-1] not in "aeiouls":
        form = form[:-1]
    return form[:-1] + "i" if form.endswith("y") and len(form) > 3 else form


def _without_suffix(form: str) -> str:
    for suffix in _SUFFIXES:
        if form.endswith(suffix) and len(form) - len(suffix) >= _SHORTEST.get(suffix, 4):
            return form[: -len(suffix)]
    return form
