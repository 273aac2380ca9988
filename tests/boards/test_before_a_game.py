"""Room: before a game at real boards: LEDs swept once, what is broken, one language on all displays, a board alone."""

from tests.boards.live_table import live  # noqa: I001 (first: it puts virtual time under asyncio)

import sys

from tests.cards.databases import OLD_FILE


def lines(table, player=0):
    return table.latest("screen", player)["screen"]["lines"]


def displays(table):
    return [board.oled() for board in table.boards]


async def ready(table):
    """All boards are found and the menu is drawn."""
    count = len(table.boards)
    await table.until(lambda: table.latest("screen", 0) and ["boards", {"n": count, "of": count}] in lines(table))
    await table.ms(1000)


def test_the_leds_of_all_boards_are_swept_once_at_power_on():
    async def story(table):
        swept = [False, False]
        for _ in range(200):
            await table.ms(20)
            swept = [was or any(board.leds()) for was, board in zip(swept, table.boards)]
        assert swept == [True, True]
        await table.press("right")
        for _ in range(100):
            await table.ms(20)
            assert not any(table.boards[0].leds()) and not any(table.boards[1].leds())

    live(story, count=2)


def test_the_menu_says_what_is_broken_on_which_board():
    async def story(table):
        table.boards[1].app.parts.readers.dead.append(9)
        await ready(table)
        assert ["cards_bad", {}] in lines(table)
        await table.until(lambda: ["reader_fault", {"at": ["place", 9]}] in lines(table))
        table.boards[1].app.parts.readers.dead.clear()
        await table.until(lambda: lines(table)[-1] == ["cards_bad", {}])
        assert await table.send_database(OLD_FILE) == "now"
        await table.until(lambda: ["cards_bad", {}] not in lines(table))

    live(story, count=2, files=[("cards.bin", OLD_FILE[:-1])])


def test_all_displays_show_the_menu_in_the_language_that_is_chosen():
    async def story(table):
        await ready(table)
        for _ in range(4):
            await table.press("ok")
        for _ in range(2):
            before = displays(table)
            await table.press("right", 1)
            await table.ms(1000)
            assert displays(table)[0] == displays(table)[1] and displays(table)[0] != before[0]
            title = table.latest("screen", 1)["text"][0]
            assert title.startswith({"English": "New game", "中文": "新游戏"}[lines(table)[1][1]["value"]])

    live(story, count=2)


def test_a_game_that_does_not_fit_the_memory_is_not_begun_and_both_languages_say_what_to_do():
    """Desktop Python does not tell how much is free, and has it: there the game begins."""

    async def story(table):
        await ready(table)
        table.boards[0].app.board.cartridge.HEAP = 1 << 29
        for language in ("zh", "en"):
            table.boards[0].app.board.speak(language)
            table.boards[0].app.board.menu.restart()
            await table.press("ok", held=True)
            if sys.implementation.name != "micropython":
                await table.until(lambda: table.boards[0].app.board.play is not None)
                return
            await table.until(lambda: lines(table) == [["no_memory_why", {}]])
            assert table.boards[0].app.board.play is None
            shown = table.latest("screen", 0)["text"]
            assert {"zh": "放不下", "en": "memory"}[language] in shown[0], shown
            assert "Pico 2" in "".join(shown), shown
            await table.press("ok")
            await table.until(lambda: lines(table)[0] == ["menu_mode", {}])
        table.boards[0].app.board.cartridge.HEAP = 1
        await table.press("ok", held=True)
        await table.until(lambda: table.boards[0].app.board.play is not None)

    live(story, count=2)


def test_a_satellite_that_is_alone_says_so_and_can_be_tested():
    async def story(table):
        await ready(table)
        menu = table.boards[1].oled()
        await table.switch_off(0)
        await table.until(lambda: table.boards[1].oled() != menu)
        await table.ms(500)
        alone = table.boards[1].oled()
        await table.press("axis", 1, held=True)
        await table.ms(2500)
        assert any(table.boards[1].leds()) and table.boards[1].oled() not in (alone, menu)
        await table.press("back", 1, held=True)
        await table.until(lambda: table.boards[1].oled() == alone)
        table.switch_on(0)
        await table.until(lambda: table.boards[1].oled() == menu)

    live(story, count=2)
