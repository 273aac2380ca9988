"""Room: the verbs of a script: splits a line into words and checks the arguments of each verb.

A checker is `check(words, known, world) -> arguments`; `known` maps the names of cards; UserError says what to write
instead. Comes before `script.py`, which documents the verbs and names file and line.
"""

import json

from host_tools.errors import UserError
from host_tools.simulator.world import ROTATIONS

BUTTONS = ("ok", "back", "left", "right", "axis")
EXPECT_MS = 5000
ROOTS = ("account", "view", "screen", "faults", "leds")


def words_of(line):
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


def number(words, low, high, usage):
    if len(words) != 1 or not words[0].lstrip("-").isdigit() or not low <= int(words[0]) <= high:
        raise UserError(f"write '{usage}' with a whole number from {low} to {high}")
    return int(words[0])


def _card(word, known):
    if word not in known:
        raise UserError(f"there is no card {word!r}; a card is a code and a copy such as A@1#3")
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
            raise UserError(f"{word!r} does not belong here; write '{usage}'")
    return face, rotation


def _wait(words, known, world):
    return (number(words, 1, 10**8, "wait MS"),)


def _nothing(words, known, world):
    if words:
        raise UserError(f"nothing may follow on this line; take {' '.join(words)!r} away")
    return ()


def _draw(words, known, world):
    player = number(words[:1], 0, world.players - 1, "draw PLAYER [COUNT]")
    return player, number(words[1:] or ["1"], 1, 20, "draw PLAYER [COUNT]")


def _move(words, known, world):
    usage = "move CARD to PLACE [up|down] [0|90|180|270]"
    if len(words) < 3 or words[1] != "to":
        raise UserError(f"write '{usage}'")
    return (_card(words[0], known), _place(words[2], world), *_lie(words[3:], usage))


def _one_card(words, known, world):
    if len(words) != 1:
        raise UserError("name one card on this line, such as A@1#3")
    return (_card(words[0], known),)


def _pull(words, known, world):
    if len(words) != 3 or words[1] != "to":
        raise UserError("write 'pull CARD to PLACE'")
    return _card(words[0], known), _place(words[2], world)


def _press(words, known, world):
    usage = "press PLAYER ok|back|left|right|axis [held]"
    player = number(words[:1], 0, world.players - 1, usage)
    if len(words) not in (2, 3) or words[1] not in BUTTONS or words[2:] not in ([], ["held"]):
        raise UserError(f"write '{usage}'")
    return player, words[1], len(words) == 3


def _reader(words, known, world):
    usage = "break PLAYER POSITION (or mend PLAYER POSITION)"
    if len(words) != 2:
        raise UserError(f"write '{usage}'")
    return number(words[:1], 0, world.players - 1, usage), number(words[1:], 0, 17, usage)


def _cable(words, known, world):
    return (number(words, 1, world.players - 1, "unplug PLAYER (or plug PLAYER), not the first board"),)


def _named(word, known):
    if word in known or "#" in word:
        raise UserError(f"{word!r} is taken; give the new card a name of its own, without #")
    known[word] = None
    return word


def _foreign(words, known, world):
    usage = "foreign NAME at PLACE [up|down]"
    if len(words) < 3 or words[1] != "at":
        raise UserError(f"write '{usage}'")
    return (_named(words[0], known), _place(words[2], world), *_lie(words[3:], usage))


def _twin(words, known, world):
    usage = "twin NAME of CARD at PLACE [up|down]"
    if len(words) < 5 or words[1] != "of" or words[3] != "at":
        raise UserError(f"write '{usage}'")
    original = _card(words[2], known)
    return (_named(words[0], known), original, _place(words[4], world), *_lie(words[5:], usage))


def _expect(words, known, world):
    usage = "expect PATH [has] VALUE [within MS]"
    limit = EXPECT_MS
    if len(words) > 2 and words[-2] == "within":
        limit = number(words[-1:], 1, 10**8, usage)
        words = words[:-2]
    has = len(words) == 3 and words[1] == "has"
    if len(words) != 2 + has or words[0].split(".")[0] not in ROOTS:
        raise UserError(f"write '{usage}'; a path starts with {', '.join(ROOTS)}")
    try:
        value = json.loads(words[-1])
    except ValueError:
        value = words[-1]
    return words[0].split("."), has, value, limit


VERBS = {
    "wait": _wait,
    "deal": _nothing,
    "draw": _draw,
    "move": _move,
    "flip": _one_card,
    "rotate": _one_card,
    "push": _one_card,
    "pull": _pull,
    "press": _press,
    "break": _reader,
    "mend": _reader,
    "unplug": _cable,
    "plug": _cable,
    "foreign": _foreign,
    "twin": _twin,
    "expect": _expect,
    "show": _nothing,
}
