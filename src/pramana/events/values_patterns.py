"""How texts put quantities: the patterns that `values_quantities` reads with."""

from __future__ import annotations

import re
from fractions import Fraction

from pramana.events.values_units import AMOUNT_NOUNS

TRIGGER = re.compile(
    r"[\d½¼¾⅓⅔%£€¥₹]|\b(?:an?|half|quarter|third|twice|thrice|dozen|hundred|thousand|million|billion|trillion|zero|one|two|"
    r"three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{3,5}teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|"
    r"ninety)\b",
    re.IGNORECASE,
)
DETERMINER = re.compile(
    r"(?:the|this|these|those|his|her|its|their|our|my|your|all|only|just|another|other|first|last|next|past|previous"
    r"|coming|following|final|remaining|further|same|some|[A-Z][\w.-]*['’]s?)\b['’]?\s+",
    re.IGNORECASE,
)
AMOUNT = re.compile(rf"an?\s+(?:[a-z]+\s+)?(?:{AMOUNT_NOUNS})\s+of\s+", re.IGNORECASE)
LEAST = (
    r"more than|over|at least|no less than|no fewer than|not less than|upwards? of|in excess of|well over|greater than"
)
MOST = (
    r"less than|fewer than|under|up to|at most|no more than|not more than|as much as|as many as|as little as"
    r"|not exceeding"
)
ABOUT = (
    r"about|around|approximately|approx\.?|roughly|some|nearly|almost|barely|close to|circa|ca?\.|an estimated|a scant"
    r"|estimated|just over|just under|just about|or so"
)
BOUND = re.compile(rf"(?:(?P<least>{LEAST})|(?P<most>{MOST})|(?P<about>{ABOUT}))\s+", re.IGNORECASE)
MARKED = re.compile(
    r"(?:(?P<least>more than|at least|in excess of)|(?P<most>less than|fewer than|at most|up to)"
    r"|(?P<about>nearly|almost|approximately|roughly))$",
    re.IGNORECASE,
)
"""Of a marker. *About* and *around* of a marker have other meanings: *talked about three men*."""
OVER = re.compile(r"(?:(?P<least>over|above)|(?P<most>under|below))$", re.IGNORECASE)
"""Of a marker before a measure: *under twenty-four hours*, not *under two kings*."""
BARE = re.compile(r"[\d£€$¥]|(?!the\b|his\b|her\b|its\b|their\b|our\b|my\b|your\b|th[eo]se\b|this\b)", re.IGNORECASE)
"""*Over the next five years* bounds nothing."""
TAIL = re.compile(
    r",?\s*(?:of age\s*)?(?:(?P<least>(?:or|and) (?:more|older|over|above|longer|higher)\b)"
    r"|(?P<most>or (?:less|fewer|younger|under|below|shorter)\b)|(?P<about>or so\b))",
    re.IGNORECASE,
)
ARTICLE = re.compile(r"an?\s+", re.IGNORECASE)
TWICE = re.compile(r"(?:(twice)|thrice)\b", re.IGNORECASE)
SIGN_FRACTION = re.compile("[½¼¾⅓⅔]")
FRACTIONS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}
MIXED = re.compile(r"\s*([½¼¾⅓⅔])|(?:\s+|-)?(?<![\d,.])([1-9])\s*/\s*(2|3|4|5|8|16|32)(?![\d/])")
SPELLED_FRACTION = re.compile(
    r"(?P<half>half)(?:\s+of)?(?:\s+an?)?\b"
    r"|(?:(?P<count>a|one|two|three|four)[ -])?(?P<part>quarter|third|fifth|tenth)s?"
    r"(?=\s+(?:of|an?)\b|(?<=s)$|(?<=quarter)$)(?:\s+of)?(?:\s+an?\b)?",
    re.IGNORECASE,
)
FRACTION_PARTS = {"half": 2, "quarter": 4, "third": 3, "fifth": 5, "tenth": 10}
COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}
AND_A_HALF = re.compile(r"\s+and an?\s+(half|quarter|third)\b", re.IGNORECASE)
TWO = re.compile(r"two\b", re.IGNORECASE)
SUFFIX = re.compile(r"\s?(m|mn|mln|bn|b|tn|trn|k)\b", re.IGNORECASE)
"""Behind an amount of money only: *50 m* are metres."""
POWER = {"k": 3, "m": 6, "b": 9, "t": 12}
SCALE = re.compile(r"\s+(hundreds?|thousands?|millions?|billions?|trillions?|dozens?)\b(?:\s+of\b)?", re.IGNORECASE)
SCALES = {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
TO = re.compile(r"\s*(?:-|–|—|\bto\b|\bor\b)\s*", re.IGNORECASE)
TO_OR_AND = re.compile(r"\s*(?:-|–|—|\bto\b|\bor\b|\band\b)\s*", re.IGNORECASE)
"""Behind *between*."""
PER = re.compile(r"\s*(?:/|per\b|\ban?\b|\beach\b|\bevery\b)\s*([a-z]+)?", re.IGNORECASE)
IN = re.compile(r"\s+in\s+")
WORD = re.compile(r"\s*-?\s*(%|°[CF]|[^\W\d_]+(?:\.[^\W\d_]\.?)?)")
ORDINAL = re.compile(r"(?:st|nd|rd|th|first|second|third)$", re.IGNORECASE)
NEVER_A_COUNT = re.compile(
    r"\s*(?:fold|th|st|nd|rd|[ap]\.?m\.?|o['’]clock|x|times)\b|\s*[-–/:.]\s*\w|\w", re.IGNORECASE
)
JOINED = re.compile(r"[;]|,\s|\b(?:and|or|to)\b", re.IGNORECASE)
INNER = re.compile(
    r"\b(?:of|in|on|at|for|from|with|who|whom|whose|that|which|by|under|over|between|to|as|than)\b", re.I
)
MEASURED = re.compile(
    r"\s*(?:$|,|(?:of|old|long|wide|high|tall|deep|thick|away|apart|later|earlier|ago|before|after|too|from|in|on|at|for|to"
    r"|north|south|east|west|north\w+|south\w+|off|per|each|more|less|longer|shorter|higher|lower|since|with|above|below"
    r"|inside|outside|behind|beyond|up|down|out|over|under|within|into|onto|through|during|until|between|by|as|than|who"
    r"|that|which)\b)",
    re.IGNORECASE,
)
YEARS = range(1400, 2101)
"""Four digits without a comma between these may be a year: *the 1941 attack*, *the 2012 games*."""
MOST_CHARACTERS = 120
"""Longer mentions hold more than one quantity, or none."""
