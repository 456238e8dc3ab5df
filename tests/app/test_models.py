"""What all rooms together ask models."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

from pramana.app.models import ROOMS, RoomRules, all_prompts, all_ptools


def test_every_room_is_there() -> None:
    """The tables hold exactly what the rooms declare: rules and prompts by room, and every prompt of a ptool."""
    rooms = [import_module(f"pramana.{room}") for room in ROOMS]
    assert dict(RoomRules()) == {name: rule for room in rooms for name, rule in room.RULES.items()}
    assert all_prompts() == {key: text for room in rooms for key, text in room.PROMPTS.items()}
    assert {ptool.prompt for ptool in all_ptools()} <= set(all_prompts())


def test_ptools_are_named_by_their_room() -> None:
    """Rules are found by the room in a ptool's name, and a ptool of no room has none."""
    assert {ptool.name.partition(".")[0] for ptool in all_ptools()} == set(ROOMS)
    assert len({ptool.name for ptool in all_ptools()}) == len(all_ptools())
    assert "mine.answer" not in RoomRules()
    assert "karaka.none" not in RoomRules()


def test_opening_a_workspace_imports_only_its_own_rooms() -> None:
    """Rooms that most commands have no work for are imported when they are wanted."""
    code = "import pramana.views.inspect, sys; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.split())
    assert "pramana.karaka" in loaded
    assert not {f"pramana.{room}" for room in ("anot", "gasl", "investigate", "mining")} & loaded
