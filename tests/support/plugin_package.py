"""The package of plug-ins that docs/plugins.md shows, as an installer leaves it in a folder."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "plugins.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """Return the code blocks of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)


def install_plugins(folder: Path) -> None:
    """Write the package `my_plugins` and its metadata into a folder of the search path."""
    (folder / "my_plugins").mkdir(parents=True)
    (folder / "my_plugins" / "__init__.py").touch()
    for source in blocks("python"):
        (folder / source.partition("\n")[0].removeprefix("# ")).write_text(source, "utf-8")
    template = blocks("json")[0]
    (folder / "my_plugins" / "complaints.json").write_text(template, "utf-8")
    project = tomllib.loads(blocks("toml")[0])["project"]
    metadata = folder / "my_plugins-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    groups = project["entry-points"]
    points = [f"[{group}]\n" + "".join(f"{n} = {v}\n" for n, v in groups[group].items()) for group in groups]
    (metadata / "entry_points.txt").write_text("\n".join(points), "utf-8")


PLACES = {
    "loader": "documents/loaders/note.py",
    "provider": "llm/providers/builtin/parrot.py",
    "embedder": "llm/embedders/letters.py",
    "adapter": "graph/adapters/builtin/links_file.py",
    "graph_format": "graph/io/formats/triples.py",
    "whereupon": "karaka/passes/builtin/whereupon.py",
    "template": "anot/templates/builtin/complaints.py",
    "knowledge": "retrieval/knowledge/bases/family.py",
}
"""Where each module of the package goes to become a built-in entry: one source file each."""


def build_in_plugins(package: Path) -> None:
    """Put the modules of `my_plugins` into a copy of Pramana's source."""
    for source in blocks("python"):
        name = Path(source.partition("\n")[0].removeprefix("# ")).stem
        (package / PLACES[name]).write_text(source, "utf-8")
    (package / PLACES["template"]).with_name("complaints.json").write_text(blocks("json")[0], "utf-8")
