"""Room: `ematrix bench WHAT`: prints the figures that the budgets speak of; the measuring is host_tools/bench's."""

from importlib import import_module

import typer

BENCHES = ("memory", "boot", "settle", "sweep", "soak")


def register(app):
    """Add the command to the typer application `app`; each bench is a file commands/bench_WHAT.py with `register`."""
    benches = typer.Typer(no_args_is_help=True, help="Figures of time and memory.")
    for name in BENCHES:
        import_module("host_tools.commands.bench_" + name).register(benches)
    app.add_typer(benches, name="bench")
