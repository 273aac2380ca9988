"""Room: calibration measured on the light model, stored, loaded, refused when it is not plausible."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

import json

from firmware import wiring
from firmware.self_test.calibration import FILE, LAYOUTS, Calibration, wired
from firmware.contracts import FACE_COL, FACE_ROW, FACE_UP
from host_tools.simulator.sim_board import MemoryStore
from tests.helpers import raises

LAID = {"empty": None, "up": ("up", 0), "row": ("down", 0), "col": ("down", 90)}


def lay_everywhere(desk, layout, positions=range(wiring.POSITIONS)):
    for position in positions:
        kind = LAID[layout]
        desk.table.set_position(position, [] if kind is None else [["", kind[0], kind[1], 0, "card"]])


def calibrated(desk, store=None):
    calibration = Calibration(store or MemoryStore(), desk.sensors, desk.readers.setup)
    for layout in LAYOUTS:
        lay_everywhere(desk, layout)
        for _ in calibration.measure(layout):
            pass
    return calibration


def test_a_whole_calibration_sets_every_threshold_between_dark_and_bright():
    desk = Desk()
    calibration = calibrated(desk)
    assert calibration.judge() == []
    report = calibration.report()
    assert len(report["sensors"]) == 40
    for entry in report["sensors"]:
        dark = max(entry[kind][1] for kind in ("empty", "dark") if entry[kind])
        assert dark + 1500 <= entry["threshold"] <= entry["bright"][0] - 1500
        assert entry["empty"][0] <= entry["empty"][1]
    assert (report["sensors"][0]["pos"], report["sensors"][1]["side"]) == (0, "east")
    assert report["sensors"][39] == dict(report["sensors"][39], pos=25, side="edge", dark=None, ok=True)


def test_dim_lamps_that_the_default_threshold_would_not_see_work_after_calibration():
    desk = Desk()
    for sensor in desk.light.gain:
        desk.light.gain[sensor] = 35
    lay_everywhere(desk, "up", [3])
    desk.sensors.sweep()
    assert desk.sensors.face(3) != FACE_UP
    calibrated(desk).judge()
    for layout, face in (("up", FACE_UP), ("row", FACE_ROW), ("col", FACE_COL)):
        lay_everywhere(desk, layout, [3])
        desk.sensors.sweep()
        assert desk.sensors.face(3) == face


def test_a_dead_sensor_is_named_by_position_and_side_and_keeps_its_threshold():
    """A phototransistor that reads the same whatever lies above it: a whole kind, stuck anywhere."""
    for reading in (0, 9000, 65535):
        desk = Desk()
        desk.light.stuck[wiring.IR_CELLS[6][1]] = reading
        before = desk.sensors.thresholds[wired()[13][0]]
        bad = calibrated(desk).judge()
        assert [(entry["pos"], entry["side"]) for entry in bad] == [(6, "east")]
        assert desk.sensors.thresholds[wired()[13][0]] == before


def test_a_layout_that_was_left_out_names_every_cell_that_lacks_it():
    desk = Desk()
    calibration = Calibration(MemoryStore(), desk.sensors, desk.readers.setup)
    for layout in ("empty", "up", "row"):
        lay_everywhere(desk, layout)
        for _ in calibration.measure(layout):
            pass
    bad = calibration.judge()
    assert [(entry["pos"], entry["side"]) for entry in bad] == [(cell, "north") for cell in range(16)]


def test_one_cell_can_be_measured_by_itself():
    desk = Desk()
    calibration = Calibration(MemoryStore(), desk.sensors, desk.readers.setup)
    for layout in LAYOUTS:
        lay_everywhere(desk, layout, [5])
        for _ in calibration.measure(layout, [5]):
            pass
    bad = calibration.judge()
    assert 5 not in [entry["pos"] for entry in bad]
    assert len(bad) == 38


def test_what_is_saved_is_there_after_a_start():
    desk = Desk()
    store = MemoryStore()
    calibration = calibrated(desk, store)
    calibration.judge()
    desk.readers.setup.gains[7] = 2
    desk.readers.setup.speeds[8] = 1
    calibration.save()
    other = Desk(seed=2)
    again = Calibration(store, other.sensors, other.readers.setup)
    assert again.load()
    assert list(other.sensors.thresholds) == list(desk.sensors.thresholds)
    assert again.report() == calibration.report()
    assert (other.readers.setup.gains[7], other.readers.setup.speeds[8]) == (2, 1)


def test_recalling_what_was_measured_leaves_the_drivers_as_they_are():
    desk = Desk()
    store = MemoryStore()
    calibration = calibrated(desk, store)
    calibration.judge()
    calibration.save()
    other = Desk()
    other.readers.setup.speeds[3] = 2
    before = list(other.sensors.thresholds)
    again = Calibration(store, other.sensors, other.readers.setup)
    assert again.recall()
    assert again.report()["sensors"][0]["bright"] == calibration.report()["sensors"][0]["bright"]
    assert (list(other.sensors.thresholds), other.readers.setup.speeds[3]) == (before, 2)
    assert not Calibration(MemoryStore(), other.sensors, None).recall()


def test_a_stored_speed_is_met_by_the_next_slower_one_of_another_setting():
    desk = Desk()
    store = MemoryStore()
    desk.readers.setup.speeds[3] = 1  # 2 MHz
    Calibration(store, desk.sensors, desk.readers.setup).save()
    other = Desk(baudrate=3_000_000)
    assert Calibration(store, other.sensors, other.readers.setup).load()
    assert other.readers.setup.speeds[3] == 1  # 1.5 MHz
    assert other.readers.setup.speeds[0] == 0


def test_the_host_gets_a_summary_and_each_position_in_records_of_their_own():
    desk = Desk()
    desk.light.stuck[wiring.IR_CELLS[6][1]] = 9000
    calibration = calibrated(desk)
    calibration.judge()
    assert calibration.answer({"t": "calibration"}) == {"t": "calibration", "bad": [[6, "east"]], "problem": ""}
    for position in range(wiring.POSITIONS):
        answer = calibration.answer({"t": "calibration", "pos": position})
        assert len(json.dumps(answer)) < 700
        sides = [entry["side"] for entry in answer["sensors"]]
        assert sides == (["north", "east"] if position < 16 else [] if position < 18 else ["edge"])
        assert len(answer["readers"]) == (1 if position < 18 else 0)
    with raises(ValueError) as problem:
        calibration.answer({"t": "calibration", "pos": 26})
    assert "0 to 25" in str(problem.value)


def test_without_a_file_the_defaults_stay():
    desk = Desk()
    calibration = Calibration(MemoryStore(), desk.sensors, desk.readers.setup)
    assert not calibration.load()
    assert calibration.problem == ""


def test_a_file_that_is_not_plausible_is_refused_whole_with_a_sentence():
    desk = Desk()
    store = MemoryStore()
    Calibration(store, desk.sensors, desk.readers.setup).save()
    good = store.read(FILE)
    before = list(desk.sensors.thresholds), bytes(desk.readers.setup.gains)
    changes = [
        ("schema", 2), ("thresholds", []), ("thresholds", [[number, 0] for number, _, _ in wired()]),
        ("gains", [9] * 18), ("gains", [4] * 17), ("speeds", ["fast"] * 18), ("speeds", None),
        ("seen", [[99, "dark", 1, 2]]),
    ]  # fmt: skip
    texts = [json.dumps(dict(json.loads(good), **{name: value})).encode() for name, value in changes]
    for text in [b"", b"[]", b"7", b"\xff\x00", good[:-5]] + texts:
        store.write(FILE, text)
        calibration = Calibration(store, desk.sensors, desk.readers.setup)
        assert not calibration.load(), text
        assert "calibrate again" in calibration.problem
        assert (list(desk.sensors.thresholds), bytes(desk.readers.setup.gains)) == before
