"""Room: a card database that waits for the end of a turn at a real board, and what happens to it and to the cards."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

from binascii import a2b_base64

from firmware.cards.slots import CardSlots
from firmware.contracts import GARBLED
from firmware.drivers.flash import FolderFiles, FolderStore
from host_tools.cards.database import build
from tests.cards.databases import KINDS, NEW, OLD_FILE, TAGS
from tests.cards.test_tag_text import memory

QUEUE = [uid for uid, _, _ in TAGS[-4:]]
MACHINE, CODE, COPY = [tag for tag in TAGS if tag[1] == "A@1"][0]
CELL = 5
# One kind more, and nothing about the tag of MACHINE.
WITHOUT = build(KINDS + [NEW], [tag for tag in TAGS if tag[0] != MACHINE])
MORE = KINDS + [NEW, ["7A@4"] + NEW[1:]]
OTHER = build(MORE, TAGS)
OTHER_WITHOUT = build(MORE, [tag for tag in TAGS if tag[0] != MACHINE])


def building(story, shape=None, first=OLD_FILE):
    """Tell a story that begins in the build phase of the first turn, played with the database `first`."""

    async def from_build(table):
        await table.begin(*QUEUE)
        await table.to_build()
        await story(table)

    live(from_build, files=[("cards.bin", first)], shape=shape)


def name_itself(table):
    """From now on the tag of MACHINE says which card it is."""
    raw = bytes([int(MACHINE[at : at + 2], 16) for at in range(0, 14, 2)])
    table.boards[0].table.memory[raw][16:] = memory(CODE, COPY, 1, raw)


async def in_use(table):
    """(kinds, when the one that waits takes effect) as the host is told."""
    answer = await table.ask({"t": "cards_info"})
    return answer["kinds"], answer["waits"]


def test_a_card_laid_while_a_database_waits_keeps_its_name_as_long_as_it_lies_there():
    async def story(table):
        assert await table.send_database(WITHOUT) == "turn"
        table.lay(CELL, MACHINE)
        await table.until(lambda: table.account["draft"]["cost"] == 1)
        await table.to_draw()
        await table.ms(5000)
        assert await in_use(table) == (26, "turn")
        assert table.account["boards"] == [". . . . / . A@1 . . / . . . . / . . . ."] and table.faults() == []
        table.lay(CELL)
        await table.until(lambda: table.faults() == [[CELL, "put_back"]])
        assert await in_use(table) == (27, None)

    building(story)


def test_a_card_laid_while_a_database_waits_may_name_itself():
    async def story(table):
        assert await table.send_database(WITHOUT) == "turn"
        table.lay(CELL, MACHINE)
        name_itself(table)
        await table.until(lambda: table.account["draft"]["cost"] == 1)
        await table.to_draw()
        await table.ms(1000)
        assert await in_use(table) == (27, None)
        assert table.account["boards"] == [". . . . / . A@1 . . / . . . . / . . . ."] and table.faults() == []

    building(story)


def test_a_tag_that_could_not_be_read_is_asked_again_after_the_next_turn():
    deaf = []

    def shape(parts, _):
        def command(position, uid, data, answer, timeout_us):
            if deaf:
                yield GARBLED
            else:
                yield from usual(position, uid, data, answer, timeout_us)

        usual, parts.readers.command = parts.readers.command, command

    async def story(table):
        assert await table.send_database(WITHOUT) == "turn"
        table.lay(CELL, MACHINE)
        name_itself(table)
        await table.until(lambda: table.account["draft"]["cost"] == 1)
        deaf.append(True)
        await table.to_draw()
        await table.ms(1000)
        assert await in_use(table) == (26, "turn") and table.faults() == []
        deaf.clear()
        await table.to_build()
        await table.to_draw()
        await table.ms(1000)
        assert await in_use(table) == (27, None) and table.faults() == []

    building(story, shape)


def test_a_card_that_only_its_tag_names_keeps_its_name_in_the_next_database():
    async def story(table):
        table.lay(CELL, MACHINE)
        name_itself(table)
        await table.until(lambda: table.account["draft"]["cost"] == 1)
        table.lay(CELL)
        await table.until(lambda: table.account["draft"]["cost"] == 0)
        assert await table.send_database(OTHER_WITHOUT) == "turn"
        await table.to_draw()
        await table.ms(100)
        assert await in_use(table) == (28, None)
        table.boards[0].table.memory.clear()  # what the tag says has faded
        await table.to_build()
        table.lay(CELL, MACHINE)
        await table.until(lambda: table.account["draft"]["cost"] == 1)
        await table.ms(500)
        assert table.faults() == []

    building(story, first=WITHOUT)


def test_a_database_that_waits_is_given_up_when_another_one_takes_its_slot():
    async def story(table):
        assert await table.send_database(WITHOUT) == "turn"
        assert (await table.send_head(OTHER))["next"] == 0
        assert (await table.send_piece(OTHER))["next"] == 900
        await table.to_draw()
        await table.ms(1000)
        assert await in_use(table) == (26, None)
        assert await table.send_database(OTHER) == "turn"
        await table.ms(100)
        assert await in_use(table) == (28, None)

    building(story)


def test_a_database_that_waits_outlives_one_that_is_refused():
    async def story(table):
        assert await table.send_database(WITHOUT) == "turn"
        assert await table.send_database(b"EMDA" + OTHER[4:]) == "damaged"
        await table.to_draw()
        await table.ms(1000)
        assert await in_use(table) == (27, None)

    building(story)


def worn(failing, story):
    """Tell a story on a flash that refuses one file as soon as `story`'s second argument is called."""

    class Worn(FolderStore):
        full = False

        def write(self, name, data):
            if self.full and name == failing:
                raise OSError(28)
            super().write(name, data)

    made = []

    def shape(parts, folder):
        made.append(Worn(folder))
        parts.cards = CardSlots(FolderFiles(folder), made[0], "energy_matrix")

    def fill():
        made[0].full = True

    async def on_worn_flash(table):
        await story(table, fill)

    building(on_worn_flash, shape)


