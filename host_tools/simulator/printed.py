"""Room: the cards as printed, for the page: the catalogue of the game as JSON-ready dicts with pictures.

The pictures are those of the print sheets (host_tools/cards/art): what lies on the virtual table is what is printed.
"""

from firmware.games.energy_matrix.cards import kinds
from host_tools.cards.art import back_svg, face_svg

NAMES = ("code", "kind", "volts", "inputs", "outputs", "copies", "zh", "en", "effect")


def kind_of(row):
    """{"code", "kind", "volts", "inputs" [A, B, C], "outputs" [A, B, C], "copies", "zh", "en", "effect",
    "face" {language: SVG}, "back" SVG} of one row of a catalogue."""
    kind = dict(zip(NAMES, row, strict=True))
    kind["face"] = {language: face_svg(row, language) for language in ("zh", "en")}
    kind["back"] = back_svg(row[1])
    return kind


def printed():
    """A dict of `kind_of` for every kind of card."""
    return [kind_of(row) for row in kinds.CARDS]
