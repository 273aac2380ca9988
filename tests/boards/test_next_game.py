"""Room: one game after the other at a real board: menu, game, menu again, and what the host is told of it."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

from host_tools.cards.database import build
from tests.cards.databases import KINDS, TAGS

QUEUE = [uid for uid, _, _ in TAGS[-4:]]
BATTERY = TAGS[0][0]
STRONG = "04bbbbbbbbbbbb"
# A machine that fills the ruler of A at one volt.
DATABASE = build(
    KINDS + [["12A@1", "producer", "1", "", "12A", "", "1", "产出 12A", "makes 12A"]], TAGS + [(STRONG, "12A@1", 1)]
)


async def hit(table):
    """From the draw of a turn through a settlement that takes a life."""
    await table.to_build()
    if not table.boards[0].table.uids(5):
        table.lay(4, BATTERY, face="down")
        table.lay(5, STRONG)
        await table.until(lambda: table.account["draft"]["cost"] == 2)
    await table.press("ok")
    await table.until(lambda: table.account["plan"])
    await table.press("ok")
    await table.phase("end")
    await table.press("ok")


async def choose_chinese(table):
    """In the menu: to the row of the language, another one, and back to the first row."""
    await table.until(lambda: table.latest("screen"))
    for _ in range(4):
        await table.press("ok")
    await table.press("right")
    await table.press("back", held=True)


async def lose(table):
    """A whole game, from the menu to its last screen."""
    await table.begin(*QUEUE)
    for life in (2, 1):
        await hit(table)
        await table.phase("draw")
        assert table.account["lives"] == [life]
    await hit(table)
    await table.phase("over")


def actions(table):
    """(number, verb) of every action that the host was told."""
    return [(record["n"], record["action"][0]) for record in table.boards[0].records() if record["t"] == "action"]


def test_after_a_game_comes_the_menu_and_the_next_game_begins_with_what_lies_there():
    async def story(table):
        await choose_chinese(table)
        await lose(table)
        await table.press("ok")
        await table.until(lambda: table.latest("screen")["screen"]["title"][0] == "menu")
        assert table.latest("screen")["text"][0] == "新游戏 1/6"
        before = len(actions(table))
        await table.press("ok", held=True)
        await table.phase("deal")
        assert table.faults() == [[4, "take_off"], [5, "take_off"]]
        assert table.latest("screen")["text"][0] == "新对局"
        assert actions(table)[before:] == [(0, "setup")]
        assert (table.account["lives"], table.account["rulers"]) == ([3], [0, 0, 0])

    live(story, files=[("cards.bin", DATABASE)])


def test_an_undone_action_is_taken_back_from_the_host_and_the_next_one_has_its_number():
    async def story(table):
        await table.begin(*QUEUE)
        count = len(actions(table))
        await table.press("back", held=True)
        await table.press("left")
        await table.phase("discard")
        assert table.latest("undone") == {"t": "undone", "n": count - 1}
        await table.press("ok")
        await table.phase("draw")
        assert actions(table)[count:] == [(count - 1, "next")]

    live(story, files=[("cards.bin", DATABASE)])
