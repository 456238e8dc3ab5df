"""The closed word lists that the rules lean on. Lemmas, lower case."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SPEECH = _words(
    "say tell add report announce claim argue state note explain declare insist maintain assert suggest reply "
    "answer cry exclaim remark observe ask inquire enquire return shout whisper mutter murmur demand repeat "
    "admit deny confirm predict estimate indicate warn complain conclude contend allege acknowledge write "
    "promise swear agree interpose retort growl sob mention propose recommend reveal testify respond protest "
    "rejoin faltered falter proceed pursue"
)
THOUGHT = _words(
    "think believe know feel suppose hope fear expect consider guess imagine assume doubt realize realise "
    "find see hear learn understand notice discover remember forget wish show mean decide hold recall dream "
    "fancy perceive wonder judge reckon suspect presume trust vow prove demonstrate ensure determine "
    "recognize recognise"
)
DENIALS = _words(
    "deny dispute contest refute disprove disbelieve contradict rebut reject dismiss repudiate debunk discount disclaim"
)
"""*denied that …*: the one who denies it says that it is not so."""
COMPLEMENT_TAKERS = SPEECH | THOUGHT | DENIALS - {"discount"} | {"pretend", "rule"}
CONTENT_NOUNS = _words(
    "fact idea claim news belief hope doubt opinion view thought fear feeling report conclusion statement "
    "sign announcement decision agreement possibility chance proposal evidence proof rumour rumor allegation "
    "accusation suggestion indication assertion assumption theory notion charge contention complaint conviction "
    "warning suspicion speculation hypothesis knowledge denial question confirmation discovery"
)
"""*the fact that …*"""
DIRECT_SPEECH = _words(
    "say reply answer cry exclaim remark observe ask inquire enquire return shout whisper mutter murmur "
    "demand repeat add continue pursue interpose retort growl sob falter resume begin think tell call roar "
    "respond declare proceed protest urge interrupt rejoin explain insist announce note conclude sigh scream"
)
DIRECT_SPEECH |= SPEECH
DITRANSITIVE = _words(
    "give tell send offer show lend hand bring teach pay buy grant promise award owe wish deny cost pass "
    "throw read sing write allow ask serve feed earn"
)
OBJECT_CONTROL = _words(
    "tell ask order command persuade allow permit enable force cause urge encourage invite advise beg help "
    "want expect require request compel teach lead get warn instruct bid let make see hear watch feel entreat "
    "beseech implore desire"
)
ASPECT = _words("begin start continue cease stop keep finish commence proceed go come resume")
FAILED = _words("fail refuse decline neglect forget cease")
"""*failed to V*: V did not happen."""
NAMING = _words("call name elect appoint make consider crown declare choose term dub christen title")
PARTICLES = _words("up down out off away back over on in along about around forth forward aside apart together through")
SEASONS_AND_DAYS = _words(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
    "august september october november december spring summer autumn winter christmas easter midnight noon "
    "midday dawn dusk sunset sunrise nightfall weekend"
)
TIME_UNITS = _words(
    "second minute hour day night week month year century decade morning evening afternoon moment time while "
    "season quarter period age era instant today tomorrow yesterday tonight eve o'clock birthday holiday"
)
TIME_NOUNS = SEASONS_AND_DAYS | TIME_UNITS
TIME_DETERMINERS = _words("last next this that every each one all some any the following previous same")
TIME_ADVERBS = _words("yesterday today tomorrow tonight now then soon later ago afterwards once recently")
PLACE_ADVERBS = _words(
    "here there everywhere nowhere somewhere elsewhere upstairs downstairs home outside abroad indoors"
)
NOMINATIVE = _words("i he she we they who")
OBJECTIVE = _words("me him us them whom himself herself itself themselves myself yourself ourselves")
PRONOUNS = (
    NOMINATIVE
    | OBJECTIVE
    | _words(
        "you it this that these those her mine yours hers ours theirs one another somebody someone anybody anyone "
        "everybody everyone something anything everything thou thee ye each both other others oneself yourselves"
    )
)
CONDITIONAL = _words("if unless provided providing lest")
TIME_SUBORDINATORS = _words("when while before after until till since as once whenever")
SUBORDINATORS = _words(
    "if unless because although though while whilst when whenever before after until till since as once "
    "whereas lest where wherever than provided whether"
)
RELATIVES = _words("who which whom whose that where")
MODAL_POSSIBLE = _words("may might could can ca")
MODAL_NECESSARY = _words("must should ought need shalt")
MODAL_FUTURE = _words("will shall wo 'll sha wilt")
MODAL_CONDITIONAL = _words("would 'd wouldst")
HEDGES = _words("perhaps maybe possibly probably allegedly reportedly supposedly apparently likely")
COMPOUND_PREPOSITIONS = frozenset(
    tuple(words.split())
    for words in (
        "because of",
        "according to",
        "as well as",
        "such as",
        "out of",
        "instead of",
        "in front of",
        "next to",
        "due to",
        "owing to",
        "along with",
        "together with",
        "by means of",
        "with the help of",
        "away from",
        "as of",
        "as to",
        "prior to",
        "up to",
        "on behalf of",
        "in spite of",
        "on top of",
        "ahead of",
        "inside of",
        "close to",
        "rather than",
        "in addition to",
        "on account of",
        "by way of",
        "apart from",
        "except for",
        "as for",
        "off of",
        "more than",
        "less than",
    )
)
PREPOSITIONS = _words(
    "before after about above across after against along amid amidst among amongst around at before behind "
    "below beneath beside besides between beyond by despite during except for from in inside into like near "
    "of off on onto opposite out outside over past per round since through throughout till to toward towards "
    "under underneath until up upon with within without via as than including concerning regarding"
)
EXAMPLES = frozenset({"such as", "including"})
LOCATING = _words("in at on near behind beside under above below inside outside")
NEVER_PASSIVE = _words(
    "happen come go occur appear arrive exist vanish disappear remain seem fall rise die sleep lie belong"
)
NEGATING = _words("never not nowise")
PERCEPTION = _words("see hear watch behold find notice feel observe spy")
