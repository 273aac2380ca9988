"""Room: hands at the page over a stand-in table: cards dragged, clicked, turned; fingers on buttons; keys alone."""

import pytest

from host_tools.simulator.printed import printed
from host_tools.simulator.session import Session
from tests.sim.browser import card_at, lay, spot, until
from tests.sim.stand_in import StandInTable

pytestmark = pytest.mark.browser


@pytest.fixture
def session():
    return Session(StandInTable, printed(), seed=5)


def lies(session, page, card, place, face=None, rotation=None):
    """Wait until a card lies somewhere."""
    thing = session.world.cards[card]

    def there():
        return thing.place == place and face in (None, thing.face) and rotation in (None, thing.rotation)

    until(page, there, f"{thing.token} lies {face} at {place}; it lies {thing.face}, {thing.rotation} at {thing.place}")


@pytest.mark.parametrize(
    "target", ["cell:0:5", "cell:1:15", "edge:0:6", "edge:1:0", "tap:1", "discard", "floor", "hand:1"]
)
def test_a_card_is_dragged_from_the_hand_to_every_kind_of_place(session, open_page, target):
    card = lay(session, "A@1", "hand:0")
    page = open_page(session)
    card_at(page, "hand:0").drag_to(spot(page, target))
    lies(session, page, card, target, "up")


@pytest.mark.parametrize("source", ["cell:0:5", "edge:1:2", "tap:0", "discard", "floor", "life:1", "deck", "queue"])
def test_a_card_is_dragged_from_every_kind_of_place_to_the_hand(session, open_page, source):
    card = lay(session, "A@1", source, face="down")
    page = open_page(session)
    (spot(page, source).locator(".card").first if source == "queue" else card_at(page, source)).drag_to(
        spot(page, "hand:1")
    )
    lies(session, page, card, "hand:1", "up")


def test_a_card_dropped_on_the_slot_goes_into_the_queue_by_itself(session, open_page):
    card = lay(session, "A@1", "hand:0")
    page = open_page(session)
    card_at(page, "hand:0").drag_to(spot(page, "slot"))
    lies(session, page, card, "slot", "down")
    lies(session, page, card, "queue", "down")


def test_the_head_of_the_queue_is_dragged_to_the_discards_and_shown(session, open_page):
    head = lay(session, "sun", "queue", face="down")
    lay(session, "rain", "queue", face="down")
    page = open_page(session)
    page.get_by_role("button", name="Queue, card 1 of 2, head").drag_to(spot(page, "discard"))
    lies(session, page, head, "discard", "up")


def test_a_click_picks_up_and_a_click_puts_down_turned_as_wished(session, open_page):
    card = lay(session, "2A@2", "hand:0")
    page = open_page(session)
    card_at(page, "hand:0").click()
    page.keyboard.press("f")
    page.keyboard.press("r")
    spot(page, "cell:0:9").click()
    lies(session, page, card, "cell:0:9", "down", 90)


def test_escape_and_the_right_button_put_back(session, open_page):
    card = lay(session, "2A@2", "cell:0:0")
    page = open_page(session)
    for put_back in (lambda: page.keyboard.press("Escape"), lambda: spot(page, "cell:0:9").click(button="right")):
        card_at(page, "cell:0:0").click()
        assert page.locator("#ghost").is_visible()
        put_back()
        assert page.locator("#ghost").is_hidden()
    assert session.world.cards[card].place == "cell:0:0"


def test_f_and_r_turn_the_card_under_the_pointer(session, open_page):
    card = lay(session, "A@1", "cell:1:4")
    page = open_page(session)
    card_at(page, "cell:1:4").hover()
    page.keyboard.press("f")
    page.get_by_role("gridcell", name="Cell B1: battery, axis along the row").wait_for()
    lies(session, page, card, "cell:1:4", "down", 0)
    page.keyboard.press("r")
    lies(session, page, card, "cell:1:4", "down", 90)


