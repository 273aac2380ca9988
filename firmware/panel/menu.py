"""Room: the menu for a new game: rows of choices, and the activity that shows them before a game begins.

Menu is pure: it knows a cartridge's modes and options only, shows codes (text.py words them) and decides nothing else.
LEFT and RIGHT change the value of the row on show, OK goes on to the next row, BACK to the one before; a long OK
starts at once. NewGame adds what the table itself has to say. Before: buttons.py. After: boards/primary.py.
"""

from firmware.contracts import Activity, dark_view
from firmware.panel.text import LANGUAGES


class Menu:
    """The rows. `done` is None until the players start, then {"mode", "options": {name: value}, "language"}.

    words: a text.Words-like object whose word(code) finds names ("mode_duel", "option_voltage_rule",
    "value_exact"); what no table names is shown as it is written.
    """

    def __init__(self, cartridge, language, boards=0):
        """boards: offer the modes for so many only; all of them if there is none, or 0."""
        self.language = language  # changes at once, so that the players can read the menu
        self.done = None
        self._cartridge = cartridge
        self._modes = cartridge.modes_for(boards)
        self._mode = 0
        self._chosen = {name: 0 for name, values in cartridge.OPTIONS}
        self._row = 0

    def _options(self):
        """The options that the chosen mode knows."""
        return self._cartridge.options_of(self._modes[self._mode])

    @property
    def first(self):
        """Whether the first row is on show."""
        return self._row == 0

    def _rows(self):
        return 1 + len(self._options()) + 2  # mode, options, language, start

    def press(self, button, held=False):
        """Take one press ("ok", "back", "left", "right", "axis")."""
        if self.done is not None:
            return
        last = self._rows() - 1
        if button == "ok":
            if held or self._row == last:
                self._start()
            else:
                self._row += 1
        elif button == "back":
            self._row = 0 if held else max(0, self._row - 1)
        elif button in ("left", "right") and self._row < last:
            self._change(1 if button == "right" else -1)

    def _change(self, step):
        options = self._options()
        if self._row == 0:
            self._mode = (self._mode + step) % len(self._modes)
        elif self._row <= len(options):
            name, values = options[self._row - 1]
            self._chosen[name] = (self._chosen[name] + step) % len(values)
        else:
            self.language = LANGUAGES[(LANGUAGES.index(self.language) + step) % len(LANGUAGES)]

    def _start(self):
        chosen = {name: values[self._chosen[name]] for name, values in self._options()}
        self.done = {"mode": self._modes[self._mode], "options": chosen, "language": self.language}

    def screen(self, words):
        """The screen dict of the row on show."""
        row, options = self._row, self._options()
        count = 0
        if row == 0:
            name = ["menu_mode", {}]
            value = self._modes[self._mode]
            value, count = _named(words, "mode_", value), len(self._modes)
        elif row <= len(options):
            option, values = options[row - 1]
            name = ["menu_row", {"name": _named(words, "option_", option)}]
            value, count = _value(words, option, values[self._chosen[option]]), len(values)
        elif row == len(options) + 1:
            name = ["menu_language", {}]
            value, count = words.word("language_" + self.language), len(LANGUAGES)
        else:
            return _screen(row, self._rows(), [["menu_start", {}]], "h_menu_start")
        lines = [name, ["menu_value" if count > 1 else "menu_only", {"value": value}]]
        return _screen(row, self._rows(), lines, "h_menu" if row else "h_menu_first")


def _screen(row, rows, lines, hint):
    return {"title": ["menu", {"n": row + 1, "of": rows}], "lines": lines, "hint": [hint, {}]}


def _named(words, prefix, value):
    return words.word(prefix + str(value)) or str(value)


def _value(words, option, value):
    """The name of an option's value: "value_OPTION_VALUE", "value_VALUE", or the value itself (yes, no for bool)."""
    special = words.word("value_" + option + "_" + str(value))
    if special is not None:
        return special
    return value if isinstance(value, (bool, int)) else _named(words, "value_", value)


class NewGame(Activity):
    """contracts.Activity: the menu; `board` is the PrimaryBoard that begins the game when the players are done."""

    def __init__(self, board):
        self._board = board
        self._swept = False
        self.restart()

    def restart(self):
        """Show the menu from its first row."""
        self._menu = Menu(self._board.cartridge, self._board.language, self._board.boards)

    @property
    def over(self):
        return self._menu.done is not None

    def close(self):
        return self._board.load(self._menu.done)

    def press(self, player, button, held):
        """Any board's panel chooses; a long AXIS tests the board of that panel."""
        if button == "axis" and held:
            self._board.test(player)
            return
        self._menu.press(button, held)
        if self._menu.language != self._board.language:
            self._board.speak(self._menu.language)

    def view(self):
        """Nothing lies on the table yet; at power on the LEDs are swept once."""
        view = dark_view(self._board.boards)
        if not self._swept:
            view["cues"].append(["sweep"])
            self._swept = True
        return view

    def screen(self, player):
        """The row on show, and under it how many boards are there and what is broken."""
        board = self._board
        shown = self._menu.screen(board.app.words)
        lines = list(shown["lines"])
        found = [picture for picture in board.pictures if picture is not None]
        lines.append(["boards", {"n": len(found), "of": board.boards}])
        if self._menu.first:
            lines.append(["menu_test", {}])
        if board.database.fault is not None:
            lines.append(["cards_bad", {}])
        for picture in found:
            lines += [[code, {"at": ["place", args["at"]]}] for _, code, args in picture["faults"]]
        shown["lines"] = lines
        return shown
