"""Room: what the browser tests share: Chromium, places on the page, and a reader of the LEDs that the page shows."""

import shutil
import time

from firmware.wiring import CHAIN_PRIMARY, CHAIN_SATELLITE, chain_starts
from host_tools.simulator.read_leds import read_leds
from tests.patience import PATIENCE_S

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SIZE = {"width": 1440, "height": 900}
CHAINS = (CHAIN_PRIMARY, CHAIN_SATELLITE)
LAMPS = """board => [...document.querySelectorAll(`.lamp[data-board="${board}"]`)]
    .map(lamp => [lamp.dataset.group, Number(lamp.dataset.index), lamp.dataset.rgb])"""


def lamps(page, board):
    """[(red, green, blue)] of a board's chain as the page shows it, in chain order; the first LED is not drawn."""
    starts, total = chain_starts(CHAINS[board])
    colours = [(0, 0, 0)] * total
    for group, index, rgb in page.evaluate(LAMPS, board):
        colours[starts[group] + index] = tuple(bytes.fromhex(rgb))
    return colours


def leds(page, board):
    """What the LEDs on the page say, see read_leds."""
    return read_leds(lamps(page, board), chain=CHAINS[board])


def next_picture(page):
    """Let the page draw its next frame."""
    page.evaluate("new Promise(requestAnimationFrame)")


def until(page, true, what):
    """Let the page go on until `true()`; fails with `what` when patience ends."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, f"waited in vain until {what}"
        next_picture(page)


def spot(page, place):
    return page.locator(f'[data-place="{place}"]')


def card_at(page, place):
    """The card on top of a place, or the last one of a hand."""
    return spot(page, place).locator(".card").last


def lay(session, code, place, face="up", rotation=0, copy=1):
    """Put a card somewhere before or behind the page's back; its number."""
    card = next(card.id for card in session.world.cards if card.token == f"{code}#{copy}")
    session.world.move(card, place, face, rotation)
    return card
