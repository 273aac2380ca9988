"""Room: the page over a stand-in table: it shows what it is told, in two languages, and knows no rule."""

import random
import re
from pathlib import Path

import pytest

from firmware.games import ROLES
from firmware.games.energy_matrix.cards.kinds import CARDS
from firmware.wiring import CHAIN_PRIMARY
from host_tools.simulator.printed import printed
from host_tools.simulator.session import Session
from tests.sim.browser import CHAINS, lamps, lay, spot, until
from tests.sim.stand_in import StandInTable, view

pytestmark = pytest.mark.browser
WEB = Path(__file__).resolve().parents[2] / "host_tools/simulator/web"


@pytest.fixture
def session():
    return Session(StandInTable, printed(), seed=5)


def report(session, record):
    session.table.board(0).records.append(record)


def test_leds_have_the_colours_that_the_boards_send(session, open_page):
    dice = random.Random(3)
    for board, chain in enumerate(CHAINS):
        count = sum(many for _, many in chain)
        session.table.board(board).leds = [tuple(dice.randrange(256) for _ in "rgb") for _ in range(count)]
    page = open_page(session)
    for board in (0, 1):
        assert lamps(page, board)[1:] == session.table.board(board).leds[1:]
    session.table.board(0).leds = [(0, 9, 0)] * len(session.table.board(0).leds)
    until(page, lambda: set(lamps(page, 0)[1:]) == {(0, 9, 0)}, "all LEDs are green")


