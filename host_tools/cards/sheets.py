"""Room: print-ready sheets of cards as PDF: faces, mirrored backs, tag places, a guide; set by typst (sheet.typ).

Lays the pages out as plain data; after sheets_select.py, sheets_layout.py and art/. The guide behind the sheets says
where tags go, what the sensors see, what to do, and each card's spot. The same cards, options and version of typst give
the same bytes.
"""

import binascii
import json
import shutil
import tempfile
from collections import namedtuple
from pathlib import Path

from host_tools.cards import sheets_words as words
from host_tools.cards.art import back_svg, face_svg
from host_tools.cards.art import geometry as g
from host_tools.cards.art.words import said
from host_tools.cards.sheets_fonts import FOLDER, OWN, fonts_for
from host_tools.cards.sheets_layout import SIDE, UNPRINTABLE, grid, marks, places
from host_tools.cards.sheets_select import token
from host_tools.cards.spots import PLACES, SPOTS, TAG_ROUND, TAG_SMALL
from host_tools.errors import UserError

TEMPLATE = Path(__file__).parent / "art" / "sheet.typ"
# `build`: "duplex", one layer printed on both sides, or "glued", two layers with the tag between them.
Options = namedtuple(
    "Options", "paper language build backs gutter font", defaults=("a4", "both", "duplex", True, 0.0, None)
)
BUILDS = ("duplex", "glued")
_MARK_WIDTH = 20.0  # of code and copy in a corner
_COLUMNS = 9  # copies in one line of the guide's table
_LINES = 34  # lines of it on one page


def make(cards, options):
    """The PDF's bytes of these cards (sheets_select.Copy). UserError: nothing to print, a character without a font."""
    if not cards:
        raise UserError("there is no card to print; give a list with at least one copy")
    files = fonts_for(_texts(cards), options.font)
    return _compile(job(cards, options), files)


def job(cards, options):
    """All that sheet.typ needs, JSON-ready; pages in printing order."""
    shape = grid(options.paper, options.gutter)
    art = _Art(options.language)
    batches = [cards[at : at + shape.columns * shape.rows] for at in range(0, len(cards), shape.columns * shape.rows)]
    series = f"{binascii.crc32(json.dumps([[*card.row, card.copy] for card in cards]).encode()):08x}"

    def heading(kind, number=0):
        count = f" {number}/{len(batches)}" if number else ""
        return f"Energy Matrix · {_line(words.PAGES[kind], options.language)}{count} · {series}"

    def sheet(kind, number):
        return _sheet(kind, batches[number - 1], shape, art, heading(kind, number))

    pages = [sheet(kind, number) for kind, number in order(len(batches), options)]
    pages += _guide_pages(cards, options, heading("guide"), (art.of("back", cards[0]), art.of("face", cards[0])))
    return {
        "title": _line(words.TITLE, options.language),
        "width": shape.width,
        "height": shape.height,
        "side": SIDE,
        "top": UNPRINTABLE + 2.2,
        "ruler": [SIDE, shape.height - UNPRINTABLE - 0.6],
        "upright": [UNPRINTABLE, shape.top + shape.pitch + 6.5],
        "measures": _measures(),
        "words": _words(options),
        "art": art.drawn,
        "pages": pages,
    }


def order(sheets, options):
    """[(kind, sheet from 1)] in which the pages come: turned on the long edge, each back meets its face (or tags)."""
    numbers = range(1, sheets + 1)
    if not options.backs:
        return [("face", number) for number in numbers]
    if options.build == "glued":
        return [("face", number) for number in numbers] + [(kind, n) for n in numbers for kind in ("tag", "back")]
    return [(kind, n) for n in numbers for kind in ("face", "back")] + [("tag", number) for number in numbers]


class _Art:
    """The pictures of a job, each once."""

    def __init__(self, language):
        self.language = language
        self.drawn = []
        self._index = {}

    def of(self, kind, card):
        """The number of a card's picture."""
        key = card.row if kind == "face" else card.row.kind
        if key not in self._index:
            self._index[key] = len(self.drawn)
            self.drawn.append(face_svg(key, self.language, True) if kind == "face" else back_svg(key, True))
        return self._index[key]


def _sheet(kind, cards, shape, art, heading):
    spots = places(shape, len(cards), mirrored=kind == "back")
    return {
        "kind": kind,
        "heading": heading,
        "marks": marks(spots),
        "cards": [_card(kind, card, place, art) for card, place in zip(cards, spots, strict=True)],
    }


