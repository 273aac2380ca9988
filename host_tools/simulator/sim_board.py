"""Room: one simulated board: either real drivers over chip models, or ideal parts, under the same firmware app."""

from binascii import hexlify, unhexlify

from firmware.app import App
from firmware.cards.slots import CardSlots
from firmware.drivers.flash import FolderFiles, FolderStore
from host_tools.simulator.chips.tag import Tag


def card_slots(folder, given):
    """The card database of a board: its flash is a folder of this computer."""
    return CardSlots(FolderFiles(folder), FolderStore(folder), given["game"])


class SimBoard:
    """What both kinds share: the firmware app, and news for the host since the last time it asked."""

    def __init__(self, table):
        self.table = table
        self.host_out = bytearray()
        self.host_in = bytearray()
        self._leds = None
        self._oled = None
        self._writes = Tag.writes
        self._tags = {}  # memory of each tag as the host knows it

    def power(self, parts, settings, flash):
        """Give the parts what only the simulator has, and put the app on them. flash: folder of this board's flash."""
        parts.store = MemoryStore()
        parts.host = HostPort(self)
        parts.cards = card_slots(flash, settings)
        parts.epoch = settings["address"] + 1
        self._app = App(parts, settings)

    def run(self):
        """The coroutine of the firmware."""
        return self._app.run()

    def obey(self, op, command):
        """One command of the host that is not about time."""
        if op == "set":
            self.table.set_position(command["pos"], command["cards"])
        elif op == "tag":
            uid = unhexlify(command["uid"])
            self.table.memory[uid] = bytearray(unhexlify(command["data"]))
            self._tags[uid] = bytes(self.table.memory[uid])
        elif op == "hold":
            self.hold(command["buttons"])
        elif op == "host":
            self.host_in.extend(unhexlify(command["data"]))
        elif op == "fault":
            self.fault(command["pos"], command["name"], command["value"])
        elif op == "unplug":
            self.unplug(command["out"])
        elif op == "link":
            self.link_arrives(unhexlify(command["data"]))

    def take_news(self):
        """What changed since the last call, as an entry of the "at" line."""
        news = {}
        leds = self.leds()
        if leds != self._leds:
            self._leds = leds
            news["leds"] = hexlify(leds).decode()
        oled = self.oled()
        if oled != self._oled:
            self._oled = oled
            news["oled"] = hexlify(oled).decode()
        if self.host_out:
            news["host"] = hexlify(self.host_out).decode()
            self.host_out = bytearray()
        if Tag.writes != self._writes:
            self._writes = Tag.writes
            news["tags"] = self._written()
        link = self.link_leaves()
        if link:
            news["link"] = hexlify(link).decode()
        return news

    def _written(self):
        """{uid: memory} in hex of the tags that were written since the host was told."""
        found = {}
        for uid, memory in self.table.memory.items():
            if uid in self._tags and memory != self._tags[uid]:
                self._tags[uid] = bytes(memory)
                found[hexlify(uid).decode()] = hexlify(memory).decode()
        return found

    def has_news(self):
        """Whether the host has something to read (records)."""
        return bool(self.host_out)

    def link_leaves(self):
        return b""

    def link_arrives(self, data):
        pass

    def unplug(self, out):
        """Boards in processes of their own: whoever carries the bytes leaves them out."""


class HostPort:
    """contracts.Stream to the host: the USB line of a simulated board."""

    def __init__(self, board):
        self._board = board

    def read(self):
        data = bytes(self._board.host_in)
        if data:
            self._board.host_in = bytearray()
        return data

    def write(self, data):
        self._board.host_out.extend(data)
        return len(data)


class MemoryStore:
    """contracts.Store that lasts as long as the process."""

    def __init__(self):
        self._files = {}

    def read(self, name):
        return self._files.get(name)

    def write(self, name, data):
        self._files[name] = bytes(data)

    def delete(self, name):
        self._files.pop(name, None)
