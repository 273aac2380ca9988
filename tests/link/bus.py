"""Room: a simulated half-duplex bus for link tests: shared wire at 230400 baud, faults from a seeded generator.

Time goes in steps of 1 ms and starts just before the ticks wrap. Two drivers on at once garble all bytes. Both engines.
"""

from firmware.compat import ticks_add, ticks_diff
from firmware.link.peers import GUARD_MS, PRIMARY, Primary, Satellite

BYTES_A_MS = 23
TX_BUFFER = 256
RX_BUFFER = 4096


class Dice:
    """A small seeded generator, the same on both engines."""

    def __init__(self, seed):
        self.state = seed * 2654435761 % (1 << 32)

    def roll(self, sides):
        self.state = (self.state * 1664525 + 1013904223) % (1 << 32)
        return (self.state >> 8) % sides


class Clock:
    def __init__(self):
        self.now = (1 << 30) - 300

    def ticks_ms(self):
        return self.now

    def diff_ms(self, later, earlier):
        return ticks_diff(later, earlier)


class Port:
    """One board's Stream on the bus."""

    def __init__(self):
        self.incoming = b""
        self.outgoing = b""
        self.cut = False  # cable pulled
        self.driving = False  # the driver is on: nobody else is understood, and this board hears nothing
        self.late = False  # the driver is released in the board's next step only

    def read(self):
        if not self.outgoing:
            self.driving = False
        data = self.incoming
        self.incoming = b""
        return data

    def write(self, data):
        taken = min(len(data), TX_BUFFER - len(self.outgoing))
        self.outgoing += data[:taken]
        self.driving = True
        return taken

    def receive(self, data):
        self.incoming = (self.incoming + data)[-RX_BUFFER:]


class Table:
    """A primary and satellites on a bus. `faults`: in how many of 1000 pieces of a millisecond something happens."""

    def __init__(self, addresses=(1,), faults=0, seed=1, period=3, guard_ms=GUARD_MS):
        self.clock = Clock()
        self.dice = Dice(seed)
        self.faults = faults
        self.period = period
        self.guard_ms = guard_ms
        self.collisions = 0
        self.bytes = 0
        self.elapsed = 0
        self.delayed = []  # [ms left, port, piece]
        self.old = []  # whole millisecond pieces heard before, for ghosts
        self.ports = {}
        self.boards = {}
        self.asleep = {}
        self.got = {}
        self.events = {}
        self.started = 0
        for address in (PRIMARY,) + tuple(addresses):
            self.ports[address] = Port()
            self.got[address] = []
            self.events[address] = []
            self.asleep[address] = 0
        for address in self.ports:
            self.start(address)

    def start(self, address, firmware="1.0"):
        """Power a board on, or start it anew; it forgets everything."""
        self.started += 1
        self.ports[address].incoming = self.ports[address].outgoing = b""
        self.ports[address].driving = False
        port = self.ports[address]
        if address == PRIMARY:
            satellites = [other for other in self.ports if other != PRIMARY]
            board = Primary(port, self.clock, satellites, self.started, firmware, self.guard_ms)
        else:
            board = Satellite(port, self.clock, address, self.started, firmware, self.guard_ms)
        self.boards[address] = board
        return board

    def run(self, ms, until=None):
        """Let `ms` pass, or less if until() comes true; returns the time it took."""
        for passed in range(ms):
            if until is not None and until():
                return passed
            self.clock.now = ticks_add(self.clock.now, 1)
            self.elapsed += 1
            self._wire()
            for address, board in self.boards.items():
                if self.asleep[address]:
                    self.asleep[address] -= 1
                elif (self.elapsed + address) % self.period == 0:
                    board.step()
                    self.got[address] += board.take()
                    self.events[address] += board.events()
        return ms

    def _wire(self):
        talkers = [port for port in self.ports.values() if port.outgoing]
        drivers = sum(port.driving and not port.cut for port in self.ports.values())
        self.collisions += len(talkers) > 0 and drivers > 1
        for port in talkers:
            piece = port.outgoing[:BYTES_A_MS]
            port.outgoing = port.outgoing[BYTES_A_MS:]
            self.bytes += len(piece)
            if drivers > 1:
                piece = bytes([byte ^ 0x55 for byte in piece])
            for other in self.ports.values():
                if other is not port and not (other.cut or port.cut or other.driving):
                    self._hear(other, piece)
            if not port.outgoing and not port.late:
                port.driving = False  # as drivers/serial.py: in an interrupt behind the last stop bit
        for entry in self.delayed:
            entry[0] -= 1
            if entry[0] <= 0:
                entry[1].receive(entry[2])
        self.delayed = [entry for entry in self.delayed if entry[0] > 0]

    def _hear(self, port, piece):
        roll = self.dice.roll
        if roll(1000) >= self.faults:
            port.receive(piece)
            return
        kind = roll(6)
        at = roll(len(piece))
        if kind == 0:  # lost bytes
            port.receive(piece[:at] + piece[at + 1 + roll(3) :])
        elif kind == 1:  # a doubled byte
            port.receive(piece[: at + 1] + piece[at:])
        elif kind == 2:  # a flipped bit
            port.receive(piece[:at] + bytes([piece[at] ^ (1 << roll(8))]) + piece[at + 1 :])
        elif kind == 3:  # swapped halves
            port.receive(piece[at:] + piece[:at])
        elif kind == 4:  # late, behind what follows
            self.delayed.append([1 + roll(60), port, piece])
        # kind 5: lost altogether


def records(got, address):
    """The records in a list of (address, record) that came from that address."""
    return [record for sender, record in got if sender == address]


def numbers(got, address=PRIMARY):
    """The n of each numbered record from that address."""
    return [record["n"] for record in records(got, address) if "n" in record]


def exchange(table, satellites, count):
    """Every satellite and the primary send `count` numbered records each way, as fast as the queues take them."""
    sent = {}
    for address in satellites:
        sent[PRIMARY, address] = sent[address, PRIMARY] = 0

    def feed():
        for sender, receiver in sent:
            n = sent[sender, receiver]
            if n < count and table.boards[sender].send(receiver, {"n": n}):
                sent[sender, receiver] = n + 1
        for address in satellites:
            if len(numbers(table.got[address])) < count or len(numbers(table.got[PRIMARY], address)) < count:
                return False
        return True

    return table.run(60_000, feed)
