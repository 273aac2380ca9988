"""Room: draws the carrier as SVG, both sides: copper, print, holes. For the README; units of the drawing are mm.

The lower side is drawn as seen from below, that is mirrored.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

from host_tools.hardware import carrier_library
from host_tools.hardware.carrier_board import name_place
from host_tools.hardware.carrier_geometry import COPPER, Pad, Point
from host_tools.hardware.carrier_plan import HOLE, Item, Plan
from host_tools.hardware.carrier_read import Board
from host_tools.hardware.carrier_sexpr import child

_MASK, _PLANE, _TRACK, _PAD, _HOLE, _PRINT = "#0b4a2b", "#14663d", "#2f9a5f", "#d9b24c", "#f4f4f0", "#ffffff"
_TITLE = 4.5  # height of the heading above each side


def drawing(plan: Plan, board: Board) -> str:
    """The SVG of both sides, one above the other; `board` is the board as it is read from its file."""
    width, height = plan.size
    tall = 2 * (height + 2 * _TITLE)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4:g} {tall + 2:g}" '
        f'width="1000" height="{1000 * (tall + 2) / (width + 4):.0f}">',
        f"<style>text{{font-family:sans-serif;text-anchor:middle}}"
        f".t,.p,.h{{stroke-linecap:round;fill:none}}.t{{stroke:{_TRACK}}}.p{{stroke:{_PAD}}}.h{{stroke:{_HOLE}}}"
        f"rect.p{{fill:{_PAD};stroke:none}}.z{{fill:{_PLANE}}}.s{{stroke:{_PRINT};stroke-width:.15;fill:none}}.n{{fill:{_PRINT}}}</style>",
        f'<rect x="-2" y="-2" width="{width + 4:g}" height="{tall + 2:g}" fill="white"/>',
    ]
    for index, layer in enumerate(COPPER):
        down = index * (height + 2 * _TITLE) + _TITLE
        flip = f" translate({width:g},0) scale(-1,1)" if index else ""
        heading = "lower side, seen from below" if index else "upper side"
        lines.append(f'<text x="{width / 2:g}" y="{down - 1.5:g}" font-size="3">{heading}</text>')
        lines.append(f'<g transform="translate(0,{down:g}){flip}">')
        lines.append(f'<rect width="{width:g}" height="{height:g}" rx="0.5" fill="{_MASK}"/>')
        lines += _copper(plan, layer, board)
        if not index:
            lines += _print(plan)
        lines.append("</g>")
    return "\n".join([*lines, "</svg>"]) + "\n"


def _copper(plan: Plan, layer: str, board: Board) -> Iterator[str]:
    """Areas, tracks, vias and pads of a layer, and the holes through them last."""
    for outline in [piece for area in board.areas if area.layer == layer for piece in area.pieces]:
        yield f'<path class="z" transform="scale(.1)" d="{_outline(outline)}"/>'
    for width in sorted({track.width for track in board.tracks}):
        own = [track for track in board.tracks if track.layer == layer and track.width == width]
        if own:
            steps = "".join(_track(*track.start, *track.end) for track in own)
            yield f'<path class="t" stroke-width="{width:g}" d="{steps}"/>'
    yield from _discs("t", [(*via.at, via.size) for via in board.vias])
    pads = [pad for pad in plan.pads if layer in pad.layers]
    yield from _discs("p", [(pad.x, pad.y, 2 * pad.rim) for pad in pads if pad.hx == pad.hy == 0])
    yield from [_pad(pad) for pad in pads if pad.hx or pad.hy]
    holes = [(pad.x, pad.y, pad.hole) for pad in plan.pads if pad.hole]
    yield from _discs("h", holes + [(*via.at, via.drill) for via in board.vias])


def _discs(kind: str, spots: Sequence[tuple[float, float, float]]) -> Iterator[str]:
    """Discs (x, y, diameter): one path for each size, of strokes so short that their round ends are all there is."""
    for size in sorted({size for *_, size in spots}):
        steps = "".join(f"M{x:g} {y:g}h.01" for x, y, own in spots if own == size)
        yield f'<path class="{kind}" stroke-width="{size:g}" d="{steps}"/>'


def _pad(pad: Pad) -> str:
    wide, high = pad.hx + pad.rim, pad.hy + pad.rim
    size = f'x="{pad.x - wide:.6g}" y="{pad.y - high:.6g}" width="{2 * wide:.6g}" height="{2 * high:.6g}"'
    return f'<rect class="p" {size}/>' if not pad.rim else f'<rect class="p" {size} rx="{pad.rim:.6g}"/>'


def _print(plan: Plan) -> Iterator[str]:
    """Outlines and names as they are printed on the upper side."""
    for item in plan.items:
        steps = []
        for node in carrier_library.footprint(item.footprint):
            if isinstance(node, list) and node[0] in ("fp_line", "fp_circle", "fp_arc"):
                if child(node, "layer")[1] == "F.SilkS":
                    steps.append(_stroke(node, item.at, item.turn))
        yield f'<path class="s" d="{" ".join(steps)}"/>'
        if item.name not in plan.titles:
            x, y, angle = _name_spot(item)
            place = f'transform="translate({x:g},{y:g}) rotate({-angle:g})"'
            yield f'<text class="n" y="0.5" {place} font-size="1.5">{item.name}</text>'
    for text, at, turn in plan.titles.values():
        place = f'transform="translate({at[0]:g},{at[1]:g}) rotate({-turn:g})"'
        yield f'<text class="n" y="0.6" {place} font-size="1.7">{escape(text)}</text>'
    for x, y in plan.holes:
        left, _, right, _ = carrier_library.outline(HOLE, (x, y), 0)
        yield f'<circle class="s" cx="{x:g}" cy="{y:g}" r="{(right - left) / 2:g}"/>'


def _name_spot(item: Item) -> tuple[float, float, float]:
    """Where a part's name is printed, and its angle."""
    name = carrier_library.reference(carrier_library.footprint(item.footprint))
    angle = name_place(item, name)
    across, down, *_ = carrier_library.numbers(child(name, "at"))
    x, y = carrier_library.turned((across, down), item.turn)
    return item.at[0] + x, item.at[1] + y, angle


