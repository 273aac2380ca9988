"""Room: the card list as the designer keeps it -> checked rows of the game, or every fault with place and cure.

Columns: COLUMNS in any order; `note` may be missing. Before: sheet.py. After: database.py, diff.py, card sheets.
"""

import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from firmware.games.energy_matrix.cards import database_rows, kinds
from firmware.games.energy_matrix.cards.effects import EVENTS, MOST_UNITS, MOST_VOLTS, event_of, frame_effect
from host_tools.cards.sheet import letter, read_table
from host_tools.errors import UserError

COLUMNS = (*database_rows.FIELDS, "note")
DEFAULT = Path(database_rows.__file__).with_name("cards.csv")
MOST_COPIES = 99
MOST_KINDS = 200
LONGEST_CODE = 24
LONGEST_NAME = 40
MACHINES = ("producer", "converter")
FRAME_CURE = "write rated-1, rated+1, product+1, product+1 sun, product+1 rain, several of them, or edge"
EVENT_CURE = f"write {', '.join(EVENTS)}, ap+1, ap-1 or draw2 (1 to 3 points, 1 to 9 cards)"


@dataclass(frozen=True)
class Fault:
    """What is wrong at one place of the list; row and column as in the spreadsheet, 0 and "" for the whole."""

    row: int
    column: str
    value: str
    what: str
    cure: str

    def __str__(self) -> str:
        places = [f"row {self.row}"] * bool(self.row) + [f"column {self.column}"] * bool(self.column)
        place = ", ".join(places) + ": " if places else ""
        return f"{place}{_shown(self.value)}{self.what}; {self.cure}"


@dataclass
class Source:
    """A card list that was read: `cards` are rows (cards.py) in the list's order, empty when there are faults."""

    path: Path
    cards: list = field(default_factory=list)
    notes: dict = field(default_factory=dict)  # code -> note
    faults: list = field(default_factory=list)
    where: dict = field(default_factory=dict)  # code -> row


def load(path: Path = DEFAULT) -> Source:
    """The list, checked; UserError only when the file is no table at all. Faults stand in the result."""
    table = read_table(path)
    source = Source(path)
    places = _columns(table[0], table[1:], source.faults)
    if not source.faults:
        for number, cells in enumerate(table[1:], start=2):
            if any(cells):
                _take_row(source, number, cells, places)
        if not source.where and not source.faults:
            source.faults.append(Fault(2, "", "", "the list has no cards", "write one kind of card a row"))
        if len(source.where) > MOST_KINDS:
            source.faults.append(Fault(0, "", "", f"{len(source.where)} kinds of card", f"at most {MOST_KINDS} fit"))
    if source.faults:
        source.cards = []
    return source


def need(path: Path = DEFAULT) -> Source:
    """The list without a fault; UserError with all of them otherwise."""
    source = load(path)
    if source.faults:
        lines = [f"{path}, {fault}" for fault in source.faults]
        raise UserError("\n".join([*lines, f"{_counted(len(lines), 'fault')} in {path}; nothing was made"]))
    return source


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" + ("" if count == 1 else "s")


def _shown(value: str) -> str:
    if not value:
        return ""
    value = value.replace("\n", "⏎").replace("\r", "")
    return f"'{value if len(value) <= 40 else value[:37] + '...'}' "


def _plain(name: str) -> str:
    return " ".join(name.lower().replace("_", " ").split())


def _columns(head: list[str], body: list[list[str]], faults: list) -> dict[str, int]:
    """{column name: index}; names what is missing, double or stray."""
    places: dict[str, int] = {}
    width = max([len(head), *(len(cells) for cells in body)])
    for index in range(width):
        heading = head[index] if index < len(head) else ""
        name = _plain(heading)
        if not name:
            row = next((at for at, cells in enumerate(body, 2) if index < len(cells) and cells[index]), 0)
            if row:
                value = body[row - 2][index]
                cure = "take the cell away, or quote the cell before it that holds a separator"
                faults.append(Fault(row, letter(index), value, "stands in a column without a heading", cure))
        elif name not in COLUMNS:
            known = f"take it away, or use one of {', '.join(COLUMNS)}"
            faults.append(Fault(1, letter(index), heading, "is no column of a card list", known))
        elif name in places:
            what = f"stands twice, in {letter(places[name])} too"
            faults.append(Fault(1, letter(index), heading, what, "take one of the two columns away"))
        else:
            places[name] = index
    for name in COLUMNS[:-1]:
        if name not in places:
            faults.append(Fault(1, "", name, "is missing among the headings", "add this column"))
    return places


