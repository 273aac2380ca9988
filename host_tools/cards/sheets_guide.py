"""Room: the guide behind the sheets: where tags go, what the sensors see, what to do, each card's spot."""

from host_tools.cards import sheets_words as words
from host_tools.cards.art import geometry as g
from host_tools.cards.art.words import said
from host_tools.cards.spots import TAG_ROUND, TAG_SMALL

_COLUMNS = 9  # copies in one line of the table
_LINES = 34  # lines of the table on one page


def guide_words(options):
    """The words of the guide, for sheet.typ."""

    def line(pair, **numbers):
        return " · ".join(text.format(**numbers) for text in said(pair, options.language))

    def lines(pair, **numbers):
        return [text.format(**numbers) for text in said(pair, options.language)]

    how = options.build if options.backs else "faces"
    return {
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


def guide_pages(cards, options, heading, pictures):
    """The guide page and as many pages of the table as the cards need; pictures: those of a back and of a face."""
    head = [" · ".join(said(words.CODE, options.language))]
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
