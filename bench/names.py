"""How well names are linked in eight naming traditions: `python bench/names.py [--half first|second|both] [--show]`.

Two halves of 400 generated documents of three lines each: in 200 a person or a firm is named twice, the second time by
a shorter or another form; in 200 two names share a word and mean two things (*York* and *New York*, *America* and *Bank
of America*, two bearers of one surname, a capitalised noun as in German, a firm and its founder). Names and sentences
are this file's own; a name that one of the resolver's lists holds is left out. Rules were chosen on the `first` half;
the `second` half has other sentences and other names.

Printed for each tradition: pairs that should be linked, and those that were; links between two things; then the
precision and recall of merging where only links of at least a threshold's confidence are followed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle
from random import Random

THRESHOLDS = (50, 65, 70, 75, 80, 85, 90, 95)
_MARK = re.compile(r"\[([^\]|]+)\|(\w+)\](@?)")


@dataclass(frozen=True, slots=True)
class Case:
    """A document. `lines` are `verb: text`, each name as `[name|bearer]`, with `@` behind it where it says where."""

    group: str
    positive: bool
    lines: tuple[str, ...]


POOLS: dict[str, tuple[str, str]] = {
    "english": (
        "Tyler Maisie Colton Imogen Declan Tamsin Kendra Rhys / Brooks Whitlow Ashdown Trask Garrick Maddox Lyle",
        "Brayden Jolene Callum Saffron Desmond Marla Nolan / Winslow Thorne Okafor Hatcher Stroud Delacroix Fenn Quill",
    ),
    "spanish": (
        "Itziar Leandro Ximena Rodrigo Ainhoa Gonzalo / Prado Quintana Arriaga Belmonte Cifuentes Olmedo Zubiri",
        "Nuria Octavio Yolanda Ignacio Maite Fermín / Escudero Villalba Montoya Urrutia Peñalver Solórzano Ibarra",
    ),
    "icelandic": (
        "Þorsteinn Guðrún Hallgrímur Sigríður Kolbeinn Ragnheiður / Einarsson Ketilsdóttir Bjarnason Ormsson",
        "Ásgeir Hildur Steingrímur Unnur Brynjar Svanhildur / Gíslason Flosadóttir Þórðarson Egilsdóttir Ingason",
    ),
    "chinese and korean": (
        "Zhang Liu Huang Xu Seo Hwang / Weimin Qiulan Jun-ho Min-seo Haoran Xiaoyu",
        "Zhao Deng Feng Yun Baek Noh / Guoqiang Meilin Ji-woo Ha-eun Zixuan Ruolan",
    ),
    "arabic": (
        "Yusuf Layla Tariq Nadia Khalid Rania / al-Rashid Haddad bin+Talal al-Masri Barakat Khoury",
        "Samir Huda Faisal Amal Bilal Dalia / al-Najjar Mansour bin+Sultan el-Sayed Qasim Shaheen",
    ),
    "russian": (
        "Пётр+Андреевич Глеб+Ильич Семён+Павлович Юрий+Львович / Воронцов Гаврилов Лебедев Соколов Фадеев Никитин",
        "Егор+Денисович Борис+Юрьевич Захар+Титович Марк+Олегович / Кузнецов Морозов Тимофеев Шубин Орлов Зайцев",
    ),
    "greek": (
        "Γιώργος Ελένη Νίκος Μαρία Κώστας / Παπαδόπουλος Καραγιάννης Δημητρίου Βλάχος Μακρής",
        "Σταύρος Κατερίνα Πέτρος Άννα Σπύρος / Αντωνίου Οικονόμου Ζαχαρίας Ρήγας Λαμπρόπουλος",
    ),
    "indian": (
        "Lakshmi Venkat Anjali Suresh Kavita Mohan / Iyer Chatterjee Deshpande Nair Banerjee Reddy",
        "Meenakshi Arvind Sunita Raghav Pooja Harish / Kulkarni Mukherjee Pillai Bhatt Srinivasan Joshi",
    ),
}
"""Given names / family names (for *chinese and korean* the other way round), of each half."""

OPEN = (
    (
        "open: {L} opened the new bakery in [{P}|place]@ last spring.",
        "study: After the war {L} studied law in [{P}|place]@.",
        "lead: The expedition was planned by {O}, and {L} led it.",
        "inherit: {L} inherited the mill near [{P}|place]@.",
    ),
    (
        "design: In 1987 {L} designed the bridge at [{P}|place]@.",
        "appoint: The board appointed {L} in March.",
        "win: {L} won the prize for the second time.",
        "paint: Two murals in [{P}|place]@ were painted by {L}.",
    ),
)
THEN = (
    (
        "hire: Later {S} hired two cooks.",
        "refuse: {S} refused the offer.",
        "write: A letter was written by {S} in June.",
        "meet: In autumn {O} met {S} at the station.",
        "finish: Without delay {S} finished the work.",
    ),
    (
        "sell: {S} sold the house a year later.",
        "thank: The mayor thanked {S} for the help.",
        "return: In the end {S} returned to the coast.",
        "publish: {S} published three reports.",
        "warn: Nobody had warned {S} about the flood.",
    ),
)
FILL = (
    (
        "rain: It rained for [nine days|days].",
        "close: The [harbour|harbour] closed early.",
        "arrive: {O} arrived by train.",
    ),
    (
        "fall: [Prices|prices] fell again.",
        "burn: The [old theatre|theatre] burned down.",
        "call: {O} called the office.",
    ),
)
PLACES = ("Lindau Tromsø Ghent Varna Cádiz Turku".split(), "Bergamo Ostrava Galway Izmir Lugano Tartu".split())
OTHERS = (
    "Beatrix+Vanterpool Oluwaseun+Adisa Casimir+Nowak".split(),
    "Ottoline+Ferreira Kwame+Boateng Anselm+Dubois".split(),
)
STEMS = (
    "Brennholt Castellan Vireo Halcyon Tesmer Ardent".split(),
    "Kestrel Norwell Lumen Santoro Quadrant Bellmar".split(),
)
FIRMS = (
    "Construction Logistics Foundry Shipping Brewing".split(),
    "Robotics Airlines Publishing Dairies Engineering".split(),
)
TWINS = (
    "York/New+York Korea/South+Korea Jersey/New+Jersey Ireland/Northern+Ireland Dakota/North+Dakota".split(),
    "Guinea/New+Guinea Hampshire/New+Hampshire Sudan/South+Sudan Carolina/North+Carolina Mexico/New+Mexico".split(),
)
WITHIN = (
    "America/Bank+of+America France/Air+France Oxford/University+of+Oxford Vienna/the+Vienna+Philharmonic".split(),
    "England/Bank+of+England Canada/Air+Canada Leiden/University+of+Leiden Boston/the+Boston+Globe".split(),
)
NOUNS = (
    "Koch/Peter+Koch Wagner/Ute+Wagner Berg/Silke+Berg Richter/Jochen+Richter Bauer/Heike+Bauer".split(),
    "Schneider/Uwe+Schneider Stein/Antje+Stein Fischer/Detlef+Fischer Wolf/Birgit+Wolf Schmied/Torsten+Schmied".split(),
)
GERMAN = (
    (
        "öffnen: {L} öffnete die Tür.",
        "tragen: Der [{S}|noun] trug einen Korb.",
        "sehen: {O} sah den [{S}|noun] im Garten.",
    ),
    (
        "kaufen: Gestern kaufte {L} ein Haus.",
        "schweigen: Ein [{S}|noun] schwieg.",
        "rufen: {O} rief dem [{S}|noun] zu.",
    ),
)
TWO = (
    ("visit: [{A}|a] visited the fair.", "own: {B} owned the inn.", "pay: In the evening [{S}|unknown] paid the bill."),
    (
        "sign: {B} signed the lease.",
        "drive: Every morning [{A}|a] drove to the mine.",
        "leave: [{S}|unknown] left at noon.",
    ),
)
FOUNDED = (
    (
        "found: {L} founded [{S} {F}|firm] in 1921.",
        "grow: The company grew, and [{S}|firm] built ships.",
        "export: In 1950 [{S}|firm] exported tools.",
    ),
    (
        "set: [{S} {F}|firm] was set up by {L}.",
        "employ: By then [{S}|firm] employed forty people.",
        "merge: [{S}|firm] merged with a rival.",
    ),
)
SPATIAL = (
    (
        "live: Many people lived in [{S}|short]@.",
        "border: [{L}|long] has long winters.",
        "travel: They travelled from [{L}|long] to [{S}|short]@.",
    ),
    (
        "arrive: The ship arrived in [{S}|short]@.",
        "grow: [{L}|long] grew quickly.",
        "compare: Historians compared [{S}|short] and [{L}|long].",
    ),
)
USED = (
    (
        "raise: [{L}|long] raised its fees.",
        "visit: The king visited [{S}|short].",
        "change: [{S}|short] changed its laws in May.",
    ),
    (
        "announce: [{L}|long] announced a plan.",
        "support: [{S}|short] supported the treaty.",
        "cross: They crossed [{S}|short] by train.",
    ),
)


def words(text: str) -> list[str]:
    return [word.replace("+", " ") for word in text.split()]


def known_to_rules() -> frozenset[str]:
    """Return the names in the resolver's lists, in small letters."""
    from pramana.karaka.passes.name_words import COMMON_SURNAMES, FEMALE_NAMES, MALE_NAMES, NICKNAMES

    return MALE_NAMES | FEMALE_NAMES | COMMON_SURNAMES | NICKNAMES.keys()


