"""Room: `ematrix bench sweep`: prints how long a sweep of the readers takes, beside the RF floor; milliseconds."""

import json

import typer

from host_tools.bench import sweep


def register(app):
    """Add the bench to the typer application `app`."""
    app.command("sweep", help="A sweep of all readers beside the RF floor, and how soon LEDs follow.")(bench_sweep)


def bench_sweep(
    as_json: bool = typer.Option(False, "--json", help="One JSON object with every figure."),
    cards: int = typer.Option(200, help="Cards put down and lifted for the latencies.", min=1),
):
    """Measure and print."""
    figures = sweep.measure(cards)
    if as_json:
        print(json.dumps(figures))
        return
    for line in sweep.lines(figures):
        print(line)
