"""Room: boot.py and the watchdog: OK held, crash loop, who may feed, and a REPL that is not reset."""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

import sys

from firmware import wiring
from firmware.drivers.watchdog import LONGEST_MS, Watchdog, ctrl_clear
from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK
from tests.helpers import raises

ROOT = desk.FAKES.rsplit("/", 3)[0]


def start(folder, ok_held=False):
    """Run boot.py as the Pico does, with `folder` as its flash; its namespace, which main.py shares."""
    desk.power_on()
    PINS.drive(wiring.PIN_OK, 0 if ok_held else 1)
    with open(ROOT + "/boot.py") as file:
        source = file.read()
    assert '_ROOT = "/"' in source
    names = {"__name__": "__main__"}
    path = list(sys.path)
    exec(source.replace('_ROOT = "/"', "_ROOT = " + repr(folder + "/")), names)
    names["path"] = [entry for entry in sys.path if entry not in path]
    sys.path[:] = path
    return names


def put(folder, name, text):
    with open(folder + "/" + name, "w") as file:
        file.write(text)


def slot_on(folder):
    """What /fw.slot says, None without it."""
    try:
        with open(folder + "/fw.slot") as file:
            return file.read()
    except OSError:
        return None


def test_an_ordinary_start_runs_main():
    with desk.scratch() as folder:
        assert start(folder)["ESCAPE"] is None


def test_ok_held_at_power_on_stays_in_the_repl_with_one_sentence():
    with desk.scratch() as folder:
        sentence = start(folder, ok_held=True)["ESCAPE"]
        assert "OK" in sentence and "Ctrl-D" in sentence and "\n" not in sentence


def test_the_fifth_start_in_a_row_without_success_stays_in_the_repl_and_the_sixth_tries_again():
    with desk.scratch() as folder:
        outcomes = [start(folder)["ESCAPE"] is None for _ in range(6)]
        assert outcomes == [True, True, True, True, False, True]


def test_a_healthy_run_forgets_the_starts():
    with desk.scratch() as folder:
        for _ in range(12):
            names = start(folder)
            assert names["ESCAPE"] is None
            names["healthy"]()


def test_starts_that_end_in_good_order_are_not_counted():
    with desk.scratch() as folder:
        for _ in range(12):
            names = start(folder)
            assert names["ESCAPE"] is None
            names["forget_starts"]()


def test_a_damaged_counter_is_no_obstacle():
    with desk.scratch() as folder:
        with open(folder + "/boot_starts", "w") as file:
            file.write("tw")
        assert start(folder)["ESCAPE"] is None


def test_boot_uses_the_pin_of_the_wiring_and_nothing_of_the_firmware():
    with open(ROOT + "/boot.py") as file:
        source = file.read()
    assert f"_PIN_OK = {wiring.PIN_OK}\n" in source
    for line in source.split("\n"):
        words = line.split()
        if words and words[0] in ("import", "from"):
            assert words[1] in ("os", "sys", "machine"), line


def test_without_slots_the_plain_copy_runs():
    with desk.scratch() as folder:
        names = start(folder)
        assert names["SLOT"] == "" and names["path"] == []
        names["healthy"]()
        names["give_up"]()  # nothing to go back to: no reset
        assert slot_on(folder) is None


def test_the_slot_that_the_pointer_names_runs():
    with desk.scratch() as folder:
        put(folder, "fw.slot", "b")
        names = start(folder)
        assert names["path"] == [folder + "/fw_b"] and names["ESCAPE"] is None
        names["healthy"]()
        assert slot_on(folder) == "b"


def test_the_copy_in_the_partition_runs_where_it_lies_and_can_be_left():
    with desk.scratch() as folder:
        put(folder, "fw.slot", "r?a")
        names = start(folder)
        assert names["path"] == [folder + "/rom"] and names["SLOT"] == "r?a"
        names["healthy"]()
        assert slot_on(folder) == "r" and start(folder)["path"] == [folder + "/rom"]
        put(folder, "fw.slot", "r?a")
        with raises(desk.machine_misc.Reset):
            start(folder)["give_up"]()
        assert slot_on(folder) == "a" and start(folder)["path"] == [folder + "/fw_a"]


