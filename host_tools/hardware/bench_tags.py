"""Room: draws how cards lie for the measurements: tags on different spots, and right above each other; millimetres.

Before: host_tools/cards/spots.py (where tags sit), art/geometry.py (size of a card). After: assembly.py.
"""

from itertools import combinations

from host_tools.cards.art.geometry import CARD
from host_tools.cards.spots import PLACES, TAG_ROUND

STAGGERED = (0, 1, 5)  # spots of three cards
_SCALE = 4
_LIFT = 2.2  # so that tags right above each other can be seen
_COLOURS = ("#1f6f8b", "#b5532a", "#4a7a2f")


def nearest_mm() -> float:
    """Between the middles of the two nearest tags of the staggered stack."""
    places = [PLACES[spot] for spot in STAGGERED]
    return min(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 for (ax, ay), (bx, by) in combinations(places, 2))


def drawing() -> str:
    """Both stacks side by side as SVG."""
    side = CARD * _SCALE
    width = 2 * side + 3 * 40
    height = side + 110
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" '
        'font-size="13">',
        "<title>Tags of stacked cards: staggered and aligned</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
    ]
    for number, (title, text, spots) in enumerate(
        (
            ("staggered", f"three cards, tags {nearest_mm():.0f} mm apart or more", STAGGERED),
            ("aligned", "three cards, tags right above each other", (0, 0, 0)),
        )
    ):
        x, y = 40 + number * (side + 40), 46
        middle = x + side / 2
        out.append(f'<text x="{middle:g}" y="26" text-anchor="middle" font-weight="bold">{title}</text>')
        for card, spot in enumerate(spots):
            shift = card * _LIFT * _SCALE
            out.append(
                f'<rect x="{x + shift:g}" y="{y + shift:g}" width="{side:g}" height="{side:g}" rx="8" '
                f'fill="none" stroke="{_COLOURS[card]}"/>'
            )
            across, down = PLACES[spot]
            out.append(
                f'<circle cx="{x + shift + across * _SCALE:g}" cy="{y + shift + down * _SCALE:g}" '
                f'r="{TAG_ROUND / 2 * _SCALE:g}" fill="{_COLOURS[card]}" fill-opacity="0.18" '
                f'stroke="{_COLOURS[card]}" stroke-width="2"/>'
            )
        out.append(f'<text x="{middle:g}" y="{y + side + 44:g}" text-anchor="middle">{text}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"
