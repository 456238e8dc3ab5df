"""Everyday verbs that tell of the same kind of event: where a text says one, a question may ask by another."""

from __future__ import annotations

from functools import cache

_FAMILIES = """
visit come appear attend haunt call_on call_upon drop_in
come arrive appear enter reach approach
go leave depart walk travel run ride sail
return come go
meet encounter see find join
live dwell reside lodge stay inhabit
die perish expire fall
kill murder slay destroy execute shoot stab poison
give hand present offer grant bestow provide lend pay send deliver
receive get obtain accept take inherit
take seize grab snatch carry bring steal
steal rob take
buy purchase acquire get
sell trade
say tell speak state reply answer remark observe cry exclaim declare announce whisper shout
ask inquire question beg request demand
tell inform warn teach explain show
teach instruct train educate
learn discover study find
see behold notice observe watch view spot perceive look
hear overhear listen
know recognise recognize understand remember
think believe suppose imagine consider
want wish desire hope intend
love like adore cherish admire fancy
hate dislike despise detest loathe
fear dread
help aid assist support save rescue
save rescue free release deliver
attack fight strike hit beat assault
hit strike beat slap
defeat beat conquer overcome vanquish
win gain earn
lose miss
make create build produce construct form
build construct erect make found
found establish create start launch
start begin launch open commence
end finish stop cease close conclude
destroy demolish ruin wreck break burn
break smash crack shatter
repair mend fix restore replace
change alter turn become transform
eat dine feast devour consume
drink sip swallow
cook roast boil bake prepare
marry wed
employ hire engage appoint
work labour labor serve
lead head run govern rule manage direct command
rule reign govern
own possess have hold keep
write compose pen sign
read study
sing chant
laugh smile giggle
cry weep sob
sit rest
sleep rest doze
wake awake rise
lie rest
stand wait stay remain
wait stay
carry bear bring hold
bring fetch carry take
send dispatch mail forward
throw toss fling hurl cast
put place set lay
hide conceal bury
find discover locate spot
look gaze stare glance peer
search seek look
touch feel stroke
push shove press
pull drag draw
cut slice chop
wear dress put
open unlock
close shut lock
join enter attach
leave abandon quit desert
escape flee run
follow chase pursue hunt
catch capture seize arrest
arrest detain imprison jail
punish fine sentence
judge try
accuse charge blame
promise swear vow pledge
order command bid tell
allow let permit
prevent stop hinder
refuse decline reject deny
agree accept consent
choose select pick elect
pay spend cost
own have
use employ apply wield
show display reveal present
invent devise create design develop
design plan draw
grow increase rise
fall drop collapse sink
cause bring make lead
cure heal treat
hurt injure wound harm
celebrate keep observe
invite ask
thank praise
mock tease laugh
frighten scare terrify
surprise astonish amaze
"""


@cache
def _kin() -> dict[str, tuple[str, ...]]:
    """Read the families: the first verb of a line is kin to each of the others, and they to it. `_` is a blank."""
    found: dict[str, dict[str, None]] = {}
    for family in _FAMILIES.split("\n"):
        head, *others = family.split() or [""]
        for verb in others:
            verb = verb.replace("_", " ")
            found.setdefault(head, {}).setdefault(verb)
            found.setdefault(verb, {}).setdefault(head)
    return {verb: tuple(others) for verb, others in found.items() if verb}


def kindred_verbs(verb: str) -> tuple[str, ...]:
    """Return the lemmas that may tell of the same event as `verb`, a lemma, the nearest first; none for most.

    >>> kindred_verbs("marry")
    ('wed',)
    """
    return _kin().get(verb, ())
