"""Room: builds the app for this board from settings and parts, and runs it until it is told to stop or fails.

Before: main.py, which hands in what boot.py knows. After: app.py. The watchdog is armed here and released at the end,
so that whoever reaches the prompt is not reset in the middle of a line.
"""

import asyncio
import json
import os

from firmware import settings
from firmware.app import TASKS, VERSION, App
from firmware.cards.slots import CardSlots
from firmware.drivers.clock import DeviceClock
from firmware.drivers.flash import FolderFiles, FolderStore
from firmware.drivers.parts import build
from firmware.drivers.serial import UsbStream
from firmware.drivers.watchdog import Watchdog
from firmware.self_test.calibration_file import load
from firmware.wiring import POSITIONS

HEALTHY_MS = 20_000  # a start that lives so long was a good one


def read_settings(store):
    """The board's settings (firmware/settings.py); wrong ones are told and replaced by the defaults."""
    try:
        text = store.read("settings.json")
        return settings.load(json.loads(text) if text else {})
    except ValueError as problem:
        print("Settings are ignored: %s." % problem)
        return settings.load({})


async def supervise(app, clock, watchdog, healthy, slot):
    """Feed the watchdog while every task moves; tell boot.py and the host once that the start was good."""
    started = clock.ticks_ms()
    told = False
    health = app.scanner.health
    broken = [False] * POSITIONS
    app.log.note("started, firmware %s, slot %s" % (VERSION, slot or "-"))
    while True:
        await clock.sleep_ms(500)
        for task in app.take_progress():
            watchdog.report(task)
        watchdog.feed_if_alive()
        for position in range(POSITIONS):
            if health.broken(position) != broken[position]:
                broken[position] = not broken[position]
                app.log.note("reader %d %s" % (position, "does not work" if broken[position] else "works again"))
        if not told and clock.diff_ms(clock.ticks_ms(), started) > HEALTHY_MS:
            healthy()
            app.host.tell({"slot": slot})
            app.host.send({"t": "ready", "slot": slot}, "ready")
            told = True


def build_app(slot=""):
    """(app, clock, watchdog) of this board, nothing started; slot: content of /fw.slot ("" without slots)."""
    clock = DeviceClock()
    store = FolderStore("/save")
    chosen = read_settings(store)
    parts = build(chosen, clock)
    parts.store = store
    parts.host = UsbStream()
    parts.epoch = int.from_bytes(os.urandom(3), "little")
    parts.cards = CardSlots(FolderFiles("/data"), FolderStore("/data"), chosen["game"])
    parts.slot = slot
    app = App(parts, chosen)
    setup = getattr(parts.readers, "setup", None)
    problem = load(store, parts.sensors, setup)[1]
    if problem:
        app.log.note(problem)

    def calibration(request):
        from firmware.self_test.calibration import Calibration  # loaded only when asked for: it takes heap

        kept = Calibration(store, parts.sensors, setup)
        kept.recall()
        return kept.answer(request)

    app.requests["calibration"] = calibration
    return app, clock, Watchdog(TASKS)


def start(healthy, slot):
    """Run the table. healthy: boot.py's; slot: as for `build_app`.

    Returns when the host asked for the prompt; raises what made a task fail.
    """
    app, clock, watchdog = build_app(slot)
    try:

        async def run():
            asyncio.create_task(supervise(app, clock, watchdog, healthy, slot.partition("?")[0]))
            await app.run()

        asyncio.run(run())
        print("The table is off; press Ctrl-D to start it.")
    except Exception as problem:
        print("The table failed in %s." % app.failed)
        app.log.crash(app.failed, problem)
        raise
    finally:
        watchdog.release()
        asyncio.new_event_loop()
