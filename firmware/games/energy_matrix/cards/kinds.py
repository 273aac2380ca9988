"""Room: the cards of Energy Matrix as data (rules section 1); volts and whole units of A, B and C; everyone reads it.

A row is (code, kind, rated volts or change, input, output, copies, zh, en, effect); input and output are (A, B, C).
A token is "CODE" or "CODE#COPY", copies counted from 1. Designers edit cards.csv; the table plays with the catalogue
CURRENT, which `use` replaces: look it up when it is needed, never keep it.
"""

from firmware.compat import const
from firmware.games import code_of
from firmware.games.energy_matrix.cards.effects import MOST_UNITS, MOST_VOLTS, event_of, frame_effect
from firmware.games.energy_matrix.cards.effects import PRODUCT as _PRODUCT
from firmware.games.energy_matrix.cards.units import pack

CODE = const(0)
KIND = const(1)
RATED = const(2)
INPUTS = const(3)
OUTPUTS = const(4)
COPIES = const(5)
NAME_ZH = const(6)
NAME_EN = const(7)
EFFECT = const(8)

KINDS = ("producer", "converter", "frame", "event")
ENERGIES = "ABC"
_NO = (0, 0, 0)
_WEATHERS = ("none", "sun", "rain")


class Catalogue:
    """The kinds of card that a game knows; rows as in CARDS. ValueError names a row that cannot be.

    `figures`: machine code -> (rated volts, packed input, packed output, packed one of each kind made, largest amount):
    what machines.py reads of a machine, ready to add (units.py). `effects`: weather -> frame code -> change of the
    rated voltage and bonus on products in one number (effects.py).
    """

    def __init__(self, rows):
        self.rows = rows
        self.figures = {}
        self.effects = {weather: {} for weather in _WEATHERS}
        self._by_code = {}
        self.prints = None  # fingerprints once asked for (database_rows.py)
        self._edge = []  # codes of frames for the edge sockets
        for row in rows:
            code = row[CODE]
            if code in self._by_code:
                raise ValueError("card %s stands twice in the catalogue" % code)
            if row[KIND] not in KINDS:
                raise ValueError("card %s has the kind %r; known are %s" % (code, row[KIND], ", ".join(KINDS)))
            self._by_code[code] = row
            if row[KIND] in ("producer", "converter"):
                self._add_machine(row)
            elif row[KIND] == "frame":
                self._add_frame(row)
            elif event_of(row[EFFECT]) is None:
                raise ValueError("card %s: no event has the effect %r" % (code, row[EFFECT]))

    def _add_machine(self, row):
        taken, made = row[INPUTS], row[OUTPUTS]
        if not any(made) or (row[KIND] == "converter") != any(taken):
            raise ValueError("card %s: a producer makes something of nothing, a converter of something" % row[CODE])
        if not 0 <= row[RATED] <= MOST_VOLTS or min(taken + made) < 0 or max(taken + made) > MOST_UNITS:
            raise ValueError("card %s: at most %d V and %d units" % (row[CODE], MOST_VOLTS, MOST_UNITS))
        ones = [1 if units else 0 for units in made]
        self.figures[row[CODE]] = (row[RATED], pack(taken), pack(made), pack(ones), max(taken + made))

    def _add_frame(self, row):
        effect = frame_effect(row[EFFECT])
        if effect is None:
            raise ValueError("card %s: no frame has the effect %r" % (row[CODE], row[EFFECT]))
        volts, units, weather, edge = effect
        if edge:
            self._edge.append(row[CODE])
        for name in _WEATHERS:
            bonus = units if weather in ("", name) else 0
            self.effects[name][row[CODE]] = volts + bonus * _PRODUCT

    def get(self, code):
        """The row of a code, or None. A token's copy number must be cut off first (code_of of the contract)."""
        return self._by_code.get(code)

    def kind(self, token):
        """The kind of a token's card, or None when it is unknown."""
        row = self._by_code.get(code_of(token))
        return None if row is None else row[KIND]

    def is_edge(self, token):
        """Whether a token's card is a frame that lies in an edge socket."""
        return code_of(token) in self._edge

    def event(self, code):
        """The event that a card brings when it is turned over last, "none" if it brings none."""
        row = self._by_code.get(code)
        return row[EFFECT] if row is not None and row[KIND] == "event" else "none"

    def codes(self):
        """All codes in the catalogue's order."""
        return [row[CODE] for row in self.rows]


def __getattr__(name):
    """CARDS and DEFAULT, the cards that the firmware brings along, and CURRENT, what the table plays with.

    Made when they are first asked for: on a board the card database usually brings other rows, and these stay on flash.
    """
    if name == "CARDS":
        return __import__("firmware.games.energy_matrix.cards.default_deck", None, None, ("*",)).CARDS
    if name == "DEFAULT":
        globals()[name] = Catalogue(__getattr__("CARDS"))
    elif name == "CURRENT":
        globals()[name] = globals().get("DEFAULT") or __getattr__("DEFAULT")
    else:
        raise AttributeError(name)
    return globals()[name]


def use(catalogue):
    """From now on the table plays with this Catalogue."""
    global CURRENT
    CURRENT = catalogue


def energies(code, text):
    """(A, B, C) of an amount such as "2A+B"; ValueError names the code and the bad part."""
    units = [0, 0, 0]
    for part in text.split("+"):
        count = part[:-1] or "1"
        energy = ENERGIES.find(part[-1:]) if part else -1
        if energy < 0 or not _is_number(count) or int(count) == 0:
            raise ValueError("%s: %r is no amount of A, B or C" % (code, part))
        if units[energy]:
            raise ValueError("%s: %s stands twice on one side" % (code, part[-1]))
        units[energy] = int(count)
    return tuple(units)


def _is_number(text):
    return text != "" and all("0" <= sign <= "9" for sign in text)
