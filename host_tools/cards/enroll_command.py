"""Room: `ematrix cards enroll`: checks the request, then leads through the cards that want a tag (enroll.py)."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools.errors import UserError

_WHERE = "The primary board: /dev/ttyACM0, socket://127.0.0.1:8322."
_HELP = "Write the tags of all cards at the tap pad; run again to go on where it stopped."
LIST = Path(__file__).resolve().parents[2] / "firmware/games/energy_matrix/cards/cards.csv"


def register(app):
    """Add the command to the typer application `ematrix cards`."""
    app.command("enroll", help=_HELP)(enroll)


def enroll(
    source: Annotated[Path, typer.Argument(help="Card list: .csv or .xlsx.")] = LIST,
    log: Annotated[Path, typer.Option(help="Log of UIDs; it is only ever added to.")] = Path("tags.csv"),
    port: Annotated[str | None, typer.Option("--port", "--board", help=_WHERE)] = None,
    only: Annotated[
        str | None, typer.Option(help='Only these codes, e.g. "A@1,oc"; quote codes with > in them.')
    ] = None,
    revision: Annotated[int, typer.Option(help="Of the printed cards, 0 to 65535; stands on the tag.")] = 1,
    lock: Annotated[
        bool, typer.Option("--lock", help="Make each tag read-only at the end. It cannot be undone.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Take tags that hold something else.")] = False,
):
    """Ask for card after card; write, read back, confirm on the LEDs, log."""
    from host_tools.cards.enroll import Enrolment, jobs
    from host_tools.cards.source import need
    from host_tools.cards.tags import load
    from host_tools.transport.board_line import BoardLine

    if not 0 <= revision <= 65535:
        raise UserError(f"--revision {revision} does not fit on a tag; choose 0 to 65535")
    found = need(source)
    codes = {row[0] for row in found.cards}
    wanted = {code.strip() for code in only.split(",")} if only else None
    if wanted and wanted - codes:
        raise UserError(f"--only names {', '.join(sorted(wanted - codes))}; {source} has no such card")
    logged = load(log) if log.exists() else []
    todo = jobs(found.cards, logged, wanted)
    if not todo:
        print(f"{log}: every card has its tag")
        return
    print(f"{len(todo)} cards want a tag, {len(logged)} have one; Ctrl-C stops, the log keeps what is done")
    done = 0
    with BoardLine.open(port) as line:
        try:
            for _ in Enrolment(line, log, logged, _say, revision, lock, overwrite).run(todo):
                done += 1
        except KeyboardInterrupt:
            print()
    print(f"{log}: {done} cards enrolled, {len(todo) - done} are left; then: ematrix cards build --tags {log}")


def _say(text):
    print(text, flush=True)
