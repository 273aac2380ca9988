"""Room: a script of physical events for `ematrix sim --headless --script FILE`: its language, checked before it runs.

One event a line; `#` starts a comment; times are milliseconds of virtual time. PLAYER is 0 or 1.

    include FILE                              the steps of another script in the same folder
    seed N                                    order of the deck; only before all steps (default 1)
    wait MS                                   time passes
    deal                                      life cards and hands, as in the set-up of a duel
    draw PLAYER [COUNT]                       from the deck to a hand, one more card per frame
    move CARD to PLACE [up|down] [0|90|180|270]   a hand puts a card somewhere; the rest as it lay before
    flip CARD  |  rotate CARD                 turn over, or a quarter turn, where it lies
    push CARD                                 hold it in the queue slot, then let it go in
    pull CARD to PLACE                        show it to the slot on its way out of the queue
    press PLAYER ok|back|left|right|axis [held]   a finger on a button; `held` is a long press
    break PLAYER POSITION | mend ...          a reader dies, or works again: cells 0..15, 16 the slot, 17 the tap pad
    unplug PLAYER  |  plug PLAYER             a satellite's link cable is out, or in again
    foreign NAME at PLACE [up|down]           a card with a tag that nobody knows; later lines call it NAME
    twin NAME of CARD at PLACE [up|down]      a second card with the same UID as CARD
    expect PATH [has] VALUE [within MS]       wait until the table says so (default 5000 ms), else the script fails
    show                                      wait until the table is quiet and write a line with all it says

CARD is a token such as `A@1#3`. PLACE is `deck`, `discard`, `hand:P`, `life:P`, `cell:P:0..15`, `edge:P:0..7`,
`slot`, `queue`, `tap:P` or `floor`. VALUE is JSON or a bare word. PATH walks into the newest records with dots:
`account.phase`, `view.players.0.cells`, `screen.0.title.0`, `faults.1`, or into the LEDs as a player reads them:
`leds.0.cells`, `leds.0.rulers`, `leds.0.queue`. A bare `PATH has VALUE` asks whether a list or text contains it.
`script_player.py` runs the steps.
"""

from host_tools.errors import UserError
from host_tools.simulator.script_verbs import VERBS, number, words_of


class Step:
    """One line: its file, number and text, a verb and checked arguments."""

    __slots__ = ("arguments", "line", "name", "text", "verb")

    def __init__(self, name, line, text, verb, arguments):
        self.name = name
        self.line = line
        self.text = text
        self.verb = verb
        self.arguments = arguments


class ScriptError(UserError):
    """A line that cannot be: names file, line and cure."""


class Reader:
    """Reads a script and what it includes; cards and places are checked against `world`."""

    def __init__(self, world, folder):
        self.world = world
        self.folder = folder
        self.known = {card.token: card.id for card in world.cards}
        self.steps = []
        self.seed = None
        self._open = []

    def read(self, text, name):
        """Add the steps of a text; ScriptError names file and line."""
        self._open.append(name)
        for at, line in enumerate(text.splitlines(), 1):
            words = words_of(line)
            if not words:
                continue
            try:
                if words[0] == "include":
                    self._include(words)
                elif words[0] == "seed":
                    self._set_seed(words)
                else:
                    self.steps.append(Step(name, at, " ".join(words), words[0], self._arguments(words)))
            except ScriptError:
                raise
            except UserError as problem:
                raise ScriptError(f"{name}, line {at}: {problem}") from None
        self._open.pop()

    def _include(self, words):
        if len(words) != 2 or words[1] in self._open:
            raise UserError("write 'include FILE' with another script of the same folder")
        try:
            text = (self.folder / words[1]).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"cannot read {words[1]}: {error}; name a script of the same folder") from None
        self.read(text, words[1])

    def _set_seed(self, words):
        if self.steps or self.seed is not None:
            raise UserError("'seed' stands before all steps; move it to the first line")
        self.seed = number(words[1:], 0, 2**32, "seed N")

    def _arguments(self, words):
        if words[0] not in VERBS:
            raise UserError(f"there is no event {words[0]!r}; the events are {', '.join(VERBS)}")
        return VERBS[words[0]](words[1:], self.known, self.world)
