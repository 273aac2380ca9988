"""Room: demand, state and products of every machine on a board (rules section 3), in volts and units; voltage.py
comes before, settle.py and firing.py come next."""

from firmware.games.energy_matrix.cards import DEFAULT, INPUTS, KIND, OUTPUTS, RATED, code_of
from firmware.games.energy_matrix.voltage import voltages

RULES = ("exact", "at_least")


def survey(board, event="none", rule="exact", catalogue=None):
    """Every machine in reading order: [[cell, token, frames, demand, volts, state, inputs or None, outputs], ...].

    state is "ok", "under" or "over"; inputs and outputs are (a, b, c), bonuses of frames and weather included in
    the outputs; inputs is None for a producer. A token whose card is unknown or no machine is left out.
    """
    cards = catalogue or DEFAULT
    volts = voltages(board, event)
    found = []
    cell = -1
    for entry in board["cells"]:
        cell += 1
        if entry is None or entry[0] != "m":
            continue
        card = cards.get(entry[1]) or cards.get(code_of(entry[1]))
        if card is None or card[KIND] not in ("producer", "converter"):
            continue
        demand = card[RATED]
        outputs = card[OUTPUTS]
        if entry[2]:
            change, bonus = frame_effects(entry[2], event)
            demand = max(0, demand + change)
            if bonus:
                outputs = tuple([made + bonus if made else 0 for made in outputs])
        here = volts[cell]
        state = "ok" if here == demand else "under" if here < demand else "ok" if rule == "at_least" else "over"
        inputs = card[INPUTS] if card[KIND] == "converter" else None
        found.append([cell, entry[1], entry[2], demand, here, state, inputs, outputs])
    return found


def frame_effects(frames, event):
    """(change of the rated voltage, units added to every kind produced) of a machine's frames this turn."""
    change = bonus = 0
    for token in frames:
        code = code_of(token)
        if code == "eco":
            change -= 1
        elif code == "oc":
            change += 1
            bonus += 1
        elif (code == "sun+" and event == "sun") or (code == "rain+" and event == "rain"):
            bonus += 1
    return change, bonus
