"""Room: an example: reads the tags on one cell with ReaderGrid. `mpremote run examples/read_tag.py` runs it on a board.

The firmware must be on the board (docs/flashing.md); a reader on the wires of that cell is enough (hardware/README.md).
"""

from firmware.contracts import CLEAN, FAULT, GARBLED, HIT
from firmware.drivers.address_bus import AddressBus
from firmware.drivers.clock import DeviceClock
from firmware.drivers.reader_grid import ReaderGrid

CELL = 0  # 0 to 15 in reading order, 16 the queue slot, 17 the tap pad
uids = []
for result in ReaderGrid(AddressBus(), DeviceClock()).poll(CELL, uids):
    pass  # between two slices a table does its other work; None is "not done yet", the last result counts
words = {CLEAN: "no tag", GARBLED: "something that cannot be read", FAULT: "no reader that works"}
print(words[result] if result != HIT else [uid.hex() for uid in uids])
