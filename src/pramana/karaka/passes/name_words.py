"""The closed word lists by which names are read. Folded, without dots."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MALE_TITLES = _words(
    "mr mister sir lord earl viscount marquess king prince master uncle father brother duke baron count emperor "
    "gentleman grandfather grandpa"
)
FEMALE_TITLES = _words(
    "mrs ms miss mademoiselle madame madam dame lady viscountess queen princess aunt mother sister duchess baroness "
    "countess empress grandmother grandma"
)
_PLAIN_TITLES = _words("mr mister mrs ms miss mx sir madam madame dr doctor prof professor master uncle aunt cousin")
_PLAIN_TITLES |= _words("brother sister gentleman grandfather grandpa grandmother grandma")
OFFICES = _words(
    "st saint rev reverend fr father mother capt captain col colonel gen general sgt sergeant lt lieutenant maj major "
    "admiral commander hon president chancellor minister senator governor mayor judge justice inspector detective "
    "constable king queen prince princess lord lady dame duke duchess baron baroness count countess earl viscount "
    "viscountess marquess emperor empress pope bishop cardinal ambassador secretary"
)
"""Two different ones are not known to be one person's."""
TITLES = MALE_TITLES | FEMALE_TITLES | _PLAIN_TITLES | OFFICES
NOBLE_TITLES = _words("lord lady earl count countess baron baroness duke duchess viscount viscountess marquess")
"""Titles whose bearer goes by a name that kin without the title have too."""
KIN = _words("son daughter brother sister wife husband father mother uncle aunt cousin nephew niece friend widow twin")
"""*His son John* brings someone new: no other John of the document."""
TRAVELLING_TITLES = _words("mr mrs ms miss dr prof")
"""Titles that people keep from one document to the next."""
GIVEN_NAME_TITLES = _words(
    "sir lady dame lord master miss uncle aunt cousin brother sister st saint king queen prince princess pope emperor "
    "empress father mother"
)
"""Titles that stand before a given name too: *Sir Roger*, but not *Mr. Roger*."""
SAME_TITLE = {
    "mister": "mr",
    "doctor": "dr",
    "professor": "prof",
    "saint": "st",
    "reverend": "rev",
    "captain": "capt",
    "colonel": "col",
    "general": "gen",
    "sergeant": "sgt",
    "lieutenant": "lt",
    "major": "maj",
    "grandpa": "grandfather",
    "grandma": "grandmother",
}
ROYAL_TITLES = _words("king queen prince princess pope emperor empress st saint")
"""Titles that stand before given names only."""
MALE_NAMES = _words(
    "aaron abraham adam alan albert alexander alfred andrew anthony arthur benjamin bernard bob carl charles christian "
    "christopher daniel david dennis dick donald douglas ebenezer edgar edmund edward eric ernest eugene ferdinand "
    "francis frank fred frederick gary george gerald gilbert gregory harold harry henry herbert howard hugh isaac jack "
    "jacob james jason jeffrey jeremy jerome jim joe john jonathan joseph joshua kenneth kevin larry lawrence leonard "
    "lewis louis luke mark martin matthew michael mike nathan neil nicholas oliver oscar patrick paul peter philip "
    "ralph raymond richard robert robin roger roland ronald roy samuel scott sebastian sidney simon stephen steve "
    "steven stuart ted theodore thomas tim timothy tom victor vincent walter william"
)
FEMALE_NAMES = _words(
    "abigail agatha agnes alice amanda amelia amy andrea angela ann anna anne barbara beatrice belinda belle betty "
    "brenda carol caroline catherine charlotte christina christine clara cynthia daisy deborah diana donna dorothy "
    "edith eleanor elena elinor eliza elizabeth ella ellen emily emma esther eva evelyn fanny florence frances "
    "georgiana gertrude grace hannah harriet heather helen ida irene isabel isabella jane janet jennifer jessica joan "
    "josephine joyce judith julia juliet karen kate katherine laura lavinia linda lisa louisa louise lucy lydia mabel "
    "margaret maria marian marie marion martha mary matilda melissa mildred molly nancy nora olivia pamela patricia "
    "penelope phoebe priscilla rachel rebecca rosalind ruth sandra sarah sharon shirley sita sophia sophie stephanie "
    "susan sylvia teresa theresa ursula virginia wendy"
)
COMMON_SURNAMES = _words(
    "smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson "
    "anderson thomas taylor moore jackson martin lee perez thompson white harris sanchez clark ramirez lewis robinson "
    "walker young allen king wright scott torres nguyen hill flores green adams nelson baker hall rivera campbell "
    "mitchell carter roberts gomez phillips evans turner diaz parker cruz edwards collins reyes stewart morris "
    "morales murphy cook rogers gutierrez ortiz morgan cooper peterson bailey reed kelly howard ramos kim cox ward "
    "richardson watson brooks chavez wood james bennett gray mendoza ruiz hughes price alvarez castillo sanders patel "
    "myers long ross foster jimenez powell jenkins perry russell sullivan bell coleman butler henderson barnes fisher "
    "vasquez simmons graham murray ford hamilton gibson hunter porter palmer gordon mason marshall stone webb hunt "
    "black holmes rice robertson shaw knight cole west wells burns hayes ellis harrison kennedy wallace woods fox "
    "rose bruce singh khan kumar sharma wang li zhang liu chen yang huang zhao wu muller schmidt schneider fischer "
    "weber meyer wagner becker"
)
"""Two documents that have one of these in common need not speak of one person."""
NICKNAMES = {
    "bob": "robert",
    "bobby": "robert",
    "rob": "robert",
    "bill": "william",
    "billy": "william",
    "will": "william",
    "dick": "richard",
    "rick": "richard",
    "tom": "thomas",
    "tommy": "thomas",
    "tim": "timothy",
    "jim": "james",
    "jimmy": "james",
    "joe": "joseph",
    "mike": "michael",
    "dan": "daniel",
    "dave": "david",
    "ed": "edward",
    "fred": "frederick",
    "ben": "benjamin",
    "sam": "samuel",
    "steve": "stephen",
    "tony": "anthony",
    "betty": "elizabeth",
    "lizzy": "elizabeth",
    "liz": "elizabeth",
    "kate": "katherine",
    "sue": "susan",
    "meg": "margaret",
    "nick": "nicholas",
    "chris": "christopher",
    "matt": "matthew",
    "greg": "gregory",
    "jeff": "jeffrey",
    "ken": "kenneth",
    "ron": "ronald",
    "don": "donald",
}
COMPANY = {
    "inc": "inc",
    "incorporated": "inc",
    "corp": "corp",
    "corporation": "corp",
    "ltd": "ltd",
    "limited": "ltd",
    "co": "co",
    "company": "co",
    "llc": "llc",
    "plc": "plc",
    "gmbh": "gmbh",
    "ag": "ag",
    "sa": "sa",
}
GENERATIONS = {"jr": "jr", "junior": "jr", "jnr": "jr", "sr": "sr", "senior": "sr", "snr": "sr"}
AGES = {"old": "old", "elder": "old", "older": "old", "young": "young", "younger": "young"}
ADJECTIVES = _words(
    "old poor dear little good young great late elder younger older honest kind brave sweet happy unhappy wretched "
    "wicked big tiny former beloved darling dearest fair mad"
)
"""What may stand before a name, capitalised only where its sentence begins: *Old Fezziwig*."""
PARTICLES = _words("de la le von van der den di da del della bin ibn ben al el du des dos y ten ter zu")
NEVER_ADJECTIVES = _words(
    "of in on at by for from with to and or nor but as than like into upon about over under after before between both "
    "all some any no every each either neither many few several two three four five six seven eight nine ten eleven "
    "twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety "
    "hundred thousand million other others another such same half more most much less least only not so what "
    "whose which who whom when where how why if while though because is was are were be been being the a an this that "
    "these those my your his her its our their who one first second third last next"
)
NO_SURNAMES = _words(
    "day days eve street road lane avenue square city town village county state states river lake sea ocean island "
    "mountain mount hall house church churchyard park parks bridge station hospital university college school bank "
    "museum library court parliament party company times news post journal act law bill war battle treaty revolution "
    "time week month year morning evening night monday tuesday wednesday thursday friday saturday sunday january "
    "february april june july august september october november december christmas easter century age era award prize "
    "cup league club association society institute foundation council committee commission department ministry agency "
    "office centre center group union federation army navy force forces god heaven spirit ghost bible testament book "
    "garden gardens place cathedral abbey tower castle palace hotel airport line railway north south east west"
)
"""A name that ends so is no person's."""
PERSON_VERBS = _words(
    "say tell reply answer cry exclaim ask inquire enquire shout whisper mutter murmur think believe feel hope fear "
    "remember forget laugh smile weep sob sigh marry love hate nod speak walk sit wear sleep dream eat drink marry die"
)
OPENERS = NEVER_ADJECTIVES | _words(
    "then now here there thus later soon once today yesterday tomorrow meanwhile however also even still yet perhaps "
    "until since although during through among against within without it he she they we you i"
)
"""A capital on one of these, where a sentence begins, does not make it a part of the name after it."""
NOBODYS = TITLES | OPENERS | _words("nothing something anything everything not no yes oh ah")
"""What is nobody's name, however it is written: *the Lieutenant-Colonel*, *NOTHING*, *Then*."""
