"""Room: `ematrix bench soak`: hours of play over misbehaving readers on the virtual clock; counts and milliseconds."""

import typer

from host_tools.bench import soak


def register(app):
    """Add the bench to the typer application `app`."""
    app.command("soak", help="Hours of movement with every fault at ten times its field rate.")(bench_soak)


def bench_soak(
    hours: float = typer.Option(1.0, help="Virtual hours.", min=0.01),
    seed: int = typer.Option(1, help="Seed of movements and faults."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object with every figure."),
):
    """Play, print, and end with status 1 if a card was wrong, made up or lost."""
    soak.report(hours, seed, as_json)