def test_a_new_copy_that_proves_itself_is_kept():
    with desk.scratch() as folder:
        put(folder, "fw.slot", "b?a")
        names = start(folder)
        assert names["path"] == [folder + "/fw_b"] and names["SLOT"] == "b?a"
        names["healthy"]()
        assert slot_on(folder) == "b" and names["SLOT"] == "b"
        names["give_up"]()  # later failures are no reason to go back
        assert slot_on(folder) == "b"


def test_a_new_copy_that_never_gets_ready_is_left_at_its_third_start():
    with desk.scratch() as folder:
        put(folder, "fw.slot", "b?a")
        paths = [start(folder)["path"] for _ in range(4)]
        assert [path[0][-1] for path in paths] == ["b", "b", "a", "a"]
        assert slot_on(folder) == "a"


def test_the_old_copy_gets_its_own_starts_after_a_fall_back():
    with desk.scratch() as folder:
        put(folder, "fw.slot", "b?a")
        outcomes = [start(folder)["ESCAPE"] is None for _ in range(7)]
        assert outcomes == [True] * 6 + [False]


def test_a_new_copy_that_fails_is_left_at_once():
    with desk.scratch() as folder:
        put(folder, "fw.slot", "b?a")
        names = start(folder)
        with raises(desk.machine_misc.Reset):
            names["give_up"]()
        assert slot_on(folder) == "a"
        assert start(folder)["path"] == [folder + "/fw_a"]


def test_the_first_copy_of_all_has_nothing_to_go_back_to():
    with desk.scratch() as folder:
        put(folder, "fw.slot", "a?")
        names = start(folder)
        names["give_up"]()
        outcomes = [start(folder)["ESCAPE"] is None for _ in range(4)]
        assert outcomes == [True, True, True, False] and slot_on(folder) == "a?"
        names["healthy"]()
        assert slot_on(folder) == "a"


def test_ok_held_leaves_a_new_copy_its_chance():
    with desk.scratch() as folder:
        put(folder, "fw.slot", "b?a")
        names = start(folder, ok_held=True)
        assert "OK" in names["ESCAPE"] and names["path"] == [folder + "/fw_b"] and slot_on(folder) == "b?a"


def armed(tasks):
    desk.power_on()
    return Watchdog(tasks)


def test_the_watchdog_is_fed_only_when_every_task_has_reported():
    dog = armed(["scan", "lights"])
    dog.report("scan")
    assert not dog.feed_if_alive()
    dog.report("lights")
    assert dog.feed_if_alive()
    assert not dog.feed_if_alive()


def test_a_task_that_hangs_ends_in_a_reset():
    dog = armed(["scan", "lights"])
    for _ in range(10):
        CLOCK.advance(1000000)
        dog.report("lights")
        dog.feed_if_alive()
    with raises(desk.machine_misc.Reset):
        desk.machine_misc.POWER.watchdog.check()


def test_tasks_that_report_live_on():
    dog = armed(["scan"])
    for _ in range(30):
        CLOCK.advance(LONGEST_MS * 1000 - 1)
        dog.report("scan")
        dog.feed_if_alive()
    desk.machine_misc.POWER.watchdog.check()


def test_an_unknown_task_is_an_error_of_the_program():
    with raises(KeyError):
        armed(["scan"]).report("scann")


def test_a_released_watchdog_leaves_the_repl_alone():
    dog = armed(["scan"])
    dog.release()
    CLOCK.advance(20000000)
    assert desk.machine_misc.POWER.watchdog is None


def test_the_watchdog_of_either_pico_is_paused():
    assert ctrl_clear("Raspberry Pi Pico with RP2040") == 0x40058000 + 0x3000
    assert ctrl_clear("Raspberry Pi Pico2 with RP2350") == 0x400D8000 + 0x3000
