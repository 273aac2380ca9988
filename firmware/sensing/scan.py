"""Room: decides which position is polled when, and keeps the stable report of each. Times in ms.

Before: drivers (contracts TagReader, Sensors, Clock), debounce, owners, health. After: the board room, which takes the
reports. Sensors are swept often; a position that changes is polled at once and again, the others in turn. Positions
without a reader are never polled. Who is polled when stands in a few tables with an entry for each position;
docs/sensing.md explains how they work together, with a timeline.
"""

from firmware.compat import const
from firmware.contracts import CLEAN, FAULT
from firmware.sensing.debounce import Spot
from firmware.sensing.health import QUARANTINE_MS, Health
from firmware.sensing.owners import Owners
from firmware.sensing.positions import capabilities, distant_readers

SWEEP_MS = const(50)  # sensors; one takes 8 ms on the Pico, in which no reader is polled
FOCUS_MS = const(50)  # covered cells where something can change, and places without sensors
FOCUS_EMPTY_MS = const(400)  # uncovered cells in focus: the sensors tell at once when that changes
DOUBT_MS = const(60)  # a tag has just gone missing
COVERED_MS = const(500)  # covered cells where nothing should change
IDLE_MS = const(700)
_MOST_IN_A_ROW = const(12)  # polls at once of one position, then it queues with the others
_OVERDUE_MS = const(500)  # a position so late goes before one that another poll at once may decide
_DOUBTING_MS = const(300)  # so late, before one whose tag has just gone missing or whose reader is broken
_UNSTEADY = const(255)
_SOON_MS = const(6)  # about one poll: what is due by then may power up its tags meanwhile


def _blank(position):
    """The report of a position where nothing lies."""
    return {"pos": position, "status": "empty", "face": "none", "uids": [], "missing": []}


