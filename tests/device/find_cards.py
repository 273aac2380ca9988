"""Room: a program for test_other_tools: what the firmware finds in the flash image of a board at its start, as JSON."""

import json
import os
import sys

from firmware.cards.slots import CardSlots
from firmware.drivers.flash import FolderFiles, FolderStore
from host_tools.cards.database import GAME
from tests.device.repl_boot import mount

mount(sys.argv[1], "/flash")
slots = CardSlots(FolderFiles("/flash/data"), FolderStore("/flash/data"), GAME)
found = slots.start()
slots.close()
kinds = None if found is None else len(found.kinds)
print(json.dumps({"kinds": kinds, "fault": slots.fault, "files": sorted(os.listdir("/flash/data"))}))
