"""Room: what `ematrix judge` computes, as plain data; runs unchanged on CPython and MicroPython (docs/cli.md).

`answer(line, game)` is the whole service. Run as a script it answers lines from standard input, each sent as a JSON
string, for the game that is its argument. What one game means by a line stands in the module `judge` of its package:

    OPTIONAL                          names of KEYS that a line may leave out: "setup" is {} then, "rolls" is []
    begin(options, setup, rolls)      -> (position, code): where play begins, and None or why it cannot go on at all;
                                      ValueError with one sentence when the line is not well formed
    play(position, action)            -> position after an action; Refusal, and the old position is as it was
    account(position)                 -> what the answer says of it, JSON-ready

A position may hold more than a state of the game, such as how many rolls are used up; it is never changed in place.
"""

import json
import sys

from firmware.games import GAMES, Refusal
from host_tools.line_server import serve

KEYS = ("options", "setup", "rolls", "actions")


def answer(line, game):
    """{"accepted", "refused", "account"} of one line (docs/cli.md); ValueError with one sentence when it is bad."""
    judge = judge_of(game)
    options, setup, rolls, actions = request(line, judge.OPTIONAL)
    position, refused = judge.begin(options, setup, rolls)
    accepted = 0
    while refused is None and accepted < len(actions):
        try:
            position = judge.play(position, verb_first(actions[accepted]))
            accepted += 1
        except Refusal as refusal:
            refused = refusal.code
    return {"accepted": accepted, "refused": refused, "account": judge.account(position)}


def judge_of(game):
    """The module that judges that game; ValueError when there is no such game, or none that is judged."""
    if game not in GAMES:
        raise ValueError("there is no game '%s'; known are %s" % (game, ", ".join(GAMES)))
    try:
        return __import__(GAMES[game] + ".judge", None, None, ("*",))
    except ImportError:
        pass
    raise ValueError("the game %s cannot be judged yet" % game)


def verb_first(action):
    """The action, which begins with its verb; Refusal."""
    if type(action) is not list or not action or type(action[0]) is not str:
        raise Refusal("bad_action", what="verb")
    return action


def request(line, optional):
    """(options, setup, rolls, actions) of one line; ValueError."""
    if not line.strip():
        raise ValueError("the line is empty; write one JSON object")
    if line.strip()[0] != "{":
        raise ValueError("the line must be one JSON object with " + ", ".join(KEYS))
    asked = _json(line)
    for key in sorted(asked):
        if key not in KEYS:
            raise ValueError("the key '%s' is unknown; known are %s" % (key, ", ".join(KEYS)))
    found = []
    for key, kind in zip(KEYS, (dict, dict, list, list)):
        if key not in asked and key not in optional:
            raise ValueError("the key '%s' is missing" % key)
        value = asked.get(key, kind())
        if not isinstance(value, kind):
            raise ValueError("'%s' must be %s" % (key, "an object" if kind is dict else "a list"))
        found.append(value)
    return found


def _json(text):
    try:
        return json.loads(text)
    except (ValueError, RuntimeError):  # RuntimeError: nested too deeply
        pass
    raise ValueError("the line is no valid JSON; write one JSON object with " + ", ".join(KEYS))


if __name__ == "__main__":
    serve(lambda line: answer(line, sys.argv[1]), sys.stdin, sys.stdout)
