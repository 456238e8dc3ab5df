"""Whether a secret is in what runs have left: as it is, as drivers send it, or packed in a database or an archive."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

_ZLIB_STARTS = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")


def spellings(user: str, secret: str) -> list[bytes]:
    """Return a secret as it is, as a part of an address, and as logins send it."""
    plain = (secret, f"{user}:{secret}", f"\0{user}\0{secret}")
    coded = [base64.b64encode(each.encode()) for each in plain]
    return [secret.encode(), quote(secret).encode(), *coded, secret.encode("utf-16-le"), secret.encode().hex().encode()]


def _contents(file: Path) -> Iterator[bytes]:
    """Yield what a file holds, and what is packed in it."""
    data = file.read_bytes()
    yield data
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    for start in _ZLIB_STARTS:
        place = data.find(start)
        while place >= 0:
            with suppress(zlib.error):
                yield zlib.decompressobj().decompress(data[place:], 2**22)
            place = data.find(start, place + 1)


def check_no_secret(folder: Path, user: str, secret: str) -> None:
    """Assert that no file below a folder holds the secret."""
    wanted = spellings(user, secret)
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert files
    found = [str(file) for file in files if any(each in part for part in _contents(file) for each in wanted)]
    assert not found


_LOUD = """
import json, logging, sys
logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
from pramana.cli import main
codes = []
for words in json.loads(sys.argv[1]):
    sys.argv = ["pramana", *words]
    try:
        main()
        codes.append(0)
    except SystemExit as ended:
        codes.append(ended.code or 0)
print("codes", json.dumps(codes))
"""


def run_loudly(commands: Sequence[Sequence[str]], folder: Path, environment: Mapping[str, str]) -> list[int]:
    """Run commands in one process, every library's log at its loudest, and return their exit codes.

    What it printed is in `loud.out` and `loud.err` of the folder.
    """
    words = [sys.executable, "-c", _LOUD, json.dumps(commands)]
    env = {**os.environ, **environment}
    ended = subprocess.run(words, capture_output=True, check=False, cwd=folder, env=env)
    (folder / "loud.out").write_bytes(ended.stdout)
    (folder / "loud.err").write_bytes(ended.stderr)
    last = ended.stdout.decode().splitlines()[-1]
    assert last.startswith("codes "), ended.stderr[-3000:]
    codes: list[int] = json.loads(last.removeprefix("codes "))
    return codes
