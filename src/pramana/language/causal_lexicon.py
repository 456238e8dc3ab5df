"""The closed word lists of causal language. Lower case, lemmas where verbs.

The numbers are confidences, 1 to 100: how often such a signal says a cause in news text, as a reading showed it.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CLAUSE_SIGNALS: dict[str, int] = {
    "because": 95,
    "in that": 40,
    "given that": 75,
    "seeing that": 70,
    "on the ground that": 85,
    "on the grounds that": 85,
    "now that": 55,
    "since": 50,
    "as": 45,
    "even as": 15,
    "as soon as": 30,
    "after": 40,
    "when": 30,
    "if": 25,
    "unless": 20,
}
"""What follows is a clause, and the cause."""
TEMPORAL = _words("after when since as if unless") | {"even as", "as soon as", "now that"}
"""Of these, the ones that say a time or a condition first, and a cause only at times."""
PHRASE_SIGNALS: dict[str, int] = {
    "because of": 95,
    "due to": 92,
    "owing to": 92,
    "thanks to": 85,
    "on account of": 88,
    "as a result of": 92,
    "as a consequence of": 92,
    "in the wake of": 60,
    "in wake of": 60,
    "in response to": 80,
    "in reaction to": 80,
    "in retaliation for": 85,
    "in view of": 75,
    "in light of": 70,
    "in the light of": 70,
    "in connection with": 55,
    "in protest against": 70,
    "in protest at": 70,
    "in protest over": 70,
    "in protest of": 70,
    "in support of": 50,
    "on charges of": 70,
    "on the charges of": 70,
    "on charge of": 70,
    "on the charge of": 70,
    "on suspicion of": 65,
    "for fear of": 85,
    "out of fear of": 85,
    "following": 60,
    "over": 45,
    "after": 38,
    "amid": 25,
    "despite": 10,
}
"""What follows is a noun phrase or an *-ing* form, and the cause."""
RESULT_SIGNALS: dict[str, int] = {
    "therefore": 90,
    "thus": 75,
    "hence": 85,
    "consequently": 92,
    "as a result": 92,
    "as a consequence": 92,
    "accordingly": 60,
    "for this reason": 92,
    "for that reason": 92,
    "that is why": 95,
    "which is why": 95,
    "so": 55,
}
"""What follows is the effect of what stands before."""
PURPOSE_SIGNALS: dict[str, int] = {
    "so that": 75,
    "in order that": 85,
    "in order to": 88,
    "so as to": 85,
    "in a bid to": 80,
    "in bid to": 80,
    "in an attempt to": 80,
    "in an effort to": 80,
    "with a view to": 80,
    "to": 62,
}
"""What follows is the intention that moved the action before it."""
CAUSE_VERBS: dict[str, int] = {
    "cause": 92,
    "trigger": 90,
    "spark": 88,
    "prompt": 88,
    "provoke": 85,
    "force": 80,
    "compel": 80,
    "oblige": 60,
    "induce": 75,
    "bring about": 85,
    "give rise": 85,
    "evoke": 70,
    "invoke": 40,
    "ignite": 75,
    "fuel": 70,
    "unleash": 65,
    "precipitate": 80,
    "necessitate": 80,
    "create": 45,
    "generate": 45,
    "produce": 30,
    "inspire": 60,
    "leave": 40,
    "make": 45,
    "enable": 55,
    "prevent": 50,
    "stir": 50,
    "spur": 75,
    "drive": 45,
    "anger": 60,
}
"""The subject causes the object, or the object to do something."""
CAUSE_VERBS_WITH: dict[tuple[str, str], int] = {
    ("lead", "to"): 88,
    ("result", "in"): 92,
    ("result", "into"): 85,
    ("culminate", "in"): 65,
    ("contribute", "to"): 65,
    ("give rise", "to"): 85,
}
"""The same with a preposition before the effect."""
EFFECT_VERBS_WITH: dict[tuple[str, str], int] = {
    ("result", "from"): 90,
    ("stem", "from"): 85,
    ("arise", "from"): 70,
    ("arise", "out of"): 70,
    ("follow", ""): 40,
}
"""The subject is the effect of what the preposition governs."""
NEEDS_ACTION = _words("oblige make enable prevent drive leave")
"""Of the causal verbs, the ones that are causal where their object does something: *made him cry*."""
OUTCOMES = _words("kill injure wound hurt damage destroy force cause leave prompt trigger spark provoke affect disrupt")
"""In a participle after a clause, what the action of that clause brought about: *…, killing two*."""
MOTIVES = _words(
    "demand protest seek condemn allege accuse oppose urge ask denounce resent fear hope want call criticise criticize"
)
"""In a participle after a clause, what moved whoever acted: *marched, demanding water*."""
FEELINGS = _words(
    "anger irk annoy provoke enrage infuriate frighten upset alarm outrage encourage inspire move touch prompt "
    "agitate shock terrify scare embolden dismay disappoint trouble"
)
"""As a fronted participle, why the subject acted: *Irked over the arrests, they …*."""
PUNISHED = _words(
    "arrest jail fine punish blame criticise criticize praise thank sentence condemn slam detain book charge target "
    "beat attack sue expel suspend reward apologise apologize hang imprison accuse convict dismiss scold forgive "
    "honour honor reproach rebuke pity despise admire hate love"
)
"""*V-ed for doing*: the reason stands after *for*."""
NO_PURPOSE_AFTER = _words(
    "convince direct schedule slate train coach spark trigger provoke involve venture beseech dispose live entreat "
    "implore disdain rejoice sign wave beckon motion yearn scorn delight pain surprise undergo seek bear suit fit "
    "likely want intend plan hope try attempt wish decide agree aim mean expect like love prefer offer promise "
    "threaten propose need refuse decline hesitate desire long vow resolve order ask tell command urge persuade "
    "advise beg begin start continue cease fail manage happen seem appear prove tend help allow permit enable force "
    "cause encourage invite require request compel teach lead get warn instruct have be use used go ought dare learn "
    "remember forget claim pretend swear come bring choose bind oblige endeavour endeavor strive afford deserve "
    "suppose believe say report know consider find think incline prepare entitle determine condescend induce tempt "
    "prompt push pressure pressurise motivate incite undertake struggle remain see make let feel hear watch deem"
)
"""An infinitive after these completes the verb; it states no purpose."""
COMPLETED_NEXT = _words("go come use start continue see send")
"""Of these, the ones that an infinitive completes only where it comes next: *going to*, but *went out to*."""
NO_PURPOSE_NOUNS = _words(
    "fight struggle battle race service problem question thing house word figure lot deal plan attempt decision "
    "effort desire wish intention right power ability chance opportunity reason need time permission way order "
    "refusal failure move bid call demand promise threat proposal tendency willingness readiness something nothing "
    "anything everything man person one first last place cause courage leisure leave inclination authority duty "
    "pledge agreement offer campaign determination disposition occasion freedom license licence"
)
"""An infinitive after these says which one: *the right to vote*."""
REFERRING = _words("this that it these which")
"""As the whole subject of a causal verb: the cause is what the sentence before says."""
HARM = _words("kill injure wound hurt arrest damage destroy displace die detain lose burn gut trap")
PROTEST = _words(
    "protest demonstrate demonstration rally strike march agitate agitation slogan dharna sit-in campaign petition "
    "complaint appeal rise rebel revolt struggle fight"
)
"""These are done *against* what moved people to do them."""
HAPPENINGS = _words(
    "attack clash riot violence explosion blast accident crash fire fight battle war collision earthquake flood storm "
    "shooting raid ambush encounter incident stampede protest agitation unrest crackdown strike collapse fall quarrel "
    "operation massacre landslide cyclone hurricane case"
)
