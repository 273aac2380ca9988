"""Room: the carrier's schematic has the wiring's nets and keeps electrical rules; spoiled copies name the net."""

import pytest

from host_tools.hardware import carrier, carrier_plan
from host_tools.hardware import carrier_check_sheet as check
from host_tools.hardware.carrier_sexpr import Word, dump, parse
from tests.hardware.carrier_files import inner, plan, spoiled, text
from tests.hardware.spoil import moved
from tests.hardware.test_carrier_board import naming

SHEET = "carrier.kicad_sch"


def test_every_pin_is_on_the_net_of_the_wiring():
    assert check.nets(plan(), text(SHEET)) == []


def test_the_electrical_rules_are_kept():
    assert check.rules(text(SHEET)) == []
    assert sum(len(group.pins) for group in check.groups(text(SHEET))) > 450


def label(tree, net):
    """The first label of that name in the expression of a schematic."""
    return next(node for node in inner(tree, "label") if node[1] == net)


def renamed(old, new, every=False):
    """The schematic with a label, or all of that name, renamed."""

    def change(tree):
        for node in [node for node in inner(tree, "label") if node[1] == old] if every else [label(tree, old)]:
            node[1] = new

    return spoiled(SHEET, change)


def test_a_label_with_another_name_is_named():
    naming(check.nets(plan(), renamed("NSS5", "NSS6")), "is on NSS6, the wiring says NSS5")


def test_another_kind_or_footprint_is_named():
    def change(tree):
        symbol = next(node for node in inner(tree, "lib_symbols", "symbol") if node[1] == "carrier:MAX3485")
        next(pin for pin in inner(symbol, "symbol", "pin") if pin[1] == "power_in")[1] = Word("output")
        next(node for node in inner(tree, "symbol", "property") if node[2] == "carrier:SOT-23_Handsoldering")[2] = (
            "other"
        )

    found = check.nets(plan(), spoiled(SHEET, change))
    naming(found, "of U8 is drawn as output, it is power_in")
    naming(found, "Q1 has the footprint other")


def test_pins_exchanged_in_the_wiring_are_named():
    wiring = moved(("U1 GP18", "MOSI_PICO"), ("U1 GP19", "SCK_PICO"))
    naming(check.nets(carrier_plan.load(wiring), text(SHEET)), "pin 24 of U1 is on SCK_PICO, the wiring says MOSI_PICO")


def test_a_supply_that_nothing_feeds_is_named():
    naming(check.rules(renamed("VSYS", "ELSE")), "net VSYS: nothing feeds")


def test_a_pin_without_wire_or_cross_is_named():
    naming(check.rules(spoiled(SHEET, lambda tree: tree.remove(inner(tree, "no_connect")[0]))), "has no cross")


def test_a_cross_on_a_net_is_named():
    def change(tree):
        tree.append([Word("no_connect"), inner(label(tree, "SDA"), "at")[0][:3]])

    naming(check.rules(spoiled(SHEET, change)), "net SDA: a cross says")


def test_two_names_on_one_net_are_named():
    def change(tree):
        tree.append([Word("label"), "SCK", inner(label(tree, "MISO"), "at")[0]])

    naming(check.rules(spoiled(SHEET, change)), "MISO = SCK: two names")


def test_two_outputs_that_meet_are_named():
    naming(check.rules(renamed("RST0", "RST1", every=True)), "net RST1", "drive against each other")


def test_an_input_that_nobody_drives_is_named():
    def change(tree):
        for pin in inner(tree, "lib_symbols", "symbol", "symbol", "pin"):
            if pin[1] in ("bidirectional", "passive"):
                pin[1] = Word("input")

    naming(check.rules(spoiled(SHEET, change)), "net ROW_ENABLE: nothing drives")


def test_the_files_are_what_the_generator_writes():
    for name, written in carrier.schematic(plan()).items():
        assert written == text(name), f"hardware/carrier/{name} is out of step: run make hardware ARGS=carrier"


def test_a_part_in_no_block_is_refused():
    from host_tools.hardware import carrier_sheet

    columns = carrier_plan.given()["schematic"]
    columns[0][0]["rows"][0].remove("F1")
    with pytest.raises(ValueError, match="each part belongs into one block"):
        carrier_sheet.drawing(plan(), columns)


def test_expressions_are_read_as_they_are_written():
    given = [Word("a"), "two words", 'a "quote" and \\', [Word("b"), 1.5, -3], [Word("pts"), [Word("xy"), 0.25, 1]]]
    again = parse(dump(given))
    assert again == ["a", "two words", 'a "quote" and \\', ["b", "1.5", "-3"], ["pts", ["xy", "0.25", "1"]]]
    assert isinstance(again[0], Word) and not isinstance(again[1], Word)
    for wrong in ("(a (b)", "(a))", "(a) (b)"):
        with pytest.raises(ValueError):
            parse(wrong)
