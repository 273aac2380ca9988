"""Room: the base class of cartridges: what the menu, the card database and the table ask of a game; after journal.py.

All of a cartridge that stays in memory while the menu is shown: games with much to load name it in MODULES.
"""


class Cartridge:
    """A game. To make one:

    1. Make a package with a class `Game(Cartridge)`, name it in `firmware.games.GAMES`, and put the words of its
       displays beside it: words_en.py and words_zh.py, each with WORDS = {code: template} (panel/text.py).
    2. Give the class NAME, MODES and CARDS.
    3. State the rules: PHASES says which verbs each phase permits, VERBS has a function for each verb, and `start`
       makes what a new state has besides the kit's own entries.
    4. Say in STEPS what the players do in each phase (Step in play.py).

    The least that can be played, one button and no card:

        class Counting(Step):
            def press(self, play, player, button):
                play.act(["more"])

            def prompt(self, play):
                return [["counted", {"n": play.state["n"]}]], ["h_press", {}]

        class Game(Cartridge):
            NAME = "count"
            MODES = (("alone", 1),)
            PHASES = {"count": ("more",)}
            VERBS = {"more": (lambda state, action: changed(state, n=state["n"] + 1), 0)}
            STEPS = {"count": Counting}

            def start(self, mode, options):
                return {"phase": "count", "n": 0}

    A state is plain data and never changed in place: {"game", "version", "mode", "options", "phase", "journal"} and
    what `start` gives. An action is a list, JSON-ready: [verb, argument, ...].
    """

    NAME = ""
    VERSION = 1  # of saved games: one of another version is refused
    MODES = ()  # ((mode, boards that it is played on), ...); the first is the default
    OPTIONS = ()  # ((option, (value, ...)), ...); the first value is the default
    # The kinds of card that the game brings along, each a tuple of texts as in a card database: the code first; the
    # last three are the number of copies and the names in Chinese and English; the game's own stand between.
    CARDS = ()
    PHASES = {}  # phase -> verbs that it permits
    # verb -> (function(state, action) -> new state, number of arguments); it raises Refusal and changes nothing.
    VERBS = {}
    STEPS = {}  # phase -> class of its Step
    PUBLIC = ()  # entries of the state that hosts are told besides the phase
    # Modules of the package in loading order: a board takes them from flash before a game and forgets them after it.
    MODULES = ()
    HEAP = 0  # bytes that must be free at the menu for a game to begin: what its modules and its longest turn take

    def __init__(self, package):
        self.package = package
        # language -> name of the module with its words, imported only when shown
        self.WORDS = {language: package + ".words_" + language for language in ("en", "zh")}
        self._rows = self.CARDS

    def module(self, name):
        """The module of that name in the game's package."""
        return __import__(self.package + "." + name, None, None, ("*",))

    # The rules.

    def setup(self, mode=None, options=None, *more):
        """The state of a new game; options: {name: value}. Refusal("bad_mode"), Refusal("bad_option").

        What `more` is, `start` gets it too, and the journal keeps it.
        """
        mode = self.MODES[0][0] if mode is None else mode
        chosen = _journal().chosen(self, mode, options or {})
        state = {"game": self.NAME, "version": self.VERSION, "mode": mode, "options": chosen}
        state["journal"] = [["setup", mode, chosen] + list(more)]
        state.update(self.start(mode, chosen, *more))
        return state

    def start(self, mode, options):
        """The entries of a new state that are the game's own, "phase" among them."""
        raise NotImplementedError

    def apply(self, state, action):
        """The state after an action; Refusal(code, **details) leaves `state` as it was."""
        return _journal().apply(state, action, self.PHASES, self.VERBS)

    def last_step(self, journal):
        """Where the last step of the players begins in a journal: undo takes it back as a whole."""
        return len(journal) - 1

    def between_turns(self, state):
        """Whether nothing of a turn has happened yet, so that `use_cards` may add kinds."""
        return False

    # The table.

    def at_table(self, state):
        """A Play (play.py) of that state."""
        from firmware.games.kit.play import Play

        return Play(self, state)

    def leaving(self):
        """The step that asks whether to leave the game (leaving.py), loaded when asked for: it takes heap."""
        from firmware.games.kit.leaving import Leaving

        return Leaving()

    def modes_for(self, boards):
        """The modes that a table with so many boards offers; all of them if none is made for it, or boards is 0."""
        fitting = [mode for mode, count in self.MODES if count == boards]
        return fitting or [mode for mode, _ in self.MODES]

    def boards_of(self, mode):
        """On how many boards a mode is played."""
        for name, count in self.MODES:
            if name == mode:
                return count
        return 0

    def options_of(self, mode):
        """The OPTIONS that a mode knows."""
        return self.OPTIONS

    # The cards.

    def use_cards(self, rows):
        """Play with these kinds of card from now on, an iterator of rows; None: those the game brings along.

        ValueError: one sentence."""
        self._rows = self.CARDS if rows is None else list(rows)

    def only_adds(self, rows):
        """Whether these are the kinds in use, unchanged, and perhaps more; ValueError: one sentence."""
        given = [list(row) for row in rows]
        return all(list(row) in given for row in self._rows)

    def card_codes(self):
        """The codes of all kinds in use."""
        return [row[0] for row in self._rows]

    def card_name(self, code, language):
        """How a kind of card is called in a language; None when this game has no such card."""
        for row in self._rows:
            if row[0] == code:
                return row[-2 if language == "zh" else -1]
        return None


def _journal():
    """journal.py, which only a game that is played needs."""
    from firmware.games.kit import journal

    return journal
