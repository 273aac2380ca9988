"""Room: `ematrix bench settle`: how long the best plan takes, in loops of 7.4 us on the Pico, and how sure it is."""

import json

import typer

from host_tools.bench import settle
from host_tools.errors import HonestNo, UserError

_TITLES = {
    "players": "as good players build them",
    "constructed": "full of converters, drawn",
    "hardest": "hardest found by search",
    "all": "all together",
}


def register(app):
    """Add the bench to the typer application `app`."""
    app.command("settle", help="Time of the best plan on MicroPython, and the integer program beside it.")(bench_settle)


def bench_settle(
    as_json: bool = typer.Option(False, "--json", help="One JSON object with every figure."),
    boards: int = typer.Option(5000, help="Boards as good players build them."),
    constructed: int = typer.Option(500, help="Boards full of converters."),
    hardest: int = typer.Option(None, help="Of the hardest boards known, only the first so many."),
    seed: int = typer.Option(1, help="The boards follow from it."),
    program: bool = typer.Option(True, help="Compare every board with the integer program."),
):
    """Measure and print."""
    if boards < 1 or constructed < 0 or (hardest or 0) < 0:
        raise UserError("--boards takes 1 or more, --constructed and --hardest 0 or more")
    figures = settle.measure(boards, constructed, seed, program, hardest)
    if as_json:
        print(json.dumps(figures))
    else:
        _print(figures)
    if program and figures["program_agreed"] != figures["program_boards"]:
        raise HonestNo("the solver and the integer program disagree on some boards")


def _print(figures):
    budgets = figures["budgets_loops"]
    print(f"calibration loop: {figures['loop_ns']} ns here, {settle.PICO_LOOP_US} us on the Pico")
    print("loops (ms on the Pico)            p50              p99              max")
    for name, title in _TITLES.items():
        if f"settle_{name}_boards" not in figures:
            continue
        print(f"{figures[f'settle_{name}_boards']} boards {title}:")
        for what, label in (
            ("settle", "to the plan"),
            ("moved", "after one card moved"),
            ("slice", "longest slice"),
        ):
            row = [
                f"{figures[f'{what}_{name}_loops_{mark}']:7} ({figures[f'{what}_{name}_pico_ms_{mark}']:6})"
                for mark in ("p50", "p99", "max")
            ]
            print(f"  {label:24}" + " ".join(row))
    print(f"budgets: p50 {budgets['p50']}, p99 {budgets['p99']}, max {budgets['max']}, slice {budgets['slice']} loops")
    print(
        f"held between slices on 32-bit MicroPython: {figures['settle_peak_bytes_p50']} bytes as a rule, "
        f"{figures['settle_peak_bytes_max']} at most (budget {budgets['peak_bytes']}); allocated by one solve: "
        f"{figures['settle_allocated_bytes_p50']} as a rule, {figures['settle_allocated_bytes_max']} at most"
    )
    if "program_boards" in figures:
        print(
            f"integer program (CP-SAT): agrees on {figures['program_agreed']} of {figures['program_boards']} boards; "
            f"{figures['program_cpu_ms_mean']} ms a board against {figures['settle_cpython_cpu_ms_mean']} ms, "
            f"both on CPython: {figures['program_speed_ratio']} times as long"
        )
    print("versions: " + ", ".join(f"{name} {version}" for name, version in figures["versions"].items()))
