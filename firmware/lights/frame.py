"""Room: a game's view -> the colours of one LED chain, in layers: state, then pulse, then cue, capped in current.

Comes after the games (only their vocabulary) and before the strip driver and the app. Levels 0..255, current in mA,
times in ms of wrapping ticks. Everything is preallocated: one code byte an LED, so that a frame is a comparison of
what the view says now with what it said before, and only LEDs that look different are sent to the strip.
"""

from firmware.compat import const
from firmware.lights.counts import life_code, point_code, queue_code
from firmware.lights.cues import Cues
from firmware.lights.palette import (
    CODE_OF_ROLE,
    CODES,
    LEVELS,
    MOVING,
    PATTERN_OF,
    PEAKS,
    PHASE_SHIFT,
    PHASES,
    SUMS,
)
from firmware.lights.rulers import LOWER, UPPER, led_code, led_of
from firmware.wiring import chain_starts

# WS2812B: about 20 mA for a channel at full level, 1 mA for the chip when dark.
CHANNEL_MA = const(20)
IDLE_MA = const(1)
CAP_MA = const(1000)
_MOST_LIVES = const(4)  # players or teams with lives of their own
_NO_RULER = (0, 0, 0, False)


class Frame:
    """The picture of one chain (firmware/wiring.py CHAIN_*) on a contracts.Strip."""

    def __init__(self, chain, strip, cap_ma=CAP_MA):
        starts, self.count = chain_starts(chain)
        self._set = strip.set  # bound once: binding at each LED would allocate
        # Levels (0..255 a channel) that may be lit at once under the cap.
        self._budget = max(0, (cap_ma - self.count * IDLE_MA) * 255 // CHANNEL_MA)
        groups = tuple([(name, starts[name], count) for name, count in chain])
        self._rulers = tuple([group[1:] for group in groups if group[0].startswith("ruler")])
        self._ruled = [[0, 0, 0, -1] for _ in self._rulers]
        self._at = {group[0]: group[1:] for group in groups}
        self.cues = Cues(groups, self.count)
        self._code = bytearray(self.count)  # state and pulse layer
        self._shown = bytearray(self.count)  # what the strip was told last, cue layer included
        self._changed = bytearray(self.count)  # LEDs to look at, the first _changes of them
        self._changes = 0
        self._all = True  # look at every LED
        self._tints = bytearray(3 * CODES)
        self._moved = bytearray(CODES)
        self._taken = self._player = None
        self._said = {"cell": "", "edge": ""}
        self._counted = [-1] * (6 + 2 * _MOST_LIVES)
        self._total = 0
        self._phase = -1
        self._scale = -1

    def render(self, view, player, now_ms):
        """Bring the strip up to the view (see firmware/games) as board `player` shows it.

        Returns True if an LED changed, or once in a pattern's period (a pixel that caught noise on its line heals):
        the caller then calls strip.show(). Allocates nothing.
        """
        if view is not self._taken or player != self._player:  # a view that was taken is not changed any more
            self._take(view, player, now_ms)
            self._taken, self._player = view, player
        if self.cues.advance(now_ms):
            self._all = True
        phase = (now_ms >> PHASE_SHIFT) & (PHASES - 1)
        again = phase == 0 and self._phase != 0
        total = self._total + self.cues.total
        scale = 256 if total <= self._budget else self._budget * 256 // total
        if scale != self._scale:
            self._tint_all(phase, scale)
        elif phase != self._phase:
            self._tint(phase)
        if self._all:
            sent = self._paint_all()
        else:
            sent = self._paint()
        return sent or again

    def _take(self, view, player, now_ms):
        """Turn what the view says differently from last time into codes."""
        mine = view["players"][player]
        self.cues.offer(view["cues"], player, mine["active"], now_ms)
        self._roles("cell", mine["cells"])
        self._roles("edge", mine["edges"])
        if not self._rulers:
            return
        rulers = view["rulers"]
        for index in range(len(self._rulers)):
            self._ruler(index, rulers[index] if index < len(rulers) else None)
        self._counts(view)

    def _counts(self, view):
        queue, points, lives = view["queue"], view["points"], view["life"]
        if self._differs(0, queue[0], queue[1]):
            start, count = self._at["queue"]
            for led in range(count):
                self._put(start + led, queue_code(led, count, queue[0], queue[1]))
        if self._differs(2, points[0] * 16 + points[1], points[2]):
            start, count = self._at["point"]
            for led in range(count):
                self._put(start + led, point_code(led, points[0], points[1], points[2]))
        news = self._differs(4, len(lives), 0)
        for index in range(min(len(lives), _MOST_LIVES)):
            if self._differs(6 + 2 * index, lives[index][0], lives[index][1]):
                news = True
        if news:
            start, count = self._at["life"]
            for led in range(count):
                self._put(start + led, life_code(led, count, lives))

    def _differs(self, slot, first, second):
        """Remember two numbers of the view; True if they are new."""
        counted = self._counted
        if counted[slot] == first and counted[slot + 1] == second:
            return False
        counted[slot], counted[slot + 1] = first, second
        return True

    def _put(self, led, code):
        """Note the code of an LED. The current is counted at the peak of each pattern: pulses must not dim others."""
        old = self._code[led]
        if old == code:
            return
        self._code[led] = code
        self._total += SUMS[code] - SUMS[old]
        if self._changes < self.count:
            self._changed[self._changes] = led
            self._changes += 1
        else:
            self._all = True

    def _roles(self, group, roles):
        if roles == self._said[group] or group not in self._at:
            return
        self._said[group] = roles
        start, count = self._at[group]
        for index in range(min(count, len(roles))):
            self._put(start + index, CODE_OF_ROLE[roles[index]])

    def _ruler(self, index, ruler):
        """Lay a row of codes for [limit, at, to, hit]; None, or a limit of 0, is a ruler that the game has not."""
        ruled = self._ruled[index]
        limit, at, to, hit = _NO_RULER if ruler is None else ruler
        hit = 1 if hit else 0
        if ruled[0] == limit and ruled[1] == at and ruled[2] == to and ruled[3] == hit:
            return
        ruled[0], ruled[1] = limit, at  # four at once would build a tuple
        ruled[2], ruled[3] = to, hit
        start, count = self._rulers[index]
        marker, target = led_of(at, limit, count), led_of(to, limit, count)
        # A hit whose marker is back at 0 already does not say which end it was.
        zone = (UPPER if to > 0 else LOWER if to < 0 else UPPER | LOWER) if hit else 0
        for led in range(count):
            self._put(start + led, led_code(led, marker, target, zone, count) if limit > 0 else 0)

    def _tint(self, phase):
        """Take the moving codes to their colours of this phase; every LED is looked at if one of them changed."""
        last, scale = self._phase, self._scale
        tints, moved = self._tints, self._moved
        for code in MOVING:
            levels = LEVELS[PATTERN_OF[code]]
            level = levels[phase]
            if level == levels[last]:
                continue
            moved[code] = 1
            self._all = True
            for at in range(3 * code, 3 * code + 3):
                tints[at] = ((PEAKS[at] * level >> 3) * scale + 128) >> 8
        self._phase = phase

    def _tint_all(self, phase, scale):
        """Colours of all codes for this phase at this scale (256ths by which the current cap dims the frame)."""
        for code in range(CODES):
            level = LEVELS[PATTERN_OF[code]][phase]
            self._moved[code] = 1
            for at in range(3 * code, 3 * code + 3):
                self._tints[at] = ((PEAKS[at] * level >> 3) * scale + 128) >> 8
        self._phase, self._scale = phase, scale
        self._all = True

    def _paint(self):
        """Send the LEDs that the view changed; True if there was one."""
        if not self._changes:
            return False
        for index in range(self._changes):
            led = self._changed[index]
            self._send(led, self.cues.over[led] or self._code[led])
        self._changes = 0
        return True

    def _paint_all(self):
        """Send every LED whose code or whose code's colour changed; True if there was one."""
        code, over, put = self._code, self.cues.over, self._set
        shown, moved, tints = self._shown, self._moved, self._tints
        sent = False
        for led in range(self.count):
            now = over[led] or code[led]
            if now != shown[led] or moved[now]:
                shown[led] = now
                at = 3 * now
                put(led, tints[at], tints[at + 1], tints[at + 2])
                sent = True
        for at in range(CODES):
            moved[at] = 0
        self._changes, self._all = 0, False
        return sent

    def _send(self, led, code):
        self._shown[led] = code
        at, tints = 3 * code, self._tints
        self._set(led, tints[at], tints[at + 1], tints[at + 2])
