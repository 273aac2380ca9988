"""Room: where cards, cut marks and rulers stand on a page, in mm from its upper left corner; before sheets.py.

Cards touch: one cut parts two of them, and what bleeds over it is the same black or white on both sides. A gutter
gives each card a cut and a bleed of its own. Marks stand only outside the block of cards, at its edges.
"""

from collections import namedtuple

from host_tools.cards.art.geometry import BLEED, CARD

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARK_NEAR, MARK_FAR = BLEED, BLEED + 3.0  # a cut mark begins where the bleed ends
UNPRINTABLE = 4.4  # what office printers leave blank at a sheet's edges
SIDE = MARK_FAR + UNPRINTABLE
END = SIDE + 3.0  # above and below: room for the line of text and the ruler
MOST_GUTTER = 20.0

# columns and rows of cards, their distance from one's left edge to the next one's, the block's corner
Grid = namedtuple("Grid", "width height columns rows pitch left top")


def grid(paper, gutter=0.0):
    """The Grid of a paper (PAPERS), cards `gutter` mm apart, the block in the middle of the page."""
    width, height = PAPERS[paper]
    pitch = CARD + gutter
    columns = int((width - 2 * SIDE + gutter) / pitch + 1e-6)
    rows = int((height - 2 * END + gutter) / pitch + 1e-6)
    left = (width - (columns * pitch - gutter)) / 2
    top = (height - (rows * pitch - gutter)) / 2
    return Grid(width, height, columns, rows, pitch, left, top)


def places(shape, count, mirrored=False):
    """[(left, top)] of `count` cards in reading order; mirrored: as seen when the sheet is turned on its long edge."""
    found = []
    for index in range(count):
        x = shape.left + index % shape.columns * shape.pitch
        found.append((shape.width - x - CARD if mirrored else x, shape.top + index // shape.columns * shape.pitch))
    return found


def marks(spots):
    """[(x, y, x, y)] of the cut marks around cards at these places: at all four sides of their block, none inside."""
    xs = sorted({round(x + side, 4) for x, _ in spots for side in (0, CARD)})
    ys = sorted({round(y + side, 4) for _, y in spots for side in (0, CARD)})
    left, right, top, bottom = xs[0], xs[-1], ys[0], ys[-1]
    lines = []
    for x in xs:
        lines += [(x, top - MARK_FAR, x, top - MARK_NEAR), (x, bottom + MARK_NEAR, x, bottom + MARK_FAR)]
    for y in ys:
        lines += [(left - MARK_FAR, y, left - MARK_NEAR, y), (right + MARK_NEAR, y, right + MARK_FAR, y)]
    return lines
