"""Room: whole turns in the browser on the real firmware: one by mouse, one by keyboard; the LEDs are the witnesses.

The deck is stacked so that both players hold what they need: a producer of 1 A at 1 V, and cards for batteries.
"""

import re

import pytest

from host_tools.simulator.session import open_session
from tests.sim.browser import leds, next_picture, spot, until

pytestmark = pytest.mark.browser
PRESS_MS = 100  # how long a finger stays on a button
HAND = ("A@1", "B@2", "C@3", "2A@2", "3A@3", "2B@3", "sun")


@pytest.fixture
def session():
    table = open_session(seed=2, language="en")
    stack(table.world)
    yield table
    table.close()


def stack(world):
    """Three lives each, seven cards each, then draws; no frames, so that nothing is drawn for them."""
    wanted = ["2A@2", "B@2"] * 3 + [*HAND, *HAND] + ["2B@3", "C@3", "rain", "rain"]
    left = {card.id: card.code for card in world.cards}
    for code in reversed(wanted):
        card = next(number for number, kind in left.items() if kind == code)
        del left[card]
        world.move(card, "deck")


class Mouse:
    """Plays by pointing only."""

    def __init__(self, page):
        self.page = page

    def press(self, player, button):
        self.page.locator(f'.key[data-player="{player}"][data-button="{button}"]').click(delay=PRESS_MS)

    def deal(self):
        self.page.get_by_role("button", name="Deal set-up").click()

    def draw(self, player):
        self.page.get_by_role("button", name=f"Draw 1 for player {player + 1}").click()

    def look(self, player):
        if not opens_by_itself(self.page, player):
            self.page.locator(f'[data-look="{player}"]').click()

    def push(self, player, name):
        self.look(player)
        spot(self.page, f"hand:{player}").get_by_role("button", name=name, exact=True).first.drag_to(
            spot(self.page, "slot")
        )

    def discard_head(self):
        self.page.get_by_role("button", name=re.compile("head")).drag_to(spot(self.page, "discard"))

    def lay(self, player, name, cell):
        spot(self.page, f"hand:{player}").get_by_role("button", name=name, exact=True).first.drag_to(
            spot(self.page, cell)
        )

    def lay_battery(self, player, name, cell):
        spot(self.page, f"hand:{player}").get_by_role("button", name=name, exact=True).first.click()
        self.page.mouse.move(700, 450)
        self.page.keyboard.press("f")
        spot(self.page, cell).click()


