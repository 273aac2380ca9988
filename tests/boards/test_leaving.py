"""Room: a game is left from the panel, and the self test is reached and left without losing it."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

from host_tools.cards.database import build
from tests.cards.databases import KINDS, TAGS

QUEUE = [uid for uid, _, _ in TAGS[-4:]]
FILES = [("cards.bin", build(KINDS, TAGS))]


async def to_draw(table):
    await table.begin(*QUEUE)
    await table.press("back", held=True)
    await table.until(lambda: table.latest("screen", 0)["screen"]["title"][0] == "leave_title")


def test_a_held_back_at_the_start_of_a_turn_asks_and_ok_leads_to_the_menu():
    async def story(table):
        await to_draw(table)
        await table.press("ok")
        await table.until(lambda: table.latest("screen", 0)["screen"]["title"][0] == "menu")

    live(story, files=FILES)


def test_the_self_test_comes_over_the_game_and_leaves_it_as_it_was():
    async def story(table):
        await to_draw(table)
        await table.press("axis")
        await table.until(lambda: table.latest("screen", 0)["screen"]["title"][0] == "self_test")
        await table.press("back", held=True)
        await table.until(lambda: table.latest("screen", 0)["screen"]["title"][0] == "t_draw")
        assert (table.account["turn"], table.account["queue"]) == (1, 3)

    live(story, files=FILES)
