"""The closed lists of English words that an audit reads names and descriptions by. Folded, without dots."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _words("the a an")
PRONOUNS = _words(
    "i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself it "
    "its itself they them their theirs themselves who whom whose which what this that these those one someone somebody "
    "anyone everybody everyone nobody none all both each either neither some any others other another there here"
)
STOP_WORDS = (
    ARTICLES
    | PRONOUNS
    | _words(
        "s t d ll m re ve of to in on at by for from with without within into onto upon over under about above below "
        "after before between among through during against toward towards across along around behind beside beyond off "
        "out up down near as and or but nor so yet if than then because while when where why how whether though "
        "although is are was were be been being am has have had having do does did doing done will would shall should "
        "can could may might must not no yes also too very such only just even more most much many own same both "
        "again ever never always often well now"
    )
)
"""Words that say nothing by themselves."""
GENERIC_RELATIONS = _words(
    "related relation relationship relates associated association associate connected connection connect linked link "
    "directed edge unknown other none default type mention mentioned cooccurs occurs"
)
"""As a relation they only say that there is one."""
COMMON = _words(
    "say tell go come make get give take see look know think find put let seem want keep begin turn ask try leave call "
    "feel become show bring hold stand sit like good great old new little small large big long short high low same "
    "first last next own man woman people person child day night year time way thing hand eye face head place house "
    "room world life part work word name end side home door thought moment kind sort lot bit back far way right left"
)
"""Words of content that are everywhere: to find one proves little."""
FEMININE_TITLES = _words("mrs miss ms lady madame madam mme mlle frau signora senora")
TITLES = FEMININE_TITLES | _words(
    "mr mister mx sir lord dame dr doctor prof professor rev reverend fr capt captain col colonel gen general sgt "
    "sergeant lt lieutenant maj major admiral commander hon president chancellor minister senator governor mayor judge "
    "justice inspector detective constable king queen prince princess duke duchess baron baroness count countess earl "
    "emperor empress pope bishop cardinal saint st uncle aunt master mistress brother sister father mother cousin "
    "monsieur herr signor senor old young little poor dear"
)
"""What stands before a name and is no part of it."""
LEGAL_FORMS = _words(
    "inc incorporated ltd limited llc llp plc corp corporation co company gmbh ag sa se nv bv oy ab spa srl kg pty "
    "kk foundation group holdings"
)
PERSON_TYPES = _words(
    "person persons people character individual human man woman role figure name speaker author player actor per "
    "personne persona"
)
PREPOSITIONS = _words("of in on at by for from with without under over who that which near behind beside")
DEFINITE = _words("the this that said such its his her their")
"""What stands before a noun that speaks of something known."""

TALK = _words("interact interaction converse conversation discuss discussion dialogue talk communicate address engage")
"""What descriptions say of people who speak to each other; the text says rather *replied*."""
SPEECH = _words("say ask reply answer cry return exclaim speak talk tell observe remark whisper inquire call")

GLOSS = _words(
    "show showing shows showcase showcasing highlight highlighting indicate indicating suggest suggesting reflect "
    "reflecting reveal revealing symbolize symbolizing symbolise represent representing represents signify signifies "
    "signifying emphasize emphasizing emphasise demonstrate demonstrating display displaying illustrate illustrating "
    "create creating creates add adding adds contribute contributing contributes enhance enhancing foster fostering "
    "lead leads leading cause causing influence influencing influences involve involved involving engage engages "
    "engaging include includes including serve serves serving provide provides providing set setting evoke evoking "
    "underscore underscoring convey conveying portray portrayed depict depicted refer refers mention mentioned "
    "mentions describe described describes associate connection relationship context sense scene narrative story text "
    "character characters atmosphere role part significance significant importance important impact overall potential "
    "specific various different particular event events concept entity nature aspect element moment moments experience "
    "experiences location"
)
"""What a describer says of his own reading, not of the text."""
