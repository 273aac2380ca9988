"""Room: what faces and backs share: the SVG document of 63 x 63 mm, the card's outline, a frame's window."""

import re

from host_tools.cards.art import geometry as g
from host_tools.cards.art.icons import number

_PAPER = "fill:#f5f1e6;stroke:#0003;stroke-width:.6"


def rounded(left, top, width, height, corner):
    """A rectangle with round corners as the outline of a path, clockwise."""
    left, top, width, height, r = (number(value) for value in (left, top, width, height, corner))
    w, h = number(float(width) - 2 * corner), number(float(height) - 2 * corner)
    return (
        f"M{number(float(left) + corner)} {top}h{w}a{r} {r} 0 0 1 {r} {r}v{h}a{r} {r} 0 0 1-{r} {r}h-{w}"
        f"a{r} {r} 0 0 1-{r}-{r}v-{h}a{r} {r} 0 0 1 {r}-{r}z"
    )


WINDOW = rounded(g.WINDOW_LEFT, g.WINDOW_TOP, g.WINDOW_WIDTH, g.WINDOW_HEIGHT, g.WINDOW_CORNER)


def pierced(outline, style):
    """An outline with a frame's window cut out of it."""
    return f'<path d="{outline}{WINDOW}" style="fill-rule:evenodd;{style}"/>'


def paper(framed):
    """The card itself, with the window if it is a frame."""
    outline = rounded(0.3, 0.3, g.CARD - 0.6, g.CARD - 0.6, g.CORNER)
    return pierced(outline, _PAPER) if framed else f'<path d="{outline}" style="{_PAPER}"/>'


def _attributes(style):
    """Declarations of a style as attributes of their own: a page with a strict content policy refuses inline styles."""
    pairs = [declaration.split(":", 1) for declaration in style[1].split(";") if declaration]
    return " ".join(f'{name}="{value}"' for name, value in pairs)


def outer(drawn):
    """An SVG document of one card; its unit is a millimetre."""
    side = number(g.CARD)
    drawn = re.sub('style="([^"]*)"', _attributes, drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}">{drawn}</svg>'