def people(tradition: str, half: int) -> Iterator[tuple[str, list[str]]]:
    """Yield full names of a tradition with the forms that one may be called by, in a fixed order."""
    known = known_to_rules()
    first, last = (
        [name for name in words(part) if name.casefold() not in known] for part in POOLS[tradition][half].split("/")
    )
    for number in range(len(first) * len(last)):
        a, b = first[number % len(first)], last[(number * 3 + number // len(first)) % len(last)]
        other = last[(number * 3 + number // len(first) + 1) % len(last)]
        yield FORMS[tradition](a, b, other)


def _english(a: str, b: str, other: str) -> tuple[str, list[str]]:
    return f"{a} {b}", [b, b, a, f"Dr. {b}", f"{a[0]}. {b}"]


def _spanish(a: str, b: str, other: str) -> tuple[str, list[str]]:
    return f"{a} {b} {other}", [f"{b} {other}", f"{a} {b}", a, f"señor {b}" if a[-1] == "o" else f"señora {b}"]


def _icelandic(a: str, b: str, other: str) -> tuple[str, list[str]]:
    return f"{a} {b}", [a, a, a, f"{a[0]}. {b}"]


def _family_first(a: str, b: str, other: str) -> tuple[str, list[str]]:
    return f"{a} {b}", [a, b, f"{b} {a}", f"Professor {a}"]


def _arabic(a: str, b: str, other: str) -> tuple[str, list[str]]:
    return f"{a} {b}", [b, a, b, f"Sheikh {a}", b.removeprefix("al-").removeprefix("el-")]


def _russian(a: str, b: str, other: str) -> tuple[str, list[str]]:
    return f"{a} {b}", [b, a, f"{a.split()[0]} {b}", f"{b}у", f"{b} {a}"]


def _greek(a: str, b: str, other: str) -> tuple[str, list[str]]:
    accusative = b[:-1] if b.endswith("ς") else b
    return f"{a} {b}", [b, a, accusative, f"{a[0]}. {b}"]


def _indian(a: str, b: str, other: str) -> tuple[str, list[str]]:
    return f"{a} {b}", [b, a, f"Smt. {b}" if a[-1] in "ia" else f"Shri {b}", f"{a[0]}. {b}"]


FORMS = dict(
    zip(POOLS, (_english, _spanish, _icelandic, _family_first, _arabic, _russian, _greek, _indian), strict=True)
)


def positives(half: int, each: int = 25) -> Iterator[Case]:
    """Yield documents in which two forms of a name mean one; a few are places and firms."""
    for tradition in POOLS:
        random = Random(f"{tradition}{half}")
        made = cycle(people(tradition, half))
        for number in range(each):
            if number % 12 == 11:
                yield _firm(tradition, half, random)
                continue
            long, forms = next(made)
            yield _document(tradition, half, random, long, forms[number % len(forms)])


def _document(group: str, half: int, random: Random, long: str, short: str) -> Case:
    filled = {"P": random.choice(PLACES[half]), "O": f"[{random.choice(OTHERS[half]).replace('+', ' ')}|other]"}
    lines = [
        random.choice(OPEN[half]).format(L=f"[{long}|one]", **filled),
        random.choice(FILL[half]).format(**filled),
        random.choice(THEN[half]).format(S=f"[{short}|one]", **filled),
    ]
    return Case(group, True, tuple(lines))


def _firm(group: str, half: int, random: Random) -> Case:
    stem, kind = random.choice(STEMS[half]), random.choice(FIRMS[half])
    other = f"[{random.choice(OTHERS[half]).replace('+', ' ')}|other]"
    return Case(
        group,
        True,
        (
            f"win: [{stem} {kind}|one] won the contract.",
            random.choice(FILL[half]).format(O=other),
            f"lay: In 2003 [{stem}|one] laid the pipes.",
        ),
    )


def negatives(half: int, each: int = 40) -> Iterator[Case]:
    """Yield documents in which names that share a word mean two things."""
    random = Random(f"negatives{half}")
    for number in range(each):
        short, long = random.choice(TWINS[half]).replace("+", " ").split("/")
        yield _shuffled("York, New York", SPATIAL[half], random, S=short, L=long)
        short, long = random.choice(WITHIN[half]).replace("+", " ").split("/")
        yield _shuffled("America, Bank of America", USED[half], random, S=short, L=long)
        other = f"[{random.choice(OTHERS[half]).replace('+', ' ')}|other]"
        short, long = random.choice(NOUNS[half]).replace("+", " ").split("/")
        yield _shuffled("common nouns", GERMAN[half], random, S=short, L=f"[{long}|one]", O=other)
        tradition = list(POOLS)[number % len(POOLS)]
        yield _two_bearers(tradition, half, random)
        stem = random.choice(words(POOLS["english"][half].split("/")[1]))
        given = random.choice(words(POOLS["english"][half].split("/")[0]))
        yield _shuffled(
            "firm and founder",
            FOUNDED[half],
            random,
            S=stem,
            L=f"[{given} {stem}|founder]",
            F=random.choice(FIRMS[half]),
        )


def _two_bearers(tradition: str, half: int, random: Random) -> Case:
    known = known_to_rules()
    first, last = (
        [one for one in words(part) if one.casefold() not in known] for part in POOLS[tradition][half].split("/")
    )
    if tradition == "chinese and korean" or tradition == "icelandic":
        a, (b, c) = random.choice(first), random.sample(last, 2)
        one, other, short = f"{a} {b}", f"{a} {c}", a
    else:
        (b, c), a = random.sample(first, 2), random.choice(last)
        one, other, short = f"{b} {a}", f"{c} {a}", a
    return _shuffled("two bearers", TWO[half], random, A=one, B=f"[{other}|b]", S=short)


def _shuffled(group: str, lines: Sequence[str], random: Random, **filled: str) -> Case:
    return Case(group, False, tuple(line.format(**filled) for line in lines))


def view_of(case: Case):  # type: ignore[no-untyped-def]
    """Return the case as a graph's view, and which bearers each entity has."""
    from pramana.events import Role, name_mention
    from pramana.evidence import Evidence, Grade, Span
    from pramana.karaka.passes import EntityMention, Event, PassView

    lines, mentions, events = {}, [], []
    bearers: dict[str, set[str]] = defaultdict(set)
    for number, said in enumerate(case.lines, 1):
        verb, _, marked = said.partition(": ")
        text, at, kriya, agent = "", 0, f"d_L{number}_K1", True
        places = []
        for found in _MARK.finditer(marked):
            text += marked[at : found.start()]
            places.append((len(text), found[1], found[2], found[3]))
            text, at = text + found[1], found.end()
        text += marked[at:]
        lines["d", number] = text
        events.append(Event(kriya, verb, Evidence("d", number, 0, 0, "", Grade.ASSERTED), "affirmative", "actual", ""))
        passive = f" by [{places[-1][1]}" in marked if places else False
        for start, name, bearer, where in places:
            named = name_mention("d", number, text, Span(start, start + len(name), Grade.VERBATIM))
            is_agent = (agent and text[:start].count(" ") <= 4 and not passive) or (passive and name == places[-1][1])
            role = Role.ADHIKARANA_SPATIAL if where else Role.KARTA if is_agent else Role.KARMA
            agent = agent and role is not Role.KARTA
            place = Evidence("d", number, start, start + len(name), name, Grade.VERBATIM)
            mentions.append(EntityMention(named.id, named.canonical_name, named.pronoun, kriya, role, place))
            bearers[named.id].add(bearer)
    return PassView(lines, tuple(mentions), tuple(events)), bearers


@dataclass(slots=True)
class Count:
    """Pairs that should be linked, those that are, and documents and links that are wrong."""

    wanted: int = 0
    linked: int = 0
    wrong: int = 0
    documents: int = 0


def measure(cases: Sequence[Case], least: int = 0, show: bool = False) -> dict[str, Count]:
    """Count by group; with `least`, links of less confidence are not followed."""
    from pramana.karaka.passes.clusters import clusters
    from pramana.karaka.passes.resolution import propose

    counts: dict[str, Count] = defaultdict(Count)
    for case in cases:
        count = counts[case.group]
        count.documents += 1
        view, bearers = view_of(case)
        found = clusters([link for link in propose(view) if link.confidence >= least])
        for one, other in combinations(sorted(bearers), 2):
            same = bearers[one] == bearers[other] and len(bearers[one]) == 1 and "unknown" not in bearers[one]
            joined = found.representative(one) == found.representative(other)
            count.wanted += same
            count.linked += same and joined
            count.wrong += joined and not same
            if show and same != joined and (joined or case.positive):
                print(f"  {'wrong' if joined else 'missed'}: {one} / {other}: {' '.join(case.lines)}")
    return counts


def report(half: int, show: bool) -> None:
    """Print the counts of one half, and what thresholds give."""
    cases = [*positives(half), *negatives(half)]
    counts = measure(cases, show=show)
    print(f"\n{('first', 'second')[half]} half: {len(cases)} documents")
    for group, count in counts.items():
        found = f"{count.linked:4} of {count.wanted:4} linked  {count.wrong:3} wrong"
        print(f"  {group:26} {count.documents:4} documents  {found}")
    wrong = sum(count.wrong for count in counts.values())
    made = [case for case in cases if case.positive]
    right = sum(counts[group].linked for group in POOLS)
    wanted = sum(counts[group].wanted for group in POOLS)
    share = wrong / (wrong + right)
    print(
        f"  in {len(made)} positives {right / wanted:.3f} linked; wrong links {wrong} of {wrong + right} ({share:.3f})"
    )
    print("  threshold  precision  recall")
    for least in THRESHOLDS:
        found = measure(cases, least)
        hits = sum(found[group].linked for group in POOLS)
        surplus = sum(count.wrong for count in found.values())
        every = sum(found[group].wanted for group in POOLS)
        print(f"  {least:9}  {hits / max(1, hits + surplus):9.3f}  {hits / every:6.3f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("first", "second", "both"), default="both")
    parser.add_argument("--show", action="store_true", help="print each error")
    arguments = parser.parse_args()
    for half in range(2):
        if arguments.half in ("both", ("first", "second")[half]):
            report(half, arguments.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