def test_the_display_has_the_pixels_that_the_board_sends(session, open_page):
    pixels = random.Random(4).randbytes(1024)
    session.table.board(1).oled = pixels
    page = open_page(session)
    display = page.locator('.oled[data-player="1"]')
    shown = display.evaluate("""display => [...display.getContext("2d").getImageData(0, 0, 128, 64).data]""")
    lit = [shown[4 * (128 * y + x)] > 128 for y in range(64) for x in range(128)]
    assert lit == [bool(pixels[y // 8 * 128 + x] >> y % 8 & 1) for y in range(64) for x in range(128)]


def test_without_a_report_no_voltage_and_no_state_is_shown(session, open_page):
    lay(session, "sun", "cell:0:0", face="down")
    lay(session, "A@1", "cell:0:1")
    lay(session, "ext", "edge:0:0")
    page = open_page(session)
    assert page.locator(".volt, .role").all_inner_texts() == [""] * (2 * 16 * 2 + 2 * 8)


def test_while_building_needs_stand_beside_voltages_and_cells_for_a_machine_in_question_are_marked(session, open_page):
    mine = {"cells": "." * 16, "edges": "." * 8, "volts": [2] * 16, "active": True}
    mine.update(needs=[None, 3] + [None] * 14, works=[5])
    report(session, view(players=[mine, dict(mine, needs=None, works=None)]))
    page = open_page(session)
    until(page, lambda: spot(page, "cell:0:1").locator(".volt").inner_text() == "2/3 V", "what it needs is shown")
    assert spot(page, "cell:0:0").locator(".volt").inner_text() == "2 V"
    assert page.locator(".would-work").evaluate_all("found => found.map(one => one.dataset.place)") == ["cell:0:5"]


def test_voltages_and_states_are_those_of_the_report_however_wrong(session, open_page):
    record = view()
    record["players"][1].update(cells="v.....f........k", edges="...d....", volts=[37] + [0] * 14 + [9])
    report(session, record)
    page = open_page(session)
    spot(page, "cell:1:0").get_by_text("37 V").wait_for()
    assert spot(page, "cell:1:0").get_attribute("aria-label") == "Cell A1: empty, 37 V, △ over"
    assert spot(page, "cell:1:6").get_attribute("aria-label") == "Cell B3: empty, 0 V, ★ fires"
    assert spot(page, "cell:1:15").get_attribute("aria-label") == "Cell D4: empty, 9 V, ↥ take off"
    assert spot(page, "edge:1:3").get_attribute("aria-label") == "Edge socket of row D: empty, … idle"


def test_rulers_and_points_are_told_in_words_too(session, open_page):
    rulers = [[12, 3, 5, False], [8, -2, -2, False], [4, 2, 4, True]]
    report(session, view(rulers=rulers, points=[2, 3, 0]))
    page = open_page(session)
    page.get_by_role("img", name="Ruler A: 3 towards player 2, will go to 5 towards player 2").wait_for()
    page.get_by_role("img", name="Ruler B: 2 towards player 1").wait_for()
    page.get_by_role("img", name="Ruler C: 2 towards player 2, will go to 4 towards player 2, reached").wait_for()
    page.get_by_role("img", name="Action points: 2 of 3").wait_for()


def test_a_battery_stack_shows_how_many_and_which_axes(session, open_page):
    lay(session, "sun", "cell:0:0", face="down")
    lay(session, "rain", "cell:0:0", face="down", rotation=270)
    page = open_page(session)
    said = spot(page, "cell:0:0").get_attribute("aria-label")
    assert said == "Cell A1: battery, axis along the row + battery, axis along the column"
    assert "sun" not in page.locator("body").aria_snapshot()


def test_the_hand_of_the_player_not_at_turn_is_covered(session, open_page):
    lay(session, "5A@4", "hand:0")
    lay(session, "2C@4", "hand:1")
    record = view()
    record["players"][1]["active"] = True
    report(session, record)
    page = open_page(session)
    page.get_by_role("button", name="makes 2C").wait_for()
    assert "makes 5A" not in page.locator("body").aria_snapshot()
    page.get_by_role("button", name="Show the hand of player 1").click()
    page.get_by_role("button", name="makes 5A").wait_for()
    page.get_by_role("button", name="Hide the hand of player 1").click()
    page.get_by_role("button", name="Hidden card 1 of 1").wait_for()


def test_the_set_up_is_dealt_and_cards_are_drawn_by_buttons(session, open_page):
    page = open_page(session)
    page.get_by_role("button", name="Deal set-up").click()
    until(page, lambda: len(session.world.pile("hand:1")) >= 7, "hands are dealt")
    held = len(session.world.pile("hand:1"))
    page.get_by_role("button", name="Draw 2 for player 2").click()
    until(page, lambda: len(session.world.pile("hand:1")) >= held + 2, "two cards are drawn")
    page.get_by_role("button", name="Deal set-up").click()
    page.get_by_role("status").get_by_text("dealt already").wait_for()


def test_a_dead_firmware_is_shown_and_started_again(session, open_page):
    page = open_page(session)
    dead = session.table
    dead.fail = RuntimeError("board 1 stopped: MemoryError")
    page.locator("#side0").get_by_role("alert").get_by_text("MemoryError").wait_for()
    page.locator("#side0").get_by_role("button", name="Switch the boards on again").click()
    until(page, lambda: session.table not in (None, dead) and session.table.lived_ms > 0, "other boards live")
    page.locator("#side0 .dead").wait_for(state="hidden")


def test_a_new_table_clears_everything(session, open_page):
    lay(session, "A@1", "cell:0:0")
    page = open_page(session)
    page.get_by_role("button", name="New table").click()
    page.get_by_label("Seed").fill("77")
    page.get_by_role("button", name="Clear the table").click()
    page.get_by_text("seed 77").wait_for()
    assert spot(page, "cell:0:0").get_attribute("aria-label") == "Cell A1: empty"


def test_chinese_where_the_browser_prefers_it_and_switchable(session, open_page):
    lay(session, "2A@2", "cell:0:6")
    page = open_page(session, locale="zh-CN")
    assert page.locator("html").get_attribute("lang") == "zh-Hans"
    assert spot(page, "cell:0:6").get_attribute("aria-label") == "B3 格: 产出 2A"
    page.get_by_role("button", name="English").click()
    assert spot(page, "cell:0:6").get_attribute("aria-label") == "Cell B3: makes 2A"
    page.reload()
    page.get_by_role("heading", name="Energy Matrix").wait_for()


def test_both_languages_have_the_same_words(session, open_page):
    page = open_page(session)
    zh = page.evaluate("""async () => Object.keys((await import("/words_zh.js")).zh)""")
    en = page.evaluate("""async () => Object.keys((await import("/words_en.js")).en)""")
    assert zh == en


@pytest.mark.parametrize("locale", ["zh-CN", "en-US"])
@pytest.mark.parametrize("width, height", [(1440, 900), (1280, 720)])
def test_everything_fits_the_window(session, open_page, width, height, locale):
    session.command({"do": "deal"})
    session.command({"do": "draw", "player": 0, "count": 9})
    report(session, view())
    page = open_page(session, locale=locale, size={"width": width, "height": height})
    outside = page.evaluate(
        """() => [...document.querySelectorAll(".spot, button, .oled, .lamp, .label, .inspector")]
            .filter(one => one.offsetParent && !one.closest("[hidden]"))
            .filter(one => {
                const box = one.getBoundingClientRect();
                return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
            }).map(one => one.outerHTML.slice(0, 80))"""
    )
    assert outside == []
    scroll = page.evaluate("[document.scrollingElement.scrollWidth, document.scrollingElement.scrollHeight]")
    assert scroll == [width, height]


@pytest.mark.parametrize("locale", ["zh-CN", "en-US"])
@pytest.mark.parametrize("width, height", [(1440, 900), (1280, 720)])
def test_every_state_can_be_read_whole(session, open_page, width, height, locale):
    record = view()
    record["players"][0].update(cells=ROLES[:16], volts=[9] * 16)
    record["players"][1].update(cells=ROLES[16:] + "." * (32 - len(ROLES)), edges="wdwdwdwd")
    report(session, record)
    page = open_page(session, locale=locale, size={"width": width, "height": height})
    page.locator(".at-turn").first.wait_for(state="hidden")
    until(page, lambda: page.locator(".role:not(:empty)").count() == len(ROLES) - 1 + 8, "all states are shown")
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".role, .volt")]
            .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0).map(one => one.textContent)"""
    )
    assert cut == []


def test_the_page_knows_no_card_by_its_code():
    codes = {row[0] for row in CARDS}
    for file in sorted(WEB.glob("*.js")):
        if file.name.startswith("words_"):
            continue
        quoted = set(re.findall(r"[\"'`]([^\"'`]+)[\"'`]", file.read_text(encoding="utf-8")))
        assert not quoted & codes, file.name


def test_voltages_are_only_passed_through():
    users = {file.name for file in WEB.glob("*.js") if re.search(r"\bvolts\b", file.read_text(encoding="utf-8"))}
    assert users == {"lamps.js", "words_en.js", "words_zh.js"}


def test_the_server_of_the_page_knows_the_cards_but_no_rule():
    for name in ("server", "live", "guard", "session", "orders", "printed", "dealing"):
        text = (WEB.parent / f"{name}.py").read_text(encoding="utf-8")
        games = re.findall(r"from firmware\.games\S* import .*|from firmware import games", text)
        known = {"from firmware import games", "from firmware.games.energy_matrix.cards import kinds"}
        assert set(games) <= known, name


def test_the_page_counts_the_chain_as_the_wiring_does(session, open_page):
    page = open_page(session)
    for group, count in CHAIN_PRIMARY[1:]:
        assert page.locator(f'.lamp[data-board="0"][data-group="{group}"]').count() == count, group
