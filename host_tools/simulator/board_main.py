"""Room: one process of the simulator: chip models, virtual clock and the unmodified firmware on top of them.

Runs on MicroPython and on CPython. Talks JSON lines with host_tools/simulator/process.py: the first line in is
{"op":"start",...}; then commands, and "run" lets virtual time go on until `until_us`, answered by one "at" line:

    {"op":"run","until_us":N,"eager":bool}     eager: come back as soon as there is something to tell
    {"op":"set","board":i,"pos":p,"cards":[[uid,face,rotation,spot,size],...]}
    {"op":"tag","board":i,"uid":hex,"data":hex}   the memory of a tag, before the card is laid on this board first
    {"op":"hold","board":i,"buttons":mask}     fingers on the panel: 1 OK, 2 BACK, 4 LEFT, 8 RIGHT, 16 AXIS
    {"op":"host","board":i,"data":hex}         bytes from the host on the USB line
    {"op":"link","board":i,"data":hex}         bytes from the other boards
    {"op":"at","us":N,"boards":[{"leds":hex,"oled":hex,"host":hex,"link":hex,"tags":{uid:hex}},...]}
                                               only what is new
"""

import json
import sys


class Horizon:
    """The pace of this process: virtual time may go as far as the host allowed; then it is asked again."""

    def __init__(self, boards, clock):
        self.boards = boards
        self.clock = clock
        self.until_us = 0
        self.eager = False

    def wait(self, until_us):
        clock = self.clock
        while True:
            if self.eager and any(board.has_news() for board in self.boards):
                self.until_us = clock.now_us
            if until_us <= self.until_us:
                if until_us > clock.now_us:
                    clock.now_us = until_us
                return
            if clock.now_us < self.until_us:
                clock.now_us = self.until_us
            self.tell()
            self.listen()

    def tell(self):
        news = {"op": "at", "us": self.clock.now_us, "boards": [board.take_news() for board in self.boards]}
        sys.stdout.write(json.dumps(news) + "\n")

    def listen(self):
        """Obey commands until the next "run"."""
        while True:
            line = sys.stdin.readline()
            if not line:
                raise SystemExit(0)
            command = json.loads(line)
            op = command["op"]
            if op == "run":
                self.until_us = command["until_us"]
                self.eager = command.get("eager", False)
                return
            if op == "quit":
                raise SystemExit(0)
            self.boards[command["board"]].obey(op, command)


async def power_on(boards):
    """Start the firmware of every board of this process."""
    import asyncio

    tasks = [asyncio.create_task(board.run()) for board in boards]
    while True:
        await asyncio.sleep(0.1)
        for task in tasks:
            if task.done():
                await task


def build(start):
    """Boards of this process from its start line: {"readers", "boards": [settings, ...], "flash": [folder, ...]}.

    With readers "model" there is one board a process, since the fake `machine` has one set of pins; with "ideal" all
    boards share the process and one link.
    """
    from firmware import settings
    from host_tools.simulator.games import cartridge

    boards = [settings.load(given) for given in start["boards"]]
    for board in boards:
        cartridge(board["game"])
    if start["readers"] == "ideal":
        from host_tools.simulator.ideal_board import IdealBoard, Wire

        wire = Wire()
        return [IdealBoard(board, start["flash"][at], wire) for at, board in enumerate(boards)]
    from host_tools.simulator.model_board import ModelBoard

    return [ModelBoard(boards[0], start["flash"][0])]


def main():
    start = json.loads(sys.stdin.readline())
    sys.path.insert(0, start["fakes"])
    from host_tools.simulator import vtime  # before anything imports asyncio
    from host_tools.simulator.chips.vclock import CLOCK

    boards = build(start)
    horizon = Horizon(boards, CLOCK)
    sys.stdout.write('{"op":"ready"}\n')
    horizon.listen()
    vtime.run(power_on(boards), horizon)


if __name__ == "__main__":
    main()
