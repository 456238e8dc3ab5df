"""Number, gender and animacy: what a pronoun asks for, and what a name or a noun tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pramana.language import lexicon as lex
from pramana.language.model import Token


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MALE, FEMALE, PERSON, THING, UNKNOWN = "male", "female", "person", "thing", "unknown"


@dataclass(frozen=True, slots=True)
class Traits:
    """`sort` is one of male, female, person (of either gender), thing, unknown; `plural` None where nothing tells."""

    sort: str
    plural: bool | None


_THIRD = {
    **dict.fromkeys("he him his himself".split(), Traits(MALE, False)),
    **dict.fromkeys("she her hers herself".split(), Traits(FEMALE, False)),
    **dict.fromkeys("it its itself".split(), Traits(THING, False)),
    **dict.fromkeys("they them their theirs themselves".split(), Traits(UNKNOWN, True)),
}
_NEAR = {"this": Traits(THING, False), "these": Traits(UNKNOWN, True), "those": Traits(UNKNOWN, True)}
_RELATIVE = {
    **dict.fromkeys("who whom".split(), Traits(PERSON, None)),
    "which": Traits(THING, None),
    **dict.fromkeys("that whose".split(), Traits(UNKNOWN, None)),
}
FIRST = _words("i me my mine myself")
SECOND = _words("you your yours yourself thou thee thy thine thyself ye")
REFLEXIVE = _words("himself herself itself themselves myself yourself")
POSSESSIVE = _words("his her its their my your thy hers theirs mine yours thine whose")
RELATIVE = frozenset(_RELATIVE)
THIRD = frozenset(_THIRD)
RESOLVABLE = THIRD | RELATIVE | frozenset(_NEAR) | FIRST | SECOND


def asked_by(pronoun: str) -> Traits | None:
    """What the antecedent of `pronoun` must be; None for a word that is no pronoun of ours.

    >>> asked_by("She")
    Traits(sort='female', plural=False)
    """
    word = pronoun.lower()
    if word in FIRST or word in SECOND:
        return Traits(PERSON, None if word in SECOND else False)
    return _THIRD.get(word) or _NEAR.get(word) or _RELATIVE.get(word)


def agrees(asked: Traits, told: Traits) -> bool:
    """Whether a mention with the traits `told` may be what a pronoun asks for. What nobody tells agrees."""
    if asked.plural is not None and told.plural is not None and asked.plural != told.plural:
        return False
    if UNKNOWN in {asked.sort, told.sort} or asked.sort == told.sort:
        return True
    if THING in {asked.sort, told.sort}:
        return False
    return PERSON in {asked.sort, told.sort}


def of_name(words: Sequence[Token], before: Sequence[Token]) -> Traits:
    """What a proper name tells. `words` are the name's own, `before` those of its phrase in front of it.

    Titles first, then nouns of kin and role in front (*his wife Maggie*), then kinds of things, then given names.
    """
    own = [word.text.lower().rstrip(".") for word in words]
    titles = [word.text.lower().rstrip(".") for word in before[-1:]] + own[:1]
    if len(own) > 1 or before:
        for title in titles:
            if title in MALE_TITLES or title in FEMALE_TITLES:
                return Traits(MALE if title in MALE_TITLES else FEMALE, False)
    for word in reversed(before):
        sort = _of_noun_word(word.lemma.lower())
        if sort in {MALE, FEMALE} and word.text[:1].islower():
            return Traits(sort, False)
    if own[-1] in _ORGANISATIONS or (len(own) == 1 and own[0] in lex.SEASONS_AND_DAYS):
        return Traits(THING, False)
    given = own[1] if len(own) > 1 and own[0] in _NEUTRAL_TITLES else own[0]
    if given in MALE_NAMES or given in FEMALE_NAMES:
        return Traits(MALE if given in MALE_NAMES else FEMALE, False)
    person = any(word.lemma.lower() in _PEOPLE for word in before) or own[0] in _NEUTRAL_TITLES
    return Traits(PERSON if person else UNKNOWN, None if own[-1].endswith("s") and before else False)


def of_noun(words: Sequence[Token], head: Token) -> Traits:
    """What a phrase with a common noun as its head tells. `words` are all before the head, and the head."""
    word = head.lemma.lower()
    first = words[0].text.lower() if words else ""
    plural = head.tag in {"NN2", "NP2"} or head.text.lower() in _PLURALS or first in _SEVERAL
    if plural:
        known = word in _MEN or word in _WOMEN or word in _PEOPLE
        return Traits(PERSON if known or head.text.lower() in _PLURALS else UNKNOWN, True)
    sort = _of_noun_word(word) or (UNKNOWN if word in _ANIMALS or not head.tag.startswith("NN") else THING)
    return Traits(sort, None if word in _GROUPS or not head.tag.startswith("NN") else False)


def _of_noun_word(word: str) -> str:
    if word in _MEN:
        return MALE
    if word in _WOMEN:
        return FEMALE
    agent = word.endswith(_AGENT_ENDINGS) and word not in _NO_AGENTS
    return PERSON if word in _PEOPLE or agent else ""


_SEVERAL = _words("both several many few these those")
_PLURALS = _words("people police folk folks gentry men women children gentlemen")
_NEUTRAL_TITLES = _words("dr prof professor captain capt president senator judge doctor colonel general major st saint")
_GROUPS = _words("family team band group crew company committee government army audience crowd couple public pair")
MALE_TITLES = _words(
    "mr sir lord king prince duke baron count emperor father brother uncle master pope don herr monsieur senor "
    "signor rabbi reb sultan shah tsar czar earl bishop cardinal"
)
FEMALE_TITLES = _words(
    "mrs miss ms lady queen princess duchess baroness countess empress mother sister aunt dame madam madame "
    "mademoiselle frau senora signora tsarina"
)
_MEN = _words(
    "man boy gentleman lad fellow chap guy father dad daddy papa brother son uncle nephew husband grandfather "
    "grandson stepfather stepson stepbrother godfather widower bridegroom groom king prince duke earl baron "
    "lord sir emperor monk priest bishop pope friar abbot actor waiter steward hero wizard host policeman "
    "fireman salesman businessman chairman congressman statesman spokesman sportsman craftsman clergyman "
    "nobleman footman horseman merman seaman workman madman schoolboy cowboy boyfriend fiance fiancé bachelor "
    "patriarch sultan master mister"
)
_WOMEN = _words(
    "woman girl lady lass maiden maid mother mom mum mama sister daughter aunt niece wife grandmother "
    "granddaughter stepmother stepdaughter stepsister godmother widow bride queen princess duchess countess "
    "baroness empress nun abbess actress waitress stewardess heroine witch hostess policewoman businesswoman "
    "chairwoman congresswoman spokeswoman noblewoman laundress charwoman schoolgirl girlfriend fiancee fiancée "
    "spinster matriarch mistress goddess priestess housewife nurse madam dame midwife"
)
_PEOPLE = _words(
    "person people child kid adult friend partner cousin parent sibling relative twin spouse "
    "doctor dr professor president minister secretary senator governor mayor judge lawyer attorney officer "
    "captain colonel general major sergeant lieutenant soldier sailor pilot chief boss clerk servant cook "
    "guest stranger enemy rival thief criminal suspect victim witness student pupil scholar author poet artist "
    "musician singer dancer director producer composer architect engineer scientist economist historian "
    "philosopher physician surgeon psychologist journalist editor critic columnist novelist politician "
    "candidate delegate citizen resident native immigrant champion athlete coach player captain goalkeeper "
    "midfielder striker defender guitarist drummer bassist pianist vocalist "
    "neighbour neighbor colleague companion visitor customer client patient guardian heir king "
    "individual somebody someone member leader founder owner spokesperson detective agent spy knight peasant "
    "farmer merchant shepherd apprentice orphan prisoner slave saint prophet sage guru human"
)
_ANIMALS = _words(
    "dog cat horse bird animal lion tiger bear wolf fox cow bull elephant donkey mouse rat pet beast monkey ape eagle "
    "spirit ghost phantom spectre apparition creature baby infant"
)
_ORGANISATIONS = _words(
    "university college school institute company corporation corp inc ltd co association society church museum "
    "party league club band group records press magazine times journal review council committee department "
    "ministry office agency bank hospital hotel theatre theater airport station street road avenue river lake "
    "mountain island city town county district state province republic kingdom empire war battle treaty act "
    "award prize festival cup championship series show film album song book novel army navy force forces house "
    "court centre center hall park studio studios academy foundation trust union network channel airlines "
    "railway bridge stadium opera orchestra"
)
_AGENT_ENDINGS = ("ist", "ician", "eer", "ress", "ian", "yer")
_NO_AGENTS = _words(
    "list mist fist wrist twist career beer deer steer prayer layer press dress stress address mattress"
)
MALE_NAMES = _words(
    "aaron abraham adam adrian ahmed al alan albert alec alex alexander alfred ali allan allen alvin ambrose "
    "amos andre andrew andy angelo angus anthony antonio archie arjuna arnold arthur augustus barry "
    "bartholomew basil ben benjamin bernard bert bertram bill billy bob bobby boris brad bradley brandon "
    "brendan brent brett brian bruce bruno bryan byron calvin carl carlos carlo caesar cecil cedric charles "
    "charlie chester chris christian christopher chuck claude clarence claudius clement cliff clifford clive "
    "clyde colin connor conrad craig curtis cyril cyrus dale damien dan daniel danny darren dave david dean "
    "dennis derek dermot desmond dick dirk dominic don donald douglas doug duncan dustin dwight dylan earl "
    "ebenezer ed eddie edgar edmund eduardo edward edwin eli elias elijah elliot elliott elmer elvis emil "
    "emmanuel enrico enrique eric erik ernest ernie ethan eugene evan ezra felix ferdinand fernando floyd "
    "francesco francis francisco frank frankie franklin fred freddie frederic frederick fritz gabriel gareth "
    "gary gavin gene geoff geoffrey george gerald gerard gilbert giles giovanni giuseppe glenn gordon graham "
    "grant greg gregory guillaume gus gustav guy hamish hank hans harold harry harvey hassan hector henri "
    "henry herbert herman homer horace howard hubert hugh hugo humphrey ian ibrahim igor isaac ismail ivan "
    "ivor jack jackson jacob jacques jake james jamie jan jason javier jay jean jeff jeffrey jeremiah jeremy "
    "jerome jerry jesus jim jimmy joe joel johann john johnny jon jonathan jorge jose josé joseph josh joshua "
    "juan jules julian julius justin karl keith ken kenneth kenny kevin kurt kyle lance larry lars laurence "
    "lawrence leo leon leonard leonardo leopold leroy lewis lionel lloyd logan lorenzo lou louis lucas ludwig "
    "luigi luis luke luther magnus malcolm manuel marco marcus mario mark marlon marshall martin marvin mathew "
    "matt matthew maurice max maximilian maxwell melvin michael michel miguel mick mike mikhail miles mitchell "
    "mohamed mohammed morris moses muhammad murray nathan nathaniel ned neil nelson neville nicholas nick "
    "nicolas nigel nikolai noah noel norman oliver olivier omar orlando oscar osman oswald otto owen pablo "
    "paolo pascal patrick paul pedro percy perry pete peter phil philip philippe phillip pierre quentin quincy "
    "rafael ralph rama raman ramon randall randy raul ravi ray raymond reginald rene rex ricardo rich richard "
    "rick ricky robert roberto robin rodney roger roland ron ronald ronnie ross roy rudolf rudolph rufus "
    "rupert russell ryan salvador sam samson samuel sandy scott sean sebastian sergei seth shane shaun "
    "sherlock sidney sigmund silas simon solomon spencer stan stanley stefan stephen steve steven stewart "
    "stuart sven ted terence terry theodore thomas tiberius tim timothy toby todd tom tommy tony travis trevor "
    "tristan tyler ulrich umberto vernon victor vincent vinny virgil vladimir wallace walter warren wayne "
    "wesley wilbur wilfred wilhelm will william willie winston wolfgang woodrow xavier yusuf zachary lakshmana "
    "lakshman ravana hanuman krishna bharata dasharatha"
)
FEMALE_NAMES = _words(
    "abigail ada adela adele adelaide agatha agnes aisha alberta alexandra alexis alice alicia alison allison "
    "alma amanda amber amelia amy ana anastasia andrea angela angelica angelina anita ann anna annabel anne "
    "annette annie antonia april arlene astrid audrey aurora ava barbara beatrice becky belinda belle "
    "bernadette bertha bess beth bethany betsy betty beverly bianca bonnie brenda bridget brigitte britney "
    "brooke camilla candice carla carly carmen carol carole caroline carolyn carrie cassandra catherine cathy "
    "cecilia celeste celia charlotte chelsea cheryl chloe christina christine cindy claire clara clarissa "
    "claudia clementine cleopatra colette colleen connie constance cora cordelia cornelia courtney crystal "
    "cynthia daisy dana daphne dawn deborah debbie debra deirdre delia delilah delores denise diana diane "
    "dinah dolores donna dora doreen doris dorothy edith edna eileen elaine eleanor elena elisa elisabeth "
    "eliza elizabeth ella ellen elsa elsie emily emma erica erin esmeralda estelle esther ethel eugenia eunice "
    "eva eve evelyn faith fanny fatima faye felicity fiona flora florence frances francesca freda frieda "
    "gabriela gabrielle gail gemma genevieve georgia georgina geraldine germaine gertrude gillian gina ginger "
    "gisele gladys glenda gloria grace greta gretchen gwen gwendolyn hannah harriet hazel heather heidi helen "
    "helena helene helga henrietta hermione hilary hilda hillary holly hope ida ingrid irene iris irma isabel "
    "isabella isabelle isolde ivy jacqueline jane janet janice janis jasmine jeanette jeanne jemima jenna "
    "jennie jennifer jenny jessica jessie jill joan joanna joanne jocelyn jodie josephine joy joyce juanita "
    "judith judy julia juliana julie juliet june justine karen karin kate katherine kathleen kathryn kathy "
    "katie katrina kay kelly kim kimberly kirsten kitty kristen kristin lana lara laura lauren laurie leah "
    "leila lena leonora leslie leticia lillian lily linda lisa liz liza lizzie lois lola lorraine louisa "
    "louise lucia lucille lucinda lucretia lucy lydia lynn mabel madeleine madeline madonna mae maggie mandy "
    "marcia margaret margarita margot maria mariah marian marianne marie marilyn marina marion marjorie "
    "marlene martha mary matilda maud maude maureen mavis maxine may meg megan melanie melinda melissa "
    "mercedes meredith michelle mildred millie mina minnie miranda miriam moira molly mona monica muriel myra "
    "myrtle nadia nancy naomi natalia natalie natasha nell nellie nicole nina nora norma octavia olga olive "
    "olivia opal ophelia pam pamela patricia patsy patti patty paula pauline pearl peggy penelope penny phoebe "
    "phyllis polly priscilla rachel ramona rebecca regina renee rhoda rhonda rita roberta rosa rosalie "
    "rosalind rosamund rose rosemary rosie roxanne ruby ruth sabrina sally samantha sandra sara sarah selena "
    "selma serena shannon sharon sheila shelley sherry shirley sierra sigrid silvia sita sofia sonia sophia "
    "sophie stacey stacy stella stephanie sue susan susanna susannah suzanne sybil sylvia tabitha tamara tania "
    "tanya tara teresa tess tessa thelma theresa tiffany tina tracy trudy ursula valerie vanessa vera verity "
    "veronica victoria viola violet virginia vivian vivien wanda wendy wilhelmina wilma winifred yolanda "
    "yvette yvonne zelda zoe zoey draupadi kaikeyi kausalya mandodari"
)
