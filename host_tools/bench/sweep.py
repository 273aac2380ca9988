"""Room: `ematrix bench sweep`: a sweep of all readers beside the RF floor, and how soon LEDs follow the cards; in ms.

18 readers: 9 of them empty (7 cells, queue slot, tap pad), 6 single cards, 3 stacks of three. sweep_replay.py
measures on MicroPython, latency.py on the virtual clock.
"""

import json

from host_tools import engines
from host_tools.bench import latency

LOOP_PICO_NS = 7400  # one iteration of the calibration loop on the Pico
TIMES_FLOOR = 1.4
DOWN_P95_MS = 250
UP_P95_MS = 400


def measure(cards):
    """All figures as a dict; `cards`: how many are put down and lifted for the latencies."""
    raw = json.loads(engines.run_module("host_tools.bench.sweep_replay").stdout)
    scale = LOOP_PICO_NS / raw["loop_ns"] / 1e6
    floor = (raw["guards_us"] + raw["plain"]["air_us"]) / 1000
    figures = {
        "rf_floor_ms": round(floor, 1),
        "budget_ms": round(TIMES_FLOOR * floor, 1),
        "loop_ns": raw["loop_ns"],
        "native": raw["native"],
        "scanner_ms": round(raw["scanner_ns"] * scale, 1),
    }
    for name in ("overlapped", "plain"):
        part = raw[name]
        interpreter = part["interpreter_ns"] * scale
        figures[name] = {
            "sweep_ms_modelled": round(part["sweep_us"] / 1000 + interpreter, 1),
            "rf_and_bus_ms": round(part["sweep_us"] / 1000, 1),
            "interpreter_ms": round(interpreter, 1),
            "transfers": part["transfers"],
            "times_floor": round((part["sweep_us"] / 1000 + interpreter) / floor, 2),
            "plain_bus_ms": round(part["sweep_28_us"] / 1000, 1),
            "tags": part["tags"],
        }
    part = raw["overlapped"]
    work_ns = part["interpreter_ns"] + raw["scanner_ns"]
    access_us = round((13 if raw["native"] else 28) + work_ns * scale * 1000 / part["transfers"])
    figures["access_us"] = access_us
    for name, values in latency.measure(access_us, cards).items():
        figures[f"led_{name}_ms_p50"] = round(latency.percentile(values, 50))
        figures[f"led_{name}_ms_p95"] = round(latency.percentile(values, 95))
        figures[f"led_{name}_ms_max"] = round(max(values))
    return figures


def lines(figures):
    """The figures as sentences."""
    yield "18 readers: 9 empty, 6 single cards, 3 stacks of three"
    yield f"RF floor, guards one after another: {figures['rf_floor_ms']} ms; 1.4 times: {figures['budget_ms']} ms"
    for name, title in (("overlapped", "guards overlapped"), ("plain", "one guard after another")):
        part = figures[name]
        yield (
            f"sweep, {title}: {part['sweep_ms_modelled']} ms = {part['times_floor']} x floor "
            f"(air, guards and bus {part['rf_and_bus_ms']}, interpreter {part['interpreter_ms']}; "
            f"{part['transfers']} transfers; bus without native code {part['plain_bus_ms']})"
        )
    yield f"besides: the scanner's choosing and settling, {figures['scanner_ms']} ms of interpreter a sweep"
    yield f"calibration loop {figures['loop_ns']} ns here, {LOOP_PICO_NS} on the Pico; native accesses: " + (
        "yes" if figures["native"] else "no"
    )
    for name, title, limit in (("down", "put down to LED lit", DOWN_P95_MS), ("up", "lifted to LED off", UP_P95_MS)):
        yield (
            f"card {title}: p50 {figures[f'led_{name}_ms_p50']} ms, p95 {figures[f'led_{name}_ms_p95']} ms "
            f"(budget {limit}), max {figures[f'led_{name}_ms_max']} ms"
        )
