"""The words that show what kind of thing a name stands for. Lower case, singular."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLES = _words(
    "mr mrs ms miss dr prof professor sir dame lord lady madam master mister rev reverend capt captain col colonel "
    "gen general sgt sergeant lt lieutenant king queen prince princess president senator judge justice pope saint "
    "uncle aunt brother sister father mother sri shri smt count countess duke duchess baron earl emperor chancellor "
    "minister"
)
PEOPLE = _words(
    "man woman boy girl child baby person people gentleman lady fellow mother father son daughter brother sister wife "
    "husband uncle aunt nephew niece cousin grandfather grandmother parent widow bride orphan friend neighbour "
    "neighbor stranger guest host clerk merchant doctor physician nurse teacher student pupil professor scientist "
    "researcher engineer lawyer judge farmer soldier officer sailor captain general king queen prince princess "
    "minister president governor mayor senator leader chief director manager secretary partner executor assign "
    "mourner servant maid cook butler coachman driver porter baker butcher tailor lamplighter apprentice beggar thief "
    "robber murderer priest monk nun bishop poet writer author painter artist singer player worker labourer laborer "
    "miner villager protester activist militant rebel policeman constable detective witness victim hero heroine enemy "
    "sage hermit warrior hunter shepherd caroler charwoman laundress undertaker schoolmaster tenant landlord customer "
    "buyer lover sweetheart youth lad lass infant philosopher commander ambassador spokesman spokeswoman resident "
    "citizen creditor debtor archer charioteer demon giant ogre brahmin"
)
PLACES = _words(
    "house home room chamber hall kitchen bedroom parlour parlor office counting-house shop store warehouse inn "
    "tavern hotel prison hospital church chapel churchyard graveyard cemetery school palace castle fort temple city "
    "town village hamlet street road lane court square bridge river lake sea ocean island mountain hill valley forest "
    "wood garden park field farm country county state province district region kingdom land shore coast beach harbour "
    "harbor port station airport market place corner yard cellar attic staircase stairs passage alley quarter suburb "
    "desert moor cave border capital continent planet hermitage workhouse camp mine factory library museum theatre "
    "theater"
)
PLACE_ENDINGS = _words(
    "river street road avenue lane square lake mountain mountains hills island islands bay ocean sea valley park "
    "bridge county district city town village beach harbour harbor station airport palace castle gate forest desert "
    "kingdom province"
)
ORGANIZATIONS = _words(
    "company firm corporation bank ministry government parliament congress senate committee commission council "
    "department agency bureau court police army navy party union association federation club society institute "
    "institution university college team band church regiment board cabinet authority administration league "
    "organization organisation charity newspaper broadcaster airline startup"
)
ORGANIZATION_ENDINGS = _words(
    "inc ltd llc plc corp corporation company co gmbh ag sa university college institute bank ministry party "
    "committee commission council association federation union agency department group society foundation trust times "
    "press office laboratories labs exchange army police court"
)
MONTHS_AND_DAYS = _words(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday christmas easter midnight noon"
)
TIMES = _words(
    "second minute hour day night week fortnight month year decade century morning evening afternoon moment midnight "
    "noon dawn dusk sunset sunrise spring summer autumn winter today tomorrow yesterday tonight weekend birthday "
    "o'clock eve holiday season"
)
EVENTS = _words(
    "war battle fight riot protest strike rally demonstration march election meeting conference ceremony wedding "
    "funeral feast festival dance concert game match race journey voyage trip attack explosion fire flood earthquake "
    "storm accident murder death birth arrest trial revolution celebration party ball dinner supper visit crash "
    "collapse launch invasion siege exile coronation bandh agitation incident"
)
OBJECTS = _words(
    "bow arrow sword knife gun book letter paper pen table chair bed desk door window lamp candle fire clock bell "
    "watch chain key knocker cap hat coat cloak shirt shoe boot dress scarf comforter robe curtain blanket bag box "
    "chest cup glass plate bowl dish spoon pudding goose turkey bread pie cake coin money purse ring crown wheel cart "
    "coach carriage car ship boat train stone rock tree branch flower torch ruler poker pot kettle saucepan bottle "
    "rope toy doll picture portrait machine computer phone device vehicle drum fiddle pin button spectacles "
    "handkerchief wreath gravestone coal ledger document report map lock bolt screen banner weapon bomb tool "
    "instrument"
)
MACHINES = _words("ai chatbot llm gpt chatgpt")
MACHINE_PHRASES = ("language model", "neural network", "artificial intelligence", "virtual assistant", "ai model")
LOCATING = _words("in at near from to into through across outside inside within")
SAYING = _words(
    "say tell ask reply answer cry exclaim whisper shout speak murmur mutter remark observe inquire enquire explain "
    "declare announce think believe know feel hope wish fear remember forget want decide laugh smile weep sob sigh "
    "walk sit kneel nod marry pray dance frown wonder suppose"
)
"""What persons do. Things *say* too, so a name without a capital counts for less."""
NO_PLACES = _words(
    "attitude manner way state order middle midst course case life mind heart eye hand face head arm foot knee voice "
    "air breast bosom shoulder ear mouth finger spirit mood tone fashion silence sight view fact world dark light "
    "heap row circle group crowd mass line pair position condition company presence opinion name word sleep dream "
    "thought haste time front side top bottom end back memory"
)
"""*In* these is no place to be."""
MET = _words("marry kiss thank greet congratulate arrest kill invite hug embrace console address")
"""Whom one does it to."""
