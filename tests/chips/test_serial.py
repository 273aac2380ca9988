"""Room: the board-to-board line (half duplex) and the USB line (never blocks) against their models."""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.drivers import serial
from host_tools.simulator.chips import panel
from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK, VirtualClock

BYTE_US = 10 * 1000000 // wiring.LINK_BAUD + 1


def link_and_wire():
    desk.power_on()
    wire = panel.install(wiring.CHAIN_PRIMARY).link
    return serial.LinkStream(VirtualClock()), wire


def driver_on():
    CLOCK.ring()
    return PINS.levels[wiring.PIN_LINK_ENABLE] == 1


def test_bytes_reach_the_pair_whole_and_then_the_driver_is_released():
    link, wire = link_and_wire()
    assert link.write(b"hello") == 5
    assert driver_on()
    CLOCK.advance(5 * BYTE_US + 50)  # whatever the board's tasks do meanwhile
    assert not driver_on()
    assert wire.take() == b"hello"
    assert wire.lost == 0


def test_the_driver_stays_on_until_the_last_stop_bit():
    link, wire = link_and_wire()
    link.write(b"ab")
    CLOCK.advance(2 * BYTE_US - 3)
    assert driver_on()
    assert link.sending()
    CLOCK.advance(50)
    assert not driver_on()
    assert not link.sending()
    assert wire.take() == b"ab"


def test_a_late_stop_bit_keeps_the_driver_on_until_it_has_left():
    link, wire = link_and_wire()
    link.write(b"ab")
    link._uart._end_us += 400  # an interrupt held the bytes up
    wire._leaving = [(byte, start + 400, end + 400) for byte, start, end in wire._leaving]
    CLOCK.advance(2 * BYTE_US + 390)
    assert driver_on()
    CLOCK.advance(60)
    assert not driver_on()
    assert wire.take() == b"ab"
    assert wire.lost == 0


def test_an_answer_right_behind_the_last_byte_is_heard():
    link, wire = link_and_wire()
    link.write(b"poll")
    CLOCK.advance(4 * BYTE_US + 50)
    wire.give(b"answer")
    assert link.read() == b"answer"
    assert wire.collisions == 0


def test_an_answer_while_the_driver_is_on_collides():
    link, wire = link_and_wire()
    link.write(b"poll")
    CLOCK.advance(3 * BYTE_US)
    wire.give(b"answer")
    assert (link.read(), wire.collisions) == (b"", 1)


def test_two_writes_in_a_row_leave_as_one_stretch():
    link, wire = link_and_wire()
    link.write(b"ab")
    CLOCK.advance(BYTE_US)
    link.write(b"cd")
    CLOCK.advance(10 * BYTE_US)
    link.read()
    assert wire.take() == b"abcd"


def test_bytes_of_other_boards_are_read_once():
    link, wire = link_and_wire()
    assert link.read() == b""
    wire.give(b"abc")
    wire.give(b"de")
    assert link.read() == b"abcde"
    assert link.read() == b""


def test_write_takes_what_fits_and_says_how_much():
    link, wire = link_and_wire()
    sent = link.write(b"x" * 2000)
    assert 1000 < sent < 2000
    assert link.write(b"y") == 0
    CLOCK.advance(2000 * BYTE_US)
    link.read()
    assert len(wire.take()) == sent


def test_the_model_loses_bytes_when_the_driver_is_released_too_early():
    link, wire = link_and_wire()
    link.write(b"abc")
    CLOCK.advance(BYTE_US + BYTE_US // 2)
    link._enable.value(0)
    CLOCK.advance(10 * BYTE_US)
    assert wire.take() == b"a"
    assert wire.lost == 2


def test_the_model_is_deaf_while_it_talks():
    link, wire = link_and_wire()
    link.write(b"abc")
    wire.give(b"noise")
    CLOCK.advance(10 * BYTE_US)
    assert link.read() == b""
    assert wire.lost == 5


class UsbLine:
    """Stands for sys.stdin, sys.stdout and select.poll at once: bytes waiting, and room the host leaves."""

    POLLIN = 1
    POLLOUT = 4

    def __init__(self, waiting=b"", room=0):
        self.waiting = waiting
        self.room = room
        self.written = b""
        self.stdin = self.stdout = self.buffer = self

    def poll(self, wait_ms=None):
        return _Poll(self) if wait_ms is None else None

    def read(self, count):
        assert 0 < count <= len(self.waiting), "this read would block"
        data, self.waiting = self.waiting[:count], self.waiting[count:]
        return data

    def write(self, data):
        assert len(data) <= self.room, "this write would block"
        self.room -= len(data)
        self.written += bytes(data)
        return len(data)


class _Poll:
    def __init__(self, line):
        self._line = line
        self._flag = 0

    def register(self, stream, flag):
        self._flag = flag

    def ipoll(self, wait_ms):
        assert wait_ms == 0, "a stream never waits"
        ready = self._line.waiting if self._flag == UsbLine.POLLIN else self._line.room
        return [(self._line, self._flag)] if ready else []


def usb(line):
    import select
    import sys

    serial.select = serial.sys = line
    try:
        return serial.UsbStream()
    finally:
        serial.select, serial.sys = select, sys


def test_usb_reads_what_is_there_and_no_more():
    line = UsbLine(b"abc")
    stream = usb(line)
    assert stream.read() == b"abc"
    assert stream.read() == b""


def test_usb_reads_a_flood_in_bounded_slices():
    stream = usb(UsbLine(bytes(range(256))))
    parts = [stream.read() for _ in range(5)]
    assert [len(part) for part in parts] == [64, 64, 64, 64, 0]
    assert b"".join(parts) == bytes(range(256))


def test_usb_writes_only_while_the_host_reads():
    line = UsbLine(room=64)
    stream = usb(line)
    assert stream.write(b"r" * 100) == 64
    assert stream.write(b"r" * 36) == 0
    line.room = 64
    assert stream.write(b"r" * 36) == 36
    assert line.written == b"r" * 100


def test_usb_writes_at_most_a_bounded_amount_a_call():
    line = UsbLine(room=10000)
    assert usb(line).write(b"r" * 1000) == 256


def test_nobody_takes_ctrl_c_from_the_repl():
    import os

    root = desk.FAKES.rsplit("/", 3)[0]
    for folder in ("/firmware/drivers", "/firmware/link"):
        for name in os.listdir(root + folder):
            if name.endswith(".py"):
                with open(root + folder + "/" + name) as file:
                    assert "kbd_intr" not in file.read(), name
