"""Room: escape hatch before anything else: OK held down, or too many starts without success, keep main.py from running.

main.py runs in the same namespace right after: it prints ESCAPE and stops if that is a sentence, and calls healthy()
once the game has run for a while. Nothing from firmware/ is imported, so that a broken one cannot lock the board out.
(USB comes up only after boot.py, so a sentence printed here would be lost.)
"""

import os

import machine

_PIN_OK = 22
_STARTS = "boot_starts"
_MOST_STARTS = 4


def _ok_held():
    # The Pico's pull-up needs a moment to lift the line; a released button must not look like a pressed one.
    pin = machine.Pin(_PIN_OK, machine.Pin.IN, machine.Pin.PULL_UP)
    for _ in range(1000):
        if pin.value():
            return False
    return True


def _count_start():
    """Starts since the last healthy one, this one included."""
    try:
        with open(_STARTS) as file:
            starts = int(file.read()) + 1
    except (OSError, ValueError):
        starts = 1
    try:
        with open(_STARTS, "w") as file:
            file.write(str(starts))
    except OSError:
        pass  # a full flash must not keep the table from starting
    return starts


def healthy():
    """The program runs as it should: forget the starts counted so far."""
    try:
        os.remove(_STARTS)
    except OSError:
        pass


def _escape():
    """One sentence why main.py should not run, or None."""
    if _ok_held():
        healthy()
        return "OK was held at power on: the table stays off; release OK and press Ctrl-D to start it."
    if _count_start() > _MOST_STARTS:
        healthy()
        return "The table failed " + str(_MOST_STARTS) + " times in a row and stays off; press Ctrl-D to try again."
    return None


ESCAPE = _escape()
