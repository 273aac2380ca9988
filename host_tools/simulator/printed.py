"""Room: the cards as printed, for the page: the catalogue of the game as JSON-ready dicts with pictures.

The pictures are those of the print sheets (host_tools/cards/art): what lies on the virtual table is what is printed.
"""

from firmware.games.energy_matrix.cards import kinds
from host_tools.cards.art import back_svg, face_svg, geometry
from host_tools.cards.art.icons import INK, fitted
from host_tools.cards.art.svg import outer, paper
from host_tools.cards.database import GAME
from host_tools.simulator.games import cartridge

NAMES = ("code", "kind", "volts", "inputs", "outputs", "copies", "zh", "en", "effect")


def kind_of(row):
    """{"code", "kind", "volts", "inputs" [A, B, C], "outputs" [A, B, C], "copies", "zh", "en", "effect",
    "face" {language: SVG}, "back" SVG} of one row of a catalogue."""
    kind = dict(zip(NAMES, row, strict=True))
    kind["face"] = {language: face_svg(row, language) for language in ("zh", "en")}
    kind["back"] = back_svg(row[1])
    return kind


def plain_kind(texts):
    """The same of a row of texts (`CARDS` of firmware/games/kit/cartridge.py): a card with nothing but its name."""
    code = texts[0]
    copies, zh, en = texts[-3:]
    kind = dict(zip(NAMES, (code, "plain", 0, (0, 0, 0), (0, 0, 0), int(copies), zh, en, ""), strict=True))
    kind["face"] = {language: _plain_face(name) for language, name in (("zh", zh), ("en", en))}
    kind["back"] = back_svg("plain")
    return kind


def _plain_face(name):
    return outer(paper(False) + fitted(geometry.MIDDLE, geometry.MIDDLE, 9, name, 50, INK))


def printed(game=GAME):
    """A dict of `kind_of` for every kind of card, or of `plain_kind` for the cards of another game."""
    if game != GAME:
        return [plain_kind(texts) for texts in cartridge(game).CARDS]
    return [kind_of(row) for row in kinds.CARDS]
