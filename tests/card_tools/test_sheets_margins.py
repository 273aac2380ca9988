"""Room: the margin code in rendered pages, where a cell's sensors look; bleed, cut marks, rulers, mirrored backs.

Rows with names and codes as long as the list allows are among the cards, so that no words reach a margin.
"""
# engine: cpython

import pytest

from firmware.games.energy_matrix.cards.default_deck import CARDS
from host_tools.cards import sheets, sheets_layout
from host_tools.cards.art import WORMHOLE
from host_tools.cards.art import geometry as g
from host_tools.cards.sheets_select import copies_of
from tests.card_tools.rendered import pages

NO = (0, 0, 0)
LONG = [
    ("AAAAAAAAAAAAAAAAAAAAAAAA", "event", 0, NO, NO, 1, "雷" * 40, "W" * 40, "thunder"),
    ("99A+99B+99C>99A+99B+99C@9", "converter", 9, (99, 99, 99), (99, 99, 99), 1, "产" * 40, "W " * 20, ""),
    ("MMMMMMMMMMMMMMMMMMMMMMMM", "frame", -9, NO, (9, 9, 9), 1, "增" * 40, "W" * 40, "rated-9 product+9 rain"),
    ("d9", "event", 0, NO, NO, 1, "摸" * 40, "W" * 40, "draw9"),
]
# One card of every kind, wormhole and long ones: three sheets of twelve.
ALL = copies_of([(*row[:5], 1, *row[6:]) for row in [*CARDS, WORMHOLE, *LONG]])
WHITE, DARK = 255, 12


@pytest.fixture(scope="module", params=["a4", "letter"])
def printed(request):
    """(grid, [page of faces, page of backs] for each sheet)"""
    options = sheets.Options(paper=request.param)
    drawn = pages(sheets.make(ALL, options), range(6))
    return sheets_layout.grid(request.param), [drawn[at : at + 2] for at in (0, 2, 4)]


def cards_on(printed, back):
    """(card, page, left, top) of every card as the layout places it."""
    grid, drawn = printed
    for index, card in enumerate(ALL):
        sheet, place = divmod(index, 12)
        count = min(12, len(ALL) - 12 * sheet)
        left, top = sheets_layout.places(grid, count, mirrored=back)[place]
        yield card, drawn[sheet][1 if back else 0], left, top


def seen(page, left, top, side):
    """(darkest, brightest) of what the sensor may see at a side of a card."""
    x1, y1, x2, y2 = g.looks()[side]
    part = page.part(left + x1, top + y1, left + x2, top + y2)
    return min(part), max(part)


def test_a_face_is_bright_north_and_south_and_dark_east_and_west(printed):
    for card, page, left, top in cards_on(printed, back=False):
        for side in ("north", "south"):
            assert seen(page, left, top, side)[0] == WHITE, (card.row.code, side)
        for side in ("east", "west"):
            assert seen(page, left, top, side)[1] <= DARK, (card.row.code, side)


def test_a_back_is_bright_at_all_sides(printed):
    for card, page, left, top in cards_on(printed, back=True):
        for side in g.looks():
            assert seen(page, left, top, side)[0] == WHITE, (card.row.code, side)


def test_the_dark_margin_is_eight_millimetres_deep_on_every_face(printed):
    # From the cut inwards, on the card's middle line: black, then the kind's stripe.
    for card, page, left, top in cards_on(printed, back=False):
        line = (top + g.MIDDLE - 2, top + g.MIDDLE + 2)
        right = left + g.CARD
        assert page.brightest(left, line[0], left + 8, line[1]) <= DARK, card.row.code
        assert page.brightest(right - 8, line[0], right, line[1]) <= DARK, card.row.code
        assert page.darkest(left + 8.2, line[0], left + 8.8, line[1]) > DARK, card.row.code
        assert page.darkest(right - 8.8, line[0], right - 8.2, line[1]) > DARK, card.row.code


