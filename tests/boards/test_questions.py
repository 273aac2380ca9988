"""Room: what the table asks at real boards, and that the scanner of the board in question follows the answer."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

from firmware.wiring import TAP
from tests.cards.databases import OLD_FILE, TAGS

QUEUE = [uid for uid, _, _ in TAGS[-4:]]
CELL = 5


def uid_of(wanted):
    """The tag of a kind of card."""
    return [uid for uid, code, _ in TAGS if code == wanted][0]


MACHINE, ECO, OC = uid_of("A@1"), uid_of("eco"), uid_of("oc")


def building(player, story):
    """Tell a story that begins in the build phase of that player."""

    async def from_build(table):
        await table.begin(*QUEUE)
        await table.to_build()
        if player:
            await table.to_draw()
            await table.to_build()
        await story(table, player)

    live(from_build, count=2, files=[("cards.bin", OLD_FILE)])


def on_both_boards(story):
    for player in (0, 1):
        building(player, story)


async def lies(table, player, *uids):
    """Cards on CELL, and time until the table knows them."""
    table.lay(CELL, *uids, player=player)
    await table.until(lambda: table.account["draft"] == {"cost": len(uids), "faults": 0})


def test_a_card_that_was_taken_off_from_under_light_is_asked_about_once():
    async def story(table, player):
        await lies(table, player, MACHINE, ECO)
        table.lay(CELL, MACHINE, player=player)
        await table.until(lambda: table.faults(player) == [[CELL, "doubtful"]])
        await table.press("right", player)
        await table.until(lambda: table.account["draft"] == {"cost": 1, "faults": 0})
        await lies(table, player, MACHINE, OC)
        await table.ms(3000)
        assert table.account["draft"] == {"cost": 2, "faults": 0}

    on_both_boards(story)


def test_a_card_that_is_still_there_may_be_silent():
    async def story(table, player):
        await lies(table, player, MACHINE, ECO)
        table.lay(CELL, MACHINE, player=player)
        await table.until(lambda: table.faults(player) == [[CELL, "doubtful"]])
        await table.press("left", player)
        await table.until(lambda: table.account["draft"] == {"cost": 2, "faults": 0})
        await table.ms(3000)
        assert table.account["draft"] == {"cost": 2, "faults": 0}

    on_both_boards(story)


def test_a_card_held_to_the_pad_leaves_the_stack_that_misses_it():
    async def story(table, player):
        await lies(table, player, MACHINE, ECO)
        table.lay(CELL, MACHINE, player=player)
        await table.until(lambda: table.faults(player) == [[CELL, "doubtful"]])
        table.lay(TAP, ECO, player=player)
        await table.until(lambda: table.account["draft"] == {"cost": 1, "faults": 0})
        codes = [line[0] for line in table.latest("screen", player)["screen"]["lines"]]
        assert "lifted" in codes and "announced" not in codes
        table.lay(TAP, player=player)
        await lies(table, player, MACHINE, OC)

    on_both_boards(story)


def test_a_card_held_to_the_other_players_pad_leaves_the_stack_that_misses_it_for_good():
    async def story(table, player):
        await lies(table, player, MACHINE, ECO)
        table.lay(CELL, MACHINE, player=player)
        await table.until(lambda: table.faults(player) == [[CELL, "doubtful"]])
        table.lay(TAP, ECO, player=1 - player)
        await table.until(lambda: table.account["draft"] == {"cost": 1, "faults": 0})
        table.lay(TAP, player=1 - player)
        await lies(table, player, MACHINE, OC)
        await table.ms(3000)
        assert table.account["draft"] == {"cost": 2, "faults": 0}

    on_both_boards(story)


def test_the_players_tell_how_a_card_lies_that_no_sensor_sees():
    async def story(table, player):
        table.lay(CELL, MACHINE, player=player, rotation="skew")
        await table.until(lambda: table.faults(player) == [[CELL, "skew"]])
        await table.press("axis", player, held=True)
        await table.press("ok", player)
        table.lay(CELL, player=player)
        table.lay(TAP, MACHINE, player=player)
        await table.ms(500)
        table.lay(TAP, player=player)
        table.lay(CELL, MACHINE, player=player, rotation="skew")
        await table.ms(2000)
        await table.press("axis", player)
        await table.press("axis", player)
        await table.press("ok", player)
        await table.until(lambda: table.account["draft"] == {"cost": 1, "faults": 0})
        assert table.latest("view")["players"][player]["volts"][CELL % 4] == 1

    on_both_boards(story)
