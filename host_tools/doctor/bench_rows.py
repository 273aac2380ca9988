"""Room: what the measurements of `ematrix doctor --bench` should be, and what follows when they are not.

Every expectation has its basis: a standard, a datasheet, a constant of the firmware, or "est." for an estimate that
the measurement is there to replace. Before: bench.py. After: commands/doctor.py.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from firmware.self_test.calibration import LEAST_GAP

OK, FAIL, NOTE = "ok", "FAIL", "note"
# Of the firmware; tests/host/test_doctor_bench.py compares them with the drivers, which only a board can load.
GUARD_US = 5000
LIGHT_SETTLE_US = 80
READER_HZ = 4_000_000
START_GAIN = 4
# Estimates of the design that no chip has confirmed yet.
LOOP_NS = 7400
PLAIN_NS = 28_000
NATIVE_NS = 13_000
SLACK_PERCENT = 50
FULL_SCALE = 65535


class Row(NamedTuple):
    """One line of the table. then: what to change if it is not as expected, "" otherwise."""

    name: str
    measured: str
    expected: str
    basis: str
    state: str
    then: str = ""


def rows(steps: list[dict[str, Any]]) -> list[Row]:
    """The table of what was measured (BenchRun.steps)."""
    found: list[Row] = []
    lights: dict[str, dict] = {}
    for step in steps:
        records = step["records"]
        dead = [record["found"] for record in records if record.get("found", "ok") != "ok"]
        if dead:
            found.append(_dead(step, dead[-1]))
        elif step["ended"] != "done":
            found.append(Row(step["step"], "ended " + step["ended"], "", "", FAIL, "repeat it with --bench-steps"))
        elif step["what"] == "reader":
            found += _reader(records)
        elif step["what"] == "access":
            found += _access(records)
        elif step["what"] == "guard":
            found.append(_guard(records))
        elif step["what"] == "tags":
            found.append(_tags(step["step"], records))
        else:
            lights[records[0]["above"]] = records[0]
            if "rise_us" in records[-1]:
                lights["settle"] = records[-1]
    return found + list(_light(lights))


_FOUND = {
    "silent": "gives no answer",
    "loud": "drives the bus while it is not selected",
    "bus": "loses bits even at the slowest speed",
    "field": "does not switch its field on",
    "timer": "never ends an exchange",
    "died": "stopped answering",
}
_CURE = {
    "silent": "check 3.3 V, ground, NRSTPD (high) and the four SPI wires; then another module",
    "loud": "another module: this one would disturb all others",
    "bus": "shorten the wires, MISO needs its pull-up",
    "field": "check the module's 3.3 V under load, then another module",
    "timer": "another module",
    "died": "watch the 3.3 V while the field is on: it must not sag",
}


def _dead(step: dict[str, Any], found: str) -> Row:
    return Row(step["step"], _FOUND.get(found, found), "works", "self test", FAIL, _CURE.get(found, ""))


def _reader(records: list[dict]) -> Iterator[Row]:
    probe = records[0]
    version = f"works, version 0x{probe['version']:02X}, {probe['speed'] // 1000} kHz"
    good = probe["speed"] == READER_HZ
    yield Row(
        "reader", version, f"works at {READER_HZ // 1000} kHz", "setting reader_hz", OK if good else NOTE,
        "" if good else "shorten the SPI wires, or live with a slower sweep",
    )  # fmt: skip
    yield _near("interpreter loop", records[-1]["loop_ns"], LOOP_NS, "budgets of the firmware grow by the same factor")


def _near(name: str, ns: int, wanted_ns: int, then: str) -> Row:
    """A time that should be about so long, or shorter."""
    good = ns * 100 <= wanted_ns * (100 + SLACK_PERCENT)
    return Row(
        name, f"{ns / 1000:.1f} us", f"{wanted_ns / 1000:.1f} us", "est., RP2040 emulator", OK if good else NOTE,
        "" if good else then,
    )  # fmt: skip


def _access(records: list[dict]) -> Iterator[Row]:
    then = "the sweep of all readers takes longer: measure again with `ematrix bench sweep` and these figures"
    for record in records:
        if "hz" not in record:
            continue
        hz = record["hz"]
        if hz == READER_HZ:
            for name, wanted in (("plain", PLAIN_NS), ("native", NATIVE_NS)):
                if record[name]:
                    yield _near(f"register write, {name}", record[name][0], wanted, then)
                    yield _near(f"register read, {name}", record[name][1], wanted, then)
        lost = record["lost"]
        needed = hz <= READER_HZ
        yield Row(
            f"bits at {hz // 1000} kHz", f"{lost} of {record['echoes']} patterns lost",
            "0" if needed else "not used", "write and read back", OK if not lost or not needed else FAIL,
            "set reader_hz lower, shorten the wires" if lost and needed else "",
        )  # fmt: skip


def _guard(records: list[dict]) -> Row:
    us = records[-1]["guard_us"]
    basis = "ISO/IEC 14443-3 section 5"
    if us < 0:
        return Row("guard time", "no tag answers", f"up to {GUARD_US} us", basis, FAIL, "lay a card there and repeat")
    good = us <= GUARD_US
    return Row(
        "guard time", f"{us} us, 100 of 100 polls", f"up to {GUARD_US} us", basis, OK if good else FAIL,
        "" if good else "raise _GUARD_US in firmware/drivers/reader_grid.py, or use other tags",
    )  # fmt: skip


def _tags(name: str, records: list[dict]) -> Row:
    """How often all cards of a stack were seen: at the gain the firmware starts with, and at the best one."""
    gains = [record for record in records if "db" in record]
    start = next(record for record in gains if record["gain"] == START_GAIN)
    best = max(gains, key=lambda record: record["all"])
    measured = f"{start['all']} of {start['polls']} polls at {start['db']} dB"
    if best["all"] > start["all"]:
        measured += f", {best['all']} at {best['db']} dB"
    if name.startswith("aligned"):
        expected = "some polls" if start["cards"] == 2 else "rarely"
        better = start["all"] == start["polls"]
        then = "aligned stacks read as well: staggered tags are not needed with these parts" if better else ""
        return Row(name, measured, expected, "est., field reports", NOTE if better else OK, then)
    basis = "works at all" if start["cards"] == 1 else "est., coupling model"
    if start["all"] == start["polls"]:
        return Row(name, measured, "every poll", basis, OK)
    if best["all"] == best["polls"]:
        return Row(name, measured, "every poll", basis, NOTE, "tune the gain by position, MID_GAIN in mfrc522.py")
    cure = "another tag or module, a thinner table top" if start["cards"] == 1 else (
        "tags further apart or smaller, a thinner table top; else stacks need the tap pad"
    )  # fmt: skip
    return Row(name, measured, "every poll", basis, FAIL, cure)


def _light(lights: dict[str, dict]) -> Iterator[Row]:
    for above, wanted in (("empty", 1400), ("dark", 3200), ("bright", 22_000)):
        if above in lights:
            least, mean, most = lights[above]["net"]
            yield Row(f"light, {above}", f"{mean} ({least} to {most})", f"{wanted}", "est.", OK)
    if "bright" in lights and len(lights.keys() & {"empty", "dark"}):
        darkest = max(lights[above]["net"][2] for above in ("empty", "dark") if above in lights)
        gap = lights["bright"]["net"][0] - darkest
        good = gap >= LEAST_GAP
        yield Row(
            "light, gap", f"{gap} between dark and bright", f"{LEAST_GAP} or more", "LEAST_GAP of the calibration",
            OK if good else FAIL, "" if good else "more emitter current, sensor nearer to the card, darker print",
        )  # fmt: skip
        most = lights["bright"]["on"][2]
        yield Row(
            "light, headroom", f"{most} of {FULL_SCALE}", f"below {FULL_SCALE}", "range of the ADC",
            OK if most < FULL_SCALE else FAIL, "" if most < FULL_SCALE else "a smaller load resistor, shade the table",
        )  # fmt: skip
    if "settle" in lights:
        for name in ("rise", "fall"):
            us = lights["settle"][f"{name}_us"]
            good = 0 <= us <= LIGHT_SETTLE_US
            yield Row(
                f"light, {name}", f"{us} us" if us >= 0 else "never settles", f"up to {LIGHT_SETTLE_US} us",
                "_SETTLE_US of reflectance.py", OK if good else FAIL,
                "" if good else "a smaller load resistor, or a longer _SETTLE_US in reflectance.py",
            )  # fmt: skip
