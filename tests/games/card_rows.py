"""Room: catalogue rows for tests, made from machine codes alone."""

from firmware.games.energy_matrix.cards import kinds


def machine_row(code, copies=1):
    """A catalogue row for a machine, all figures taken from its code, which is its name as well."""
    made, _, volts = code.partition("@")
    taken, arrow, given = made.partition(">")
    inputs = kinds.energies(code, taken) if arrow else (0, 0, 0)
    outputs = kinds.energies(code, given if arrow else made)
    kind = "converter" if arrow else "producer"
    return (code, kind, int(volts), inputs, outputs, copies, code, code, "")