def test_the_top_card_is_taken_and_with_shift_the_whole_stack(session, open_page):
    machine = lay(session, "A@1", "cell:0:0")
    frame = lay(session, "eco", "cell:0:0")
    page = open_page(session)
    card_at(page, "cell:0:0").drag_to(spot(page, "cell:0:3"))
    lies(session, page, frame, "cell:0:3", "up")
    page.get_by_role("gridcell", name="Cell A4: saver").wait_for()
    card_at(page, "cell:0:3").drag_to(spot(page, "cell:0:0"))
    lies(session, page, frame, "cell:0:0")
    page.get_by_role("gridcell", name="Cell A1: makes A + saver").wait_for()
    page.keyboard.down("Shift")
    card_at(page, "cell:0:0").drag_to(spot(page, "cell:0:7"))
    page.keyboard.up("Shift")
    lies(session, page, frame, "cell:0:7")
    assert session.world.pile("cell:0:7") == [machine, frame]


def test_a_panel_button_is_held_as_long_as_the_pointer_is_down(session, open_page):
    page = open_page(session)
    table = session.table
    page.get_by_role("group", name="Panel of player 2").get_by_role("button", name="AXIS").hover()
    page.mouse.down()
    until(page, lambda: table.fingers and table.lived_ms - table.fingers[0][2] > 900, "the button was held for 0.9 s")
    page.mouse.up()
    until(page, lambda: len(table.fingers) == 2, "the button is up")
    (player, mask, began), (_, released, ended) = table.fingers
    assert (player, mask, released) == (1, 16, 0)
    assert ended - began >= 900


def test_digits_are_the_buttons_of_both_panels(session, open_page):
    page = open_page(session)
    for key in "1234567890":
        page.keyboard.press(key)
    until(page, lambda: len(session.table.fingers) == 20, "ten keys went down and up")
    masks = [(player, mask) for player, mask, _ in session.table.fingers if mask]
    assert masks == [(player, mask) for player in (0, 1) for mask in (1, 2, 4, 8, 16)]


def test_arrow_keys_alone_reach_every_place(session, open_page):
    session.command({"do": "deal"})
    lay(session, "A@1", "queue", face="down")
    page = open_page(session)
    missed = page.evaluate(
        """async () => {
            const { next, WAYS } = await import("/keys.js");
            const reached = new Set([document.querySelector(".spot")]);
            for (const from of reached) for (const way of Object.values(WAYS)) {
                const to = next(from, way);
                if (to) reached.add(to);
            }
            const missed = [...document.querySelectorAll(".spot")].filter(one => !reached.has(one));
            return missed.map(one => one.getAttribute("aria-label"));
        }"""
    )
    assert missed == []


def test_a_card_is_laid_turned_and_taken_back_by_keys_alone(session, open_page):
    card = lay(session, "A@1", "hand:0")
    page = open_page(session)
    for key in ("h", "Enter", "f", "r", "m", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    lies(session, page, card, "cell:0:5", "down", 90)
    assert spot(page, "cell:0:5").evaluate("one => one === document.activeElement")
    page.get_by_role("gridcell", name="Cell B2: battery, axis along the column").wait_for()
    page.keyboard.press("r")
    page.get_by_role("gridcell", name="Cell B2: battery, axis along the row").wait_for()
    lies(session, page, card, "cell:0:5", "down", 180)
    for key in ("Enter", "h", "Enter"):
        page.keyboard.press(key)
    lies(session, page, card, "hand:0", "up")


def test_tab_goes_from_area_to_area(session, open_page):
    page = open_page(session)
    page.keyboard.press("m")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.button") == "left"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.place") == "cell:0:0"


def test_all_keys_stand_in_the_help(session, open_page):
    page = open_page(session)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="How to handle the table")
    shown = dialog.locator("kbd").all_inner_texts()
    assert {"Enter", "Esc", "Tab", "F", "R", "L", "H", "M", "Q", "D", "Z", "X", "?", *"1234567890"} <= set(shown)
    dialog.get_by_role("button", name="Close").click()
    assert dialog.is_hidden()