def test_black_bleeds_three_millimetres_over_the_cut(printed):
    _, drawn = printed
    card, page, left, top = next(cards_on(printed, back=False))
    x, y = left - g.BLEED, top + g.MIDDLE
    assert page.brightest(x + 0.2, y - 5, left, y + 5) <= DARK
    assert page.darkest(x - 0.8, y - 0.5, x - 0.2, y - 0.1) == WHITE


def test_all_cards_of_the_deck_have_the_same_back(printed):
    pictures = {}
    for card, page, left, top in cards_on(printed, back=True):
        x, y = round(left * 5) / 5, round(top * 5) / 5
        shown = page.part(x + 1, y + 1, x + 62, y + 62)
        ink = sum(255 - grey for grey in shown) / len(shown)
        pictures.setdefault(card.row.kind, []).append(ink)
    solid = pictures["producer"] + pictures["converter"] + pictures["event"]
    assert max(solid) - min(solid) < 0.5  # grey levels: the raster of a page cuts edges differently
    assert max(pictures["frame"]) - min(pictures["frame"]) < 0.5
    assert max(pictures["frame"]) < min(solid) / 2  # the window is white


def test_a_back_lies_behind_its_face_when_the_sheet_is_turned_on_its_long_edge():
    # One card alone: its face stands at the left, its back at the right, as far from the edge.
    face, back = pages(sheets.make(ALL[:1], sheets.Options()), (0, 1))
    left, top = sheets_layout.places(sheets_layout.grid("a4"), 1)[0]
    right = face.width - left - g.CARD
    inner = (9.5, 9.5, g.CARD - 9.5, g.CARD - 9.5)
    assert back.darkest(*(a + b for a, b in zip(inner, (right, top, right, top), strict=True))) < 100
    assert back.darkest(left - 2.9, top + 0.1, right - 6.5, top + 62.9) == WHITE


def test_cut_marks_stand_at_the_edges_and_never_on_a_card(printed):
    grid, drawn = printed
    spots = sheets_layout.places(grid, 12)
    for page in drawn[0]:
        for x1, y1, x2, y2 in sheets_layout.marks(spots):
            assert page.darkest(x1 - 0.3, y1 - 0.3, x2 + 0.3, y2 + 0.3) < 200
            assert not any(x1 < x + g.CARD and x2 > x and y1 < y + g.CARD and y2 > y for x, y in spots)
            assert (
                4 < min(x1, x2) and max(x1, x2) < grid.width - 4 and 4 < min(y1, y2) and max(y1, y2) < grid.height - 4
            )
    # Between two cards there is no line: white from the frame of one to the frame of the next, north to south.
    left, top = spots[0]
    assert drawn[0][1].darkest(left + 1, top + g.CARD - 8, left + 62, top + g.CARD + 8) == WHITE


@pytest.mark.parametrize("gutter", [2.0, 6.0])
def test_a_gutter_gives_each_card_its_own_marks(gutter):
    grid = sheets_layout.grid("a4", gutter)
    spots = sheets_layout.places(grid, grid.columns * grid.rows)
    assert spots[1][0] - spots[0][0] == pytest.approx(g.CARD + gutter)
    assert len(sheets_layout.marks(spots)) == 4 * (grid.columns + grid.rows)
    assert spots[0][0] >= sheets_layout.SIDE and spots[-1][1] + g.CARD <= grid.height - sheets_layout.END + 0.001


def test_the_ruler_measures_100_mm(printed):
    grid, drawn = printed
    for page in (page for sheet in drawn for page in sheet):
        y = grid.height - sheets_layout.UNPRINTABLE - 0.6
        assert page.darkest(sheets_layout.SIDE - 0.2, y - 2, sheets_layout.SIDE + 0.4, y - 1) < 150
        assert page.darkest(sheets_layout.SIDE + 99.6, y - 2, sheets_layout.SIDE + 100.4, y - 1) < 150
        assert page.darkest(sheets_layout.SIDE - 2, y - 3, sheets_layout.SIDE - 0.4, y + 1) == WHITE
        assert page.darkest(sheets_layout.SIDE + 100.4, y - 3, sheets_layout.SIDE + 101.6, y + 1) == WHITE
