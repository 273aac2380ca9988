"""Room: a card is held to the tap pad and laid where its tag cannot be read: pad, light, game and buttons together."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

from firmware.wiring import TAP
from tests.cards.databases import OLD_FILE, TAGS

QUEUE = [uid for uid, _, _ in TAGS[-4:]]
MACHINE = [uid for uid, code, _ in TAGS if code == "A@1"][0]
SILENT = ""  # a card whose tag does not answer


def building(story):
    """Tell a story that begins in the build phase of the first turn, with a machine just held to the pad."""

    async def from_build(table):
        await table.begin(*QUEUE)
        await table.to_build()
        table.lay(TAP, MACHINE)
        await table.ms(300)
        table.lay(TAP)
        await table.ms(300)
        assert "announced" in lines(table)
        await story(table)

    live(from_build, files=[("cards.bin", OLD_FILE)])


def lines(table):
    """Codes of the lines on the display."""
    return [line[0] for line in table.latest("screen")["screen"]["lines"]]


def cells(table):
    return table.latest("view")["players"][0]["cells"]


def test_the_cell_whose_light_changes_takes_the_announced_card():
    async def story(table):
        table.lay(5, SILENT)
        await table.until(lambda: cells(table) == "....." + "u" + "." * 10)
        assert table.account["draft"] == {"cost": 1, "faults": 0}

    building(story)


def test_a_cell_that_was_pointed_at_and_is_empty_counts_for_nothing_until_the_card_lies_there():
    async def story(table):
        await table.press("right")
        await table.press("ok")
        await table.until(lambda: table.faults() == [[0, "skew"]])
        assert table.account["draft"]["cost"] == 0
        await table.press("ok")
        assert table.account["phase"] == "build"
        table.lay(0, SILENT)
        await table.until(lambda: table.account["draft"] == {"cost": 1, "faults": 0})
        assert cells(table)[0] == "u"

    building(story)


def test_ok_without_a_place_gives_the_announced_card_to_no_cell():
    async def story(table):
        await table.press("ok")
        await table.phase("settle")
        assert table.account["boards"] == [". . . . / . . . . / . . . . / . . . ."]

    building(story)


def test_back_takes_the_announcement_back():
    async def story(table):
        await table.press("back")
        table.lay(5, SILENT)
        await table.until(lambda: table.faults() == [[5, "silent"]])
        assert table.account["draft"]["cost"] == 0

    building(story)
