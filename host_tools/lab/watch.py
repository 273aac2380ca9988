"""Room: a player's eyes and fingers: steps the table, keeps its newest records, moves cards, writes the transcript.

Every wait has a condition and a limit in virtual milliseconds; a limit that runs out raises Stuck with a sentence.
Comes after `table.py` and `world.py`; bots and match go through it.
"""

STEP_MS = 40  # virtual time between two looks at the table
GLANCE_MS = 60  # the same when the table calls as soon as it has something to say (ideal readers)
LIMIT_MS = 8000  # patience for one thing to happen
PRESS_MS = 60
LONG_PRESS_MS = 1000


class Stuck(Exception):
    """The table did not do in time what it should; the text is one sentence."""


class Watch:
    """The table as its players see and touch it. `log` gets one JSON-ready dict an event, or is None.

    eager: the table comes back as soon as a board sends a record (table.py); only with ideal readers.
    """

    def __init__(self, table, world, log=None, eager=False):
        self.table = table
        self.world = world
        self.log = log
        self.eager = eager
        self.newest = {}

    @property
    def now_ms(self):
        return self.table.now_us // 1000

    def write(self, **event):
        """One event into the transcript."""
        if self.log is not None:
            self.log({"ms": self.now_ms, **event})

    def run(self, ms=STEP_MS):
        """Let the table live on and take in what it reports."""
        self.table.run_ms(ms)
        self.take_in()

    def glance(self, end_ms):
        """Let the table live on until there may be something new to see, at most until `end_ms`."""
        if self.eager:
            self.table.run_until(min(end_ms, self.now_ms + GLANCE_MS) * 1000, eager=True)
            self.take_in()
        else:
            self.run(min(STEP_MS, end_ms - self.now_ms))

    def take_in(self):
        """Read what the boards have reported."""
        for player in range(self.world.players):
            records = self.table.board(player).records
            for record in records:
                self.newest[player, record.get("t"), record.get("player")] = record
                self.write(board=player, record=record)
            records.clear()

    def until(self, holds, what, limit_ms=LIMIT_MS):
        """Run until `holds()`; Stuck("... within N s") otherwise."""
        end = self.now_ms + limit_ms
        while not holds():
            if self.now_ms >= end:
                raise Stuck(f"{what} did not happen within {limit_ms / 1000:g} s")
            self.glance(end)

    def soon(self, holds, limit_ms):
        """Run until `holds()` or the limit; whether it held."""
        try:
            self.until(holds, "", limit_ms)
        except Stuck:
            return False
        return True

    def account(self):
        """The newest account record of the board that runs the game, or None."""
        return self.newest.get((0, "account", None))

    def view(self):
        """What that board's LEDs should say (firmware/games, view), or None."""
        record = self.newest.get((0, "view", None))
        return record and record.get("view", record)

    def screen(self, player):
        """What a player reads: {"title", "lines", "hint"}, or None before the first."""
        record = self.newest.get((0, "screen", player))
        return record and record["screen"]

    def faults(self, player):
        """What the table finds wrong on a player's side: [[position, code, {args}], ...]."""
        record = self.newest.get((0, "faults", player))
        return record["faults"] if record is not None else []

    def press(self, player, button, hold_ms=PRESS_MS):
        """A finger on a button of a player's panel."""
        self.write(press=button, player=player, hold_ms=hold_ms)
        self.table.press(player, button, hold_ms=hold_ms)
        self.take_in()

    def move(self, card, to, face=None, rotation=None):
        """A hand puts a card somewhere."""
        source = self.world.move(card, to, face, rotation)
        thing = self.world.cards[card]
        self.write(move=thing.token, source=source, to=to, face=thing.face, rotation=thing.rotation)
