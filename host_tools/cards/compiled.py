"""Room: writes firmware/games/energy_matrix/cards/default_deck.py, the card list of the firmware, from cards.csv.

    python -m host_tools.cards.compiled [--check]

Run it whenever cards.csv was changed for good; for a trial, push a database instead (docs/cards.md).
"""

import sys

from host_tools import errors
from host_tools.cards import source
from host_tools.errors import HonestNo

TARGET = source.DEFAULT.with_name("default_deck.py")
HEAD = '''"""Room: the card list of Energy Matrix as the firmware brings it along; made from cards.csv, do not edit.

`python -m host_tools.cards.compiled` makes it anew. Rows as in kinds.py.
"""

CARDS = (
'''


def text() -> str:
    """The file as it should be."""
    lines = [f"    {_row(row)},\n" for row in source.need().cards]
    return HEAD + "".join(lines) + ")\n"


def _row(row) -> str:
    return "(" + ", ".join(_literal(cell) for cell in row) + ")"


def _literal(cell) -> str:
    if isinstance(cell, str):
        return '"' + cell.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(cell)


def main(arguments=None) -> None:
    if "--check" in (sys.argv[1:] if arguments is None else arguments):
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text():
            raise HonestNo(f"{TARGET.name} does not fit cards.csv: run python -m host_tools.cards.compiled")
    else:
        TARGET.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    errors.run("cards", main)
