"""Room: where a score marker stands on its row of LEDs: marker value -> LED index, and the codes of a whole ruler.

Values run from -limit to limit, LED 0 is -limit. Comes before the frame, which gives it the ruler's stretch of codes.
"""

from firmware.compat import const
from firmware.lights.palette import RULER_FLASH, RULER_MARK, RULER_TO, RULER_WAY, RULER_ZERO

UPPER = const(1)
LOWER = const(2)


def led_of(value, limit, count):
    """LED index of a marker on a row of `count` LEDs (odd; an even row leaves its last LED dark).

    One LED a step when the row fits the limit ((count - 1) // 2 steps to each side); otherwise in proportion, but
    the middle is only shown for 0 and an end only for a reached limit: a player may trust both at a glance.
    """
    middle = (count - 1) // 2
    if limit <= 0 or value == 0:
        return middle
    if value >= limit:
        return 2 * middle
    if value <= -limit:
        return 0
    steps = value if value > 0 else -value
    if limit != middle:
        steps = (2 * steps * middle + limit) // (2 * limit)
        steps = 1 if steps < 1 else min(steps, middle - 1)
    return middle + steps if value > 0 else middle - steps


def end_zone(count):
    """LEDs at an end that flash when it is hit: one more than marker and target can cover on the shortest ruler."""
    return count // 8 + 2


def led_code(led, marker, target, zone, count):
    """Code of one LED of a ruler: marker before target before the flashing end before zero mark before the way.

    marker, target: LED indices; zone: which ends flash: 0 none, UPPER, LOWER or both.
    """
    if led == marker:
        return RULER_MARK
    if led == target:
        return RULER_TO
    middle = (count - 1) // 2
    if zone & UPPER and led > 2 * middle - end_zone(count):
        return RULER_FLASH
    if zone & LOWER and led < end_zone(count):
        return RULER_FLASH
    if led == middle:
        return RULER_ZERO
    if marker < led < target or target < led < marker:
        return RULER_WAY
    return 0
