"""Room: writes the carrier's schematic for KiCad 6 (`carrier.kicad_sch`) and the library of its symbols. Millimetres.

After carrier_sheet.py, which says where everything stands.
"""

from collections.abc import Iterator
from typing import Any

from host_tools.hardware import carrier_symbols as symbols
from host_tools.hardware.carrier_board import LIBRARY, stamp
from host_tools.hardware.carrier_sexpr import Word, word
from host_tools.hardware.carrier_sheet import Drawing, Placed, texts
from host_tools.hardware.carrier_symbols import STEP, effects, field


def expression(sheet: Drawing) -> list[Any]:
    """The schematic file."""
    root = stamp("sheet")
    head = [word("version", Word("20211123")), word("generator", Word("carrier")), word("uuid", Word(root))]
    head += [word("paper", "A2"), word("title_block", word("title", "Energy matrix: carrier"), word("rev", "1"))]
    body: list[Any] = []
    for x, y in sheet.open:
        body.append(word("no_connect", word("at", x, y), _uuid("open", x, y)))
    for x, y, to_x, to_y in sheet.wires:
        line = word("pts", word("xy", x, y), word("xy", to_x, to_y))
        body.append(word("wire", line, symbols.stroke(0), _uuid("wire", x, y, to_x, to_y)))
    for title, x, y, wide, high in sheet.frames:
        corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
        for index, (a, b) in enumerate(zip(corners, corners[1:])):
            line = word("pts", word("xy", *a), word("xy", *b))
            body.append(word("polyline", line, symbols.stroke(0), _uuid("frame", title, index)))
        at = word("at", x + STEP, y + 2 * STEP, 0)
        body.append(word("text", title, at, effects(2.54, word("justify", Word("left"), Word("bottom"))), _uuid(title)))
    for net, x, y, turn in sheet.labels:
        side = Word("right") if turn else Word("left")
        looks = effects(1.27, word("justify", side, Word("bottom")))
        body.append(word("label", net, word("at", x, y, turn), looks, _uuid("label", x, y)))
    parts = [_part(placed) for placed in sheet.parts]
    signs = [_sign(index, *given) for index, given in enumerate(sheet.rails, 1)]
    pages = word("sheet_instances", word("path", "/", word("page", "1")))
    return [Word("kicad_sch"), *head, word("lib_symbols", *library(sheet)), *body, *parts, *signs, pages, _paths(sheet)]


def library(sheet: Drawing, prefix: str = f"{LIBRARY}:") -> Iterator[list[Any]]:
    """Each symbol of the sheet once."""
    known = {placed.symbol.name: placed.symbol for placed in sheet.parts}
    yield from (symbols.library(known[name], prefix) for name in sorted(known))
    used = {net: down for net, _, _, down in sheet.rails}
    yield from (symbols.rail(net, used[net], prefix) for net in sorted(used))


def _uuid(*what: object) -> list[Any]:
    return word("uuid", Word(stamp("sheet", *what)))


def _part(placed: Placed) -> list[Any]:
    item = placed.symbol.item
    turn = 90 if placed.turn == 90 else 0
    own = [field(i, key, text, True, x, y, turn) for i, (key, text, x, y) in enumerate(texts(placed))]
    own.append(field(2, "Footprint", f"{LIBRARY}:{item.footprint}", False, placed.x, placed.y))
    own.append(field(3, "Datasheet", "~", False, placed.x, placed.y))
    pins = [word("pin", place.number, _uuid("pin", item.name, place.number)) for place in placed.symbol.places]
    at = word("at", placed.x, placed.y, placed.turn)
    flags = [word("unit", 1), word("in_bom", Word("yes")), word("on_board", Word("yes"))]
    identity = word("uuid", Word(stamp("symbol", item.name)))
    return word("symbol", word("lib_id", f"{LIBRARY}:{placed.symbol.name}"), at, *flags, identity, *own, *pins)


def _sign_name(index: int, net: str) -> str:
    return f"#FLG{index:03}" if net == "PWR_FLAG" else f"#PWR{index:03}"


def _sign(index: int, net: str, x: float, y: float, down: bool) -> list[Any]:
    own = [field(0, "Reference", _sign_name(index, net), False, x, y)]
    own.append(field(1, "Value", net, net != "PWR_FLAG", x, y + (3.0 if down else -2.6)))
    own += [field(2, "Footprint", "", False, x, y), field(3, "Datasheet", "", False, x, y)]
    flags = [word("unit", 1), word("in_bom", Word("no")), word("on_board", Word("yes"))]
    pins = [word("pin", "1", _uuid("sign", index, "pin"))]
    return word(
        "symbol", word("lib_id", f"{LIBRARY}:{net}"), word("at", x, y, 0), *flags, _uuid("sign", index), *own, *pins
    )


def _paths(sheet: Drawing) -> list[Any]:
    rows = []
    for placed in sheet.parts:
        item = placed.symbol.item
        rows.append((stamp("symbol", item.name), item.name, item.value, f"{LIBRARY}:{item.footprint}"))
    for index, (net, *_) in enumerate(sheet.rails, 1):
        rows.append((stamp("sheet", "sign", index), _sign_name(index, net), net, ""))
    return word(
        "symbol_instances",
        *(
            word(
                "path",
                "/" + key,
                word("reference", name),
                word("unit", 1),
                word("value", value),
                word("footprint", shape),
            )
            for key, name, value, shape in rows
        ),
    )
