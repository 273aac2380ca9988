"""Room: `ematrix autoplay`: bots play whole games on the virtual table and a referee checks every step.

Standard output depends on the seed alone; real time goes to standard error, or into the last line of --json.
Comes after `host_tools/lab`; figures are in seconds, and in games per second.
"""

import json
import sys
import time
from contextlib import nullcontext

import typer

from host_tools import engines
from host_tools.errors import HonestNo, UserError

KINDS = ("model", "ideal", "mixed")
FIRST_ON_MODEL = 3  # games on register-level readers when the readers are mixed


def register(app):
    """Add the command to the typer application `app`."""
    app.command("autoplay", help="Bots play whole games with physical cards; a referee checks the table.")(autoplay)


def autoplay(
    games: int = typer.Option(1, help="Number of games."),
    seed: int = typer.Option(1, help="Seed; the same seed gives the same games and the same output."),
    readers: str = typer.Option("mixed", help="model, ideal, or mixed: three games on model readers, then ideal."),
    engine: str | None = typer.Option(None, help="micropython (default where it exists) or cpython."),
    as_json: bool = typer.Option(False, "--json", help="One JSON object a game, then one with the figures."),
    transcript: str | None = typer.Option(None, help="Write every event of every game as JSON lines to this file."),
):
    """Play, print a line a game, and end with status 1 if table and referee ever differed."""
    if games < 1:
        raise UserError(f"--games {games} is no game; ask for one or more")
    if readers not in KINDS:
        raise UserError(f"--readers {readers!r} is unknown; choose {', '.join(KINDS)}")
    engine = choose_engine(engine)
    times: dict[str, list[float]] = {"model": [], "ideal": []}
    failed = 0
    with _open(transcript) as file:
        for game in range(1, games + 1):
            fidelity = readers if readers != "mixed" else "model" if game <= FIRST_ON_MODEL else "ideal"
            began = time.perf_counter()
            result = play_game(game, seed, fidelity, engine, file)
            times[fidelity].append(time.perf_counter() - began)
            failed += bool(result.disagreements)
            _report(game, fidelity, result, as_json)
            if not as_json:
                print(f"game {game}: {times[fidelity][-1]:.1f} s real", file=sys.stderr, flush=True)
    _figures(games, failed, engine, times, as_json)
    if failed:
        raise HonestNo(
            f"table and referee disagreed in {failed} of {games} games; play one again with --transcript FILE"
        )


def choose_engine(engine):
    """The engine asked for, or the default: MicroPython where there is one."""
    if engine is None:
        return "micropython" if engines.micropython_path() else "cpython"
    return engines.check_engine(engine)


def play_game(game, seed, readers, engine, file=None):
    """One game from a fresh table; a lab Result. Events go to `file` as JSON lines."""
    from host_tools.lab.match import Match
    from host_tools.lab.rules import deck_kinds
    from host_tools.simulator.table import VirtualTable
    from host_tools.simulator.world import World

    world = World(deck_kinds(), players=2, seed=f"deck {seed} {game}")
    log = None if file is None else lambda event: file.write(json.dumps({"game": game, **event}) + "\n")
    with VirtualTable(world, engine=engine, readers=readers) as table:
        return Match(table, world, f"bots {seed} {game}", readers, log).play()


def _open(path):
    if path is None:
        return nullcontext()
    try:
        return open(path, "w", encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write the transcript {path}: {error.strerror}; choose another file") from error


def _report(game, readers, result, as_json):
    if as_json:
        line = {
            "game": game,
            "readers": readers,
            "winner": None if result.winner is None else result.winner + 1,
            "turns": result.turns,
            "disagreements": result.disagreements,
            "virtual_s": result.virtual_ms / 1000,
        }
        print(json.dumps(line), flush=True)
        return
    won = "no winner" if result.winner is None else f"player {result.winner + 1} wins"
    print(
        f"game {game} ({readers} readers): {won} in turn {result.turns}, "
        f"{len(result.disagreements)} disagreements, {result.virtual_ms / 1000:.1f} s at the table",
        flush=True,
    )
    for sentence in result.disagreements:
        print(f"  {sentence}", flush=True)


def _figures(games, failed, engine, times, as_json):
    speed = {kind: len(spent) / sum(spent) if spent else None for kind, spent in times.items()}
    if as_json:
        figures = {f"games_per_s_{kind}": value and round(value, 4) for kind, value in speed.items()}
        print(json.dumps({"games": games, "disagreed": failed, "engine": engine, "figures": figures}), flush=True)
        return
    for kind, value in speed.items():
        if value:
            print(
                f"{kind} readers: {value:.3f} games per second, {1 / value:.1f} s a game ({len(times[kind])} games)",
                file=sys.stderr,
            )
