"""The parsers under a fuzzer that looks for inputs which reach new code."""

from __future__ import annotations

import subprocess
import sys

import pytest

SECONDS = 10
PROGRAM = f"""
import sys
from contextlib import suppress
import atheris

with atheris.instrument_imports(include=["pramana"]):
    from pramana.documents.decode import Undecodable, decode, declared_encoding
    from pramana.documents.html_tags import check_tags
    from pramana.documents.loader import Unusable
    from pramana.documents.loaders import markdown
    from pramana.documents.loading import valid_text
    from pramana.documents.sentences import sentences
    from pramana.errors import PramanaError
    from pramana.expr import compile_formula, parse_condition
    from pramana.gasl import GASLParser
    from pramana.graph.io import shown_in_cells
    from pramana.untrusted import parse_json, parse_yaml

PARSER = GASLParser()
READERS = [
    check_tags,
    lambda text: [list(sentences(valid, block)) for valid in [valid_text(text)] for block in markdown.PLUGIN.blocks(valid)],
    parse_condition,
    lambda text: compile_formula(text, ["x"])({{"x": [1, "a"]}}),
    PARSER.parse,
    shown_in_cells,
    parse_json,
    parse_yaml,
]


def one(data):
    given = atheris.FuzzedDataProvider(data)
    read = READERS[given.ConsumeIntInRange(0, len(READERS) - 1)]
    text = given.ConsumeUnicode(500)
    with suppress(Undecodable):
        decode(data, declared_encoding(data))
    try:
        read(text)
    except (PramanaError, Unusable):
        pass
    except ValueError:
        if read not in (parse_json, parse_yaml):
            raise


atheris.Setup([sys.argv[0], "-max_total_time={SECONDS}", "-timeout=5", "-rss_limit_mb=4096"], one)
atheris.Fuzz()
"""


@pytest.mark.slow
def test_no_parser_fails_under_a_coverage_guided_fuzzer(tmp_path) -> None:
    """Nothing but a typed error, no input that takes 5 s, no more than 4 GiB."""
    pytest.importorskip("atheris", reason="atheris is not installed (pip install atheris; Linux and macOS)")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, capture_output=True, text=True, timeout=20 * SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr[-4_000:]
