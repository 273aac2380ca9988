"""Room: what the browser tests share: Chromium, places on the page, and a reader of the LEDs that the page shows."""

import shutil

from firmware.wiring import CHAIN_PRIMARY, CHAIN_SATELLITE, chain_starts
from host_tools.simulator.read_leds import read_leds

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


def until(page, true, what):
    """Wait until `true()`; fails after ten seconds with `what`."""
    for _ in range(500):
        if true():
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"waited in vain until {what}")


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
