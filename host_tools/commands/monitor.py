"""Room: `ematrix monitor`: watch a table without disturbing it, in the terminal or on the page; record and replay."""

import json
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from host_tools.errors import UserError

WAIT_S = 0.25


def register(app):
    """Add the command to the typer application `app`."""
    app.command("monitor", help="Watch a table: boards, rulers, prompts, readers, log. The game goes on.")(monitor)


def monitor(  # noqa: PLR0913 - an argument for each option
    board: Annotated[str | None, typer.Option(help="Port or socket://HOST:PORT of the primary board.")] = None,
    record: Annotated[Path | None, typer.Option(help="Keep the stream in this file.")] = None,
    replay: Annotated[Path | None, typer.Option(help="Play a recorded stream instead of a table.")] = None,
    speed: Annotated[float, typer.Option(help="Of the replay; 0 is at once.")] = 1.0,
    web: Annotated[bool, typer.Option("--web", help="The page of `ematrix sim` with this table behind it.")] = False,
    port: Annotated[int, typer.Option(help="Of the page on 127.0.0.1; 0 is any free one.")] = 8331,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    seconds: Annotated[float | None, typer.Option(help="Stop after so long.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the stream as JSON lines.")] = False,
):
    """Find the table, then show it until Ctrl-C."""
    if replay and (board or record):
        raise UserError("--replay takes its stream from a file; leave --board and --record away")
    if speed < 0:
        raise UserError(f"--speed {speed} is no speed; 1 is as it was, 2 twice as fast, 0 at once")
    if web and as_json:
        raise UserError("--web and --json do not go together; run two monitors")
    from host_tools.monitor.state import TableState
    from host_tools.monitor.watch import Watch

    state = TableState()
    source = _source(board, replay, speed, state)
    watch = Watch(source, state, record, seconds)
    try:
        if web:
            _web(watch, port, open_page)
        elif as_json:
            watch.run(lambda kind, item: print(json.dumps({kind: item}, ensure_ascii=False), flush=True))
        else:
            _terminal(watch)
    except KeyboardInterrupt:
        pass
    finally:
        watch.close()


def _source(board, replay, speed, state):
    if replay:
        from host_tools.monitor.recording import Replay

        return Replay(replay, speed)
    from host_tools.monitor.source import Live
    from host_tools.transport import ports
    from host_tools.transport.phases import NoBoard

    place = ports.choose(board)
    if place.kind == "drive":
        raise NoBoard(f"find: the board at {place.address} waits in BOOTSEL mode; flash it first: `ematrix flash`")
    return Live(place, state)


def _terminal(watch):
    from rich.console import Console

    from host_tools.monitor.terminal import render

    console = Console()
    if not console.is_terminal:
        watch.run()
        console.print(render(watch.state, watch.source.status))
        return
    from rich.live import Live

    with Live(console=console, screen=True, auto_refresh=False) as live:
        while watch.step(WAIT_S):
            live.update(render(watch.state, watch.source.status), refresh=True)


def _web(watch, port, open_page):
    from host_tools.monitor.web import serve
    from host_tools.simulator.server import bind

    listener = bind(port)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/"

    def started():
        print(f"Energy Matrix table ({watch.source.status}): {url}", flush=True)
        if open_page:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    serve(watch, listener, started)
    print(file=sys.stderr)
