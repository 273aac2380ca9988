"""Room: `ematrix sim`: the virtual table in the browser, or a script of physical events on the virtual clock."""

import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from host_tools import engines
from host_tools.cards.database import GAME
from host_tools.errors import UserError
from host_tools.simulator.games import cartridge

READERS = ("model", "ideal")


def register(app):
    """Add the command to the typer application `app`."""
    app.command("sim", help="The virtual table: real firmware, one process per board, a page in the browser.")(sim)


def sim(  # noqa: PLR0913 - an argument for each option
    game: Annotated[str, typer.Option(help="energy_matrix, or a folder of examples/.")] = GAME,
    players: Annotated[
        int | None, typer.Option(help="Boards at the table; without it as many as the mode has.")
    ] = None,
    mode: Annotated[str | None, typer.Option(help="A mode of the game; without it the first one.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the shuffled deck; without it every table differs.")] = None,
    engine: Annotated[str | None, typer.Option(help="micropython (default where it exists) or cpython.")] = None,
    readers: Annotated[str, typer.Option(help="model: register-level chips; ideal: card numbers at once.")] = "model",
    language: Annotated[str | None, typer.Option(help="Of the boards' displays at first: zh or en.")] = None,
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1; 0 is any free one.")] = 8321,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    blank_tags: Annotated[bool, typer.Option("--blank-tags", help="Cards to be enrolled (cards enroll).")] = False,
    headless: Annotated[bool, typer.Option(help="No page: play --script, print JSON lines.")] = False,
    script: Annotated[Path | None, typer.Option(help="File of physical events, with --headless.")] = None,
):
    """Check the request, then play the script or serve the page."""
    players = _boards(game, mode, players)
    _check(readers, language, port, engine)
    if headless or script:
        _headless(headless, script, seed, engine, readers, game)
    else:
        from host_tools.simulator.server import bind
        from host_tools.simulator.session import open_session

        if engine is None and engines.micropython_path() is None:
            print("ematrix: there is no MicroPython here, so the firmware runs on CPython", file=sys.stderr)
        listener = bind(port)  # before the boards start: a port that is taken is said at once
        _serve(open_session(seed, players, engine, readers, language, blank_tags, game), listener, open_page)


def _boards(game, mode, players):
    """How many boards the table has; the players choose the mode at its menu, which offers those for so many."""
    try:
        modes = dict(cartridge(game).MODES)
    except ValueError as problem:
        raise UserError(str(problem)) from None
    mode = mode or next(iter(modes))
    if mode not in modes:
        raise UserError(f"{game} has no mode {mode!r}; choose --mode {' or '.join(modes)}")
    if players not in (None, modes[mode]):
        raise UserError(f"{mode} is played on {modes[mode]} boards, not {players}; leave --players away")
    return modes[mode]


def _check(readers, language, port, engine):
    if readers not in READERS:
        raise UserError(f"there are no readers {readers!r}; choose --readers model or ideal")
    if language not in (None, "zh", "en"):
        raise UserError(f"the boards do not speak {language!r}; choose --language zh or en")
    if engine is not None:
        engines.check_engine(engine)
    if not 0 <= port <= 65535:
        raise UserError(f"--port {port} is no port; choose one from 1024 to 65535, or 0 for any free one")


def _headless(headless, script, seed, engine, readers, game):
    if not (headless and script):
        raise UserError("--headless and --script FILE go together; give both, or neither for the page")
    from host_tools.simulator import script_player

    script_player.run(script, seed=seed, engine=engine, readers=readers, game=game)


def _serve(session, listener, open_page):
    from host_tools.simulator.server import serve
    from host_tools.simulator.usb_socket import address, listen

    page_port = listener.getsockname()[1]
    url = f"http://127.0.0.1:{page_port}/"
    usb = listen(session.players, page_port + 1)

    def started():
        print(f"Energy Matrix table (firmware on {session.engine}, seed {session.seed}): {url}", flush=True)
        for number, line in enumerate(usb, start=1):
            print(f"USB line of board {number}, for example for ematrix cards push: {address(line)}", flush=True)
        if open_page:
            # Some browsers only return when they are closed.
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    serve(session, listener, started, usb)
