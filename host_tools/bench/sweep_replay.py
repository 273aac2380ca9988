"""Room: one sweep of all readers on MicroPython: its modelled time, the RF floor, and the interpreter time it takes.

Run as a script on MicroPython; prints one JSON line. First the sweep runs over the chip models, and every answer of
bus and clock is recorded; then the same code runs again on the recording, so that only the drivers are timed.
Microseconds of virtual time, nanoseconds of real time.
"""

import json
import sys
import time

sys.path.insert(0, __file__.rsplit("/host_tools/", 1)[0])

from host_tools.bench.sensing_rig import Rig, card
from host_tools.bench.sweep_stand_ins import Air, Idle, Recorder, Replay

REPEATS = 150
LOOPS = 20_000
GUARD_US = 5000
STACKS = (6, 9, 12)  # three cards each
SINGLES = (1, 3, 4, 10, 11, 14)


def lay(rig):
    """6 single cards, 3 stacks of three on spots of their own; 7 cells, queue slot and tap pad are empty."""
    for number, cell in enumerate(SINGLES):
        rig.table.set_position(cell, [card(number)])
    for cell in STACKS:
        rig.table.set_position(cell, [card(100 + cell * 3 + i, "down", spot=i) for i in range(3)])


def sweep(readers, order, found, overlap):
    """Poll every reader once; others would get their turns between the slices."""
    total = 0
    last = len(order) - 1
    for at, position in enumerate(order):
        readers.ahead(order[at + 1] if overlap and at < last else -1)
        for _ in readers.poll(position, found):
            pass
        total += len(found)
    return total


def loop_ns():
    """One iteration of the calibration loop, 7.4 us on the Pico; the best of several."""
    best = 1 << 60
    for _ in range(REPEATS):
        start = time.ticks_us()
        s = 0
        for i in range(LOOPS):
            s = (s * 31 + i) & 0xFFFF
        best = min(best, time.ticks_diff(time.ticks_us(), start))
    return best * 1000 // LOOPS


def rewire(readers, rig, spi, clock):
    """Let the drivers of `readers` speak to other stand-ins for bus and clock."""
    from firmware.drivers.mfrc522 import Mfrc522
    from firmware.drivers.reader_setup import fastest_access

    setup = readers.setup
    setup.access = fastest_access(spi, rig.bus.select)
    setup.chip = Mfrc522(setup.access)
    setup.chip._reload = 0xAA
    setup._clock = readers.clock = clock


def waited(setup, since_us, us):
    """In place of Setup.wait: its rounds pass within time that the model counts as waiting already."""
    clock = setup._clock
    left = us - clock.diff_us(clock.ticks_us(), since_us)
    if left > 0:
        clock.wait_us(left)
    return ()


def model(overlap, spi_us):
    """{"sweep_us", "air_us", "transfers", "tags"} of one sweep over the chip models, interpreter time not counted."""
    rig = Rig(spi_us=spi_us)
    lay(rig)
    order = sweep_order()
    sweep(rig.readers, order, [], overlap)
    air = Air(rig.grid)
    start, transfers = rig.time.now_us, rig.grid.transfers
    tags = sweep(rig.readers, order, [], overlap)
    return {
        "sweep_us": rig.time.now_us - start,
        "air_us": air.us,
        "transfers": rig.grid.transfers - transfers,
        "tags": tags,
    }


