"""Room: the stored calibration of a board: read, checked, put to use; nothing is used that is not plausible.

Before: contracts.Store. After: start.py, which loads it, and calibration.py, which measures and saves it.
"""

import json

from firmware import wiring
from firmware.compat import const

FILE = "calibration"
SCHEMA = const(1)
KINDS = ("empty", "dark", "bright")  # what a sensor can have above it
_LARGEST = const(65535)


def wired():
    """All sensors as (number, position, side); side "north", "east", or "edge" for an edge socket's only one."""
    found = []
    for cell, pair in enumerate(wiring.IR_CELLS):
        for sensor, side in zip(pair, ("north", "east")):
            found.append((sensor[0] * 16 + sensor[1], cell, side))
    for edge, sensor in enumerate(wiring.IR_EDGES):
        found.append((sensor[0] * 16 + sensor[1], wiring.EDGE + edge, "edge"))
    return found


def load(store, sensors, setup):
    """(what was stored as a dict, or None; "" or a sentence why it is not used). Puts it to use in the drivers.

    sensors: drivers' Reflectance (thresholds); setup: drivers' Setup (gains, speeds, rates); None: left as it is.
    """
    data = store.read(FILE)
    if data is None:
        return None, ""
    try:
        kept = json.loads(data)
        check(kept)
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        return None, "the stored calibration is not used (%s): calibrate again in the menu" % fault
    if sensors is not None:
        for number, threshold in kept["thresholds"]:
            sensors.thresholds[number] = threshold
    if setup is not None:
        for position in range(len(setup.gains)):
            setup.gains[position] = kept["gains"][position]
            setup.speeds[position] = _speed_index(setup.rates, kept["speeds"][position])
    return kept, ""


def _speed_index(rates, speed):
    """The fastest of our speeds that is no faster than the stored one: the setting may have changed since."""
    for index in range(len(rates)):
        if rates[index] <= speed:
            return index
    return len(rates) - 1


def check(kept):
    """ValueError that says what is not plausible."""
    if kept["schema"] != SCHEMA:
        raise ValueError("schema %s" % kept["schema"])
    _check_sensors(kept)
    _check_readers(kept)


def _check_sensors(kept):
    numbers = [number for number, _, _ in wired()]
    if sorted(number for number, _ in kept["thresholds"]) != sorted(numbers):
        raise ValueError("other sensors")
    for number, threshold in kept["thresholds"]:
        if type(threshold) is not int or not 0 < threshold < _LARGEST:
            raise ValueError("threshold %s of sensor %s" % (threshold, number))
    for number, kind, least, most in kept["seen"]:
        if number not in numbers or kind not in KINDS or type(least) is not int or type(most) is not int:
            raise ValueError("reading of sensor %s" % number)


def _check_readers(kept):
    count = len(wiring.READERS)
    if len(kept["gains"]) != count or len(kept["speeds"]) != count:
        raise ValueError("other readers")
    for gain in kept["gains"]:
        if type(gain) is not int or not 0 <= gain <= 7:
            raise ValueError("gain %s" % gain)
    for speed in kept["speeds"]:
        if type(speed) is not int or speed < 0:
            raise ValueError("speed %s" % speed)
