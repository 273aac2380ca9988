"""Room: what cards do, in words of the card list: effects of frames and events (rules sections 1, 3 and 4.2).

A frame's effect is one or more words: `rated-1` or `rated+1` (volts), `product+1` (units, each kind produced), behind
it `sun` or `rain` if the bonus needs that weather; or `edge` alone: a battery of a line. An event's effect is one word:
sun, rain, thunder, dismantle, ap+1 or ap-1 (action points), draw2 (cards). Before cards.py.
"""

from firmware.compat import const

MOST_VOLTS = const(9)  # a cell reaches 9 V: three batteries in row and in column, two at the edge, thunder
MOST_UNITS = const(99)
MOST_POINTS = const(3)
_DIGIT = const(9)
PRODUCT = const(1 << 12)  # volts and units in one number: units * PRODUCT + volts
WEATHER = ("sun", "rain")
EVENTS = ("sun", "rain", "thunder", "dismantle")


def frame_effect(text):
    """(volts, units, weather or "", edge battery?) of a frame's effect; None if it says nothing that exists."""
    if text == "edge":
        return 0, 0, "", True
    volts = units = 0
    weather = ""
    for word in text.split(" "):
        if word in WEATHER and units and not weather:
            weather = word
        elif word[:5] == "rated" and not volts:
            volts = _signed(word[5:], MOST_VOLTS)
            if not volts:
                return None
        elif word[:7] == "product" and not units:
            units = _signed(word[7:], _DIGIT)
            if units < 1:
                return None
        else:
            return None
    return volts, units, weather, False


def event_of(text):
    """(name, number): ("sun", 0), ("ap", -1), ("draw", 2); None if there is no such event."""
    if text in EVENTS:
        return text, 0
    if text[:2] == "ap":
        points = _signed(text[2:], MOST_POINTS)
        return ("ap", points) if points else None
    if text[:4] == "draw" and len(text) == 5 and "1" <= text[4] <= "9":
        return "draw", int(text[4])
    return None


def points_of(event):
    """Action points that an event adds; 0 for the others."""
    found = event_of(event)
    return found[1] if found is not None and found[0] == "ap" else 0


def _signed(text, most):
    """A sign and one digit as a number; 0 if it is none or exceeds `most`."""
    if len(text) != 2 or text[0] not in "+-" or not "1" <= text[1] <= "9" or int(text[1]) > most:
        return 0
    return int(text[1]) if text[0] == "+" else -int(text[1])