class _Row:
    """One row while it is checked."""

    def __init__(self, source, number, cells, places):
        self.source = source
        self.number = number
        self.places = places
        self.cells = {name: cells[at] if at < len(cells) else "" for name, at in places.items()}
        self.good = True

    def fault(self, name: str, what: str, cure: str) -> None:
        column = f"{letter(self.places[name])} ({name})"
        self.source.faults.append(Fault(self.number, column, self.cells[name], what, cure))
        self.good = False

    def empty(self, name: str, kind: str) -> None:
        """The cell must be empty for this kind of card; a nought may stand there."""
        if self.cells[name] not in ("", "0"):
            self.fault(name, f"does not belong to {_a(kind)}", "leave the cell empty")
        self.cells[name] = ""

    def whole(self, name: str, least: int, most: int) -> int | None:
        text = self.cells[name]
        if text == "":
            self.fault(name, "the cell is empty", f"write a whole number from {least} to {most}")
        elif not (text.isascii() and text.isdigit()) or not least <= int(text[:9]) <= most or len(text) > 9:
            self.fault(name, f"is no whole number from {least} to {most}", "write such a number in plain digits")
        else:
            self.cells[name] = str(int(text))
            return int(text)
        return None

    def amount(self, name: str) -> tuple | None:
        """(A, B, C); "2A+B", "2A 1B" and "2A, 1B" are the same."""
        text = self.cells[name]
        if text == "":
            self.fault(name, "the cell is empty", "write amounts such as 2A+B")
            return None
        plain = "+".join(text.upper().replace("+", " ").replace(",", " ").split())
        try:
            units = kinds.energies(text, plain)
        except ValueError:
            self.fault(name, "is no amount of A, B and C", "write each energy once, such as 2A+B")
            return None
        if max(units) > MOST_UNITS:
            self.fault(name, f"is more than {MOST_UNITS} of one energy", "write a smaller amount")
            return None
        self.cells[name] = database_rows.amounts(units)
        return units


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _take_row(source: Source, number: int, cells: list[str], places: dict[str, int]) -> None:
    row = _Row(source, number, cells, places)
    _check_code(row)
    kind = row.cells["kind"].lower()
    if kind not in kinds.KINDS:
        what = "is no kind of card" if kind else "the cell is empty"
        row.fault("kind", what, f"write {', '.join(kinds.KINDS)}")
        kind = ""
    row.cells["kind"] = kind
    if kind in MACHINES:
        _check_machine(row, kind)
    elif kind:
        for name in ("rated voltage", "inputs", "outputs"):
            row.empty(name, kind)
        row.cells["effect"] = " ".join(row.cells["effect"].split())
        effect = row.cells["effect"]
        known = frame_effect(effect) if kind == "frame" else event_of(effect)
        if known is None:
            what = f"is no effect of {_a(kind)}" if effect else "the cell is empty"
            row.fault("effect", what, FRAME_CURE if kind == "frame" else EVENT_CURE)
    row.whole("copies", 1, MOST_COPIES)
    _check_names(row)
    if row.good:
        source.cards.append(database_rows.row_of([row.cells[name] for name in database_rows.FIELDS]))
        source.notes[row.cells["code"]] = row.cells.get("note", "")


def _check_code(row: _Row) -> None:
    code = row.cells["code"]
    bad = [sign for sign in code if not "!" <= sign <= "~" or sign in '#/[]",;?*']
    if not code:
        row.fault("code", "the cell is empty", "write a code that no other card has")
    elif bad:
        sign = f"{bad[0]!r}" if bad[0].isprintable() else unicodedata.name(bad[0], f"U+{ord(bad[0]):04X}")
        row.fault("code", f"has {sign} in it", "use letters, digits and @ > + - only, no blanks")
    elif len(code) > LONGEST_CODE:
        row.fault("code", f"has {len(code)} characters", f"use at most {LONGEST_CODE}")
    elif code in (".", "none", "battery") or not code.strip("-|"):
        row.fault("code", "means something else on a board", "choose another code")
    else:
        for other, where in row.source.where.items():
            if other.lower() == code.lower():
                row.fault("code", f"stands in row {where} too", "give one of the two kinds another code, or join them")
                return
        row.source.where[code] = row.number


def _check_machine(row: _Row, kind: str) -> None:
    rated = row.whole("rated voltage", 0, MOST_VOLTS)
    taken: tuple | None = (0, 0, 0)
    if kind == "converter":
        taken = row.amount("inputs")
    else:
        row.empty("inputs", kind)
    made = row.amount("outputs")
    row.empty("effect", kind)
    if rated is None or taken is None or made is None or not row.source.where.get(row.cells["code"]) == row.number:
        return
    wanted = (database_rows.amounts(taken) + ">" if any(taken) else "") + f"{database_rows.amounts(made)}@{rated}"
    if row.cells["code"] != wanted:
        says = f"{rated} V, {database_rows.amounts(taken) or 'nothing'} into {database_rows.amounts(made)}"
        what = f"does not say what the row says ({says})"
        row.fault("code", what, f"write {wanted}, or mend the figures")


def _check_names(row: _Row) -> None:
    for name in ("name zh", "name en"):
        text = row.cells[name]
        if not text:
            row.fault(name, "the cell is empty", "write how players call the card")
        elif any(unicodedata.category(sign)[0] == "C" for sign in text):
            row.fault(name, "has a line break or an invisible sign in it", "write it in one line")
        elif len(text) > LONGEST_NAME:
            row.fault(name, f"has {len(text)} characters", f"use at most {LONGEST_NAME}")
