"""The graphs that the suite asks about, and what is true of them: worked out by hand, from the rules of conditions."""

from __future__ import annotations

from pramana.graph import Edge, Node

NODES = (
    Node("rama", "PERSON", {"name": "Rama", "age": 30, "score": 1.5, "alive": True, "tags": ["king", "archer"]}),
    Node("sita", "PERSON", {"name": "Sītā", "age": 28, "score": 2.0, "alive": False, "tags": ["queen"]}),
    Node("bow", "THING", {"name": "Bow", "age": 1000}),
    Node("Lanka", "PLACE", {"name": "lanka", "age": "old", "score": 2}),
    Node("कर्ता", "WORD", {"name": "कर्ता", "note": 'he said "no" \\ it\'s so'}),
    Node("blank", "PLACE", {"name": ""}),
    Node("twin", "PERSON", {"name": "Rama", "age": True}),
    Node("lone", "THING", {"age": None}),
)

EDGES = (
    Edge("rama", "GAVE", "sita", {"weight": 2, "when": "dawn"}),
    Edge("rama", "HOLDS", "bow", {"weight": 1.5}),
    Edge("sita", "HOLDS", "bow", {"weight": 3}),
    Edge("rama", "GAVE", "sita", {"weight": 5}, 1),
    Edge("bow", "LIES_IN", "Lanka"),
    Edge("sita", "WENT_TO", "Lanka", {"weight": "much"}),
    Edge("Lanka", "NEAR", "Lanka", {"weight": 0}),
    Edge("कर्ता", "NAMES", "rama", {"when": "उषा"}),
    Edge("rama", "WENT_TO", "Lanka", {"weight": 4}),
)

NODE_CONDITIONS: tuple[tuple[str, str], ...] = (
    ("age > 28", "rama bow"),
    ("age >= 28", "rama sita bow"),
    ("age < 30", "sita"),
    ("age <= 30", "rama sita"),
    ("age != 30", "sita bow"),
    ("NOT age = 30", "sita bow"),
    ("age = 30.0", "rama"),
    ("age = true", "twin"),
    ('age > "a"', "Lanka"),
    ("alive = true", "rama"),
    ("alive != true", "sita"),
    ("score = 2", "sita Lanka"),
    ("score < 2", "rama"),
    ('name = "Rama"', "rama twin"),
    ('name = "rama"', ""),
    ('name = ""', "blank"),
    ('name > "R"', "rama sita Lanka कर्ता twin"),
    ('name CONTAINS "a"', "rama Lanka twin"),
    ('name CONTAINS ""', "rama sita bow Lanka कर्ता blank twin"),
    ('name STARTS_WITH "R"', "rama twin"),
    ('name ENDS_WITH "ā"', "sita"),
    ('name = "कर्ता"', "कर्ता"),
    ("note CONTAINS '\"no\" \\\\ it'", "कर्ता"),
    ('age CONTAINS "3"', ""),
    ('tags CONTAINS "king"', "rama"),
    ('tags CONTAINS "kin"', "rama"),
    ('tags CONTAINS "e"', "rama sita"),
    ('tags CONTAINS ""', "rama sita"),
    ('tags CONTAINS "x"', ""),
    ('NOT tags CONTAINS "king"', "sita"),
    ('tags = "king"', ""),
    ("age IS NULL", "कर्ता blank lone"),
    ("age IS NOT NULL", "rama sita bow Lanka twin"),
    ("age = null", "कर्ता blank lone"),
    ("age != null", "rama sita bow Lanka twin"),
    ('type IN ["THING", "WORD"]', "bow कर्ता lone"),
    ('type NOT IN ["PERSON", "PLACE"]', "bow कर्ता lone"),
    ("age NOT IN [30, 28]", "bow"),
    ('age IN [1000, "old"]', "bow Lanka"),
    ("missing = 1", ""),
    ("NOT missing = 1", ""),
    ("missing = 1 OR age = 28", "sita"),
    ("missing = 1 AND age = 28", ""),
    ("NOT (missing = 1 AND age = 28)", "rama bow"),
    ("NOT (age > 100 OR alive = true)", "sita"),
    ('type = "PERSON" AND age < 30', "sita"),
    ('id = "bow"', "bow"),
    ('id STARTS_WITH "L" OR type = "WORD"', "Lanka कर्ता"),
    ('type != "PERSON"', "bow Lanka कर्ता blank lone"),
)
"""Conditions, and the ids of the nodes for which they are true."""

EDGE_CONDITIONS: tuple[tuple[str, tuple[int, ...]], ...] = (
    ('relation = "HOLDS"', (1, 2)),
    ("weight > 2", (2, 3, 8)),
    ("weight IS NULL", (4, 7)),
    ("NOT weight > 2", (0, 1, 6)),
    ('source = "rama"', (0, 1, 3, 8)),
    ('target = "Lanka" AND weight IS NOT NULL', (5, 6, 8)),
    ('source = "rama" AND target = "sita"', (0, 3)),
    ("source.age >= 30", (0, 1, 3, 4, 8)),
    ('target.name CONTAINS "a"', (4, 5, 6, 7, 8)),
    ('source.type = "PERSON" AND target.type = "PLACE"', (5, 8)),
    ("source.alive = true", (0, 1, 3, 8)),
    ("NOT source.alive = true", (2, 5)),
    ("source.age IS NULL", (7,)),
    ('source.id = "bow" OR weight = 0', (4, 6)),
    ('target.tags CONTAINS "queen"', (0, 3)),
    ('relation IN ["GAVE", "NAMES"] AND when != "dawn"', (7,)),
    ('when = "उषा"', (7,)),
)
"""Conditions, and the places in `EDGES` of the edges for which they are true."""

MISMATCHES: tuple[tuple[str, str, int], ...] = (
    ("nodes", "age > 28", 2),
    ("nodes", "age > 28 AND name = 3", 9),
    ("nodes", 'name = "Rama"', 0),
    ("nodes", "missing = 1", 0),
    ("edges", "weight > 2", 1),
    ("edges", 'source.age = "x"', 7),
)
"""What is searched, a condition, and how many of its comparisons meet unlike types."""

MAP_NODES = tuple(Node(letter, "PLACE", {"name": letter.upper()}) for letter in "abcdefg")

MAP_EDGES = tuple(
    Edge(pair[0], "ROAD", pair[1], {"km": km}, ordinal)
    for pair, km, ordinal in (
        ("ab", 1, 0),
        ("ac", 9, 0),
        ("bd", 2, 0),
        ("cd", 1, 0),
        ("de", 1, 0),
        ("ad", 9, 0),
        ("ea", 1, 0),
        ("dd", 1, 0),
        ("bc", 1, 0),
        ("ab", 9, 1),
        ("fe", 1, 0),
    )
)
"""Roads: two ways around, a circle back, a loop, two roads side by side, a place that no road reaches (f) or leaves
(g has none at all)."""
