"""Room: the rows of LEDs that count things (queue, action points, lives): numbers of the view -> code of one LED.

Comes before the frame, which gives each function the LED's place in its row and the length of the row.
"""

from firmware.lights.palette import (
    LIFE_LEFT,
    LIFE_LOST,
    POINT_LEFT,
    POINT_OVER,
    POINT_USED,
    QUEUE_ASK,
    QUEUE_MORE,
    QUEUE_ON,
)


def queue_code(led, count, cards, ask):
    """One LED a card; beyond the row the first LEDs stand for two cards. `ask`: the next place to fill pulses."""
    if ask and led == (cards if cards < count else min(cards - count, count - 1)):
        return QUEUE_ASK
    if led + count < cards:
        return QUEUE_MORE
    return QUEUE_ON if led < cards else 0


def point_code(led, left, total, over):
    """Points left bright, used dim; all of them blink when more were used than there are (`over`)."""
    if over and led < max(total, 1):
        return POINT_OVER
    if led < left:
        return POINT_LEFT
    return POINT_USED if led < total else 0


def life_code(led, count, lives):
    """An equal share of the row for each [left, of] in `lives`; lives beyond their share do not show."""
    share = count // max(1, len(lives))
    if share == 0 or led // share >= len(lives):
        return 0
    life = lives[led // share]
    place = led % share
    if place < life[0]:
        return LIFE_LEFT
    return LIFE_LOST if place < life[1] else 0
