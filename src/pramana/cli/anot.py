"""`anot`: seeds compiled, begun from a template, checked, shown and compared; what executes them is in `anot_run`."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pramana.cli import anot_replay, anot_run, options
from pramana.cli.output import faithful, note, print_json, say, show_parts
from pramana.cli.session import show_estimate, working
from pramana.errors import ExitCode, InputError
from pramana.views import plural

if TYPE_CHECKING:
    from pramana.app import AsyncWorkspace, CompileReport
    from pramana.views import WorkEstimate

anot = typer.Typer(
    name="anot",
    help="A task formula compiled once into a seed that people review, then executed over any number of entities.",
    no_args_is_help=True,
)

SeedFile = Annotated[Path, typer.Argument(metavar="SEED", help="A seed's JSON file (see `anot schema`).")]


class SeedFormat(StrEnum):
    """How a seed is shown."""

    TREE = "tree"
    MERMAID = "mermaid"


@anot.callback()
def root(workspace: options.Folder = None) -> None:
    pass


for command in (*anot_run.COMMANDS, anot_replay.replay):
    anot.command(command.__name__.rstrip("_"))(command)


@anot.command()
@options.with_model(*options.BUDGET)
def compile(
    formula: Annotated[Path, typer.Argument(metavar="FORMULA", help="A text file with the task; - reads the input.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write it here, too."),
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", show_default=False, help="The task's name.")] = "",
    single_step: Annotated[
        bool, typer.Option("--single-step", help="Ask for the seed at once, not in three steps.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Compile anew, though a seed of this formula is kept.")
    ] = False,
    only_estimate: options.OnlyEstimate = False,
    workspace: options.Folder = None,
    as_json: options.AsJson = False,
    flags: options.Flags = options.NONE,
) -> None:
    """Compile plain words to a seed, by a model; it is kept in the workspace under the formula's hash."""
    from pramana.views import findings_parts

    text = _text(formula)

    async def estimate(opened: AsyncWorkspace) -> WorkEstimate:
        from pramana.app import estimate_compilation

        return await estimate_compilation(opened, text, single_step)

    if only_estimate:
        show_estimate(working(workspace, estimate, flags), as_json)
        return

    async def work(opened: AsyncWorkspace) -> CompileReport:
        from pramana.app import compile_formula

        return await compile_formula(opened, text, name=name, single_step=single_step, again=again)

    report = working(workspace, work, flags)
    if output is not None:
        from pramana.app import save_seed

        save_seed(report.seed, output)
    if as_json:
        print_json({"path": str(report.path), "compiled": report.compiled, "seed": report.seed.to_dict()})
        return
    how = f"compiled in {plural(report.calls, 'call')}" if report.compiled else "kept already (--again: anew)"
    say(f"{report.seed.task_name}, version {report.seed.version}: {how}.")
    say(f"Wrote {output or report.path}." if report.compiled or output else f"It is {report.path}.")
    show_parts(findings_parts(report.findings))


@anot.command()
def new(
    template: Annotated[str, typer.Argument(metavar="TEMPLATE", help="The template to start from.")] = "g1a",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Where to write the seed.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="List the templates.")] = False,
) -> None:
    """Start a seed from one that people reviewed. No model is needed."""
    from pramana.app import save_seed
    from pramana.app import seed_template as named
    from pramana.app import seed_templates as templates
    from pramana.views import templates_parts

    if listing:
        formulas = ((each, named(each).source_formula or "") for each in templates())
        show_parts(templates_parts((each, formula.partition("\n")[0]) for each, formula in formulas))
        return
    seed = named(template)
    target = output or Path(f"{seed.task_name}.json")
    if target.exists():
        raise InputError(f"{target} is there already. Name another file: -o FILE.")
    save_seed(seed, target)
    say(f"Wrote {target}. Edit it, then: pramana anot check {target}")


@anot.command()
def check(
    seed: SeedFile,
    write: Annotated[bool, typer.Option("--write", help="Write it back in one form, with its steps in order.")] = False,
    as_json: options.AsJson = False,
) -> None:
    """Say what is wrong with a seed, without data. Exit code 2 where it would not be executed."""
    from pramana.app import check_seed, load_seed, save_seed, sort_steps
    from pramana.app import seed_errors as errors
    from pramana.views import findings_parts

    loaded = load_seed(seed)
    found = check_seed(loaded)
    if as_json:
        print_json([finding.as_json() for finding in found])
    else:
        show_parts(findings_parts(found))
        if not found:
            note("Nothing was found.")
    if errors(found):
        raise typer.Exit(ExitCode.BAD_INPUT)
    if write:
        save_seed(sort_steps(loaded), seed)


@anot.command()
def show(
    seed: SeedFile,
    form: Annotated[SeedFormat, typer.Option("--as", metavar="FORM", help="tree or mermaid.")] = SeedFormat.TREE,
    as_json: options.AsJson = False,
) -> None:
    """Show a seed: what it looks for, what it extracts, and its compute DAG, drawn."""
    from pramana.app import load_seed
    from pramana.app import seed_mermaid as to_mermaid
    from pramana.views import seed_parts

    loaded = load_seed(seed)
    if as_json:
        print_json({**loaded.to_dict(), "hash": loaded.hash})
    elif form is SeedFormat.MERMAID:
        faithful(to_mermaid(loaded).rstrip("\n"))
    else:
        show_parts(seed_parts(loaded))


@anot.command()
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A seed's JSON file.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Another one.")],
    as_json: options.AsJson = False,
) -> None:
    """Say what changed between two seeds, and whether extractions must be made anew. Exit code 1 where they differ."""
    from pramana.app import diff_seeds, extracts_alike, load_seed
    from pramana.views import difference_parts

    one, other = load_seed(old), load_seed(new)
    found = diff_seeds(one, other)
    if as_json:
        changes = [difference.as_json() for difference in found]
        print_json({"differences": changes, "extractions_stay": extracts_alike(one, other)})
    else:
        for difference in found:
            show_parts(difference_parts(difference))
        if found and extracts_alike(one, other):
            note("What was extracted stays: only what is looked for or computed changed.")
        elif found:
            note("Every item is extracted anew: what a model is asked changed.")
    raise typer.Exit(ExitCode.NOTHING if found else ExitCode.DONE)


@anot.command()
def schema() -> None:
    """Print the JSON Schema of a seed's file."""
    from pramana.app import FormulaSeed

    print_json(FormulaSeed.json_schema())


def _text(path: Path) -> str:
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text.") from None
