"""Room: demand, state and products of every machine on a board (rules section 3), in volts and units; voltage.py
comes before, the solver in plan/ comes next."""

from firmware.games import CELLS, code_of
from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.cards.effects import PRODUCT as _PRODUCT
from firmware.games.energy_matrix.cards.kinds import INPUTS, KIND, OUTPUTS, RATED
from firmware.games.energy_matrix.matrix.voltage import voltages

RULES = ("exact", "at_least")
# A frame's effect in one number: volts, and products in units of _PRODUCT; a sum of effects keeps the two apart.
_VOLTS = _PRODUCT >> 1


def frame_effects(frames, event, catalogue=None):
    """(change of the rated voltage, units added to every kind produced) of a machine's frames this turn."""
    effects = (catalogue or kinds.CURRENT).effects
    total = _sum(frames, effects.get(event) or effects["none"])
    products = (total + _VOLTS) // _PRODUCT
    return total - products * _PRODUCT, products


def _sum(frames, effects):
    """The sum of the effects of these frames."""
    total = 0
    for token in frames:
        effect = effects.get(token)
        if effect is None:
            effect = effects.get(code_of(token), 0)
        total += effect
    return total


def survey(board, event="none", rule="exact", catalogue=None):
    """Every machine in reading order: [[cell, token, frames, demand, volts, state, inputs or None, outputs], ...].

    state is "ok", "under" or "over"; inputs and outputs are (a, b, c), bonuses of frames and weather included in
    the outputs; inputs is None for a producer. A token whose card is unknown or no machine is left out.
    """
    known = catalogue or kinds.CURRENT
    volts = voltages(board, event)
    found = []
    cell = -1
    for entry in board["cells"]:
        cell += 1
        if entry is None or entry[0] != "m":
            continue
        card = known.get(code_of(entry[1]))
        if card is None or card[KIND] not in ("producer", "converter"):
            continue
        change, bonus = frame_effects(entry[2], event, known)
        demand = max(0, card[RATED] + change)
        outputs = tuple([made + bonus if made else 0 for made in card[OUTPUTS]])
        here = volts[cell]
        state = "ok" if here == demand else "under" if here < demand else "ok" if rule == "at_least" else "over"
        inputs = card[INPUTS] if card[KIND] == "converter" else None
        found.append([cell, entry[1], entry[2], demand, here, state, inputs, outputs])
    return found


def running(board, event="none", rule="exact", catalogue=None):
    """The powered machines alone, for the solver: (wants, makes, producers, converters, sum of the largest amounts).

    wants and makes are the packed input and output of each cell (units.py), 0 where there is none; producers and
    converters list cells. When the sum exceeds units.MOST the packed amounts may have run over and the survey must be
    used instead."""
    known = catalogue or kinds.CURRENT
    figures = known.figures
    effects = known.effects.get(event) or known.effects["none"]
    exact = rule != "at_least"
    wants = [0] * CELLS
    makes = [0] * CELLS
    producers, converters = [], []
    total = 0
    cell = -1
    for here in voltages(board, event):
        cell += 1
        entry = board["cells"][cell]
        if entry is None or entry[0] != "m":
            continue
        card = figures.get(entry[1]) or figures.get(code_of(entry[1]))
        if card is None:
            continue
        demand, wanted, made, ones, largest = card
        if entry[2]:
            change = _sum(entry[2], effects)
            bonus = (change + _VOLTS) // _PRODUCT
            if bonus:
                change -= bonus * _PRODUCT
                made += bonus * ones
                largest += bonus
            demand = max(0, demand + change)
        if here < demand or (here > demand and exact):
            continue
        makes[cell] = made
        total += largest
        if wanted:
            wants[cell] = wanted
            converters.append(cell)
        else:
            producers.append(cell)
    return wants, makes, producers, converters, total
