"""Room: codes with arguments -> words in the players' language; after the games, before the screen.

A message is [code, {argument: value}]. Its template stands in a table (code -> text with {argument} in it). A value
may be a number, a text, a message, or a thing that each language names in its own way:
    ["player", 0..]   ["cell", 0..15]   ["line", 0..7]   ["place", 0..25] (positions as in wiring.py)
    ["card", code]    ["kind", 0..2]    ["event", code]
Cells are called as they are printed at the table: rows A to D from the top, columns 1 to 4, B3 is row 1, column 2.
{n:+} puts a sign before a number, {n:s} is an "s" unless n is 1. Whatever is unknown shows its code: a display that
says something odd helps more than a table that stops.
"""

from firmware.panel.lexicon import Lexicon
from firmware.wiring import CELLS, EDGE, QUEUE, TAP

LANGUAGES = ("en", "zh")
_FIRMWARE = __file__.replace("\\", "/").rsplit("/", 2)[0]  # its folder
_ROWS = "ABCD"
_KINDS = "ABC"


class Words:
    """One language: the generic words and those of a game's cartridge, whose own come first."""

    def __init__(self, language, cartridge=None):
        self.language = language
        self.tables = tables(language, cartridge)
        self._card_name = getattr(cartridge, "card_name", None)

    def say(self, message):
        """The text of a message."""
        return say(message, self.language, self.tables, self._card_name)

    def word(self, code):
        """The text of a code without arguments, or None if no table has it."""
        return _template(code, self.tables)


def tables(language, cartridge=None):
    """The tables of a language in the order of look-up. A cartridge names its modules in WORDS; they load only here.

    On a board a file stands in the place of the cartridge's module and holds the generic words as well (lexicon.py).
    """
    found = []
    module = getattr(cartridge, "WORDS", {}).get(language)
    if isinstance(module, str):
        try:
            return (Lexicon(_FIRMWARE + module[len("firmware") :].replace(".", "/") + ".bin"),)
        except OSError:
            module = __import__(module, None, None, ("*",))
    if module is not None:
        found.append(module.WORDS)
    found.append(__import__("firmware.panel.words_" + language, None, None, ("*",)).WORDS)
    return found


def say(message, language, tables, card_name=None):
    """The text of `message` by the first of `tables` that knows its code.

    card_name(code, language) -> text names a game's cards; without it their codes are shown.
    """
    code, args = message[0], message[1]
    template = _template(code, tables)
    if template is None:
        return str(code)
    parts = []
    at = 0
    while True:
        start = template.find("{", at)
        end = template.find("}", start)
        if start < 0 or end < 0:
            break
        parts.append(template[at:start])
        name, _, form = template[start + 1 : end].partition(":")
        if name in args:
            parts.append(_value(args[name], form, language, tables, card_name))
        else:
            parts.append("?")
        at = end + 1
    parts.append(template[at:])
    return "".join(parts)


def _template(code, tables):
    for table in tables:
        template = table.get(code)
        if template is not None:
            return template
    return None


def _value(value, form, language, tables, card_name):
    if isinstance(value, bool):
        return _template("yes" if value else "no", tables) or str(value)
    if isinstance(value, int):
        if form == "s":
            return "" if value == 1 else "s"
        if value < 0:
            return "−" + str(-value)
        return "+" + str(value) if form == "+" and value else str(value)
    if value is None:
        return ""
    if isinstance(value, (list, tuple)):
        return _thing(value, form, language, tables, card_name)
    return str(value)


def _thing(value, form, language, tables, card_name):
    """A named thing, a message, or a list of either."""
    if len(value) == 2 and isinstance(value[0], str):
        what, which = value
        if isinstance(which, dict):
            return say(value, language, tables, card_name)
        if what == "player" and isinstance(which, int):
            return say(["player", {"n": which + 1}], language, tables)
        if what in ("cell", "place") and isinstance(which, int):
            return _place(which, language, tables)
        if what == "line" and isinstance(which, int):
            return _place(which if which >= EDGE else EDGE + which, language, tables)
        if what == "kind" and isinstance(which, int):
            return _KINDS[which] if 0 <= which < len(_KINDS) else str(which)
        if what == "card":
            return _card(which, language, tables, card_name)
        if what == "event":
            return _template("e_" + str(which), tables) or _card(which, language, tables, card_name)
    return ", ".join([_value(item, form, language, tables, card_name) for item in value])


def _card(code, language, tables, card_name):
    """A card's name; no code at all is a card that must not be named: every back is a battery."""
    if not code:
        return _template("battery", tables) or "battery"
    name = card_name(code, language) if card_name is not None else None
    return str(code) if name is None else set_off(name, language)


def set_off(name, language):
    """A card's name in a sentence: many are verbs or figures."""
    return "「%s」" % name if language == "zh" else '"%s"' % name


def _place(position, language, tables):
    if 0 <= position < CELLS:
        return _ROWS[position // 4] + str(position % 4 + 1)
    if EDGE <= position < EDGE + 4:
        return say(["row", {"name": _ROWS[position - EDGE]}], language, tables)
    if EDGE + 4 <= position < EDGE + 8:
        return say(["column", {"name": position - EDGE - 3}], language, tables)
    if position == QUEUE:
        return say(["queue_slot", {}], language, tables)
    if position == TAP:
        return say(["tap_pad", {}], language, tables)
    return str(position)
