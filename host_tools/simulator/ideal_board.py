"""Room: a board with ideal parts for mass runs: UIDs, faces, LEDs, display and buttons without chips or buses."""

from firmware.contracts import Parts
from firmware.wiring import CHAIN_PRIMARY, CHAIN_SATELLITE, chain_starts
from host_tools.simulator.chips.table import TableModel
from host_tools.simulator.chips.vclock import VirtualClock
from host_tools.simulator.ideal import IdealReaders, IdealSensors
from host_tools.simulator.sim_board import SimBoard


class Wire:
    """The pair between boards: what one writes, all others read, at once."""

    def __init__(self):
        self.ends = []

    def end(self):
        end = _WireEnd(self)
        self.ends.append(end)
        return end


class _WireEnd:
    """contracts.Stream of one board on the wire."""

    def __init__(self, wire):
        self._wire = wire
        self._arrived = bytearray()
        self.out = False  # the cable

    def read(self):
        data = bytes(self._arrived)
        if data:
            self._arrived = bytearray()
        return data

    def write(self, data):
        for end in self._wire.ends:
            if end is not self and not end.out and not self.out:
                end._arrived.extend(data)
        return len(data)


class _Strip:
    """contracts.Strip that keeps its colours."""

    def __init__(self, count):
        self._next = bytearray(3 * count)
        self.shown = bytes(3 * count)

    def set(self, index, red, green, blue):
        self._next[3 * index] = red
        self._next[3 * index + 1] = green
        self._next[3 * index + 2] = blue

    def show(self):
        self.shown = bytes(self._next)
        return True


class _Display:
    """contracts.Display that keeps its pixels."""

    def __init__(self):
        self.buffer = bytearray(1024)
        self.pixels = bytearray(1024)

    def show_page(self, page):
        self.pixels[128 * page : 128 * page + 128] = self.buffer[128 * page : 128 * page + 128]
        return True


class _Buttons:
    """contracts.Buttons held by the host."""

    def __init__(self):
        self.held = 0

    def poll(self):
        return self.held


class IdealBoard(SimBoard):
    """The firmware app over ideal parts."""

    def __init__(self, settings, flash, wire):
        super().__init__(TableModel())
        primary = settings["role"] == "primary"
        _, count = chain_starts(CHAIN_PRIMARY if primary else CHAIN_SATELLITE)
        self._strip = _Strip(count)
        self._display = _Display()
        self._buttons = _Buttons()
        parts = Parts()
        parts.clock = VirtualClock()
        parts.readers = IdealReaders(self.table)
        parts.sensors = IdealSensors(self.table)
        parts.strip = self._strip
        parts.display = self._display
        parts.buttons = self._buttons
        parts.link = wire.end()
        self._parts = parts
        self.power(parts, settings, flash)

    def hold(self, mask):
        self._buttons.held = mask

    def fault(self, position, name, value):
        dead = self._parts.readers.dead
        if position in dead:
            dead.remove(position)
        if value is not None:
            dead.append(position)

    def unplug(self, out):
        self._parts.link.out = out

    def leds(self):
        return self._strip.shown

    def oled(self):
        return bytes(self._display.pixels)
