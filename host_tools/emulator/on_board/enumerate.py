"""Room: runs on the emulated Pico: finds every tag at one reader by the anticollision tree; a check of the models.

It is no driver and shares nothing with the project's. Call begin(pins) first, pins as in table/wiring.json; then
choose(row, column) wakes a reader and timed() gives [UIDs in hex], us, SPI transfers.
"""

import time

from machine import SPI, Pin

# MFRC522 registers (data sheet rev. 3.9, section 9.2).
COMMAND, COM_IRQ, ERROR, FIFO_DATA, FIFO_LEVEL, BIT_FRAMING, COLL = 0x01, 0x04, 0x06, 0x09, 0x0A, 0x0D, 0x0E
MODE, TX_MODE, RX_MODE, TX_CONTROL, TX_ASK = 0x11, 0x12, 0x13, 0x14, 0x15
T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L = 0x2A, 0x2B, 0x2C, 0x2D
REQA, WUPA = 0x26, 0x52

wires = {}
pair = bytearray(2)
answer = bytearray(2)
transfers = 0


def begin(pins):
    wires["address"] = [Pin(number, Pin.OUT, value=0) for number in pins["addr"]]
    wires["select"] = Pin(pins["csEnable"], Pin.OUT, value=0)
    wires["row"] = Pin(pins["rowEnable"], Pin.OUT, value=0)
    wires["spi"] = SPI(0, baudrate=4000000, sck=Pin(pins["sck"]), mosi=Pin(pins["mosi"]), miso=Pin(pins["miso"]))


def _select(on):
    global transfers
    transfers += on
    wires["select"](on)


def write(register, value):
    pair[0] = register << 1
    pair[1] = value
    _select(1)
    wires["spi"].write(pair)
    _select(0)


def read(register):
    pair[0] = 0x80 | register << 1
    pair[1] = 0
    _select(1)
    wires["spi"].write_readinto(pair, answer)
    _select(0)
    return answer[1]


def fifo_in(data):
    _select(1)
    wires["spi"].write(bytes([FIFO_DATA << 1]))
    wires["spi"].write(data)
    _select(0)


def fifo_out(count):
    out = bytearray([0x80 | FIFO_DATA << 1] * count + [0])
    back = bytearray(count + 1)
    _select(1)
    wires["spi"].write_readinto(out, back)
    _select(0)
    return back[1:]


def choose(row, column):
    """Release the row's reset, select the column, set the reader up, wait for the tags' guard time."""
    wires["select"](0)
    wires["row"](0)
    for bit in range(3):
        wires["address"][bit](column >> bit & 1)
        wires["address"][3 + bit](row >> bit & 1)
    wires["row"](1)
    time.sleep_us(700)
    write(T_MODE, 0x80)  # the timer starts at the end of each transmission,
    write(T_PRESCALER, 169)  # in ticks of 25 us,
    write(T_RELOAD_H, 0)
    write(T_RELOAD_L, 20)  # 0.525 ms
    write(TX_ASK, 0x40)
    write(MODE, 0x3D)
    write(TX_CONTROL, 0x83)
    time.sleep_us(5000)  # not sleep_ms(5): woken by an event it counts whole ticks and can end up to 1 ms early


def exchange(data, framing, crc):
    """(FIFO, error bits) of a frame's answer; (None, 0) for silence."""
    write(COMMAND, 0)
    write(COM_IRQ, 0x7F)
    write(FIFO_LEVEL, 0x80)
    write(TX_MODE, crc)
    write(RX_MODE, crc)
    fifo_in(data)
    write(COMMAND, 0x0C)
    write(BIT_FRAMING, framing | 0x80)
    for _ in range(100):
        irq = read(COM_IRQ)
        if irq & 0x21:
            break
    if not irq & 0x20:
        return None, 0
    errors = read(ERROR)
    return fifo_out(read(FIFO_LEVEL)), errors


def select():
    """The UID of one tag, then ACTIVE; None if something went wrong."""
    uid = b""
    for level in (0x93, 0x95):
        block = one_level(level)
        if block is None:
            return None
        block[1] = 0x70
        sak, errors = exchange(block, 0, 0x80)
        if not sak or errors:
            return None
        if not sak[0] & 4:
            return uid + bytes(block[2:6])
        uid += bytes(block[3:6])
    return None


def one_level(level):
    """The SELECT frame of one cascade level, found bit by bit: after a collision the bit becomes a 1."""
    block = bytearray(7)
    block[0] = level
    known = 0
    while True:
        full, part = known >> 3, known & 7
        block[1] = (2 + full) << 4 | part
        got, errors = exchange(memoryview(block)[: 2 + full + (1 if part else 0)], part << 4 | part, 0)
        if got is None or errors & 0x13:
            return None
        for at in range(min(len(got), 5 - full)):
            block[2 + full + at] |= got[at]
        if not errors & 0x08:
            break
        place = read(COLL)
        if place & 0x20:
            return None
        known = full * 8 + ((place & 31) or 32)
        for bit in range(known - 1, 40):
            block[2 + (bit >> 3)] &= 0xFF ^ (1 << (bit & 7))
        block[2 + (known - 1 >> 3)] |= 1 << (known - 1 & 7)
    return block if block[2] ^ block[3] ^ block[4] ^ block[5] == block[6] else None


def find_all():
    write(COLL, 0)  # bits after a collision read 0
    found = []
    wake = WUPA
    while len(found) < 6:
        if exchange(bytes([wake]), 7, 0)[0] is None:
            break
        wake = REQA
        uid = select()
        if uid is None:
            continue
        found.append(uid)
        exchange(b"\x50\x00", 0, 0x80)
    return found


def timed():
    global transfers
    transfers = 0
    began = time.ticks_us()
    found = find_all()
    took = time.ticks_diff(time.ticks_us(), began)
    return [uid.hex() for uid in found], took, transfers