def test_a_database_that_waits_is_given_up_when_the_flash_fails_over_its_slot():
    async def story(table, fill):
        assert await table.send_database(WITHOUT) == "turn"
        fill()
        assert await table.send_database(OTHER) == "flash"
        await table.to_draw()
        await table.ms(1000)
        assert await in_use(table) == (26, None)

    worn("cards.part", story)


def test_a_database_that_the_flash_cannot_point_to_is_refused_and_the_game_goes_on():
    async def story(table, fill):
        fill()
        assert await table.send_database(OTHER) == "flash"
        await table.to_draw()
        assert await in_use(table) == (26, None)

    worn("cards.slot", story)


def test_what_arrives_damaged_is_sent_again_from_its_beginning():
    async def story(table):
        assert await table.send_database(OTHER[:-1] + b"?") == "damaged"
        assert (await table.send_piece(OTHER))["code"] == "begin"
        assert await table.send_database(OTHER) == "turn"
        assert (await table.send_piece(OTHER))["code"] == "begin"

    building(story)


def test_a_database_that_names_a_card_on_the_table_otherwise_waits_for_the_next_game():
    renamed = build(KINDS + [NEW], [(uid, "B@2" if uid == MACHINE else code, 7) for uid, code, _ in TAGS])

    async def story(table):
        table.lay(CELL, MACHINE)
        await table.until(lambda: table.account["draft"]["cost"] == 1)
        assert await table.send_database(renamed) == "game"
        await table.to_draw()
        await table.ms(1000)
        assert await in_use(table) == (26, "game") and table.faults() == []

    building(story)


def test_what_comes_in_never_overwrites_the_database_that_came_into_use():
    async def story(table):
        assert await table.send_database(WITHOUT) == "now"
        await table.ms(100)
        await table.send_head(OTHER)
        await table.send_piece(OTHER)
        answer = await table.ask({"t": "cards_read", "at": 0, "count": 1024})
        assert a2b_base64(answer["data"]) == WITHOUT[:1024]

    live(story, files=[("cards.bin", OLD_FILE)])
