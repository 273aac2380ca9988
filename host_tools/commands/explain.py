"""Room: `ematrix explain`: voltages, machine states and the best plan of boards in matrix notation (docs/cli.md)."""

from typing import Annotated

import typer

from host_tools import engines, explain_core
from host_tools.commands import explain_text, lines
from host_tools.errors import UserError

# The order of keys in the output, whichever engine computed it.
ANSWER = ("voltage", "machines", "converters", "net", "damage", "value")
MACHINE = ("cell", "card", "frames", "demand", "voltage", "state", "fires")


def register(app):
    """Add the command to the typer application `app`."""
    # A board may begin with a battery, "-", which must not be taken for an option.
    app.command(context_settings={"ignore_unknown_options": True})(explain)


def explain(
    boards: Annotated[
        list[str] | None, typer.Argument(metavar="NOTATION...", help="Boards, each one argument.")
    ] = None,
    stdin: Annotated[bool, typer.Option("--stdin", help="One board a line: notation or a JSON object.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a board.")] = False,
    engine: Annotated[str, typer.Option(help="cpython or micropython.")] = "cpython",
):
    """Voltages, machine states and the best plan of a board."""
    engines.check_engine(engine)
    for text in boards or ():
        if text.startswith("--") and text[2:3].isalpha():
            raise UserError(f"no such option: {text}; see ematrix explain --help")
    given, numbered = lines.asked(boards, stdin, "boards")
    lines.tell(lines.answers(explain_core, given, engine), as_json, numbered, _ordered, explain_text.show)


def _ordered(found):
    """The answer in the documented order of keys, without what only the text output uses."""
    machines = [{key: machine[key] for key in MACHINE} for machine in found["machines"]]
    answer = {key: found[key] for key in ANSWER} | {"machines": machines}
    answer["net"] = {energy: found["net"][energy] for energy in "ABC"}
    return answer
