"""Room: a duel played on the firmware under measurement; presses and cards as people give them.

Generators that yield how many ms shall pass; probe.py lets them. The other board is not there: its reports come from
the scene, as the link would bring them.
"""

import table

_QUEUE = 16


def online(app):
    """Both boards have been found."""
    yield 10
    app.board.room.online(1, True)
    yield 6000


def begin(app, scene):
    """From the menu to the first build phase; nothing lies on the boards."""
    yield from _press(app, "ok", True)
    yield 4000
    yield from _press(app, "ok")
    for uid in scene["queue"][:4]:
        yield from _push(uid)
    yield from _press(app, "ok")
    yield from _to_build(app, scene["queue"][4])


def lay(app, scene):
    """Both boards are laid full."""
    for position, face, uids in scene["mine"]:
        table.lies[position] = (face, [bytes(uid) for uid in uids])
    if app.player == 0:
        for report in scene["theirs"]:
            app.board.room.report(1, report)
    yield 8000


def settle(app):
    """The boards are accepted as they lie; the plan is worked out and shown."""
    yield from _press(app, "ok", True)
    while app.board.play.plan() is None:
        yield 10
    yield 3000


def fire_nothing(app):
    """By hand: straight to "that is all", so that the rulers stay and the duel goes on."""
    yield from _press(app, "axis")
    yield 500
    yield from _press(app, "left")
    yield from _press(app, "ok")


def turns(app, scene, last):
    """On to that turn; nothing is fired."""
    while app.board.play.state["turn"] < last:
        yield from _turn(app, scene["queue"][5 + app.board.play.state["turn"] % 30])


def _turn(app, uid):
    """One turn; the board that is here lifts a machine, or puts it back with its frames."""
    yield from _to_build(app, uid)
    if app.board.play.state["active"] == 0:
        _shift()
        yield 3000
    yield from _press(app, "ok")
    yield from fire_nothing(app)


def _press(app, button, held=False):
    app.board.press(button, held)
    yield 300


def _push(uid):
    """A card through the queue slot."""
    table.lies[_QUEUE] = (0, [bytes(uid)])
    yield 1500
    del table.lies[_QUEUE]
    yield 2500


def _to_build(app, uid):
    """Draw, push one card, turn it over."""
    yield from _press(app, "ok")
    yield from _push(uid)
    yield from _press(app, "ok")
    yield from _press(app, "ok")


def _shift():
    if table.aside is None:
        cell = max(table.lies)
        table.aside = (cell, table.lies.pop(cell))
    else:
        table.lies[table.aside[0]] = table.aside[1]
        table.aside = None
