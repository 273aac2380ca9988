"""Room: the perfboard plan has a hole for every pin and wires that join every net of the wiring, and no other."""

import copy

import pytest
import yaml

from host_tools.hardware import carrier, carrier_perfboard, carrier_plan
from tests.hardware.carrier_files import plan, text
from tests.hardware.spoil import moved

GIVEN = yaml.safe_load(carrier_perfboard.FILE.read_text(encoding="utf-8"))


def loaded(change=lambda data: None, of=None):
    """The perfboard after a change to perfboard.yml."""
    data = copy.deepcopy(GIVEN)
    change(data)
    return carrier_perfboard.load(of or plan(), data)


def joined(wires):
    """{net: [set of pins that wires join]}."""
    groups = {}
    for wire in wires:
        own = groups.setdefault(wire.net, [])
        touched = [group for group in own if wire.start in group or wire.end in group]
        own[:] = [group for group in own if group not in touched] + [set().union({wire.start, wire.end}, *touched)]
    return groups


def test_the_wires_join_every_net_and_nothing_else():
    found = joined(carrier_perfboard.wires(plan(), loaded()))
    wanted = {net: [set(pins)] for net, pins in plan().nets().items() if len(pins) > 1}
    assert found == wanted


def test_no_wire_is_one_too_many():
    wires = carrier_perfboard.wires(plan(), loaded())
    assert len(wires) == sum(len(pins) - 1 for pins in plan().nets().values())


def test_a_pin_moved_in_the_wiring_moves_its_wire():
    other = carrier_plan.load(moved(("U1 GP12", "IR_ON"), ("U1 GP13", "LED_PICO")))
    wires = carrier_perfboard.wires(other, loaded(of=other))
    assert any(wire.net == "IR_ON" and ("U1", "16") in (wire.start, wire.end) for wire in wires)
    assert carrier_perfboard.markdown(other, loaded(of=other)) != text("perfboard.md")


def test_readers_of_cells_can_be_left_out():
    """The wires without a star alone join everything but J11 to J14."""
    early = joined([wire for wire in carrier_perfboard.wires(plan(), loaded()) if not wire.last])
    for net, pins in plan().nets().items():
        rest = {pin for pin in pins if pin[0] not in ("J11", "J12", "J13", "J14")}
        assert len(rest) < 2 or early[net] == [rest], net


def test_wires_lead_the_short_way():
    board = loaded()
    wires = carrier_perfboard.wires(plan(), board)
    neighbours = [wire for wire in wires if wire.length == 1]
    assert len(neighbours) > 20 and max(wire.length for wire in wires) < sum(board.size)
    assert sum(wire.length for wire in wires) * 2.54 / 1000 < 12


def test_faults_are_named():
    def put(name, place):
        return lambda data: data["places"].update({name: place})

    with pytest.raises(ValueError, match="C2 and U2 share hole 19-19|U2 and C2 share hole 19-19"):
        loaded(put("C2", [18, 18, 270]))
    with pytest.raises(ValueError, match="of J25 lies off the board"):
        loaded(put("J25", [60, 7, 0]))
    with pytest.raises(ValueError, match="lies on"):
        loaded(put("C1", [5, 27, 0]))
    with pytest.raises(ValueError, match="of J2 finds no hole"):
        loaded(lambda data: data["instead"].pop("J2"))
    with pytest.raises(ValueError, match="must place what the wiring has on the carrier: R21"):
        loaded(lambda data: data["places"].pop("R21"))


def test_the_files_are_what_the_generator_writes():
    for name, written in carrier.perfboard(plan()).items():
        assert written == text(name), f"hardware/carrier/{name} is out of step: run make hardware ARGS=carrier"


def test_no_name_in_the_drawing_covers_a_pin():
    board = carrier_perfboard.load(plan())
    pins = [hole for holes in board.holes.values() for hole in holes]
    for name in board.boxes:
        x, y = carrier_perfboard.name_spot(board, name)
        assert not [pin for pin in pins if abs(pin[0] - x) <= 0.28 * len(name) and abs(pin[1] - y) <= 0.4], name
