"""Room: `ematrix flash`: MicroPython, firmware and settings onto a board, step by step, or into one UF2 file."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from host_tools import files
from host_tools.errors import UserError


def register(app):
    """Add the command to the typer application `app`."""
    app.command("flash", help="Put MicroPython and the firmware on a board; saves and cards stay.")(flash)


def flash(  # noqa: PLR0913 - an argument for each option
    board: Annotated[str | None, typer.Option(help="Port, socket://HOST:PORT, or folder of a BOOTSEL drive.")] = None,
    list_boards: Annotated[bool, typer.Option("--list", help="Only show the boards that are plugged in.")] = False,
    dry_run: Annotated[bool, typer.Option(help="Only print what would be done.")] = False,
    micropython: Annotated[str | None, typer.Option(help="UF2 file, address of one, or `pinned`.")] = None,
    sha256: Annotated[str | None, typer.Option(help="Checksum that the UF2 must have.")] = None,
    image: Annotated[Path | None, typer.Option(help="Write one UF2 with MicroPython and firmware instead.")] = None,
    cards: Annotated[Path | None, typer.Option(help="Card database to put into the --image.")] = None,
    settings: Annotated[list[str] | None, typer.Option("--set", help="Setting of the board, as address=1.")] = None,
    settings_file: Annotated[
        Path | None, typer.Option("--settings", help="File with settings of the board, as in hardware/builds.")
    ] = None,
    source: Annotated[bool, typer.Option(help="Copy the firmware as text, not as bytecode.")] = False,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="Wait until the new firmware has proved itself.")
    ] = True,
    expect: Annotated[str, typer.Option(help="sys.platform that the board must have.", hidden=True)] = "rp2",
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable output only.")] = False,
):
    """Check the request and do the one thing it asks for."""
    from host_tools.flashing.job import Options, parse_settings
    from host_tools.transport import ports

    if cards and not image:
        raise UserError("--cards goes with --image; on a running board use `ematrix cards push`")
    chosen = parse_settings(settings or [], settings_file)
    if list_boards:
        _list(ports.find(), as_json)
    elif image:
        _image(image, micropython, sha256, cards, chosen, source, as_json)
    else:
        options = Options(dry_run, source, wait, expect, chosen)
        _flash(ports.choose(board), options, micropython, sha256, as_json)


def _list(places, as_json):
    if as_json:
        print(json.dumps([{"kind": place.kind, "address": place.address, "what": place.what} for place in places]))
        return
    for place in places:
        print(place)
    if not places:
        print("no board is plugged in")


def _image(out, micropython, sha256, cards, settings, source, as_json):
    from host_tools.flashing.bootsel import given_uf2
    from host_tools.flashing.image import make_image
    from host_tools.flashing.job import SETTINGS
    from host_tools.flashing.stored import sealed

    if not micropython:
        raise UserError("--image needs MicroPython: --micropython FILE.uf2, from micropython.org/download/RPI_PICO2")
    extra = {}
    if cards:
        extra["/data/cards.bin"] = files.read(cards, "make it with `ematrix cards build`")
    if settings:
        extra[SETTINGS] = sealed(json.dumps(settings).encode())
    with tempfile.TemporaryDirectory(prefix="ematrix_") as cache:
        told = make_image(given_uf2(micropython, sha256, Path(cache)), out, extra, source)
    if as_json:
        print(json.dumps({"image": str(out), **told}))
        return
    print(
        f"{out}: MicroPython and firmware {told['firmware']}, {told['files']} files, {told['bytes']} bytes, read back"
    )
    print(f"Hold BOOTSEL, plug the {told['board']} in, drop the file on its drive.")
    print("Saved games on that board will be gone.")


def _flash(place, options, micropython, sha256, as_json):
    from host_tools.flashing.bootsel import given_uf2, install
    from host_tools.flashing.job import flash as run
    from host_tools.transport.phases import NoBoard

    with Teller(as_json) as teller:
        if micropython:
            with tempfile.TemporaryDirectory(prefix="ematrix_") as cache:
                path = given_uf2(micropython, sha256, Path(cache))
                if options.dry_run:
                    teller.say("micropython", f"would put {path.name} on the board first")
                else:
                    place = install(path, place, teller.say)
        if place.kind == "drive":
            raise NoBoard(
                f"find: the board at {place.address} waits in BOOTSEL mode, without MicroPython running; add "
                "--micropython FILE.uf2 (from micropython.org/download/RPI_PICO2; for a Pico RPI_PICO)"
            )
        result = run(place, options, teller.say, teller.progress)
    if as_json:
        print(json.dumps(result))
        return
    if options.dry_run:
        print("\n".join(result["plan"] + result["notes"]))
        return
    hello = result["hello"]
    print(f"done: firmware {hello['firmware']} ({hello['role']}, address {hello['address']}) on {result['board']}")
    for note in result["notes"]:
        print(f"note: {note}")


class Teller:
    """Tells the phases one line each, and shows a bar on a terminal."""

    def __init__(self, silent):
        self._silent = silent
        self._bar = None
        self._task = None

    def __enter__(self):
        if not self._silent and sys.stdout.isatty():
            from rich.progress import BarColumn, Progress, TextColumn

            self._bar = Progress(TextColumn("{task.description}"), BarColumn(), transient=True)
            self._bar.start()
        return self

    def __exit__(self, *_):
        if self._bar is not None:
            self._bar.stop()

    def say(self, phase, text):
        if not self._silent:
            (self._bar.console.print if self._bar else print)(f"{phase}: {text}")

    def progress(self, what, done, of):
        if self._bar is None:
            return
        if self._task is None:
            self._task = self._bar.add_task(what, total=of)
        self._bar.update(self._task, description=what, completed=done, total=of)
