"""Room: takes the pictures of the README: `.venv/bin/python -m docs.screenshots`, after `make setup`; needs Chromium.

Plays the first turn of a duel on the real firmware, from a position laid out beforehand, up to the settlement.
"""

import io
import threading
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import sync_playwright

from host_tools.simulator.live import Live
from host_tools.simulator.server import bind, make_app
from host_tools.simulator.session import open_session
from tests.sim.browser import CHROMIUM, SIZE

IMAGES = Path(__file__).parent / "images"
LANGUAGES = {"en": "en-GB", "zh": "zh-CN"}
BOARDS = (
    "- | . 2A@2 / - 2B@3 A@1 4A>2C@2 / - B@2 2A+B>2C@2[eco] A@1 / - C@3 2B@3 -",
    "- . B@2 A@1 / . . | . / . 2A@2[oc] . . / . . . |",
)


EVENTS = ("draw2", "dismantle", "ap-1", "ap+1", "rain", "sun", "thunder")  # any card makes a battery


class Hands:
    """What both players do at the table, on its virtual clock."""

    def __init__(self, session):
        self.session = session

    def wait(self, ms):
        for _ in range(ms // 40):
            self.session.run_ms(40)

    def press(self, button, player=0, hold_ms=120):
        for down in (True, False):
            self.session.command({"do": "finger", "player": player, "button": button, "down": down})
            self.wait(hold_ms)
        self.wait(600)

    def push(self, player):
        """The last card of a hand goes into the queue."""
        self.session.command({"do": "move", "cards": [self.hand(player)[-1]], "to": "queue"})
        self.wait(1600)

    def hand(self, player):
        return list(self.session.world.pile(f"hand:{player}"))

    def take(self, *codes):
        """A card of one of these kinds from the deck."""
        world = self.session.world
        return next(card for card in world.pile("deck") if world.cards[card].code in codes)

    def lay_out(self, player, notation):
        """Lay a position in matrix notation on a board."""
        world = self.session.world
        for cell, word in enumerate(token for row in notation.split("/") for token in row.split()):
            code, _, frames = word.rstrip("]").partition("[")
            if word in "-|":
                world.move(self.take(*EVENTS), f"cell:{player}:{cell}", "down", 0 if word == "-" else 90)
            elif word != ".":
                for card in [code, *frames.split(",")] if frames else [code]:
                    world.move(self.take(card), f"cell:{player}:{cell}", "up", 0)
                    self.wait(1000)


def play(hands):
    """To the first settlement, as the prompts of the table say."""
    world = hands.session.world
    hands.wait(3000)
    for _ in range(6):
        hands.press("ok")  # the menu, as it stands
    hands.session.command({"do": "deal"})
    hands.press("ok")
    for player in (0, 1, 0, 1):
        hands.push(player)
    for player, notation in enumerate(BOARDS):
        hands.lay_out(player, notation)
    hands.wait(2000)
    hands.press("ok", hold_ms=2000)  # take the position as it lies
    world.move(world.pile("queue")[0], "discard", "up", 0)
    hands.press("ok")
    hands.session.command({"do": "draw", "player": 0})
    hands.press("ok")
    hands.push(0)
    hands.press("ok")
    world.move(world.pile("queue")[0], "discard", "up", 0)
    hands.press("ok")
    world.move(hands.take("A@1"), "cell:0:2", "up", 0)
    hands.wait(2000)
    hands.press("ok")
    hands.wait(3000)


@contextmanager
def serving(session):
    """The address of a page that shows the session as it stands."""
    listener = bind(0)
    port = listener.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(make_app(Live(session), port, lambda: None), log_level="error"))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        thread.join()


def save(picture, path):
    """Write a PNG with 256 colours: a third of the size, and nobody sees the difference."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    whole.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)


def main():
    IMAGES.mkdir(exist_ok=True)
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for language, locale in LANGUAGES.items():
            session = open_session(7, language=language)
            play(Hands(session))
            with serving(session) as url:
                page = browser.new_page(viewport=SIZE, locale=locale)
                page.goto(url)
                page.wait_for_selector("body.ready")
                page.wait_for_timeout(2000)
                save(page.screenshot(), IMAGES / f"sim_{language}.png")
            session.close()


if __name__ == "__main__":
    main()
