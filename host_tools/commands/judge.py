"""Room: `ematrix judge`: plays journals against the rules of a game, without a table (docs/cli.md)."""

import json
from typing import Annotated

import typer

from host_tools import engines, judge_core
from host_tools.commands import lines
from host_tools.errors import UserError


def register(app):
    """Add the command to the typer application `app`."""
    app.command()(judge)


def judge(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Whose rules, such as energy_matrix.")],
    journals: Annotated[
        list[str] | None, typer.Argument(metavar="[JOURNAL...]", help="JSON objects, each one argument.")
    ] = None,
    stdin: Annotated[bool, typer.Option("--stdin", help="One JSON object a line.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a journal.")] = False,
    engine: Annotated[str, typer.Option(help="cpython or micropython.")] = "cpython",
):
    """Play journals by the rules of a game, without a table, and tell the account that they lead to."""
    engines.check_engine(engine)
    try:
        judge_core.judge_of(game)
    except ValueError as problem:
        raise UserError(str(problem)) from None
    given, numbered = lines.asked(journals, stdin, "journals")
    lines.tell(lines.answers(judge_core, given, engine, (game,)), as_json, numbered, _ordered, _show)


def _ordered(found):
    """The answer in the documented order of keys; in the account they are sorted, so that engines agree."""
    account = json.loads(json.dumps(found["account"], sort_keys=True))
    return {"accepted": found["accepted"], "refused": found["refused"], "account": account}


def _show(line, found):
    """What people read: how far it went, why not further, and the account, an entry a line."""
    actions = json.loads(lines.safe(line))["actions"]
    accepted = found["accepted"]
    print(f"{accepted} of {len(actions)} actions accepted" + ("." if found["refused"] is None else ";"))
    if found["refused"] is not None:
        at = f"action {accepted + 1}, {json.dumps(actions[accepted])[:100]}," if accepted < len(actions) else "the rest"
        print(f"{at} is refused: {found['refused']}.")
    for name, value in sorted(found["account"].items()):
        print(f"  {name:8} {json.dumps(value, ensure_ascii=False, sort_keys=True)}")