def _card(kind, card, place, art):
    mark = f"{card.row.code} · {card.copy}"
    return {
        "x": place[0],
        "y": place[1],
        "frame": card.row.kind == "frame",
        "mark": token(card) if kind == "tag" else mark,
        "spot": card.spot,
        "tag": _line(words.TAG, art.language, n=card.spot),
        "art": None if kind == "tag" else art.of(kind, card),
    }


def _measures():
    tags = []
    for spot, (x, y) in enumerate(PLACES):
        wide, high = (TAG_ROUND, TAG_ROUND) if spot < SPOTS else TAG_SMALL
        tags.append([x - wide / 2, y - high / 2, wide, high, spot < SPOTS])
    return {
        "card": g.CARD,
        "bleed": g.BLEED,
        "band": g.BAND,
        "band_top": g.BAND_TOP,
        "band_bottom": g.BAND_BOTTOM,
        "window": [g.WINDOW_LEFT, g.WINDOW_TOP, g.WINDOW_WIDTH, g.WINDOW_HEIGHT, g.WINDOW_CORNER],
        "looks": list(g.looks().values()),
        "tags": tags,
        "mark": _MARK_WIDTH,
    }


def _line(pair, language, **numbers):
    return " · ".join(text.format(**numbers) for text in said(pair, language))


def _words(options):
    """The words of sheets and guide, for sheet.typ."""

    def line(pair, **numbers):
        return _line(pair, options.language, **numbers)

    def lines(pair, **numbers):
        return [text.format(**numbers) for text in said(pair, options.language)]

    how = options.build if options.backs else "faces"
    return {
        "cut_out": line(words.CUT_OUT),
        "ruler": line(words.RULER, mm=100),
        "seen": line(words.SEEN),
        "north": line(words.NORTH),
        "spots": [
            lines(words.SPOTS_FULL, d=_mm(TAG_ROUND)),
            lines(words.SPOTS_FRAME, w=_mm(TAG_SMALL[0]), h=_mm(TAG_SMALL[1])),
        ],
        "codes": [[line(name), *lines(what)] for name, what in words.CODES],
        "look": lines(words.LOOK, near=_mm(g.LOOK_NEAR), far=_mm(g.LOOK_FAR), half=_mm(g.LOOK_HALF), band=_mm(g.BAND)),
        "steps": [lines(words.STEPS[step]) for step in ("print", how, "cut", "enroll")],
        "table": line(words.TABLE),
    }


def _guide_pages(cards, options, heading, pictures):
    """The guide page and as many pages of the table as the cards need; pictures: those of a back and of a face."""
    head = [_line(words.CODE, options.language)]
    most = min(_COLUMNS, max(card.copy for card in cards))
    head += [f"#{number}" for number in range(1, most + 1)]
    lines = list(_lines(cards, most))
    tables = [lines[at : at + _LINES] for at in range(0, len(lines), _LINES)]
    return [{"kind": "guide", "heading": heading, "small": list(pictures)}] + [
        {"kind": "table", "heading": heading, "head": head, "cells": cells} for cells in tables
    ]


def _lines(cards, most):
    """One line a kind, [code, spot of copy 1, ...]; a kind with more copies than columns has more lines."""
    found = {}
    for card in cards:
        key = (card.row.code, (card.copy - 1) // most)
        found.setdefault(key, {})[(card.copy - 1) % most] = str(card.spot)
    for (code, part), spots in found.items():
        name = code if part == 0 else f"{code} #{part * most + 1}+"
        yield [name, *(spots.get(column, "") for column in range(most))]


def _mm(value):
    return f"{value:g}"


def _texts(cards):
    return {f"card {card.row.code}": card.row.zh + card.row.en + card.row.code for card in cards}


def _compile(described, files):
    try:
        import typst
    except ImportError:
        raise UserError(
            "sheets are set by typst, which is missing here; install it with: pip install typst==0.15.2"
        ) from None
    with tempfile.TemporaryDirectory() as folder:
        folders = [str(FOLDER)]
        for path in files:
            if path != OWN:
                shutil.copy(path, folder)
                folders = [str(FOLDER), folder]
        fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
        return typst.compile(
            TEMPLATE.read_bytes(),
            font_paths=fonts,
            sys_inputs={"job": json.dumps(described, ensure_ascii=False)},
            format="pdf",
            timestamp=0,
            pdf_tags=False,
        )
