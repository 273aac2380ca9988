"""Room: boot.py and the watchdog: OK held, crash loop, who may feed, and a REPL that is not reset."""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.drivers.watchdog import LONGEST_MS, Watchdog
from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK
from tests.helpers import raises

ROOT = desk.FAKES.rsplit("/", 3)[0]


def start(folder, ok_held=False):
    """Run boot.py as the Pico does, counting in `folder`; its namespace, which main.py shares."""
    desk.power_on()
    PINS.drive(wiring.PIN_OK, 0 if ok_held else 1)
    with open(ROOT + "/boot.py") as file:
        source = file.read()
    assert '"boot_starts"' in source
    names = {"__name__": "__main__"}
    exec(source.replace('"boot_starts"', repr(folder + "/boot_starts")), names)
    return names


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
            assert words[1] in ("os", "machine"), line


def armed(tasks):
    desk.power_on()
    return Watchdog(tasks)


def test_the_watchdog_is_fed_only_when_every_task_has_reported():
    dog = armed(["scan", "lights"])
    dog.report("scan")
    assert not dog.feed_if_alive()
    assert dog.silent() == ["lights"]
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
