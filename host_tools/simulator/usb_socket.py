"""Room: the USB line of each simulated board as a TCP port on 127.0.0.1: host tools talk to it as to a real board.

`ematrix cards push FILE --port socket://127.0.0.1:PORT`. What a board sends while nobody is connected is lost, as on a
USB line without a reader. One line at a time; a table with a line in use lives on even if no page watches it.
Before: live.py, which runs the table. Bytes go to the table between two of its steps.
"""

import asyncio
import contextlib
import socket

LARGEST = 4096
# A web page may send requests to any port of this computer; records never begin like this.
_HTTP = (b"GET ", b"POST", b"PUT ", b"HEAD", b"OPTI", b"DELE", b"PATC")


class UsbSockets:
    """The lines of one live table."""

    def __init__(self, live):
        self._live = live
        self._lines = [_Line(player) for player in range(live.session.players)]
        self._table = None

    async def serve(self, listeners):
        """Serve these sockets (of `listen`) until cancelled."""
        servers = []
        for line, listener in zip(self._lines, listeners, strict=True):
            servers.append(await asyncio.start_server(lambda r, w, line=line: self._talk(line, r, w), sock=listener))
        try:
            await asyncio.Event().wait()
        finally:
            for server in servers:
                server.close()

    async def _talk(self, line, reader, writer):
        if line.writer is not None:
            writer.close()  # the line is taken
            return
        line.writer = writer
        self._live.join(line)
        try:
            first = True
            while data := await reader.read(LARGEST):
                if first and data.startswith(_HTTP):
                    break
                first = False
                line.arrived += data
        except ConnectionError:
            pass
        finally:
            line.writer = None
            self._live.part(line)
            with contextlib.suppress(ConnectionError):
                writer.close()

    def before_step(self):
        """Hand what came in to the boards; nothing else uses the table now."""
        table = self._live.session.table
        if table is None:
            return
        if table is not self._table:
            self._table = table
            for line in self._lines:
                table.board(line.player).usb.append(line.leaves.append)
        for line in self._lines:
            if line.arrived:
                data, line.arrived = bytes(line.arrived), bytearray()
                table.send_bytes(line.player, data)

    def after_step(self):
        """Send on what the boards said."""
        for line in self._lines:
            data = b"".join(line.leaves)
            line.leaves.clear()
            if line.writer is not None and data:
                line.writer.write(data)


class _Line:
    """One board's USB line."""

    def __init__(self, player):
        self.player = player
        self.writer = None
        self.arrived = bytearray()
        self.leaves = []


def listen(players, first_port=0):
    """A socket a board: the primary's at `first_port`, the others after it; any free port where one is taken."""
    return [_listen(first_port and first_port + player) for player in range(players)]


def address(listener):
    """What to give to --port."""
    return f"socket://127.0.0.1:{listener.getsockname()[1]}"


def _listen(port):
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.bind(("127.0.0.1", port if port < 65536 else 0))
    except OSError:
        listener.bind(("127.0.0.1", 0))
    listener.listen()
    return listener
