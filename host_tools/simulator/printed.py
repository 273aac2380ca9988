"""Room: the cards as printed, for the page that draws them: the catalogue of the game as JSON-ready dicts."""

from firmware.games.energy_matrix import cards

NAMES = ("code", "kind", "volts", "inputs", "outputs", "copies", "zh", "en", "effect")


def printed():
    """[{"code", "kind", "volts", "inputs" [A, B, C], "outputs" [A, B, C], "copies", "zh", "en", "effect"}, ...]."""
    return [dict(zip(NAMES, row, strict=True)) for row in cards.CARDS]
