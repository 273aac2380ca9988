"""Room: the cards of Energy Matrix as data (rules section 1); volts and whole units of A, B and C; everyone reads it.

A row is (code, kind, rated volts or change, input, output, copies, zh, en); input and output are (A, B, C).
A token is "CODE" or "CODE#COPY", copies counted from 1. Designers add cards by making another Catalogue.
"""

from firmware.compat import const
from firmware.games.energy_matrix.units import pack

CODE = const(0)
KIND = const(1)
RATED = const(2)
INPUTS = const(3)
OUTPUTS = const(4)
COPIES = const(5)
NAME_ZH = const(6)
NAME_EN = const(7)

KINDS = ("producer", "converter", "frame", "event")
ENERGIES = "ABC"
_NO = (0, 0, 0)

CARDS = (
    ("A@1", "producer", 1, _NO, (1, 0, 0), 9, "产出 A", "makes A"),
    ("2A@2", "producer", 2, _NO, (2, 0, 0), 5, "产出 2A", "makes 2A"),
    ("B@2", "producer", 2, _NO, (0, 1, 0), 6, "产出 B", "makes B"),
    ("3A@3", "producer", 3, _NO, (3, 0, 0), 3, "产出 3A", "makes 3A"),
    ("2B@3", "producer", 3, _NO, (0, 2, 0), 4, "产出 2B", "makes 2B"),
    ("C@3", "producer", 3, _NO, (0, 0, 1), 4, "产出 C", "makes C"),
    ("5A@4", "producer", 4, _NO, (5, 0, 0), 2, "产出 5A", "makes 5A"),
    ("2C@4", "producer", 4, _NO, (0, 0, 2), 2, "产出 2C", "makes 2C"),
    ("2A+2B>2C@1", "converter", 1, (2, 2, 0), (0, 0, 2), 3, "2A+2B 转化 2C", "2A+2B into 2C"),
    ("C>3B@1", "converter", 1, (0, 0, 1), (0, 3, 0), 2, "C 转化 3B", "C into 3B"),
    ("2A+B>2C@2", "converter", 2, (2, 1, 0), (0, 0, 2), 3, "2A+B 转化 2C", "2A+B into 2C"),
    ("4A>2C@2", "converter", 2, (4, 0, 0), (0, 0, 2), 3, "4A 转化 2C", "4A into 2C"),
    ("C>4A+2B@3", "converter", 3, (0, 0, 1), (4, 2, 0), 2, "C 转化 4A+2B", "C into 4A+2B"),
    ("A+B>2C@3", "converter", 3, (1, 1, 0), (0, 0, 2), 3, "A+B 转化 2C", "A+B into 2C"),
    ("eco", "frame", -1, _NO, _NO, 6, "节能", "saver"),
    ("oc", "frame", 1, _NO, (1, 1, 1), 6, "增产", "overclock"),
    ("rain+", "frame", 0, _NO, (1, 1, 1), 6, "阴雨加强", "rain boost"),
    ("sun+", "frame", 0, _NO, (1, 1, 1), 6, "晴天加强", "sun boost"),
    ("ext", "frame", 0, _NO, _NO, 6, "特制电池", "edge battery"),
    ("sun", "event", 0, _NO, _NO, 5, "晴天", "sun"),
    ("rain", "event", 0, _NO, _NO, 5, "雨天", "rain"),
    ("dismantle", "event", 0, _NO, _NO, 5, "强制拆卸", "dismantle"),
    ("ap+1", "event", 0, _NO, _NO, 4, "加一行动力", "one more action"),
    ("ap-1", "event", 0, _NO, _NO, 5, "减一行动力", "one action less"),
    ("thunder", "event", 0, _NO, _NO, 5, "雷暴", "thunder"),
    ("draw2", "event", 0, _NO, _NO, 5, "摸两张牌", "draw two"),
)


def code_of(token):
    """The card's code without its copy number."""
    end = token.find("#")
    return token if end < 0 else token[:end]


class Catalogue:
    """The kinds of card that a game knows; rows as in CARDS. ValueError names a row that cannot be.

    `figures`: machine code -> (rated volts, packed input, packed output, packed one of each kind made, largest amount):
    what machines.py reads of a machine, ready to add (units.py).
    """

    def __init__(self, rows):
        self.rows = rows
        self.figures = {}
        self._by_code = {}
        for row in rows:
            code = row[CODE]
            if code in self._by_code:
                raise ValueError("card %s stands twice in the catalogue" % code)
            if row[KIND] not in KINDS:
                raise ValueError("card %s has the kind %r; known are %s" % (code, row[KIND], ", ".join(KINDS)))
            self._by_code[code] = row
            if row[KIND] in ("producer", "converter"):
                self._add_machine(row)

    def _add_machine(self, row):
        taken, made = row[INPUTS], row[OUTPUTS]
        if not any(made) or (row[KIND] == "converter") != any(taken):
            raise ValueError("card %s: a producer makes something of nothing, a converter of something" % row[CODE])
        ones = [1 if units else 0 for units in made]
        self.figures[row[CODE]] = (row[RATED], pack(taken), pack(made), pack(ones), max(taken + made))

    def get(self, code):
        """The row of a code, or None. A token's copy number must be cut off first (code_of)."""
        return self._by_code.get(code)

    def kind(self, token):
        """The kind of a token's card, or None when it is unknown."""
        row = self._by_code.get(code_of(token))
        return None if row is None else row[KIND]

    def codes(self):
        """All codes in the catalogue's order."""
        return [row[CODE] for row in self.rows]


DEFAULT = Catalogue(CARDS)


def parse_code(code):
    """(rated volts, input, output) of a machine's code such as "2A+B>2C@2"; ValueError names the bad part."""
    made, at, volts = code.partition("@")
    if not at or not _is_number(volts):
        raise ValueError("%s: the rated voltage must follow @ as a whole number" % code)
    taken, arrow, given = made.partition(">")
    if not arrow:
        taken, given = "", made
    elif not taken:
        raise ValueError("%s: nothing stands before >" % code)
    return int(volts), _energies(code, taken) if taken else _NO, _energies(code, given)


def machine_row(code, copies=1, name_zh=None, name_en=None):
    """A catalogue row for a machine, all figures taken from its code."""
    rated, inputs, outputs = parse_code(code)
    kind = "converter" if any(inputs) else "producer"
    return (code, kind, rated, inputs, outputs, copies, name_zh or code, name_en or code)


def _energies(code, text):
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
