"""How fast GASL's commands are read and written. Usage: python bench/gasl_parse.py [commands]

Every command is another text, so no cache of texts helps. The peer in the same run is a regular
expression that cuts a FIND into its clauses and checks nothing: about the least that a parser has to do.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from time import perf_counter

from pramana.errors import ParseError
from pramana.gasl.parsing import GASLParser
from pramana.gasl.writing import write_command

COUNT, AIM = 20_000, 10_000
BY_HAND = re.compile(r"FIND (nodes|edges|paths)(?: WHERE (.*?))?(?: LIMIT (\d+))? AS (\w+)")

SIMPLE: tuple[Callable[[int], str], ...] = (
    lambda n: f"DECLARE study.k{n} AS LIST WITH_DESCRIPTION 'All of {n}.'",
    lambda n: f'FIND nodes WHERE entity_type = "T{n}" AS r{n}',
    lambda n: f"UPDATE study.k{n} WITH r{n} MERGE",
    lambda n: f"COUNT r{n} AS c{n}",
    lambda n: f"SELECT r{n} FIELDS id, f{n} AS s{n}",
    lambda n: f"ASSERT LEN ${{r{n}}} > {n}",
    lambda n: f"SET adapter.caps.max_path_length={n}",
    lambda n: f'PROCESS r{n} USING "Where in {n}?" AS p{n}',
)
KINDS: dict[str, tuple[Callable[[int], str], ...]] = {
    "simple commands, eight kinds": SIMPLE,
    "COUNT": (SIMPLE[3],),
    "FIND, one condition": (SIMPLE[1],),
    "FIND, four conditions": (
        lambda n: (
            f'FIND edges WHERE source.a = "x{n}" AND (b > {n} OR c IN [{n}, 2]) AND d CONTAINS "y" LIMIT 9 AS r{n}'
        ),
    ),
    "PROCESS … RETURNING": (
        lambda n: f'PROCESS r{n} USING "Where?" RETURNING LIST OF {{place: text?, year: integer, f{n}: list}} AS p{n}',
    ),
    "IF … ON … FIND … ELSE": (
        lambda n: f"IF LEN ${{a{n}}} > 5 THEN ON EMPTY a{n} THEN FIND nodes LIMIT 5 AS b{n} ELSE COUNT a{n} AS c",
    ),
}
WRONG: tuple[Callable[[int], str], ...] = (
    lambda n: f'FIND node WHERE a{n} == "x" && b > {n} INTO r{n}',
    lambda n: f"SELECT a{n} FROM b",
    lambda n: f"hello {n}",
)


def made(kind: Sequence[Callable[[int], str]], count: int) -> list[str]:
    return [kind[n % len(kind)](n) for n in range(count)]


def rate(work: Callable[[str], object], texts: Sequence[str]) -> float:
    """Return how many texts a second, of the best of three runs."""
    best = float("inf")
    for _ in range(3):
        start = perf_counter()
        for text in texts:
            work(text)
        best = min(best, perf_counter() - start)
    return len(texts) / best


def refused(text: str) -> None:
    try:
        GASLParser().parse(text)
    except ParseError:
        return
    raise AssertionError(text)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    parser = GASLParser()
    parser.parse("COUNT a AS b")
    hand = rate(BY_HAND.fullmatch, made(KINDS["FIND, one condition"], count))
    print(f"{count:,} distinct commands of each kind; the aim is {AIM:,} simple commands a second\n")
    print(f"{'FIND cut by one regular expression':34} {hand:12,.0f} /s")
    for name, kind in KINDS.items():
        texts = made(kind, count)
        nodes = {text: parser.parse(text) for text in texts}
        read = rate(parser.parse, texts)
        written = rate(lambda text, nodes=nodes: write_command(nodes[text]), texts)  # type: ignore[misc]
        print(
            f"{name:34} {read:12,.0f} /s read {written:12,.0f} /s written {hand / read:8.1f} × the regular expression"
        )
    print(f"{'mistakes told and mended':34} {rate(refused, made(WRONG, count // 50)):12,.0f} /s")


if __name__ == "__main__":
    main()
