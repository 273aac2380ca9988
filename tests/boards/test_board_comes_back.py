"""Room: a satellite that was started anew, or was cut off for a while, shows, lights and senses as before."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

from tests.cards.databases import OLD_FILE, TAGS

QUEUE = [uid for uid, _, _ in TAGS[-4:]]
BATTERY = TAGS[0][0]
CELL = 5


def first_turn(story):
    """Tell a story that begins in the build phase of player 0; nothing lies on the satellite."""

    async def from_build(table):
        await table.begin(*QUEUE)
        await table.to_build()
        await table.ms(1500)
        await story(table)

    live(from_build, count=2, files=[("cards.bin", OLD_FILE)])


def second_turn(story):
    """Tell a story that begins in the build phase of player 1, who has a battery on cell 5."""

    async def from_build(table):
        await table.to_draw()
        await table.to_build()
        table.lay(CELL, BATTERY, player=1, face="down")
        await table.until(lambda: table.account["draft"]["cost"] == 1)
        await table.ms(1500)
        await story(table)

    first_turn(from_build)


def shown(table):
    """(LEDs, display) of the satellite."""
    return table.boards[1].leds(), table.boards[1].oled()


async def is_as_before(table, before):
    await table.until(lambda: shown(table) == before)
    assert table.account["draft"] == {"cost": 1, "faults": 0}


def test_a_satellite_started_anew_shows_again_what_it_showed():
    async def story(table):
        before = shown(table)
        await table.switch_off(1)
        await table.until(lambda: table.faults(1) == [[-1, "no_board"]])
        table.switch_on(1)
        assert shown(table) != before
        await is_as_before(table, before)

    second_turn(story)


def test_a_satellite_that_was_away_too_shortly_to_be_missed_shows_again_what_it_showed():
    async def story(table):
        before = shown(table)
        await table.switch_off(1)
        table.switch_on(1)
        await is_as_before(table, before)
        assert [record["event"] for record in table.boards[0].records() if record["t"] == "link"] == ["up", "up"]

    second_turn(story)


def test_a_satellite_started_anew_shows_again_what_has_not_changed_meanwhile():
    async def story(table):
        before = shown(table)
        said = table.latest("screen", 1)
        await table.switch_off(1)
        table.switch_on(1)
        await table.until(lambda: shown(table) == before)
        assert table.latest("screen", 1) == said

    first_turn(story)


def test_a_satellite_whose_cable_was_out_shows_again_what_it_showed():
    async def story(table):
        before = shown(table)
        table.boards[1].unplug(True)
        await table.until(lambda: table.faults(1) == [[-1, "no_board"]] and shown(table) != before)
        table.boards[1].unplug(False)
        await is_as_before(table, before)
        lines = [text for _, text in (await table.ask({"t": "log"}))["lines"]]
        assert lines[-3:] == ["board 1 is up", "board 1 is down", "board 1 is up"]

    second_turn(story)


def test_a_satellite_started_anew_asks_those_cells_most_where_its_player_builds():
    async def polls(table):
        counters = table.boards[1].app.scanner.health.counters
        before = counters(CELL)["polls"]
        await table.ms(2000)
        return counters(CELL)["polls"] - before

    async def story(table):
        assert await polls(table) > 20
        await table.switch_off(1)
        table.switch_on(1)
        await table.ms(1000)
        assert await polls(table) > 20

    second_turn(story)


def test_a_primary_started_anew_learns_what_lies_on_its_satellite():
    async def story(table):
        await table.switch_off(0)
        table.switch_on(0)
        await table.until(lambda: table.latest("screen"))
        await table.press("ok", held=True)
        await table.until(lambda: table.faults(1) == [[CELL, "take_off"]])

    second_turn(story)
