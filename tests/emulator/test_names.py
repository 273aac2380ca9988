"""Room: what the emulator's Node side takes from the project is held to it without Node: wiring, names, imports."""

import json
import re

import pytest

from firmware import wiring
from firmware.cards.catalogue import HEAD_SIZE
from firmware.cards.receive import CHUNK, DatabaseReceiver
from firmware.games import GAMES
from firmware.link.records import VERSION
from firmware.panel.words_en import WORDS
from host_tools.emulator import make_bootrom
from host_tools.emulator.play.emulated_table import FOLDER
from host_tools.flashing import image
from host_tools.simulator.table import BUTTONS
from tests.architecture import house

HERE = "host_tools/emulator/"
MODULES = {path.removeprefix(HERE): text for path, text in house.sources(HERE, suffix=".mjs").items()}
PROGRAMS = {path.removeprefix(HERE): text for path, text in house.sources(HERE).items()}
README = (FOLDER / "README.md").read_text(encoding="utf-8")
GENERATED = "generated/"


def read(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def test_the_models_are_wired_as_the_firmware_says():
    assert read("table/wiring.json") == {
        "pins": {
            "addr": list(wiring.PIN_ADDRESS),
            "csEnable": wiring.PIN_COLUMN_ENABLE,
            "rowEnable": wiring.PIN_ROW_ENABLE,
            "leds": wiring.PIN_LEDS,
            "irLed": wiring.PIN_IR_LED,
            "expanderInt": wiring.PIN_PANEL_IRQ,
            "buzzer": wiring.PIN_BUZZER,
            "miso": wiring.PIN_SPI_MISO,
            "sck": wiring.PIN_SPI_SCK,
            "mosi": wiring.PIN_SPI_MOSI,
            "irAdc": list(wiring.PIN_IR_ADC),
            "sda": wiring.PIN_I2C_SDA,
            "scl": wiring.PIN_I2C_SCL,
            "uartTx": wiring.PIN_LINK_TX,
            "uartRx": wiring.PIN_LINK_RX,
            "uartDe": wiring.PIN_LINK_ENABLE,
        },
        "blocks": {"spi": wiring.READER_SPI, "i2c": wiring.PANEL_I2C, "uart": wiring.LINK_UART},
        "activeHigh": {"csEnable": True, "rowEnable": True, "irLed": True},
        "readers": [list(place) for place in wiring.READERS],
        "irCells": [[list(north), list(east)] for north, east in wiring.IR_CELLS],
        "irEdges": [list(place) for place in wiring.IR_EDGES],
        "chains": {
            "primary": [list(group) for group in wiring.CHAIN_PRIMARY],
            "satellite": [list(group) for group in wiring.CHAIN_SATELLITE],
        },
        "buttons": {
            "ok": {"gpio": wiring.PIN_OK},
            "back": {"expander": wiring.EXPANDER_BACK},
            "left": {"expander": wiring.EXPANDER_LEFT},
            "right": {"expander": wiring.EXPANDER_RIGHT},
            "axis": {"expander": wiring.EXPANDER_AXIS},
        },
        "i2c": {"expander": wiring.EXPANDER_ADDRESS, "oled": wiring.DISPLAY_ADDRESS, "intPin": "A"},
    }


@pytest.mark.parametrize(("name", "value"), [("CELLS", wiring.CELLS), ("QUEUE", wiring.QUEUE), ("EDGE", wiring.EDGE)])
def test_positions_are_numbered_as_in_the_firmware(name, value):
    assert f"const {name} = {value};" in MODULES["table/wiring.mjs"]


def test_buttons_are_the_bits_of_the_simulator():
    told = ", ".join(f"{name}: {bit}" for name, bit in BUTTONS.items())
    assert f"export const BUTTONS = {{ {told} }};" in MODULES["play/unit.mjs"]


def test_the_file_system_lies_where_flashing_puts_it():
    kib = image.BLOCK * image.BLOCKS // 1024
    assert f"const FILES_SIZE = {kib} * 1024;" in MODULES["pico.mjs"]


def test_the_names_that_scripts_go_by_are_the_firmwares():
    names = read("play/firmware_names.json")
    assert WORDS["menu"].startswith(names["menu"])
    assert (names["recordVersion"], names["headBytes"]) == (VERSION, HEAD_SIZE)
    assert names["chunkBytes"] <= CHUNK
    served = set(DatabaseReceiver(None).handlers()) | {"cards_info"}
    assert set(names["cards"].values()) <= served
    texts = "".join(house.sources("firmware").values())
    for said in ('"t": "screen"', '"t": "refused"', '"t": "cards_info"', '"slot": '):
        assert said in texts
    assert (names["screen"], names["refused"], names["slot"]) == ("screen", "refused", "slot")
    assert GAMES


def test_scripts_ask_only_for_names_that_are_there():
    names = read("play/firmware_names.json")
    asked = set(re.findall(r"\bnames\.(\w+)", "".join(MODULES.values())))
    taken = re.findall(r"const \{ (.*) \} = names;", "".join(MODULES.values()))
    asked |= {name for line in taken for name in line.split(", ")}
    assert asked == set(names)
    assert set(re.findall(r"\bcards\.(info|begin|data|commit)\b", MODULES["play/powercut_cards.mjs"])) == set(
        names["cards"]
    )


def import_faults(modules):
    """Imports between these modules of a file or a name that is not there."""
    faults = []
    for path, text in modules.items():
        for names, target in re.findall(r"^import (?:\{([^}]*)\} from )?\"(\.[^\"]*)\";$", text, re.MULTILINE):
            base = path.rpartition("/")[0]
            found = "/".join(part for part in resolved(base, target))
            if found.startswith(GENERATED):
                continue
            if found not in modules:
                faults.append(f"{path} imports {target}")
                continue
            for name in re.findall(r"\w+", names):
                if not re.search(
                    rf"^export (?:async )?(?:const|let|class|function) {name}\b|^export \{{[^}}]*\b{name}\b",
                    modules[found],
                    re.MULTILINE,
                ):
                    faults.append(f"{path} imports {name} of {target}")
    return faults


def resolved(base, target):
    parts = base.split("/") if base else []
    for part in target.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return parts


def test_modules_import_what_is_there():
    assert len(MODULES) > 35
    assert import_faults(MODULES) == []


def test_an_import_of_something_else_is_found():
    good = {"a/x.mjs": 'import { one } from "../y.mjs";\n', "y.mjs": "export const one = 1;\n"}
    assert import_faults(good) == []
    assert import_faults({**good, "y.mjs": "export const two = 2;\n"}) == ["a/x.mjs imports one of ../y.mjs"]
    assert import_faults({"a/x.mjs": 'import "./y.mjs";\n'}) == ["a/x.mjs imports ./y.mjs"]


def test_generated_files_are_made_by_name():
    imported = {name for text in MODULES.values() for name in re.findall(r'"\./(generated/\w+\.mjs)"', text)}
    made = MODULES["make_decoder.mjs"] + PROGRAMS["make_bootrom.py"]
    assert imported == {"generated/decoder.mjs", "generated/bootrom.mjs"}
    for name in imported:
        assert name.split("/")[1] in made


def test_the_page_names_every_file_and_every_module_named_is_there():
    named = {name.split("/")[-1] for name in re.findall(r"`([\w/]+\.\w+)`", README)}
    files = {path.split("/")[-1] for path in [*MODULES, *PROGRAMS]} - {"__init__.py"}
    assert files - named == set()
    assert {name for name in named if name.endswith(".mjs")} - files == set()


def test_the_page_names_every_switch_of_the_scripts():
    switches = set(re.findall(r'"(--[a-z]+)"', "".join(PROGRAMS.values())))
    switches |= {"--" + name for name in re.findall(r'has\("([\w-]+)"\)', "".join(MODULES.values()))}
    assert len(switches) > 10
    assert {switch for switch in switches if switch not in README} == set()


def test_the_boot_rom_is_read_out_of_a_module_that_is_not_run():
    table = "[" + "7, " * make_bootrom.WORDS + "]"
    assert make_bootrom.words_of(f"raise SystemExit\n{make_bootrom.NAME} = {table}\n") == [7] * make_bootrom.WORDS
    for text in (f"{make_bootrom.NAME} = [1, 2]", f"OTHER = {table}"):
        with pytest.raises(ValueError, match=make_bootrom.PACKAGE):
            make_bootrom.words_of(text)
