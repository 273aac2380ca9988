"""Room: paces a session to real time, and lets several pages watch it and give orders, one thing at a time."""

import asyncio
import json
import time

from host_tools.errors import UserError
from host_tools.simulator.orders import Refused
from host_tools.simulator.usb_socket import UsbSockets

STEP_MS = 40
LINGER_S = 3
BEHIND = 200  # messages a slow page may lag behind before it gets a fresh snapshot instead


class Live:
    """A session that runs in real time while at least one page watches or a host tool is connected."""

    def __init__(self, session):
        self.session = session
        self.watchers = set()
        self.lines = set()
        self.usb = UsbSockets(self)
        self.turn = asyncio.Lock()  # the table lives on, or an order is carried out: never both
        self.watched = asyncio.Event()

    async def run(self):
        """Pace the table: one step of virtual time each STEP_MS; a slow machine runs late, it never catches up."""
        due = time.monotonic()
        while True:
            await self.watched.wait()
            async with self.turn:
                self.usb.before_step()
                await asyncio.to_thread(self.session.run_ms, STEP_MS)
                self.usb.after_step()
                self._tell()
            due = max(due + STEP_MS / 1000, time.monotonic())
            await asyncio.sleep(max(0, due - time.monotonic()))

    async def order(self, text):
        """Carry out one message; returns what to answer, or None."""
        try:
            message = json.loads(text)
        except ValueError:
            return {"error": 'a message to the table is JSON such as {"do": "deal"}', "code": "malformed"}
        async with self.turn:
            table = self.session.table
            try:
                answer = await asyncio.to_thread(self.session.command, message)
            except Refused as refused:
                return {"error": str(refused), "code": refused.code}
            except UserError as problem:
                return {"error": str(problem), "code": "stopped"}
            if self.session.table is not table:
                self._post(self.session.snapshot())
            self._tell()
        return {"answer": answer} if answer else None

    def watch(self):
        """A queue of messages for one page; the first is the snapshot."""
        queue = asyncio.Queue()
        self._tell()
        queue.put_nowait(self.session.snapshot())
        self.watchers.add(queue)
        self.watched.set()
        return queue

    def leave(self, queue):
        self.watchers.discard(queue)
        self._rest()

    def join(self, line):
        """A USB line of a board is in use (usb_socket.py): the table lives on until `part`."""
        self.lines.add(line)
        self.watched.set()

    def part(self, line):
        """The line was closed; what the host began, such as new cards, is finished in the moments after."""
        self.lines.discard(line)
        asyncio.get_running_loop().call_later(LINGER_S, self._rest)

    def _rest(self):
        if not self.watchers and not self.lines:
            self.watched.clear()

    def _tell(self):
        changes = self.session.changes()
        if changes:
            self._post(changes)

    def _post(self, message):
        for queue in self.watchers:
            if queue.qsize() < BEHIND:
                queue.put_nowait(message)
                continue
            while not queue.empty():
                queue.get_nowait()
            queue.put_nowait(self.session.snapshot())
