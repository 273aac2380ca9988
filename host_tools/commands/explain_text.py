"""Room: what `ematrix explain` prints for people: the matrix as a table, then the best plan in sentences."""

import json

from rich.console import Console
from rich.table import Table
from rich.text import Text

STATES = {"ok": "ok", "under": "too little", "over": "too much"}
STYLES = {"ok": "green", "under": "yellow", "over": "red"}


def show(line, found, console=None):
    """Print one explained board; `line` is the notation (or JSON) it came from."""
    console = console or Console(highlight=False)
    console.print(_matrix(line, found))
    for sentence in _sentences(found):
        console.print(sentence)


def _matrix(line, found):
    machines = {tuple(machine["cell"]): machine for machine in found["machines"]}
    words = _words(line)
    table = Table(show_lines=True, caption="(row, column) counted from 0; V at the cell")
    table.add_column("")
    for column in range(4):
        table.add_column(str(column), min_width=14)
    for row in range(4):
        cells = [_cell(machines.get((row, c)), words[4 * row + c], found["voltage"][row][c]) for c in range(4)]
        table.add_row(str(row), *cells)
    return table


def _words(line):
    """The words of the sixteen cells."""
    text = json.loads(line)["board"] if line.lstrip().startswith("{") else line
    return text.replace("/", " ").split()[:16]


def _cell(machine, word, volts):
    if machine is None:
        names = {".": "", "*": "wormhole"}
        return Text(f"{names.get(word, 'battery ' + word)}\n{volts} V")
    name = machine["card"] + (" [" + ",".join(machine["frames"]) + "]" if machine["frames"] else "")
    text = Text(f"{name}\n{volts} V of {machine['demand']}, ")
    text.append(STATES[machine["state"]], style=STYLES[machine["state"]])
    if machine["state"] == "ok" and not machine["fires"]:
        text.append(", starved")
    return text


def _sentences(found):
    net = " ".join(f"{found['net'][energy]}{energy}" for energy in "ABC")
    places = ", ".join(f"({row},{column})" for row, column in found["converters"])
    fires = f"fires the converters {places}" if places else "fires no converter"
    yield f"Best plan: {fires}; net {net}, damage {found['damage']}, value {found['value']}."
    for giver, taker, kind, units in found["flows"]:
        yield f"  {units}{'ABC'[kind]} from ({giver // 4},{giver % 4}) to ({taker // 4},{taker % 4})"