def _stroke(node: list[Any], at: Point, turn: float) -> str:
    def place(point: Point) -> Point:
        x, y = carrier_library.turned(point, turn)
        return at[0] + x, at[1] + y

    def named(key: str) -> Point:
        part = child(node, key)
        return float(part[1]), float(part[2])

    if node[0] == "fp_circle":
        (cx, cy), r = place(named("center")), math.dist(named("center"), named("end"))
        return f"M{_xy((cx - r, cy))}a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {-2 * r:.2f} 0"
    if node[0] == "fp_arc":
        return f"M{_xy(place(named('start')))}Q{_xy(place(named('mid')))} {_xy(place(named('end')))}"
    return f"M{_xy(place(named('start')))}L{_xy(place(named('end')))}"


def _xy(point: Point) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"


def _track(x: float, y: float, to_x: float, to_y: float) -> str:
    start = f"M{x:.5g} {y:.5g}"
    if y == to_y:
        return f"{start}H{to_x:.5g}"
    return f"{start}V{to_y:.5g}" if x == to_x else f"{start}L{to_x:.5g} {to_y:.5g}"


def _outline(points: Sequence[Point]) -> str:
    """A closed line in tenths of a millimetre: its start, then the way from each corner to the next."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in points]
    steps = [(x - from_x, y - from_y) for (from_x, from_y), (x, y) in zip(tenths, tenths[1:])]
    return "M{} {}l".format(*tenths[0]) + " ".join(f"{x} {y}" for x, y in steps if x or y) + "z"
