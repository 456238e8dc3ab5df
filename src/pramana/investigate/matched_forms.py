"""The forms of questions in people's own words, as patterns over a marked question: `@0` a name, `%0` a kind of thing,
`$0` a value, `#0` a number."""

from __future__ import annotations

import re

from pramana.investigate.matched_words import AUX, NUMBER_WORDS

_FIRST = r"(?P<rest>(?:(?:most|least) \w+ |\w+est )?[%$].*)"
_HAS = "(?:has|have|had|does|do|did|is|was|were|are)"
_BE = "(?:is|are|was|were)"
_OVER = "(?:in|on|by|of|for|from|across|during|among) (?:all )?(?:the )?(?P<thing>[%$].*)"
DETERMINERS = ("the", "a", "an", "any", "all", "some", "these", "those", "different", "other")
NOTHING = re.compile(rf"(?:(?:there|here|exist|{AUX})(?: |$))*")
"""What is left of a question when all of it is explained."""
PEOPLE = re.compile(r"(?:who|whom|anyone|anybody|someone|somebody|people|person|persons)(?: (?P<rest>.*))?")
NAMED_SO = re.compile(rf"{_BE} (?:the |an? )?(?P<noun>[$%].*)")
OPENINGS = tuple(
    (output, re.compile(pattern))
    for output, pattern in (
        ("count", r"how many (?P<who>)(?:of )?(?:the )?(?P<rest>.+)"),
        ("exists", rf"{_BE} there (?P<who>)(?:any |an? |some )?(?P<rest>[%$].+)"),
        ("exists", rf"{_BE} there (?P<who>anyone|anybody|someone|somebody) (?P<rest>.+)"),
        ("exists", rf"{_HAS} (?P<who>anyone|anybody|someone|somebody) (?P<rest>.+)"),
        ("exists", rf"{_HAS} (?P<who>)any (?P<rest>[%$].+)"),
        ("list", r"(?P<who>who|whom) (?P<rest>.+)"),
        ("list", rf"(?:which|what) {_BE} (?P<who>)(?:the |all )?{_FIRST}"),
        ("list", rf"(?:which|what|list|show|name|give|find)(?: me)?(?: all)?(?: of)?(?: the)? (?P<who>){_FIRST}"),
    )
)
"""What the answer is (`count`, `exists`, `list`), and the question from its first noun on."""
COUNTED = re.compile(
    rf"^(?:(?:{AUX}|with) )*(?P<verb>\w+ )?(?:(?:in|on|at|by|with|to|for) )?"
    rf"(?:(?P<how>more than|over|at least|fewer than|less than|at most|exactly) (?P<number>#\d+|{NUMBER_WORDS})"
    rf"|(?P<several>multiple|several|many))(?: different)? (?P<kind>%\d+)(?P<rest>.*)$"
)
OPS = {"more than": ">", "over": ">", "at least": ">=", "exactly": "="}
"""Comparisons of how many other ends there are. *Fewer than* is none: those without any would have to be counted."""
NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS.split("|"), 1)}
NEGATED = re.compile(rf"^(?P<before>(?:(?:{AUX}) )*)(?:not|never|no|without)(?P<rest> .*)$")
MOST = re.compile(
    rf"^(?P<rest>.*?)(?:(?:{AUX}|with) )*(?P<verb>(?!the )\w+ )?(?P<prep>(?:in|on|by) )?(?:the )?"
    r"(?P<most>most|fewest|least) (?P<what>%\d+|[\w ]+)$"
)
TO_NAME = re.compile(
    r"(?P<pre>[^@#$%]*)(?P<both>both )?@(?P<at>\d+)(?P<more> and @\d+)?(?P<post>[^@#$%]*)(?P<rest>.*)$"
)
TO_KIND = re.compile(r"(?P<pre>[^@#$%]*?)(?:\b(?:a|an|any|some|the) )?(?P<kind>[%$].*)$")
WHEN_WHERE = re.compile(
    r"(?P<wh>when|where) (?:is|was|were|are|did|does|do) (?:the )?"
    r"(?P<thing>@\d+|(?:\$\d+ )*(?:\$\d+|%\d+))(?: (?P<verb>[\w ]+))?"
)
WHERE_IT = re.compile(r"where (?:is|was|were|are|did|does|do) (?:it|they)(?: (?P<verb>[\w ]+))?")
ONWARD = re.compile(
    rf"(?:(?:which|what) (?P<kind>%\d+)|who|whom) (?P<be>{AUX}) (?:it|they|he|she|them)(?: (?P<behind>[\w ]+))?"
)
WHAT_OF = re.compile(rf"(?:what|which) {_BE} the (?P<words>[\w ]+?) (?:of|for) (?:the )?(?P<thing>[^@]*[%$].*)")
_NOUN = r"(?P<noun>\w+(?: \w+)?)"
OWNED = (
    ("exists", re.compile(rf"(?:do|does|did|has|have|had) @(?P<at>\d+) (?:(?:have|had) )?(?:an?|any) {_NOUN}")),
    ("exists", re.compile(rf"{_BE} @(?P<at>\d+) {_NOUN}")),
    ("list", re.compile(rf"(?:who|what) {_BE} @(?P<at>\d+) 's {_NOUN}")),
    ("list", re.compile(rf"(?:who|what) {_BE} (?:the |an? )?{_NOUN} of @(?P<at>\d+)")),
)
AT_LEAST = re.compile(
    rf"^(?:(?:{AUX}|with) )*(?:(?:a|an|the) )?(?P<how>more than|over|at least|exactly) (?P<number>#\d+) "
    r"(?P<words>[\w ]+)$"
)
FROM_VALUE = re.compile(rf"^(?:{AUX} )?(?:(?:based|located|situated) )?(?:from|in|of) \$(?P<at>\d+)(?P<rest>.*)$")
_WORDS = r"(?P<words>[\w ]+?)"
SUMS = (
    ("sum", re.compile(rf"how (?:many|much) (?:people )?{_WORDS} {_OVER}")),
    (
        "sum",
        re.compile(
            r"how (?:many|much) (?P<words>\w+(?: \w+)?) (?:do|does|did|can|have) (?:all )?(?:the )?(?P<thing>[%$]\S*)"
            r"(?: (?:have|take|carry|hold))?"
        ),
    ),
    ("sum", re.compile(rf"what {_BE} the (?:total|sum of the) {_WORDS} {_OVER}")),
    ("average", re.compile(rf"what {_BE} the (?:average|mean) {_WORDS} {_OVER}")),
)
