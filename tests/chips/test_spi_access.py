"""Room: register accesses: the native twin makes the same transfers as the plain one, and both allocate nothing."""

from tests.chips import desk  # noqa: I001 (first: it puts the desktop `machine` in front)

import gc
import sys

from firmware.drivers.crc_a import plain_crc_a
from firmware.drivers.iso14443a import crc_a
from firmware.drivers.reader_setup import fastest_access
from firmware.drivers.spi_access import LONGEST, Access, address_bytes

NATIVE = sys.implementation.name == "micropython"


class Wire:
    """Notes every call as a bus and a select pin see it; answers with a running number."""

    def __init__(self):
        self.calls = []
        self.number = 0

    def on(self):
        self.calls.append("on")

    def off(self):
        self.calls.append("off")

    def write(self, out):
        self.calls.append(bytes(out))

    def write_readinto(self, out, into):
        self.calls.append(bytes(out))
        for i in range(len(into)):
            self.number = (self.number + 7) & 0xFF
            into[i] = self.number


def story(access):
    """Every access once, at several lengths; what came back."""
    access.write(0x0D, 0x87)
    results = [access.read(0x37)]
    into = bytearray(3)
    access.gather(address_bytes(0x04, 0x06), into)
    results.append(bytes(into))
    for count in (1, 2, 9, LONGEST):
        access.push(bytes(range(LONGEST)), count)
        data = bytearray(LONGEST)
        access.pull(data, count)
        results.append(bytes(data))
    return results


def test_both_kinds_make_the_same_transfers():
    desk.power_on()
    plain, fast = Wire(), Wire()
    assert story(Access(plain, plain)) == story(fastest_access(fast, fast))
    assert plain.calls == fast.calls
    assert plain.calls[:3] == ["on", b"\x1a\x87", "off"]
    assert plain.calls[4] == b"\xee\x00"


def test_the_native_kind_is_used_where_the_port_has_it():
    wire = Wire()
    assert not NATIVE or type(fastest_access(wire, wire)) is not Access
    assert not NATIVE or crc_a is not plain_crc_a


def test_both_crcs_agree():
    for count in range(1, 19):
        data = bytes((i * 37 + count) & 0xFF for i in range(count))
        assert crc_a(data, count) == plain_crc_a(data, count)


class Silent:
    """A bus that takes everything and answers nothing."""

    def on(self):
        pass

    off = on

    def write(self, out):
        pass

    def write_readinto(self, out, into):
        pass


def test_accesses_allocate_nothing():
    if not NATIVE:
        return
    data = bytearray(LONGEST)
    addresses = address_bytes(0x04, 0x06)
    into = bytearray(3)
    for access in (Access(Silent(), Silent()), fastest_access(Silent(), Silent())):
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        for _ in range(20):
            access.write(0x0D, 0x87)
            access.read(0x37)
            access.gather(addresses, into)
            access.push(data, 9)
            access.pull(data, 9)
        after = gc.mem_alloc()
        gc.enable()
        assert after == before
