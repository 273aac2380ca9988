"""Room: before anything else: chooses the copy of the firmware that runs, and keeps main.py away when that is wiser.

/fw_a and /fw_b hold two copies; /fw.slot says which one runs: "a", or "b?a" while b has yet to prove itself and a
waits as the one to go back to. Without that file /firmware runs, as a plain copy puts it there. "r" is the copy in the
ROMFS partition that some MicroPythons mount as /rom; it runs where it lies.
main.py runs in the same namespace right after: ESCAPE is a sentence why it should not go on, or None; SLOT the
content of /fw.slot; healthy() says that the start was good, give_up() that it was not, forget_starts() that it ended
in good order. Nothing from firmware/ is imported, so that a broken one cannot lock the board out. (USB comes up only
later, so print would be lost here.)
"""

import os
import sys

import machine

_ROOT = "/"
_PIN_OK = 22
_STARTS = "boot_starts"
_POINTER = "fw.slot"
_MOST_STARTS = 4
_MOST_TRIALS = 2  # starts that a new copy gets to prove itself


def _read(name):
    try:
        with open(_ROOT + name) as file:
            return file.read().strip()
    except (OSError, ValueError):
        return ""


def _write(name, text):
    """Replace a file in one step, so that a power cut leaves the old or the new text."""
    try:
        with open(_ROOT + name + ".new", "w") as file:
            file.write(text)
        os.rename(_ROOT + name + ".new", _ROOT + name)
    except OSError:
        pass  # a full or worn flash must not keep the table from starting


def _ok_held():
    # The Pico's pull-up needs a moment to lift the line; a released button must not look like a pressed one.
    pin = machine.Pin(_PIN_OK, machine.Pin.IN, machine.Pin.PULL_UP)
    for _ in range(1000):
        if pin.value():
            return False
    return True


def _count_start():
    """Starts since the last healthy one, this one included."""
    starts = _read(_STARTS)
    starts = int(starts) + 1 if starts.isdigit() else 1
    _write(_STARTS, str(starts))
    return starts


def forget_starts():
    """The next start is the first again: this one ended as it should."""
    try:
        os.remove(_ROOT + _STARTS)
    except OSError:
        pass


def _on_trial():
    """Whether the copy that runs has yet to prove itself."""
    return "?" in SLOT


def _fall_back():
    """From now on the copy before the new one; False if there is none."""
    before = SLOT.partition("?")[2]
    if not before:
        return False
    forget_starts()
    _write(_POINTER, before)
    return True


def healthy():
    """The program runs as it should: forget the starts counted so far, keep this copy of the firmware."""
    global SLOT
    forget_starts()
    if _on_trial():
        SLOT = SLOT.partition("?")[0]
        _write(_POINTER, SLOT)


def give_up():
    """The program failed: a new copy of the firmware makes room for the one before it, at once."""
    if _on_trial() and _fall_back():
        machine.reset()


def _escape():
    """One sentence why main.py should not run, or None."""
    global SLOT
    if _ok_held():
        forget_starts()
        return "OK was held at power on: the table stays off; release OK and press Ctrl-D to start it."
    starts = _count_start()
    if _on_trial() and starts > _MOST_TRIALS and _fall_back():
        SLOT = _read(_POINTER)
        starts = _count_start()
    if starts > _MOST_STARTS:
        forget_starts()
        return "The table failed " + str(_MOST_STARTS) + " times in a row and stays off; press Ctrl-D to try again."
    return None


SLOT = _read(_POINTER)
ESCAPE = _escape()
if SLOT:
    sys.path.insert(0, _ROOT + ("rom" if SLOT[0] == "r" else "fw_" + SLOT.partition("?")[0]))
