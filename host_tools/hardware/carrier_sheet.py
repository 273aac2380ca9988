"""Room: sets the carrier's schematic on one sheet. Millimetres, y down.

Blocks stand in columns, parts in rows within a block; every pin ends in the sign of its supply or in its net's name.
`Drawing` serves carrier_sheet_file.py and carrier_sheet_draw.py, so that KiCad's sheet and the picture in the docs are
one.
"""

import math
from dataclasses import dataclass, field
from typing import Any

from host_tools.hardware import carrier_symbols as symbols
from host_tools.hardware.carrier_plan import Item, Plan
from host_tools.hardware.carrier_symbols import STEP, Symbol

RAILS = {"GND": True, "+5V": False, "3V3": False, "VSYS": False}  # net: its sign hangs below the wire
MARGIN = 17.78
_GAP = 5.08
_TURNS = {0: (1, 0, 0, -1), 90: (0, -1, -1, 0), 180: (-1, 0, 0, 1)}  # angle: matrix from the symbol to the sheet
_LETTER = 1.15  # width of a letter of a net's name


@dataclass(frozen=True)
class Placed:
    """A symbol on the sheet; `turn` 0, 90 or 180 against the clock."""

    symbol: Symbol
    x: float
    y: float
    turn: int

    def pin(self, place: symbols.Place) -> tuple[float, float, float, float]:
        """The end of a pin, and the direction away from the part."""
        dx, dy = {0: (-1, 0), 180: (1, 0), 270: (0, 1), 90: (0, -1)}[place.angle]
        return *self.on_sheet(place.x, place.y), *self._turned(dx, dy)

    def on_sheet(self, x: float, y: float) -> tuple[float, float]:
        """A point of the symbol, whose y runs up, where it lies on the sheet."""
        across, down = self._turned(x, y)
        return self.x + across, self.y + down

    def _turned(self, x: float, y: float) -> tuple[float, float]:
        to_x, to_x_from_y, to_y_from_x, to_y = _TURNS[self.turn]
        return to_x * x + to_x_from_y * y, to_y_from_x * x + to_y * y


@dataclass
class Drawing:
    """All that stands on the sheet; `rails` (net or flag, x, y, hangs below)."""

    parts: list[Placed] = field(default_factory=list)
    wires: list[tuple[float, float, float, float]] = field(default_factory=list)
    labels: list[tuple[str, float, float, int]] = field(default_factory=list)
    rails: list[tuple[str, float, float, bool]] = field(default_factory=list)
    open: list[tuple[float, float]] = field(default_factory=list)
    frames: list[tuple[str, float, float, float, float]] = field(default_factory=list)


def turn_of(item: Item) -> int:
    """Parts with two ends stand upright when one is on a supply, with ground below; others lie."""
    if set(item.pins) != {"1", "2"} or item.name.startswith("J") and not item.name.startswith("JP"):
        return 0
    one, two = item.pins["1"][2], item.pins["2"][2]
    if one == "GND" or (two in RAILS and two != "GND" and one not in RAILS):
        return 180
    return 0 if two == "GND" or one in RAILS else 90


def extent(placed: Placed) -> tuple[float, float, float, float]:
    """How far a part with its wires and names reaches to the left, up, right and down."""
    wide, high = placed.symbol.half
    reach = [wide, high + 3.81, wide, high + 3.81]
    if placed.turn == 90:
        reach = [high, wide + 3.81, high, wide + 3.81]
    elif len(placed.symbol.places) == 2:
        longest = max(len(placed.symbol.item.value), len(placed.symbol.item.name))
        reach[2] = 2.54 + longest * _LETTER
    for place in placed.symbol.places:
        x, y, dx, dy = placed.pin(place)
        net = placed.symbol.item.pins[place.number][2]
        name = 0 if net in RAILS and dy else len(net) * _LETTER
        far = [placed.x - x, placed.y - y, x - placed.x, y - placed.y]
        reach[0] = max(reach[0], far[0] + (STEP + name if dx < 0 else 0))
        reach[2] = max(reach[2], far[2] + (STEP + name if dx > 0 or dy else 0))
        reach[1] = max(reach[1], far[1] + (STEP + 3.81 if dy < 0 else 0))
        reach[3] = max(reach[3], far[3] + (STEP + 3.81 if dy > 0 else 0))
    left, up, right, down = (math.ceil(value / STEP) * STEP for value in reach)
    return left, up, right, down


