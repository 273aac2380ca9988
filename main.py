"""Room: starts the table on the board: settings, parts, app; reports a failure and leaves the prompt free.

Runs after boot.py in the same namespace: ESCAPE is its reason not to start, healthy() tells it that all is well.
"""

_HEALTHY_MS = 20_000  # a start that lives so long was a good one


def _settings(store):
    import json

    from firmware import settings

    try:
        text = store.read("settings.json")
        return settings.load(json.loads(text) if text else {})
    except ValueError as problem:
        print("Settings are ignored: %s." % problem)
        return settings.load({})


async def _care(app, clock, watchdog):
    """Feed the watchdog while every task moves; tell boot.py once that the start was good."""
    started = clock.ticks_ms()
    told = False
    while True:
        await clock.sleep_ms(500)
        for task in app.take_progress():
            watchdog.report(task)
        watchdog.feed_if_alive()
        if not told and clock.diff_ms(clock.ticks_ms(), started) > _HEALTHY_MS:
            healthy()  # noqa: F821 (boot.py's)
            told = True


def board():
    """(app, clock, watchdog) of this board, nothing started."""
    import os

    from firmware.app import TASKS, App
    from firmware.care.card_slots import CardSlots
    from firmware.drivers.clock import DeviceClock
    from firmware.drivers.flash import FolderFiles, FolderStore
    from firmware.drivers.parts import build
    from firmware.drivers.serial import UsbStream
    from firmware.drivers.watchdog import Watchdog

    clock = DeviceClock()
    store = FolderStore("/save")
    settings = _settings(store)
    parts = build(settings, clock)
    parts.store = store
    parts.host = UsbStream()
    parts.epoch = int.from_bytes(os.urandom(3), "little")
    parts.cards = CardSlots(FolderFiles("/data"), FolderStore("/data"), settings["game"])
    return App(parts, settings), clock, Watchdog(TASKS)


def _start():
    import asyncio

    app, clock, watchdog = board()
    try:

        async def run():
            asyncio.create_task(_care(app, clock, watchdog))
            await app.run()

        asyncio.run(run())
    except Exception as problem:  # noqa: BLE001 (whatever it was, the prompt must stay reachable)
        import sys

        print("The table stopped in %s; press Ctrl-D to start it again." % app.failed)
        sys.print_exception(problem)
    finally:
        watchdog.release()


if ESCAPE:  # noqa: F821 (boot.py's)
    print(ESCAPE)  # noqa: F821
else:
    _start()
