"""Room: `ematrix doctor`: check this computer and a board, one line each with its cure; a bundle for a bug report."""

import json
from pathlib import Path
from typing import Annotated

import typer

from host_tools.errors import HonestNo, UserError


def register(app):
    """Add the command to the typer application `app`."""
    app.command("doctor", help="Check this computer and a board; every trouble with its cure.")(doctor)


def doctor(  # noqa: PLR0913 - an argument for each option
    board: Annotated[
        str | None, typer.Option(help="Port or socket://HOST:PORT; without it the one plugged in.")
    ] = None,
    host_only: Annotated[bool, typer.Option(help="Leave boards alone.")] = False,
    self_test: Annotated[
        bool, typer.Option(help="Test every reader; stops the game and starts the table again.")
    ] = False,
    bench: Annotated[
        Path | None, typer.Option(help="Measure one reader and one light sensor; the figures go into this file.")
    ] = None,
    bench_steps: Annotated[
        str | None, typer.Option(help="Only some of reader, access, light, guard, tags; with commas.")
    ] = None,
    bench_at: Annotated[str, typer.Option(help="Where to measure: A1 to D4, slot, tap.")] = "A1",
    polls: Annotated[int, typer.Option(help="Of each stack at each gain.", min=1, max=200)] = 50,
    bundle: Annotated[Path | None, typer.Option(help="Write a zip for a bug report; it names no person.")] = None,
    expect: Annotated[str, typer.Option(help="sys.platform that the board must have.", hidden=True)] = "rp2",
    as_json: Annotated[bool, typer.Option("--json", help="One object a check.")] = False,
):
    """Run the checks; exit 1 if one failed."""
    if bench is not None or bench_steps is not None:
        if bench is None or host_only or self_test or bundle:
            raise UserError("measuring goes alone: --bench FILE, with --board, --bench-steps and --polls if you like")
        from host_tools.doctor.bench_command import measure
        from host_tools.transport.board_line import BoardLine

        measure(lambda: BoardLine.open(board), bench, bench_steps, polls, bench_at, as_json)
        return
    from host_tools.doctor import FAIL
    from host_tools.doctor import bundle as bundles
    from host_tools.doctor.host import check_host
    from host_tools.transport import ports

    if host_only and (board or self_test):
        raise UserError("--host-only looks at no board; leave --board and --self-test away")
    places = ports.find()
    checks = check_host(places)
    told = {}
    if not host_only and (board or places):
        more, told = _board(board, places, self_test, expect)
        checks += more
    for check in checks:
        print(json.dumps(check.__dict__, ensure_ascii=False) if as_json else check)
    if bundle:
        bundles.write(bundle, checks, told)
        if not as_json:
            print(f"written: {bundle}; look through it before you send it")
    failed = sum(check.state == FAIL for check in checks)
    if failed:
        raise HonestNo(f"{failed} of {len(checks)} checks failed; each line says what to do")


def _board(address, places, self_test, expect):
    """(checks, what the board told)."""
    from host_tools.doctor.board import Patient, no_board
    from host_tools.transport import ports
    from host_tools.transport.board import Board

    place = ports.choose(address, places)
    if place.kind == "drive":
        return [], {}  # the line about its port says what to do
    try:
        with Board(place) as line:
            patient = Patient(line, expect)
            try:
                return patient.check(self_test), patient.told
            except UserError as problem:
                return [no_board(problem)], patient.told
    except UserError as problem:
        return [no_board(problem)], {}