def drawing(plan: Plan, columns: list[list[dict[str, Any]]]) -> Drawing:
    """The sheet: columns of blocks {"title": ..., "rows": [[part, ...], ...]}. ValueError if a part is left out."""
    sheet = Drawing()
    x = MARGIN
    for column in columns:
        y = MARGIN
        widest = 0.0
        start = len(sheet.frames)
        for block in column:
            width, height = _block(sheet, plan, block, x, y)
            widest = max(widest, width)
            y += height + 2 * STEP
        sheet.frames[start:] = [(title, left, top, widest, high) for title, left, top, _, high in sheet.frames[start:]]
        x += widest + 2 * STEP
    drawn = [placed.symbol.item.name for placed in sheet.parts]
    if sorted(drawn) != sorted(item.name for item in plan.items):
        raise ValueError("hardware/carrier/carrier.yml: each part belongs into one block of the schematic")
    return sheet


def _block(sheet: Drawing, plan: Plan, block: dict[str, Any], left: float, top: float) -> tuple[float, float]:
    y = top + 3 * STEP
    widest = 0.0
    for row in block["rows"]:
        parts = [symbols.symbol(plan.item(name)) for name in row]
        reaches = [extent(Placed(part, 0, 0, turn_of(part.item))) for part in parts]
        middle = y + max(reach[1] for reach in reaches)
        x = left + STEP
        for part, reach in zip(parts, reaches):
            x += reach[0]
            _join(sheet, Placed(part, round(x, 4), round(middle, 4), turn_of(part.item)))
            x += reach[2] + _GAP
        widest = max(widest, x - left)
        y = middle + max(reach[3] for reach in reaches) + STEP
    for index, net in enumerate(block.get("flags", [])):
        x = left + 2 * STEP + index * 8 * STEP
        sheet.rails.append(("PWR_FLAG", x, y + STEP, False))
        sheet.wires.append((x, y + STEP, x + STEP, y + STEP))
        sheet.labels.append((net, x + STEP, y + STEP, 0))
    y += 3 * STEP if block.get("flags") else 0
    sheet.frames.append((block["title"], left, top, widest, y - top))
    return widest, y - top


def _join(sheet: Drawing, placed: Placed) -> None:
    """Puts a part on the sheet and gives each of its pins a wire with the net's name, a supply's sign, or a cross."""
    sheet.parts.append(placed)
    for place in placed.symbol.places:
        x, y, dx, dy = placed.pin(place)
        x, y = round(x, 4), round(y, 4)
        net = placed.symbol.item.pins[place.number][2]
        if not net:
            sheet.open.append((x, y))
            continue
        end = (round(x + STEP * dx, 4), round(y + STEP * dy, 4))
        sheet.wires.append((x, y, *end))
        if dy and net in RAILS and RAILS[net] == (dy > 0):
            sheet.rails.append((net, *end, RAILS[net]))
        else:
            sheet.labels.append((net, *end, 180 if dx < 0 else 0))


def texts(placed: Placed) -> list[tuple[str, str, float, float]]:
    """(which, text, x, y of its middle) of name and value of a part."""
    item, (wide, high) = placed.symbol.item, placed.symbol.half
    if placed.turn == 90:
        places = [(placed.x, placed.y - 2.54), (placed.x, placed.y + 2.54)]
    elif len(placed.symbol.places) == 2 and not item.name.startswith("J") or item.name.startswith("JP"):
        right = placed.x + 2.54 + max(len(item.value), len(item.name)) * _LETTER / 2
        places = [(right, placed.y - 1.27), (right, placed.y + 1.27)]
    else:
        below = max([place.x + 1.27 for place in placed.symbol.places if place.angle == 90] or [-wide])
        aside = placed.x + below + len(item.value) * _LETTER / 2
        places = [(placed.x - wide + 2.54, placed.y - high - 1.27), (aside, placed.y + high + 1.27)]
    return [(key, text, *at) for key, text, at in zip(("Reference", "Value"), (item.name, item.value), places)]