class Scanner:
    """`run` for ever; `take` what changed. `readable`: positions with a reader."""

    def __init__(self, reader, sensors, clock, positions=None):
        positions = capabilities() if positions is None else positions
        self._reader = reader
        self._sensors = sensors
        self._clock = clock
        self._spots = [Spot(readable, sensed) for readable, sensed in positions]
        self.readable = [i for i, (readable, _) in enumerate(positions) if readable]
        self._distant = distant_readers(self.readable)
        self._sensed = [i for i, (_, sensed) in enumerate(positions) if sensed]
        self._owners = Owners(self._spots)
        self.health = Health(reader, len(positions))
        self._ticks = clock.ticks_ms()
        self._now = 0  # ms since the start; ticks wrap, this does not
        self._swept = -SWEEP_MS
        self._soonest = 0  # when something is due next
        self._prepared = -1  # its tags power up already: polled next unless the sensors needed the bus
        # One entry a position, docs/sensing.md:
        self._due = [0] * len(positions)  # when it wants to be polled next
        self._lead = [0] * len(positions)  # ms by which it goes before its turn
        self._in_a_row = bytearray(len(positions))  # polls at once since something last settled
        self._steady = bytearray(len(positions))  # the face at which a sweep tells nothing new, or _UNSTEADY
        self._focus = bytearray(len(positions))  # whether the game waits for something there
        self._found = []
        self._reports = [None] * len(positions)  # None: nothing has ever lain there
        self._changed = []
        self._jobs = []  # jobs.TagJob: waiting
        self._done = []
        self.polls = 0  # and slices of jobs, since the start; that it grows tells the watchdog that sensing lives

    def focus(self, positions):
        """Poll these most; the others rarely."""
        for position in range(len(self._focus)):
            wanted = position in positions
            if wanted and not self._focus[position]:
                self._due[position] = self._now
            self._focus[position] = wanted

    def take(self):
        """Reports that changed since the last call, in order of change; each is the newest of its position."""
        return self._take_changed() if self._changed else ()

    def _take_changed(self):
        changed, self._changed = self._changed, []
        return [self.report(position) for position in changed]

    def report(self, position):
        """The report of one position: {"pos", "status", "face", "uids", "missing"}."""
        return self._reports[position] or _blank(position)

    def reports(self):
        """The reports of all positions."""
        return [self.report(position) for position in range(len(self._reports))]

    def forget(self, position, uid):
        """Drop a UID (hex): the players say that it was taken off."""
        key = bytes.fromhex(uid)
        self._spots[position].drop(key)
        self._owners.lost(position, key)
        self._weigh(position)
        self._publish(position)
        self._publish_touched()

    def send(self, job):
        """Do a job (jobs.py) as soon as the running poll is over."""
        self._jobs.append(job)

    def take_jobs(self):
        """Tag jobs that are over since the last call."""
        if not self._done:
            return ()
        done, self._done = self._done, []
        return done

    def _time(self):
        ticks = self._clock.ticks_ms()
        self._now += self._clock.diff_ms(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    async def run(self):
        """Sense for ever."""
        clock = self._clock
        reader = self._reader
        while True:
            now = self._time()
            if now - self._swept >= SWEEP_MS:
                self._swept = now
                self._prepared = -1
                self._sweep(now)
            if self._jobs:
                job = self._jobs.pop(0)
                self._prepared = -1
                for _ in job.run(reader):
                    self.polls = (self.polls + 1) & 0xFFFFFF
                    await clock.sleep_ms(0)
                job.done = True
                if job.returns:
                    self._done.append(job)
                continue
            position = self._prepared if self._prepared >= 0 else self._next(now, self.readable)
            if position < 0:
                await clock.sleep_ms(max(1, min(self._soonest, self._swept + SWEEP_MS) - now))
                continue
            self._prepared = self._next(now + _SOON_MS, self._distant[position])
            reader.ahead(self._prepared)
            result = FAULT
            for result in reader.poll(position, self._found):
                if result is None:
                    await clock.sleep_ms(reader.rest_ms)
            self._settle(position, result)
            await clock.sleep_ms(0)

    def _sweep(self, now):
        sensors = self._sensors
        sensors.sweep()
        steady = self._steady
        for position in self._sensed:
            face = sensors.face(position)
            if face == steady[position]:
                continue
            spot = self._spots[position]
            if spot.sweep(face):
                self._due[position] = now
                self._in_a_row[position] = 0
                if spot.twice and not spot.covered():
                    self._owners.uncovered(position)
                self._publish(position)
                self._publish_touched()
            self._weigh(position)
            steady[position] = face if face == spot.face else _UNSTEADY

    def _next(self, now, among):
        """The position to poll now among those, or -1: the longest due, with the lead of each (_weigh).
        `_soonest` tells when to look again."""
        due = self._due
        lead = self._lead
        best = -1
        best_late = -1
        soonest = now + IDLE_MS
        for position in among:
            at = due[position]
            if at > now:
                if at < soonest:
                    soonest = at
            elif now - at + lead[position] > best_late:
                best = position
                best_late = now - at + lead[position]
        self._soonest = soonest
        return best

    def _weigh(self, position):
        """How much earlier a position is asked than its turn; kept, since every poll compares all of them."""
        spot = self._spots[position]
        undecided = spot.undecided()
        if undecided and self._in_a_row[position] < _MOST_IN_A_ROW:
            self._lead[position] = _OVERDUE_MS
        else:
            ahead = spot.doubting() or self.health.broken(position)  # asked rarely: it must not queue as well
            self._lead[position] = _DOUBTING_MS if ahead else 0
        return undecided

    def _settle(self, position, result):
        now = self._time()
        spot = self._spots[position]
        self.polls = (self.polls + 1) & 0xFFFFFF
        result = self.health.note(position, result, self._found, now)
        if result == CLEAN and self._blank(position, spot):
            self._due[position] = now + self._interval(position, spot)
            return
        before = tuple(spot.uids)
        for uid in spot.poll(result, self._found, now):
            ask = self._owners.claim(position, uid)
            if ask >= 0:
                self._due[ask] = now
        if spot.dirty:
            self._owners.release(position, before)
            self._publish(position)
            self._publish_touched()
        undecided = self._weigh(position)
        if undecided and self._in_a_row[position] < _MOST_IN_A_ROW:
            self._in_a_row[position] += 1
            self._due[position] = now
            if self._in_a_row[position] == _MOST_IN_A_ROW:
                self._weigh(position)
        else:
            if not undecided:
                self._in_a_row[position] = 0
            self._due[position] = now + self._interval(position, spot)

    def _blank(self, position, spot):
        """Nothing is there and nothing is under way: one more clean timeout changes nothing. Half of all polls."""
        waiting = spot.uids or spot.candidates or spot.dirty or spot.faulty or spot.covered()
        return not (waiting or self._lead[position] or self._in_a_row[position])

    def _interval(self, position, spot):
        if self.health.broken(position):
            return QUARANTINE_MS
        if self._lead[position] or spot.candidates:
            return DOUBT_MS
        if not spot.sensed or spot.covered() or spot.uids:
            return FOCUS_MS if self._focus[position] else COVERED_MS
        return FOCUS_EMPTY_MS if self._focus[position] else IDLE_MS

    def _publish_touched(self):
        while self._owners.touched:
            position = self._owners.touched.pop()
            self._weigh(position)
            self._publish(position)

    def _publish(self, position):
        if not self._spots[position].dirty:
            return
        report = self._spots[position].report(position)
        if report != self.report(position):
            self._reports[position] = report
            if position in self._changed:
                self._changed.remove(position)
            self._changed.append(position)
