"""Room: composition root: asyncio tasks, and the only place where the parts of a board meet.

A board senses, lights and shows; its role decides what: the primary runs the game for all boards (boards/primary.py), a
satellite follows it (boards/satellite.py). Task periods in ms; no task holds the processor for more than 10 ms.
"""

import asyncio

from firmware.compat import const
from firmware.lights.frame import Frame
from firmware.link.host import HostLink
from firmware.panel.buttons import Presses
from firmware.panel.glyphs import Glyphs
from firmware.panel.screen import Screen
from firmware.panel.text import Words
from firmware.report.log import Log
from firmware.sensing.scan import Scanner, capabilities
from firmware.wiring import CHAIN_PRIMARY, CHAIN_SATELLITE

VERSION = "0.1.0"

_WATCH_MS = const(50)

TASKS = ("sensing", "table", "lights", "display", "buttons", "link", "host")
_PERIODS_MS = (10, 64, 20, 10, 5, 10)  # of all but the first, which never ends


class App:
    """One board. parts: contracts.Parts; settings: firmware/settings.py."""

    version = VERSION

    def __init__(self, parts, settings):
        self.parts = parts
        self.settings = settings
        self.clock = parts.clock
        self.player = settings["address"]
        primary = settings["role"] == "primary"
        positions = capabilities(settings["role"], settings["readers"])
        self.scanner = Scanner(parts.readers, parts.sensors, parts.clock, positions)
        self.frame = Frame(CHAIN_PRIMARY if primary else CHAIN_SATELLITE, parts.strip, settings["led_cap_ma"])
        self.presses = Presses()
        self.screen = Screen(parts.display.buffer, Glyphs())
        self.words = None
        self.language = None
        self.log = Log(parts.clock, parts.store)
        # What the host may ask for; the rooms add theirs.
        self.requests = {"state": self._resend, "repl": self._leave, "log": self.log.answer}
        for name in ("about", "health", "files"):
            self.requests[name] = self._report
        self.requests["bench"] = self._measure
        self._self_report = self._bench = None
        self.host = HostLink(parts.host, self._versions(), self.requests)
        self.view = None
        self.failed = None  # name of the task that failed
        self._crash = None
        self._running = 0  # number of the task that has its turn
        self._leaving = False  # the host wants the prompt
        self._moved = bytearray(len(TASKS))  # which tasks made progress since take_progress
        self._polls = -1
        if primary:
            from firmware.boards.primary import PrimaryBoard

            self.board = PrimaryBoard(self)
        else:
            from firmware.boards.satellite import SatelliteBoard

            self.board = SatelliteBoard(self)

    def _versions(self):
        return {
            "firmware": VERSION,
            "role": self.settings["role"],
            "address": self.player,
            "game": self.settings["game"],
            "slot": self.parts.slot,
        }

    def _resend(self, _):
        self.board.resend()
        return None

    def _leave(self, _):
        self._leaving = True
        return {"t": "repl"}

    def _report(self, request):
        """Questions about the board itself; the room that answers is only loaded when somebody asks."""
        if self._self_report is None:
            from firmware.report.board_report import BoardReport

            slot = self.parts.slot.partition("?")[0]
            folder = "/rom" if slot == "r" else "/fw_" + slot if slot else ""
            report = BoardReport(self.scanner.health, self.scanner.readable, self.clock, self.parts.store, folder)
            self._self_report = report.handlers()
        return self._self_report[request["t"]](request)

    def _measure(self, request):
        """Measurements at a table that is being built; loaded only when somebody asks."""
        if self._bench is None:
            from firmware.bench.requests import Bench

            self._bench = Bench(self)
        return self._bench.answer(request)

    async def run(self):
        """Everything a board does, until it is switched off or the host asks for the prompt."""
        sensing = asyncio.create_task(self._guard(self.scanner.run()))
        steps = asyncio.create_task(self._guard(self._take_turns()))
        while self._crash is None and not self._leaving:
            await self.clock.sleep_ms(_WATCH_MS)
        if self._crash is not None:
            raise self._crash
        await self.clock.sleep_ms(_WATCH_MS)  # the host still gets its answer
        sensing.cancel()
        steps.cancel()
        self._darken()

    def _darken(self):
        """LEDs that nobody drives any more would only mislead."""
        for index in range(self.frame.count):
            self.parts.strip.set(index, 0, 0, 0)
        self.parts.strip.show()

    async def _guard(self, task):
        """A task that fails takes the board down: half a table would only mislead. main.py reports and restarts."""
        try:
            await task
        except Exception as problem:
            self.failed = TASKS[self._running]
            self._crash = problem

    async def _take_turns(self):
        """Call each step every period; at once again while it says that more is due.

        They share one asyncio task: a task's turn costs about 0.4 ms and 100 bytes of heap on the Pico.
        """
        diff_ms = self.clock.diff_ms
        steps = (self.board.step, self._light, self._draw, self._poll_buttons, self.board.step_link, self.host.step)
        began = [self.clock.ticks_ms()] * len(steps)
        while True:
            rest = _WATCH_MS
            for number in range(len(steps)):
                now = self.clock.ticks_ms()
                left = _PERIODS_MS[number] - diff_ms(now, began[number])
                if left <= 0:
                    began[number] = now
                    self._running = number + 1
                    left = _PERIODS_MS[number]
                    if steps[number]():
                        began[number] = now - left
                        left = 0
                    self._moved[number + 1] = 1
                rest = min(rest, left)
            self._running = 0
            await self.clock.sleep_ms(rest)

    def take_progress(self):
        """Names of the tasks that have made progress since the last call (watchdog)."""
        polls = self.scanner.polls
        self._moved[0] = polls != self._polls
        self._polls = polls
        alive = [name for name, moved in zip(TASKS, self._moved) if moved]
        for number in range(len(TASKS)):
            self._moved[number] = 0
        return alive

    def _light(self):
        if self.view is not None and self.frame.render(self.view, self.player, self.clock.ticks_ms()):
            self.parts.strip.show()

    def speak(self, language, cartridge):
        """Say things in this language from now on."""
        if language != self.language:
            self.language = language
            self.words = Words(language, cartridge)

    def light(self, view):
        """Show a view dict on this board's LEDs. Its cues begin now: the next view may come before the next frame."""
        self.view = view
        mine = view["players"][self.player]
        self.frame.cues.offer(view["cues"], self.player, mine["active"], self.clock.ticks_ms())

    def say(self, screen):
        """Show a screen dict on this board's display."""
        self.screen.show(screen, self.words, self.clock.ticks_ms())

    def _draw(self):
        """Draw a slice, or send one page: a whole picture would hold the bus for 25 ms."""
        if not self.screen.work(self.clock.ticks_ms()):
            page = self.screen.take()
            if page >= 0 and not self.parts.display.show_page(page):
                self.screen.again(page)

    def _poll_buttons(self):
        press = self.presses.update(self.parts.buttons.poll(), self.clock.ticks_ms())
        if press is not None:
            self.board.press(press[0], press[1])
