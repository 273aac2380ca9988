"""Room: whole boards in one process on virtual time, for stories of hands, presses and requests; times in ms.

The apps are the unmodified ones over ideal readers; what they say is read from LEDs, displays and host records. Runs on
both engines. Before: host_tools/simulator (ideal_board, vtime). After: the tests of this folder.
"""

from tests.chips.desk import scratch  # noqa: I001 (first: it puts the desktop `machine` in front)
from host_tools.simulator import vtime  # noqa: I001 (before asyncio: its task queue keeps virtual time)

import asyncio
from binascii import b2a_base64

from firmware import settings
from firmware.app import App
from firmware.cards.catalogue import HEAD_SIZE
from firmware.link.records import Decoder, encode
from firmware.wiring import QUEUE
from host_tools.simulator.ideal_board import IdealBoard, Wire
from host_tools.simulator.sim_board import HostPort, MemoryStore, card_slots

BUTTONS = {"ok": 1, "back": 2, "left": 4, "right": 8, "axis": 16}


class Board(IdealBoard):
    """`app`: its firmware; `link`: its end of the wire; `shape(parts, folder)` may change its parts first."""

    starts = 0

    def __init__(self, given, folder, wire, shape):
        self._shape = shape
        self._decoder = Decoder()
        self._said = []
        super().__init__(settings.load(given), folder, wire)

    def power(self, parts, settings, flash):
        """As of SimBoard, with a number of its own for every start."""
        Board.starts += 1
        parts.store = MemoryStore()
        parts.host = HostPort(self)
        parts.cards = card_slots(flash, settings)
        parts.epoch = Board.starts
        if self._shape is not None:
            self._shape(parts, flash)
        self.link = parts.link
        self.app = App(parts, settings)

    def run(self):
        """As of SimBoard."""
        return self.app.run()

    def records(self):
        """Everything it has told its host."""
        self._said += self._decoder.feed(bytes(self.host_out))
        self.host_out = bytearray()
        return self._said