class Keys:
    """Plays without a pointer: Tab, arrows, Enter and the letters of the help."""

    def __init__(self, page):
        self.page = page

    def key(self, *names):
        for name in names:
            self.page.keyboard.press(name)

    def press(self, player, button):
        number = 5 * player + ("ok", "back", "left", "right", "axis").index(button) + 1
        self.page.keyboard.press(str(number % 10), delay=PRESS_MS)

    def _tab_to(self, name):
        for _ in range(60):
            self.key("Tab")
            if self._focused().startswith(name):
                return
        raise AssertionError(f"Tab never came to {name}")

    def _focused(self):
        return self.page.evaluate(
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
        )

    def _walk_to(self, player, name):
        """Along the hand to a card."""
        cards = spot(self.page, f"hand:{player}").get_by_role("button").all()
        names = [card.get_attribute("aria-label") for card in cards]
        steps = names.index(name) - names.index(self._focused())
        self.key(*["ArrowRight" if steps > 0 else "ArrowLeft"] * abs(steps))
        assert self._focused() == name

    def deal(self):
        self._tab_to("Deal set-up")
        self.key("Enter")

    def draw(self, player):
        self._tab_to(f"Draw 1 for player {player + 1}")
        self.key("Enter")

    def _take(self, player, name):
        if not opens_by_itself(self.page, player):
            self.key("zx"[player])
        spot(self.page, f"hand:{player}").get_by_role("button", name=name, exact=True).first.wait_for()
        self._tab_to_hand(player)
        self._walk_to(player, name)
        self.key("Enter")

    def _tab_to_hand(self, player):
        for _ in range(60):
            if self.page.evaluate("document.activeElement.closest('[data-place]')?.dataset.place") == f"hand:{player}":
                return
            self.key("Tab")
        raise AssertionError("Tab never came to the hand")

    def push(self, player, name):
        self._take(player, name)
        self.key("q", "Enter")

    def discard_head(self):
        self.key("q")
        for _ in range(12):
            if "head" in self._focused():
                break
            self.key("ArrowRight")
        self.key("Enter", "d", "ArrowRight", "Enter")

    def _walk_cells(self, cell):
        self.key("m")
        for _ in range(int(cell.split(":")[2]) // 4):
            self.key("ArrowDown")
        for _ in range(int(cell.split(":")[2]) % 4):
            self.key("ArrowRight")

    def lay(self, player, name, cell):
        self._take(player, name)
        self._walk_cells(cell)
        self.key("Enter")

    def lay_battery(self, player, name, cell):
        self._take(player, name)
        self.key("f")
        self._walk_cells(cell)
        self.key("Enter")


def opens_by_itself(page, player):
    """Whether the turn shows this hand; the report that says whose turn it is may lag behind the display's words."""
    look = page.locator(f'[data-look="{player}"]')
    for _ in range(30):
        if look.get_attribute("aria-pressed") == "true":
            return True
        next_picture(page)
    return False


def says(page, player, text):
    """Wait until a display says something."""
    display = page.locator(f'.oled[data-player="{player}"]')
    until(page, lambda: text in display.get_attribute("aria-label"), f"the display of {player} says {text!r}")


def shows(page, board, **wanted):
    """Wait until the LEDs of a board say all of `wanted` (read_leds)."""
    until(page, lambda: wanted.items() <= leds(page, board).items(), f"the LEDs of board {board} say {wanted}")


def set_up(page, hand):
    """From the menu to the first turn: deal, fill the queue with four cards, discard its head."""
    says(page, 0, "New game 1/")
    for step in range(2, 12):
        if "Start the game" in page.locator('.oled[data-player="0"]').get_attribute("aria-label"):
            break
        hand.press(0, "ok")
        says(page, 0, f"New game {step}/")
    hand.press(0, "ok")
    says(page, 0, "New game: deal")
    hand.deal()
    spot(page, "life:1").locator(".card").nth(2).wait_for()
    hand.press(0, "ok")
    for count, name in enumerate(("makes 2B", "makes 2B", "makes 3A", "makes 3A")):
        says(page, 0, f"{count} of 4")
        hand.push(count % 2, name)
    says(page, 0, "Queue is full")
    shows(page, 0, queue=4)
    hand.discard_head()
    hand.press(0, "ok")
    says(page, 0, "P1: draw")
    shows(page, 0, queue=3, life=[3, 3], rulers=[0, 0, 0])


def turn(page, hand, player):
    """A whole turn: draw 1, push a sun, build a battery and a producer, settle for 1 A, end."""
    board, sign = player, 1 if player == 0 else -1
    before = leds(page, 0)["rulers"][0]
    says(page, player, f"P{player + 1}: draw")
    hand.draw(player)
    hand.press(player, "ok")
    says(page, player, "Push 1 or more")
    hand.push(player, "sun")
    says(page, player, "turn over 1")
    hand.press(player, "ok")
    says(page, player, "Turn over 1")
    hand.discard_head()
    hand.press(player, "ok")
    says(page, player, "build")
    shows(page, 0, points=3, points_of=3)
    hand.lay_battery(player, "makes C", f"cell:{player}:0")
    shows(page, board, cells="b" + "." * 15)
    shows(page, 0, points=2)
    hand.lay(player, "makes A", f"cell:{player}:2")
    shows(page, board, cells="b.o" + "." * 13)
    shows(page, 0, points=1)
    assert spot(page, f"cell:{player}:2").get_attribute("aria-label").endswith("1 V, ✓ OK")
    hand.press(player, "ok")
    says(page, player, "settle")
    shows(page, 0, rulers=[before, 0, 0], to=[before + sign, 0, 0])
    hand.press(player, "ok")
    shows(page, 0, rulers=[before + sign, 0, 0])


def test_a_turn_by_mouse_and_the_next_by_keyboard(session, open_page):
    page = open_page(session)
    mouse, keys = Mouse(page), Keys(page)
    set_up(page, mouse)
    turn(page, mouse, 0)
    turn(page, keys, 1)


def test_the_set_up_by_keyboard_alone(session, open_page):
    page = open_page(session)
    set_up(page, Keys(page))
