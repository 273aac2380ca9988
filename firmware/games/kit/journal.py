"""Room: the frame of all rules: the one checked entrance, the journal that it writes, undo by replay; no time, no I/O.

Before: a cartridge's verbs. After: kit/play.py. Every accepted action stands in state["journal"], whose first entry
is the set-up: the same journal gives the same state on every interpreter.
"""

from firmware.games import Refusal


def changed(state, **changes):
    """A copy of the state with some entries replaced; the rest is shared."""
    copy = dict(state)
    copy.update(changes)
    return copy


def argument(action, kind):
    """The first argument of an action, of that type; Refusal("bad_action") otherwise."""
    if type(action[1]) is not kind:
        raise Refusal("bad_action", what=action[0])
    return action[1]


def chosen(cartridge, mode, options):
    """{option: value} of all options that the mode knows; Refusal("bad_mode"), Refusal("bad_option")."""
    if not any(mode == name for name, _ in cartridge.MODES):
        raise Refusal("bad_mode", mode=mode)
    known = dict(cartridge.options_of(mode))
    found = {name: values[0] for name, values in known.items()}
    for name, value in options.items():
        if name not in known or not any(value == v and type(value) is type(v) for v in known[name]):
            raise Refusal("bad_option", name=name, value=value)
        found[name] = value
    return found


def apply(state, action, phases, verbs):
    """The state after an action; raises Refusal(code, **details) and leaves `state` as it was.

    phases: phase -> verbs that it permits; verbs: verb -> (function(state, action) -> new state, number of arguments).
    """
    if type(action) is not list or not action or type(action[0]) is not str or action[0] not in verbs:
        raise Refusal("bad_action", what="verb")
    verb, arguments = verbs[action[0]]
    if len(action) != arguments + 1:
        raise Refusal("bad_action", what=action[0])
    if action[0] not in phases[state["phase"]]:
        raise Refusal("not_now", verb=action[0], phase=state["phase"])
    return changed(verb(state, action), journal=state["journal"] + [action])


def replay(cartridge, journal):
    """The state that a journal leads to; raises Refusal or ValueError when it is not one of this game."""
    if type(journal) is not list or not journal or type(journal[0]) is not list or journal[0][:1] != ["setup"]:
        raise ValueError("a journal starts with its setup entry")
    state = cartridge.setup(*journal[0][1:])
    for action in journal[1:]:
        state = cartridge.apply(state, action)
    return state


def undone(cartridge, state):
    """The state one step of the players earlier; the set-up stays. Refusal("nothing_to_undo")."""
    journal = state["journal"]
    if len(journal) < 2:
        raise Refusal("nothing_to_undo")
    return replay(cartridge, journal[: cartridge.last_step(journal)])
