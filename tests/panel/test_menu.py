"""Room: a new game is chosen with five buttons, whatever modes and options the cartridge has."""

from firmware.games.kit.cartridge import Cartridge
from firmware.panel.menu import Menu
from firmware.panel.resume import Resume
from firmware.panel.text import Words


class Duels(Cartridge):
    MODES = (("duel", 2),)
    OPTIONS = (("voltage_rule", ("exact", "at_least")), ("stack", (True, False)), ("frames", (0, 1, 2)))


class ManyModes(Cartridge):
    MODES = (("duel", 2), ("ffa", 4))
    OPTIONS = (("team", ("red", "blue")), ("wait", (False, True)))

    def options_of(self, mode):
        return self.OPTIONS if mode == "ffa" else self.OPTIONS[1:]


Duel, Many = Duels(""), ManyModes("")
EN = Words("en")


def lines(menu, words=EN):
    return [words.say(line) for line in menu.screen(words)["lines"]]


def press(menu, *buttons):
    for button in buttons:
        menu.press(button)
    return menu


def test_ok_all_the_way_starts_with_the_defaults():
    menu = press(Menu(Duel, "en"), "ok", "ok", "ok", "ok", "ok")
    assert menu.done is None
    press(menu, "ok")
    assert menu.done == {
        "mode": "duel",
        "options": {"voltage_rule": "exact", "stack": True, "frames": 0},
        "language": "en",
    }


def test_on_the_row_that_starts_there_is_nothing_to_change_and_afterwards_nothing_to_press():
    menu = press(Menu(Duel, "en"), "ok", "ok", "ok", "ok", "ok", "right", "left", "right")
    assert menu.language == "en" and lines(menu) == ["Start the game?"]
    done = press(menu, "ok").done
    press(menu, "back").press("ok", True)
    assert menu.done is done


def test_a_long_ok_starts_from_any_row():
    menu = press(Menu(Duel, "zh"), "ok")
    menu.press("ok", True)
    assert menu.done["language"] == "zh" and menu.done["mode"] == "duel"


def test_left_and_right_change_the_value_on_show():
    menu = press(Menu(Duel, "en"), "ok", "right", "ok", "left", "ok", "left")
    assert lines(menu) == ["frames", "◄ 2 ►"]
    menu.press("ok", True)
    assert menu.done["options"] == {"voltage_rule": "at_least", "stack": False, "frames": 2}


def test_back_goes_back_and_stops_at_the_first_row():
    menu = press(Menu(Duel, "en"), "ok", "ok", "back")
    assert lines(menu) == ["voltage_rule", "◄ exact ►"]
    press(menu, "back", "back", "back")
    assert lines(menu) == ["Mode", "duel"]


def test_a_long_back_goes_to_the_first_row():
    menu = press(Menu(Duel, "en"), "ok", "ok", "ok")
    menu.press("back", True)
    assert lines(menu)[0] == "Mode"


def test_the_rows_are_counted_in_the_title():
    menu = Menu(Duel, "en")
    assert menu.screen(EN)["title"] == ["menu", {"n": 1, "of": 6}]
    assert press(menu, "ok").screen(EN)["title"] == ["menu", {"n": 2, "of": 6}]


def test_the_language_changes_at_once_and_names_itself():
    menu = press(Menu(Duel, "en"), "ok", "ok", "ok", "ok")
    assert lines(menu) == ["Language", "◄ English ►"]
    press(menu, "right")
    assert menu.language == "zh"
    assert lines(menu, Words("zh")) == ["语言", "◄ 中文 ►"]
    assert press(menu, "right").language == "en"


def test_only_options_of_the_chosen_mode_are_asked_for():
    menu = press(Menu(Many, "en"), "ok")
    assert lines(menu) == ["wait", "◄ no ►"]
    press(menu, "back", "right", "ok")
    assert lines(menu) == ["team", "◄ red ►"]
    menu.press("ok", True)
    assert menu.done["mode"] == "ffa" and menu.done["options"] == {"team": "red", "wait": False}
    menu = Menu(Many, "en")
    menu.press("ok", True)
    assert menu.done["options"] == {"wait": False}


def test_names_come_from_the_games_words():
    class Named:
        def word(self, code):
            return {"mode_duel": "Duel", "option_frames": "Frames", "value_frames_0": "any"}.get(code)

    menu = Menu(Duel, "en")
    assert menu.screen(Named())["lines"][1] == ["menu_only", {"value": "Duel"}]
    press(menu, "ok", "ok", "ok")
    assert menu.screen(Named())["lines"] == [["menu_row", {"name": "Frames"}], ["menu_value", {"value": "any"}]]


def test_axis_and_presses_after_the_start_do_nothing():
    menu = press(Menu(Duel, "en"), "axis")
    assert lines(menu)[0] == "Mode"
    menu.press("ok", True)
    done = menu.done
    press(menu, "left", "back", "ok")
    assert menu.done is done


def test_the_question_whether_to_resume():
    assert press(Resume(7), "ok").done == "resume"
    assert press(Resume(7), "back").done == "new"
    asked = press(Resume(7), "left", "axis")
    assert asked.done is None
    assert "7" in EN.say(asked.screen()["lines"][0]) and "7" in Words("zh").say(asked.screen()["lines"][0])


def test_a_table_offers_the_modes_for_as_many_boards_as_it_has():
    menu = Menu(Many, "en", 4)
    assert lines(menu) == ["Mode", "ffa"]
    menu.press("ok", True)
    assert menu.done["mode"] == "ffa" and menu.done["options"] == {"team": "red", "wait": False}


def test_where_no_mode_fits_all_are_offered():
    assert lines(Menu(Many, "en", 3)) == ["Mode", "◄ duel ►"]
