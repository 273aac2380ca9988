"""Room: `ematrix explain`: voltages, machine states and the best plan of boards in matrix notation (docs/cli.md)."""

import json
import sys
from typing import Annotated

import typer

from host_tools import engines, explain_core
from host_tools.commands import explain_text
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
    if bool(boards) == stdin:
        raise UserError("give boards as arguments or --stdin, one of the two")
    lines = _stdin_lines() if stdin else boards
    compute = _on_micropython if engine == "micropython" else _here
    bad = False
    for number, (line, found) in enumerate(compute(lines), 1):
        if "error" in found:
            bad = True
            _complain(found["error"], number, as_json, stdin or len(boards or ()) > 1)
        elif as_json:
            typer.echo(json.dumps(_ordered(found), ensure_ascii=False))
        else:
            explain_text.show(line, found)
    if bad:
        raise typer.Exit(2)


def _complain(sentence, number, as_json, numbered):
    if as_json:
        typer.echo(json.dumps({"error": sentence, "line": number}, ensure_ascii=False))
    else:
        print("ematrix: " + (f"line {number}: " if numbered else "") + sentence, file=sys.stderr)


def _stdin_lines():
    """Lines of standard input; bytes that are no UTF-8 become signs that no board has."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def _here(lines):
    """(line, answer or {"error": sentence}) of each line, one by one, in this process."""
    for line in lines:
        try:
            yield line, explain_core.answer(line)
        except ValueError as problem:
            yield line, {"error": str(problem)}


def _on_micropython(lines):
    """The same from one MicroPython process that gets all lines at once."""
    lines = list(lines)
    text = "".join(json.dumps(_canonical(line), ensure_ascii=False) + "\n" for line in lines)
    done = engines.run_module("host_tools.explain_core", stdin=text)
    answers = [json.loads(line) for line in done.stdout.split("\n") if line]
    if len(answers) != len(lines):
        raise UserError(f"MicroPython answered {len(answers)} of {len(lines)} boards; try --engine cpython")
    return zip(lines, answers, strict=True)


def _canonical(line):
    """JSON lines as every parser reads them alike; one that is no JSON stays bad ("{")."""
    if not line.strip().startswith(("{", "[", '"')):
        return line
    try:
        return json.dumps(json.loads(line))
    except (ValueError, RuntimeError):
        return "{"


def _ordered(found):
    """The answer in the documented order of keys, without what only the text output uses."""
    machines = [{key: machine[key] for key in MACHINE} for machine in found["machines"]]
    answer = {key: found[key] for key in ANSWER} | {"machines": machines}
    answer["net"] = {energy: found["net"][energy] for energy in "ABC"}
    return answer
