"""Room: a script of physical events for `ematrix sim --headless --script FILE`: its language, checked before it runs.

One event a line; `#` starts a comment; times are milliseconds of virtual time. PLAYER is 0 or 1.

    seed N                                    order of the deck; only as the first line (default 1)
    wait MS                                   time passes
    deal                                      life cards and hands, as in the set-up of a duel
    draw PLAYER [COUNT]                       from the deck to a hand, one more card per frame
    move CARD to PLACE [up|down] [0|90|180|270]   a hand puts a card somewhere; the rest as it lay before
    flip CARD  |  rotate CARD                 turn over, or a quarter turn, where it lies
    push CARD                                 hold it in the queue slot, then let it go in
    pull CARD to PLACE                        show it to the slot on its way out of the queue
    press PLAYER ok|back|left|right|axis [held]   a finger on a button; `held` is a long press
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

import json

from host_tools.errors import UserError
from host_tools.simulator.world import ROTATIONS

BUTTONS = ("ok", "back", "left", "right", "axis")
EXPECT_MS = 5000
ROOTS = ("account", "view", "screen", "faults", "leds")


class Step:
    """One line: its number, its text, a verb and checked arguments."""

    __slots__ = ("arguments", "line", "text", "verb")

    def __init__(self, line, text, verb, arguments):
        self.line = line
        self.text = text
        self.verb = verb
        self.arguments = arguments


class ScriptError(UserError):
    """A line that cannot be: names file, line and cure."""


def read_script(text, name, world):
    """(seed or None, [Step, ...]) of a script; cards and places are checked against `world`."""
    steps = []
    seed = None
    known = {card.token: card.id for card in world.cards}
    for number, line in enumerate(text.splitlines(), 1):
        words = _words(line)
        if not words:
            continue
        try:
            if words[0] == "seed":
                if steps or seed is not None:
                    raise ScriptError("'seed' stands only in the first line; move it there")
                seed = _number(words[1:2], 0, 2**32, "seed N")
                continue
            if words[0] not in _VERBS:
                raise ScriptError(f"there is no event {words[0]!r}; the events are {', '.join(_VERBS)}")
            arguments = _VERBS[words[0]](words[1:], known, world)
        except UserError as problem:
            raise ScriptError(f"{name}, line {number}: {problem}") from None
        steps.append(Step(number, " ".join(words), words[0], arguments))
    return seed, steps


def _words(line):
    """Words of a line without its comment; a JSON text in quotes or brackets may hold spaces."""
    words = []
    word = ""
    depth = 0
    quoted = False
    for sign in line:
        if quoted or sign == '"':
            quoted = quoted != (sign == '"')
        elif sign == "#" and not word and not depth:
            break
        elif sign.isspace() and not depth:
            words.append(word)
            word = ""
            continue
        else:
            depth += (sign in "[{") - (sign in "]}")
        word += sign
    return [word for word in [*words, word] if word]


def _number(words, low, high, usage):
    if len(words) != 1 or not words[0].lstrip("-").isdigit() or not low <= int(words[0]) <= high:
        raise ScriptError(f"write '{usage}' with a whole number from {low} to {high}")
    return int(words[0])


def _card(word, known):
    if word not in known:
        raise ScriptError(f"there is no card {word!r}; a card is a code and a copy such as A@1#3")
    return word


def _place(word, world):
    world.pile(word)
    return word


def _lie(words, usage):
    """(face or None, rotation or None) from the end of a line."""
    face = rotation = None
    for word in words:
        if word in ("up", "down") and face is None:
            face = word
        elif word.isdigit() and int(word) in ROTATIONS and rotation is None:
            rotation = int(word)
        else:
            raise ScriptError(f"{word!r} does not belong here; write '{usage}'")
    return face, rotation


def _wait(words, known, world):
    return (_number(words, 1, 10**8, "wait MS"),)


def _nothing(words, known, world):
    if words:
        raise ScriptError(f"nothing may follow on this line; take {' '.join(words)!r} away")
    return ()


def _draw(words, known, world):
    player = _number(words[:1], 0, world.players - 1, "draw PLAYER [COUNT]")
    return player, _number(words[1:] or ["1"], 1, 20, "draw PLAYER [COUNT]")


def _move(words, known, world):
    usage = "move CARD to PLACE [up|down] [0|90|180|270]"
    if len(words) < 3 or words[1] != "to":
        raise ScriptError(f"write '{usage}'")
    return (_card(words[0], known), _place(words[2], world), *_lie(words[3:], usage))


def _one_card(words, known, world):
    if len(words) != 1:
        raise ScriptError("name one card on this line, such as A@1#3")
    return (_card(words[0], known),)


def _pull(words, known, world):
    if len(words) != 3 or words[1] != "to":
        raise ScriptError("write 'pull CARD to PLACE'")
    return _card(words[0], known), _place(words[2], world)


def _press(words, known, world):
    usage = "press PLAYER ok|back|left|right|axis [held]"
    player = _number(words[:1], 0, world.players - 1, usage)
    if len(words) not in (2, 3) or words[1] not in BUTTONS or words[2:] not in ([], ["held"]):
        raise ScriptError(f"write '{usage}'")
    return player, words[1], len(words) == 3


def _named(word, known):
    if word in known or "#" in word:
        raise ScriptError(f"{word!r} is taken; give the new card a name of its own, without #")
    known[word] = None
    return word


def _foreign(words, known, world):
    usage = "foreign NAME at PLACE [up|down]"
    if len(words) < 3 or words[1] != "at":
        raise ScriptError(f"write '{usage}'")
    return (_named(words[0], known), _place(words[2], world), *_lie(words[3:], usage))


def _twin(words, known, world):
    usage = "twin NAME of CARD at PLACE [up|down]"
    if len(words) < 5 or words[1] != "of" or words[3] != "at":
        raise ScriptError(f"write '{usage}'")
    original = _card(words[2], known)
    return (_named(words[0], known), original, _place(words[4], world), *_lie(words[5:], usage))


def _expect(words, known, world):
    usage = "expect PATH [has] VALUE [within MS]"
    limit = EXPECT_MS
    if len(words) > 2 and words[-2] == "within":
        limit = _number(words[-1:], 1, 10**8, usage)
        words = words[:-2]
    has = len(words) == 3 and words[1] == "has"
    if len(words) != 2 + has or words[0].split(".")[0] not in ROOTS:
        raise ScriptError(f"write '{usage}'; a path starts with {', '.join(ROOTS)}")
    try:
        value = json.loads(words[-1])
    except ValueError:
        value = words[-1]
    return words[0].split("."), has, value, limit


_VERBS = {
    "wait": _wait,
    "deal": _nothing,
    "draw": _draw,
    "move": _move,
    "flip": _one_card,
    "rotate": _one_card,
    "push": _one_card,
    "pull": _pull,
    "press": _press,
    "foreign": _foreign,
    "twin": _twin,
    "expect": _expect,
    "show": _nothing,
}


def run(path, seed=None, engine=None, readers="model"):
    """Play the file at `path` and print its transcript; UserError for a bad script, HonestNo for a failed expect."""
    from host_tools.simulator.script_player import play_script

    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read the script {path}: {error}; give a UTF-8 text file") from None
    play_script(text, path.name, seed, engine, readers, lambda event: print(json.dumps(event), flush=True))