class LiveTable:
    """`boards`: number 0 is the primary, None is off. `folder`: flash of the primary."""

    def __init__(self, folder, count, shape):
        self._folder = folder
        self._shape = shape
        self._wire = Wire()
        self._tasks = [None] * count
        self._worlds = [None] * count  # what lies on each board, on or off
        self._asked = 0
        self.boards = [None] * count

    async def live(self, story):
        """Switch all boards on, run `story(self)` (a coroutine function) and end their tasks."""
        for number in range(len(self.boards)):
            self.switch_on(number)
        try:
            await story(self)
        finally:
            for number, board in enumerate(self.boards):
                if board is not None:
                    await self.switch_off(number)

    def switch_on(self, number):
        """Power for a board: it starts anew and knows only what is on its flash."""
        given = {"role": "satellite" if number else "primary", "address": number, "language": "en"}
        board = Board(dict(given, boards=len(self.boards)), self._folder, self._wire, self._shape)
        if self._worlds[number] is not None:
            board.table.stacks, board.table.memory = self._worlds[number]
        self._worlds[number] = board.table.stacks, board.table.memory
        self.boards[number] = board
        self._tasks[number] = asyncio.create_task(board.run())

    async def switch_off(self, number):
        """The board leaves the wire and says nothing any more."""
        board = self.boards[number]
        self.boards[number] = None
        self._wire.ends.remove(board.link)
        board.host_in.extend(encode({"t": "repl"}))
        await self._tasks[number]

    async def ms(self, count):
        """Let time pass."""
        await asyncio.sleep(count / 1000)

    async def until(self, wanted, within=5000):
        """Let time pass until `wanted()` is true; its last value."""
        for _ in range(within // 10):
            if wanted():
                return wanted()
            await self.ms(10)
        raise AssertionError("it never came: account %s, screen %s" % (self.account, self.latest("screen")))

    def latest(self, kind, player=None):
        """The newest record of a kind that the primary told its host ({} before the first)."""
        for record in reversed(self.boards[0].records()):
            if record.get("t") == kind and player in (None, record.get("player")):
                return record
        return {}

    @property
    def account(self):
        """The newest account of the game."""
        return self.latest("account")

    def faults(self, player=0):
        """[[position, code], ...] of a player's board."""
        return [fault[:2] for fault in self.latest("faults", player).get("faults", [])]

    async def tell(self, request):
        """A request of the host that has no answer of its own."""
        self.boards[0].host_in.extend(encode(request))
        await self.ms(500)

    async def ask(self, request):
        """The primary's answer to a request of the host."""
        self._asked += 1
        name = "ask%d" % self._asked
        self.boards[0].host_in.extend(encode(dict(request, id=name)))

        def answers():
            return [record for record in self.boards[0].records() if record.get("id") == name]

        return (await self.until(answers))[0]

    async def send_head(self, data):
        """Announce a card database to the primary; its answer."""
        head = b2a_base64(data[:HEAD_SIZE]).decode().strip()
        return await self.ask({"t": "cards_begin", "head": head, "size": len(data)})

    async def send_piece(self, data, at=0, count=900):
        """So many bytes of it; the answer."""
        piece = b2a_base64(data[at : at + count]).decode().strip()
        return await self.ask({"t": "cards_data", "at": at, "data": piece})

    async def send_database(self, data):
        """Send a whole card database; when the primary says that it takes effect, or why not."""
        answer = await self.send_head(data)
        while answer["t"] != "refused" and answer["next"] < len(data):
            answer = await self.send_piece(data, answer["next"])
        if answer["t"] != "refused":
            answer = await self.ask({"t": "cards_commit"})
        return answer.get("takes") or answer["code"]

    async def press(self, button, player=0, held=False):
        """A finger on a button."""
        self.boards[player].hold(BUTTONS[button])
        await self.ms(1000 if held else 100)
        self.boards[player].hold(0)
        await self.ms(100)

    def lay(self, position, *uids, player=0, face="up", rotation=0):
        """Cards there, bottom to top, and nothing else."""
        cards = [[uid, face, rotation, spot, "card"] for spot, uid in enumerate(uids)]
        self.boards[player].table.set_position(position, cards)

    async def phase(self, name):
        """The game has come there."""
        await self.until(lambda: self.account.get("phase") == name)

    async def push(self, uid):
        """A card through the queue slot."""
        before = self.account["queue"]
        self.lay(QUEUE, uid, face="down")
        await self.ms(300)
        self.lay(QUEUE)
        await self.until(lambda: self.account["queue"] == before + 1)

    async def begin(self, *queue):
        """From the menu to the draw of the first turn; four cards fill the queue."""
        await self.until(lambda: self.latest("screen"))
        await self.press("ok", held=True)
        await self.phase("deal")
        await self.press("ok")
        for uid in queue:
            await self.push(uid)
        await self.press("ok")
        await self.phase("draw")

    async def to_build(self):
        """From the draw of a turn to its build phase, with an empty hand."""
        await self.press("ok", self.account["active"])
        await self.phase("event")
        await self.press("ok", self.account["active"], held=True)
        await self.phase("build")

    async def to_draw(self):
        """From a build phase to the draw of the next turn."""
        turn = self.account["turn"]
        await self.press("ok", self.account["active"])
        await self.phase("settle")
        await self.until(lambda: self.account["plan"])
        await self.press("ok", self.account["active"])
        await self.until(lambda: self.account["turn"] == turn + 1 and self.account["phase"] == "draw")


def live(story, count=1, files=(), shape=None):
    """Tell a story at a table of so many boards. files: (name, bytes) on the primary's flash before it starts."""
    with scratch() as folder:
        for name, data in files:
            with open(folder + "/" + name, "wb") as file:
                file.write(data)
        vtime.run(LiveTable(folder, count, shape).live(story))
