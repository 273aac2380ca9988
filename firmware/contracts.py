"""Room: the few interfaces between rooms and hardware, as plain classes; Parts, which hands one board its parts; and
Activity, the base of all that a board shows.

Nothing inherits from the interfaces, and a board is not given them (host_tools/deploying); `tests/architecture` holds
the methods of every implementation against them. Times carry their unit in the name.
"""

# Results of one reader poll (TagReader.poll).
HIT = 1  # at least one tag answered and every answer was whole
CLEAN = 2  # nothing answered at all: a clean timeout
GARBLED = 3  # something answered but not whole: neither presence nor absence
FAULT = 4  # the reader itself does not work

# What the two margin sensors of a cell say (Sensors.face); edge sockets only know NONE and UP.
FACE_NONE = 0  # dark/dark: nothing covers the sensors
FACE_UP = 1  # bright/bright: the lowest card lies face up
FACE_ROW = 2  # north bright, east dark: lowest card is a battery with row axis
FACE_COL = 3  # north dark, east bright: lowest card is a battery with column axis


class Clock:
    """Time. Ticks wrap as on the Pico: subtract with the diff methods only."""

    def ticks_ms(self):
        raise NotImplementedError

    def ticks_us(self):
        raise NotImplementedError

    def diff_ms(self, later, earlier):
        raise NotImplementedError

    def diff_us(self, later, earlier):
        raise NotImplementedError

    def wait_us(self, us):
        """Block for at least `us` microseconds, checked on ticks_us (at most 10_000)."""
        raise NotImplementedError

    async def sleep_ms(self, ms):
        """Let other tasks run for at least `ms` milliseconds."""
        raise NotImplementedError


class TagReader:
    """All readers of one board behind their grid; one RF field at a time.

    `rest_ms`: after a poll has yielded None, how long it has nothing to do.
    """

    rest_ms = 0

    def poll(self, position, found):
        """Enumerate the tags at `position` into the list `found` (bytes UIDs, 4, 7 or 10 long).

        A generator: yields whenever the caller may serve others (slices of at most 10 ms);
        its return value (last yield) is one of HIT, CLEAN, GARBLED, FAULT: the caller iterates and keeps the
        last value; None means "not finished".
        """
        raise NotImplementedError

    def ahead(self, position):
        """Say before a poll which position (-1: none) is likely the next: its tags may power up meanwhile."""
        raise NotImplementedError

    def command(self, position, uid, data, answer, timeout_us):
        """Send the bytes `data` to the tag with that UID (bytes) and fill the bytearray `answer`, whose length says
        what is expected: 1 is a 4-bit acknowledge. A generator like `poll`: HIT it answered, CLEAN no tag at all,
        GARBLED another tag or no whole answer, FAULT.
        """
        raise NotImplementedError

    def health(self, position):
        """Counters of a position as a list of ints [polls, hits, garbled, resets]."""
        raise NotImplementedError


class Sensors:
    """Reflectance sensors of one board."""

    def sweep(self):
        """Read every sensor once (dark-frame subtracted); results are kept for `face`."""
        raise NotImplementedError

    def face(self, position):
        """FACE_* of the last sweep for a position; FACE_NONE for positions without sensors."""
        raise NotImplementedError


class Strip:
    """One chain of RGB LEDs."""

    def set(self, index, red, green, blue):
        raise NotImplementedError

    def show(self):
        """Send the frame; returns at once, never blocks longer than 10 ms."""
        raise NotImplementedError


class Display:
    """128x64 monochrome display; `buffer` is 1024 bytes, 8 pages of 128 columns, bit 0 on top."""

    def show_page(self, page):
        """Send one 128-byte page (0..7); False if the display does not answer (it is optional)."""
        raise NotImplementedError


class Buttons:
    """The five panel buttons."""

    def poll(self):
        """Bit mask of the buttons held down: 1 OK, 2 BACK, 4 LEFT, 8 RIGHT, 16 AXIS."""
        raise NotImplementedError


class Store:
    """Small named files that survive a power cut."""

    def read(self, name):
        """Bytes, or None if there is no such file."""
        raise NotImplementedError

    def write(self, name, data):
        """Replace the whole file atomically (temp file, then rename)."""
        raise NotImplementedError


class Stream:
    """Bytes to and from a host or another board; never blocks."""

    def read(self):
        """Bytes that have come in since the last call (b'' if none)."""
        raise NotImplementedError

    def write(self, data):
        """Queue bytes to send; returns how many were taken now (0 if the other side does not read)."""
        raise NotImplementedError


class Parts:
    """clock, readers, sensors, strip, display, buttons, store, host, link: the classes above of the same names;
    cards: cards.slots.CardSlots (read by the primary only); epoch: a number that differs at every start;
    slot: which copy of the firmware runs (boot.py), "" if there is only one."""

    def __init__(self, nothing=None):
        # A parameter, so that the type checker of the drivers does not take None for the type of a part.
        self.clock = self.readers = self.sensors = self.strip = self.display = nothing
        self.buttons = self.store = self.host = self.link = self.cards = nothing
        self.epoch = 0
        self.slot = ""


class Activity:
    """What a board is busy with and shows: menu, game, self test, enrolment. boards/activities.py keeps their stack.

    `changed`: lights or a display say something else now; `over`: to be closed; `play`: the Play of a game
    (firmware/games), None for all others. What this class does is what an activity does that says nothing else.
    """

    changed = False
    over = False
    play = None

    def view(self):
        """What the LEDs of all boards say: `view` of the contract of a game."""
        raise NotImplementedError

    def screen(self, player):
        """What that board's display says: `screen` of the contract of a game."""
        raise NotImplementedError

    def press(self, player, button, held):
        """A press on that board's panel: "ok", "back", "left", "right", "axis"; held: a long one."""

    def notice(self, news):
        """News of the board room (board/room.py `take`); True keeps them from the activities below."""
        return False

    def focus(self):
        """{player: [positions]} to be polled most."""
        return {}

    def step(self):
        """One slice of work, at most 10 ms on the device; True while more is due."""
        return False

    def close(self):
        """It is over and goes: the activity that takes its place, or None."""
        return None


def dark_view(boards):
    """`view` of so many boards on which nothing is lit, for whoever lights something to fill in."""
    dark = {"cells": "." * 16, "edges": "." * 8, "volts": [0] * 16, "active": False}
    players = [dict(dark) for _ in range(boards)]
    return {"players": players, "rulers": [], "queue": [0, 0], "points": [0, 0, 0], "life": [], "cues": []}