def interpreter_ns(overlap):
    """Real time of the drivers in one sweep, without bus, chips and waits; the best of several."""
    rig = Rig()
    lay(rig)
    order = sweep_order()
    sweep(rig.readers, order, [], overlap)
    recorder = Recorder(rig.readers.setup.spi, rig.clock)
    rewire(rig.readers, rig, recorder, recorder)
    rig.readers.setup.wait = lambda since_us, us: waited(rig.readers.setup, since_us, us)
    rig.bus.hold()
    sweep(rig.readers, order, [], overlap)
    recorder.answers.clear()
    recorder.ticks.clear()
    recorder.calls.clear()
    rig.bus.hold()
    before = (rig.bus.epoch, list(rig.readers.setup._epochs), list(rig.readers.setup._offs))
    tags = sweep(rig.readers, order, [], overlap)
    rig.bus._pins = (Idle(),) * 6
    rig.bus._row_enable = rig.bus.select = Idle()

    def again():
        replay = Replay(recorder)
        replay.diff_us = time.ticks_diff  # as the device's clock has it
        rewire(rig.readers, rig, replay, replay)
        rig.bus.hold()
        rig.bus.epoch, rig.readers.setup._epochs[:], rig.readers.setup._offs[:] = before[0], before[1], before[2]
        start = time.ticks_us()
        assert sweep(rig.readers, order, [], overlap) == tags
        spent = time.ticks_diff(time.ticks_us(), start)
        assert replay.at == len(replay.answers) and replay.tick == len(replay.ticks)
        return spent

    parts = (again, lambda: accesses_us(recorder), lambda: stand_in_us(recorder), lambda: clock_us(recorder))
    best = [1 << 60] * len(parts)
    for _ in range(REPEATS):  # one after another, so that a busy computer slows them all
        for i, part in enumerate(parts):
            best[i] = min(best[i], part())
    whole, accesses, stand_in, clock = best
    return (whole - accesses - stand_in + clock) * 1000


def accesses_us(recorder):
    """What the register accesses of one replay take by themselves: they are in the 28 (13) us of each transfer."""
    from firmware.drivers.reader_setup import fastest_access

    data = bytearray(32)
    replay = Replay(recorder)
    access = fastest_access(replay, Idle())
    into = {len(answer): bytearray(len(answer)) for answer in recorder.answers}
    start = time.ticks_us()
    for size in recorder.calls:
        if size > 2:
            access.gather(recorder.answers[replay.at], into[size])
        elif size == 2:
            access.read(0)
        elif size < -2:
            access.push(data, -1 - size)
        else:
            access.write(0, 0)
    return time.ticks_diff(time.ticks_us(), start)


def stand_in_us(recorder):
    """What the stand-in for the clock takes in one replay."""
    return _ticks_us(Replay(recorder), recorder)


def clock_us(recorder):
    """What the clock of the device would take instead."""
    from firmware.drivers.clock import DeviceClock

    return _ticks_us(DeviceClock(), recorder)


def _ticks_us(clock, recorder):
    start = time.ticks_us()
    for _ in recorder.ticks:
        clock.ticks_us()
    return time.ticks_diff(time.ticks_us(), start)


def scanner_ns():
    """Real time that the scanner takes to choose and settle the polls of one sweep, with the results of the model."""
    rig = Rig()
    lay(rig)
    scanner = rig.scanner()
    order = sweep_order()
    scanner.focus(order)
    results = []
    for _ in range(4):  # until every card is there
        results = []
        for position in order:
            result = rig.poll(position, scanner._found)
            results.append((position, result, list(scanner._found)))
            scanner._settle(position, result)
        scanner._sweep(scanner._time())
    best = 1 << 60
    for _ in range(REPEATS):
        start = time.ticks_us()
        for position, result, found in results:
            now = scanner._time()
            scanner._next(now, scanner.readable)
            scanner._next(now, scanner._distant[position])
            scanner._found[:] = found
            scanner._settle(position, result)
        best = min(best, time.ticks_diff(time.ticks_us(), start))
    return best * 1000


def main():
    Rig()  # the drivers need the desktop `machine` in front before they are imported
    global sweep_order
    from firmware.drivers.reader_grid import sweep_order
    from firmware.drivers.spi_access import Access

    native = type(Rig().readers.setup.access) is not Access
    figures = {"native": native, "loop_ns": loop_ns(), "guards_us": GUARD_US * len(sweep_order())}
    figures["scanner_ns"] = scanner_ns()
    for name, overlap in (("plain", False), ("overlapped", True)):
        figures[name] = model(overlap, 13 if native else 28)
        figures[name]["sweep_28_us"] = model(overlap, 28)["sweep_us"]
        figures[name]["interpreter_ns"] = interpreter_ns(overlap)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
