"""Room: the cartridge of Energy Matrix: all that stays in memory while the menu is shown; a game loads the rest."""

from firmware.games.kit.cartridge import Cartridge


class Game(Cartridge):
    """Modules are asked for when they are needed; rules/account.py describes the state."""

    NAME = "energy_matrix"
    MODES = (("duel", 2), ("practice", 1))
    # Rules file: the rulings that are named options.
    OPTIONS = (
        ("voltage_rule", ("exact", "at_least")),
        ("stack_batteries", (True, False)),
        ("frames_per_machine", (0, 1, 2, 3)),  # 0: no limit
    )
    # Each brings a handful of modules, all together bring everything.
    MODULES = (
        "cards.kinds", "cards.database_rows", "rules.account", "matrix.machines", "plan.firing", "plan.best",
        "rules.turn", "table.draft", "table.steps", "table.settling", "table.play",
    )  # fmt: skip
    HEAP = 127_000  # `ematrix bench memory`: from menu to turn 100 where the code lies in the heap too: 125 kB

    def setup(self, mode=None, options=None, prints=None):
        """The state before the first card is dealt; Refusal.

        prints: of the cards that a saved game was begun with; Refusal("other_cards") unless those in use have them all.
        """
        return super().setup(mode, options, self.module("rules.account").prints_of(prints))

    def start(self, mode, options, prints):
        """As of Cartridge."""
        return self.module("rules.account").start(mode)

    def apply(self, state, action):
        """As of Cartridge."""
        return self.module("rules.turn").apply(state, action)

    def last_step(self, journal):
        """As of Cartridge: a whole build phase is one step."""
        return self.module("rules.turn").last_step(journal)

    def between_turns(self, state):
        """As of Cartridge."""
        return state["phase"] in ("deal", "fill", "discard", "draw", "over")

    def at_table(self, state):
        """As of Cartridge."""
        return self.module("table.play").MatrixPlay(self, state)

    def use_cards(self, rows):
        """As of Cartridge."""
        cards = self.module("cards.kinds")
        cards.use(cards.DEFAULT if rows is None else self.module("cards.database_rows").catalogue_of(rows))

    def only_adds(self, rows):
        """As of Cartridge."""
        fields = self.module("cards.database_rows")
        return fields.covers(fields.catalogue_of(rows), fields.prints(self.module("cards.kinds").CURRENT))

    def card_codes(self):
        """As of Cartridge."""
        return self.module("cards.kinds").CURRENT.codes()

    def card_name(self, code, language):
        """As of Cartridge."""
        cards = self.module("cards.kinds")
        row = cards.CURRENT.get(code)
        return None if row is None else row[cards.NAME_ZH if language == "zh" else cards.NAME_EN]
