"""Room: plans at a real board: what the display says after a press must be worked out first and then drawn again."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

from host_tools.cards.database import build
from tests.cards.databases import KINDS, OLD_FILE, TAGS

QUEUE = [uid for uid, _, _ in TAGS[-4:]]
BATTERY = [uid for uid, code, _ in TAGS if code == "B@2"][0]
MACHINE = [uid for uid, code, _ in TAGS if code == "A@1"][0]
BATTERIES = BATTERY, "04cccccccccccc"
MACHINES = MACHINE, "04dddddddddddd"
TWICE = build(KINDS, TAGS + [(BATTERIES[1], "B@2", 2), (MACHINES[1], "A@1", 2)])
FLOW_OF_A = (96, 96, 48)


def settling(story):
    """Tell a story that begins in the settlement of a battery and a machine that it drives."""

    async def from_settle(table):
        await table.begin(*QUEUE)
        await table.to_build()
        table.lay(4, BATTERY, face="down")
        table.lay(5, MACHINE)
        await table.until(lambda: table.account["draft"]["cost"] == 2)
        await table.press("ok")
        await table.until(lambda: lines(table)[0] == ["plan", {"n": 1}])
        await story(table)

    live(from_settle, files=[("cards.bin", OLD_FILE)])


def lines(table):
    return table.latest("screen")["screen"]["lines"]


def test_right_beyond_the_last_plan_comes_back_to_it():
    async def story(table):
        for _ in range(3):
            await table.press("right")
            await table.ms(300)
            assert lines(table)[0] == ["plan", {"n": 1}] and table.account["plan"]["n"] == 0
        assert table.latest("view")["rulers"][0] == [12, 0, 1, False]

    settling(story)


def test_the_flow_of_the_plan_runs_over_the_board_of_whoever_settles():
    async def story(table):
        await table.begin(*QUEUE)
        for player in (0, 1):
            await table.to_build()
            table.lay(4, BATTERIES[player], player=player, face="down")
            table.lay(5, MACHINES[player], player=player)
            await table.until(lambda: table.account["draft"]["cost"] == 2)
            table.boards[player].hold(1)
            await table.ms(100)
            table.boards[player].hold(0)
            assert FLOW_OF_A in await colours(table, player)
            await table.until(lambda: table.account["plan"])
            await table.press("ok", player)
            await table.phase("draw")

    live(story, count=2, files=[("cards.bin", TWICE)])


async def colours(table, player):
    """Colours that any LED of a board has within a second."""
    found = set()
    for _ in range(100):
        await table.ms(10)
        leds = table.boards[player].leds()
        found.update([tuple(leds[at : at + 3]) for at in range(0, len(leds), 3)])
    return found


def test_by_hand_the_machines_that_may_fire_are_shown_when_they_are_known():
    async def story(table):
        await table.press("axis")
        await table.until(lambda: lines(table)[0][0] == "manual")
        assert lines(table)[0][1]["at"] == ["cell", 5]
        await table.press("ok")
        await table.until(lambda: lines(table)[0] == ["manual_done", {"n": 1}])
        await table.press("ok")
        await table.phase("draw")
        assert table.account["rulers"] == [1, 0, 0]

    settling(story)
