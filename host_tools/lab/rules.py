"""Room: the lab's own reading of the rules: cards, voltages, machine states, products. Not the firmware's.

Written from the rules file (sections 1 to 3) so that bots and referee can catch the firmware in a mistake; nothing
here imports `firmware.games`. Units of energy stand in triples (A, B, C). A cell is 0..15 in reading order, an edge
line 0..7 (rows, then columns). `plans.py` comes next and answers which converters to fire.
"""

STEP_VALUE = (18, 27, 54)  # worth of one ruler step (section 1)
LIMITS = (12, 8, 4)  # ruler ends in a duel (section 4)
NOTHING = (0, 0, 0)

# (code, copies, kind, rated volts, input, output); section 1.
_PRINTED = (
    ("A@1", 9, "producer", 1, NOTHING, (1, 0, 0)),
    ("2A@2", 5, "producer", 2, NOTHING, (2, 0, 0)),
    ("B@2", 6, "producer", 2, NOTHING, (0, 1, 0)),
    ("3A@3", 3, "producer", 3, NOTHING, (3, 0, 0)),
    ("2B@3", 4, "producer", 3, NOTHING, (0, 2, 0)),
    ("C@3", 4, "producer", 3, NOTHING, (0, 0, 1)),
    ("5A@4", 2, "producer", 4, NOTHING, (5, 0, 0)),
    ("2C@4", 2, "producer", 4, NOTHING, (0, 0, 2)),
    ("2A+2B>2C@1", 3, "converter", 1, (2, 2, 0), (0, 0, 2)),
    ("C>3B@1", 2, "converter", 1, (0, 0, 1), (0, 3, 0)),
    ("2A+B>2C@2", 3, "converter", 2, (2, 1, 0), (0, 0, 2)),
    ("4A>2C@2", 3, "converter", 2, (4, 0, 0), (0, 0, 2)),
    ("C>4A+2B@3", 2, "converter", 3, (0, 0, 1), (4, 2, 0)),
    ("A+B>2C@3", 3, "converter", 3, (1, 1, 0), (0, 0, 2)),
    ("eco", 6, "frame", 0, NOTHING, NOTHING),
    ("oc", 6, "frame", 0, NOTHING, NOTHING),
    ("rain+", 6, "frame", 0, NOTHING, NOTHING),
    ("sun+", 6, "frame", 0, NOTHING, NOTHING),
    ("ext", 6, "frame", 0, NOTHING, NOTHING),
    ("sun", 5, "event", 0, NOTHING, NOTHING),
    ("rain", 5, "event", 0, NOTHING, NOTHING),
    ("dismantle", 5, "event", 0, NOTHING, NOTHING),
    ("ap+1", 4, "event", 0, NOTHING, NOTHING),
    ("ap-1", 5, "event", 0, NOTHING, NOTHING),
    ("thunder", 5, "event", 0, NOTHING, NOTHING),
    ("draw2", 5, "event", 0, NOTHING, NOTHING),
)


class Printed:
    """What is printed on a card: kind, rated volts, what it takes and gives."""

    __slots__ = ("code", "gives", "kind", "needs", "volts")

    def __init__(self, code, kind, volts, needs, gives):
        self.code = code
        self.kind = kind
        self.volts = volts
        self.needs = needs
        self.gives = gives


PRINTED = {code: Printed(code, kind, volts, needs, gives) for code, _, kind, volts, needs, gives in _PRINTED}
MACHINES = frozenset(code for code, card in PRINTED.items() if card.kind in ("producer", "converter"))
FRAMES = frozenset(code for code, card in PRINTED.items() if card.kind == "frame")
EVENTS = frozenset(code for code, card in PRINTED.items() if card.kind == "event")


def deck_kinds():
    """The whole deck as `World` wants it: (code, copies, is_frame) for each kind, 115 cards in all."""
    return [(code, copies, kind == "frame") for code, copies, kind, *_ in _PRINTED]


def _beside(cell):
    row, column = divmod(cell, 4)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(r * 4 + c for r, c in around if 0 <= r < 4 and 0 <= c < 4)


BESIDE = tuple(_beside(cell) for cell in range(16))


class Layout:
    """The cards of one player's matrix, without who is who.

    machines {cell: (code, (frame, ...))}; batteries {cell: signs}, one "-" (row) or "|" (column) a battery, bottom
    first; edges [8 x number of `ext`]. Copies share nothing that changes.
    """

    __slots__ = ("batteries", "edges", "machines")

    def __init__(self, machines=None, batteries=None, edges=None):
        self.machines = dict(machines or {})
        self.batteries = dict(batteries or {})
        self.edges = list(edges or (0,) * 8)

    def copy(self):
        return Layout(self.machines, self.batteries, self.edges)

    def key(self):
        """Hashable: equal for equal matrices."""
        return (frozenset(self.machines.items()), frozenset(self.batteries.items()), tuple(self.edges))


def line_volts(layout):
    """Volts of the 8 lines (rows, then columns): batteries, and `ext` where the line has a battery of its own."""
    lines = [0] * 8
    for cell, signs in layout.batteries.items():
        across = signs.count("-")
        lines[cell >> 2] += across
        lines[4 + (cell & 3)] += len(signs) - across
    for line in range(8):
        if lines[line]:
            lines[line] += layout.edges[line]
    return lines


def voltages(layout, event=None):
    """Volts of the 16 cells (section 2)."""
    lines = line_volts(layout)
    lift = 1 if event == "thunder" else 0
    return [lines[cell >> 2] + lines[4 + (cell & 3)] + lift for cell in range(16)]


def demand(code, frames):
    """Volts that a machine wants (section 3)."""
    return max(0, PRINTED[code].volts + frames.count("oc") - frames.count("eco"))


def products(code, frames, event=None):
    """(A, B, C) that a machine gives when it fires, bonuses included (section 3)."""
    bonus = frames.count("oc")
    if event == "sun":
        bonus += frames.count("sun+")
    elif event == "rain":
        bonus += frames.count("rain+")
    gives = PRINTED[code].gives
    return tuple(amount + bonus if amount else 0 for amount in gives) if bonus else gives


def state_of(volts, wanted, rule="exact"):
    """ "ok", "under" or "over" for a machine that wants `wanted` and has `volts`."""
    if volts < wanted:
        return "under"
    return "ok" if volts == wanted or rule == "at_least" else "over"


def states(layout, event=None, rule="exact"):
    """{cell: "ok" | "under" | "over"} of all machines."""
    volts = voltages(layout, event)
    return {cell: state_of(volts[cell], demand(code, frames), rule) for cell, (code, frames) in layout.machines.items()}
