"""Room: draws the carrier's schematic as SVG from the same sheet that KiCad's file is written from. Units are mm."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from host_tools.hardware import carrier_sheet as sheets
from host_tools.hardware import carrier_symbols as symbols

_MARGIN = 6


def drawing(sheet: sheets.Drawing) -> str:
    """The SVG, cut to what is drawn."""
    right = max(x + wide for _, x, _, wide, _ in sheet.frames) + _MARGIN
    bottom = max(y + high for _, _, y, _, high in sheet.frames) + _MARGIN
    left = top = sheets.MARGIN - _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {right - left:g} {bottom - top:g}" '
        f'width="2200" height="{2200 * (bottom - top) / (right - left):.0f}">',
        "<style>text{font-family:sans-serif;font-size:1.5px;fill:#333}.m{text-anchor:middle}.e{text-anchor:end}"
        ".n{fill:#0a4f8f}.s{fill:#8a1c1c}.w{stroke:#2a7a3a}.l{stroke:#8a1c1c}.f{stroke:#999}"
        "path{fill:none;stroke-width:.2}.x{stroke:#555}.t{font-size:3px;font-weight:bold}</style>",
        f'<rect x="{left:g}" y="{top:g}" width="100%" height="100%" fill="white"/>',
    ]
    for title, x, y, wide, high in sheet.frames:
        lines.append(f'<path class="f" d="M{x:g} {y:g}h{wide:g}v{high:g}h{-wide:g}z"/>')
        lines.append(f'<text class="t" x="{x + 2:g}" y="{y + 4.5:g}">{escape(title)}</text>')
    wires = " ".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for x, y, to_x, to_y in sheet.wires)
    lines.append(f'<path class="w" d="{wires}"/>')
    for net, x, y, turn in sheet.labels:
        lines.append(f'<text class="n{" e" if turn else ""}" x="{x:g}" y="{y - 0.3:g}">{escape(net)}</text>')
    crosses = " ".join(f"M{x - 0.6:g} {y - 0.6:g}l1.2 1.2m0 -1.2l-1.2 1.2" for x, y in sheet.open)
    lines.append(f'<path class="x" d="{crosses}"/>')
    for placed in sheet.parts:
        lines += _part(placed)
    for net, x, y, down in sheet.rails:
        lines += _rail(net, x, y, down)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _part(placed: sheets.Placed) -> Iterator[str]:
    steps = []
    for line in placed.symbol.lines:
        points = [placed.on_sheet(x, y) for x, y in line]
        steps.append("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points))
    boxed = placed.symbol.item.type not in symbols.SIGNS
    length = symbols.STEP if boxed else 1.27
    for place in placed.symbol.places:
        x, y, dx, dy = placed.pin(place)
        steps.append(f"M{x:.2f} {y:.2f}l{-length * dx:.2f} {-length * dy:.2f}")
        if boxed:
            yield from _pin_texts(placed, place, x, y, dx, dy)
    yield f'<path class="l" d="{" ".join(steps)}"/>'
    for _, text, x, y in sheets.texts(placed):
        yield f'<text class="m s" x="{x:.2f}" y="{y + 0.5:.2f}">{escape(text)}</text>'


def _pin_texts(placed: sheets.Placed, place: symbols.Place, x: float, y: float, dx: float, dy: float) -> Iterator[str]:
    name = escape(placed.symbol.item.pins[place.number][0])
    if dy:
        side = "" if dy > 0 else ' class="e"'
        inner = f"translate({x + 0.5:.2f},{y - 3.0 * dy:.2f}) rotate(-90)"
        yield f'<text{side} transform="{inner}">{name}</text>'
        outer = f"translate({x - 0.3:.2f},{y - 1.3 * dy:.2f}) rotate(-90)"
        yield f'<text class="m" style="font-size:1.1px" transform="{outer}">{place.number}</text>'
        return
    side = ' class="e"' if dx > 0 else ""
    yield f'<text{side} x="{x - 3.0 * dx:.2f}" y="{y + 0.5:.2f}">{name}</text>'
    yield f'<text class="m" style="font-size:1.1px" x="{x - 1.3 * dx:.2f}" y="{y - 0.3:.2f}">{place.number}</text>'


def _rail(net: str, x: float, y: float, down: bool) -> Iterator[str]:
    if net == "PWR_FLAG":
        yield f'<path class="l" d="M{x:g} {y:g}v-1.27l-1 -.63l1 -.64l1 .64l-1 .63"/>'
    elif down:
        yield f'<path class="l" d="M{x:g} {y:g}v1.27m-1 0h2m-1.5 .43h1"/>'
    else:
        yield f'<path class="l" d="M{x:g} {y:g}v-1.27m-1 0h2"/>'
        yield f'<text class="m s" x="{x:g}" y="{y - 1.7:g}">{escape(net)}</text>'
