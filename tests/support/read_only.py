"""Processes for which a folder can only be read, also where tests run as root, whom permissions do not bind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

COMMANDS = """
import contextlib, io, json, sys
from pramana.cli import main
done = []
for arguments in json.loads(sys.argv[1]):
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(arguments)
        except SystemExit as ended:
            code = int(ended.code or 0)
    done.append([code, *(stream.buffer.getvalue().decode() for stream in (out, err))])
print(json.dumps(done))
"""
"""Runs commands one after the other, and prints of each its exit code and what it wrote."""
_MOUNT = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'


def _as_reader(how: str, folder: Path) -> list[str]:
    """Return what to put before a command, so that `folder` can only be read in it."""
    if how == "mount":
        return ["unshare", "-m" if os.geteuid() == 0 else "-rm", "sh", "-c", _MOUNT, str(folder)]
    return ["setpriv", "--bounding-set", "-all", "--inh-caps", "-all"] if os.geteuid() == 0 else []


def run_reading(how: str, folder: Path, program: str, *arguments: str) -> str:
    """Run a Python program for which `folder` can only be read: by `permissions`, or by `mount`. Returns its output."""
    paths = [folder, *folder.rglob("*")]
    modes = {path: path.stat().st_mode for path in paths}
    prefix = _as_reader(how, folder)
    try:
        if how == "permissions":
            for path in reversed(paths):
                path.chmod(modes[path] & 0o555)
        if not _can_test([*prefix, "sh", "-c", f"! touch {folder}/probe"]):
            pytest.skip(f"this system lets no test take the right to write away by {how}")
        done = subprocess.run([*prefix, sys.executable, "-c", program, *arguments], capture_output=True, text=True)
    finally:
        for path in paths:
            path.chmod(modes[path])
    assert done.returncode == 0, done.stderr
    return done.stdout


def _can_test(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def commands_reading(how: str, folder: Path, *commands: list[str]) -> list[Any]:
    """Run commands of the command line in a folder that can only be read: of each the exit code, output and errors."""
    listed: list[Any] = json.loads(run_reading(how, folder, COMMANDS, json.dumps(commands)))
    return listed
