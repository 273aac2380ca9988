"""Room: what a board has learnt about its own parts: light thresholds, reader gains and bus speeds; kept in the store.

Before: calibration_file.py, drivers (their `thresholds`, `gains`, `speeds`). After: the calibration flow on the panel
and the host, which get `report`. Light is in ADC.read_u16 units; sensors are numbered multiplexer * 16 + channel.
"""

import json

from firmware import wiring
from firmware.compat import const
from firmware.self_test.calibration_file import FILE, KINDS, SCHEMA, load, wired

# What lies on every cell during a measurement -> what its (north, east) sensors have above them (hardware.md, "Cards").
LAYOUTS = {
    "empty": ("empty", "empty"),
    "up": ("bright", "bright"),
    "row": ("bright", "dark"),
    "col": ("dark", "bright"),
}
SWEEPS = const(16)  # per measurement
LEAST_GAP = const(3000)  # between the brightest dark reading and the darkest bright one


class Calibration:
    """Measure layout by layout, `judge`, then `save`; or `load` at start. Nothing is applied that is not plausible.

    sensors: drivers' Reflectance (sweep, levels, thresholds); setup: drivers' Setup (gains, speeds, rates), or None.
    `problem` is "" or a sentence for the log: why the stored file was not used.
    """

    def __init__(self, store, sensors, setup):
        self._store = store
        self._sensors = sensors
        self._setup = setup
        self._seen = {}  # (sensor, kind) -> [least, most] light
        self.problem = ""

    def load(self):
        """Apply what was stored; False if there is nothing, or nothing whole: then the defaults stay."""
        return self._take(load(self._store, self._sensors, self._setup))

    def recall(self):
        """Only remember what was measured, for `report`; drivers stay as they are. False as in `load`."""
        return self._take(load(self._store, None, None))

    def _take(self, found):
        kept, self.problem = found
        if kept is None:
            return False
        for number, kind, least, most in kept["seen"]:
            self._seen[number, kind] = [least, most]
        return True

    def save(self):
        """Store what is in use now. OSError if the flash is full or worn."""
        setup = self._setup
        count = len(wiring.READERS)
        kept = {
            "schema": SCHEMA,
            "thresholds": [[number, self._sensors.thresholds[number]] for number, _, _ in wired()],
            "seen": [[number, kind, low, high] for (number, kind), (low, high) in sorted(self._seen.items())],
            "gains": list(setup.gains) if setup is not None else [4] * count,
            "speeds": [setup.rates[index] for index in setup.speeds] if setup is not None else [0] * count,
        }
        self._store.write(FILE, json.dumps(kept).encode())

    def measure(self, layout, positions=None):
        """Generator: see what the sensors read while `layout` (of LAYOUTS) lies on the positions (None: everywhere).

        Yields between sweeps, so that others get their turn; a new measurement replaces the old one of that kind.
        Edge sockets know "empty" and "up" only and are left out of the others.
        """
        kinds = LAYOUTS[layout]
        wanted = []
        for number, position, side in wired():
            if positions is not None and position not in positions:
                continue
            if side == "edge":
                if layout in ("empty", "up"):
                    wanted.append((number, "empty" if layout == "empty" else "bright"))
            else:
                wanted.append((number, kinds[0 if side == "north" else 1]))
        found = {}
        for _ in range(SWEEPS):
            self._sensors.sweep()
            for key in wanted:
                level = self._sensors.levels[key[0]]
                span = found.get(key)
                if span is None:
                    found[key] = [level, level]
                else:
                    span[0] = min(span[0], level)
                    span[1] = max(span[1], level)
            yield None
        self._seen.update(found)

    def judge(self):
        """Set the threshold of every sensor that was measured well; returns the entries of `report` that were not.

        The threshold lies in the middle between the brightest dark (or empty) and the darkest bright reading. A sensor
        whose two do not lie LEAST_GAP apart keeps its old threshold and is named.
        """
        bad = []
        for entry in self.report()["sensors"]:
            if entry["ok"]:
                self._sensors.thresholds[entry["sensor"]] = self._middle(entry["sensor"])
            else:
                bad.append(entry)
        return bad

    def _middle(self, number):
        dark = self._darkest_limit(number)
        return dark + (self._seen[number, "bright"][0] - dark) // 2

    def _darkest_limit(self, number):
        return max(self._seen[number, kind][1] for kind in ("empty", "dark") if (number, kind) in self._seen)

    def _good(self, number, side):
        needed = ("empty", "bright") if side == "edge" else KINDS
        if any((number, kind) not in self._seen for kind in needed):
            return False
        return self._seen[number, "bright"][0] - self._darkest_limit(number) >= LEAST_GAP

    def report(self):
        """What the host and the panel show, JSON-ready.

        {"sensors": [{"sensor", "pos", "side", "empty", "dark", "bright", "threshold", "ok"}, ...], "readers": [{"pos",
        "gain", "speed"}, ...], "problem"}; a kind is [least, most] light or None where it was not measured.
        """
        sensors = []
        for number, position, side in wired():
            entry = {"sensor": number, "pos": position, "side": side}
            for kind in KINDS:
                entry[kind] = self._seen.get((number, kind))
            entry["threshold"] = self._sensors.thresholds[number]
            entry["ok"] = self._good(number, side)
            sensors.append(entry)
        readers = []
        if self._setup is not None:
            for position in range(len(self._setup.gains)):
                speed = self._setup.rates[self._setup.speeds[position]]
                readers.append({"pos": position, "gain": self._setup.gains[position], "speed": speed})
        return {"sensors": sensors, "readers": readers, "problem": self.problem}

    def answer(self, request):
        """The host's request {"t": "calibration"}: a summary, or with "pos" all about one position (records are short).

        {"t", "bad": [[pos, side], ...], "problem"} or {"t", "pos", "sensors": [...], "readers": [...]} as in `report`.
        """
        report = self.report()
        if "pos" not in request:
            bad = [[entry["pos"], entry["side"]] for entry in report["sensors"] if not entry["ok"]]
            return {"t": "calibration", "bad": bad, "problem": self.problem}
        position = request["pos"]
        answer = {"t": "calibration", "pos": position}
        for part in ("sensors", "readers"):
            answer[part] = [entry for entry in report[part] if entry["pos"] == position]
        if not answer["sensors"] and not answer["readers"]:
            raise ValueError("there is no position %s: use 0 to %d" % (position, wiring.POSITIONS - 1))
        return answer
