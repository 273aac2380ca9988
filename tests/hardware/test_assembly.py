"""Room: the assembly guide: made parts as they would be made now, true commands, sources of
numbers, nothing left out."""

import re

import pytest

from firmware.bench.readers import GAINS_DB
from firmware.panel import words_en
from host_tools.doctor import bench, bench_rows
from host_tools.hardware import assembly, bench_tags, bench_wires
from host_tools.hardware import assembly_measures as measures
from host_tools.hardware.netlist import load
from tests.architecture.house import ROOT, sources
from tests.architecture.test_docs import COMMANDS, LINK, OPTION, options

PAGES = assembly.pages()
STAGES = sorted(name for name in PAGES if name[0].isdigit())
README = (ROOT / "hardware/README.md").read_text(encoding="utf-8")
TEXTS = {**{f"hardware/assembly/{name}": text for name, text in PAGES.items()}, "hardware/README.md": README}
MAKERS = assembly.makers()
NETLIST = load()
MADE = [(page, name) for page, text in PAGES.items() for name in assembly.kept(text)]
# What they say depends on how long the firmware's tasks take: the figures are the chip models', not a table's.
FIGURES = ("bench",)


def figures_aside(text):
    return re.sub(r"\d+", "#", re.sub(r" {2,}", "  ", text))


@pytest.mark.parametrize(("page", "name"), MADE)
def test_what_is_made_is_as_it_would_be_made_now(page, name):
    now = MAKERS[name]().rstrip("\n") + "\n"
    kept = assembly.kept(PAGES[page])[name]
    if name in FIGURES:
        now, kept = figures_aside(now), figures_aside(kept)
    assert kept == now, f"hardware/assembly/{page}: make {name} anew with python -m host_tools.hardware assembly"


def test_every_made_part_is_used():
    assert {name for _, name in MADE} == set(MAKERS)


@pytest.mark.parametrize("name", assembly.drawings())
def test_drawings_are_as_they_would_be_made_now(name):
    assert (assembly.FOLDER / name).read_text(encoding="utf-8") == assembly.drawings()[name]


def test_a_stale_part_is_found_and_made_anew_with_its_indent():
    page = "1. Look:\n\n   <!-- made: x -->\n   old\n   <!-- end -->\n\n<!-- made: y -->\n<!-- end -->\n"
    assert assembly.kept(page) == {"x": "old\n", "y": ""}
    new = assembly.renewed(page, lambda name: f"new {name}")
    assert new == page.replace("old", "new x").replace("y -->\n", "y -->\nnew y\n")
    assert assembly.kept(new) == {"x": "new x\n", "y": "new y\n"}


def test_the_wires_of_the_bench_are_the_tables_own():
    nets = NETLIST.nets
    for net, nodes in bench_wires.nets().items():
        own = [
            (part, pin) for part, pin, _ in nodes if (part, pin) != ("U1", bench_wires.SUPPLIES.get(net, ("", ""))[0])
        ]
        assert set(own) <= set(nets[net]), net
    assert ("U1", "14", "GP10") in bench_wires.nets()["COLUMN_ENABLE"]


def test_tags_of_the_drawing_lie_far_enough_apart():
    """15 mm sideways is the estimate that the measurement is for."""
    assert bench_tags.nearest_mm() >= 15


# Commands.

CALL = re.compile(r"(?:\$ |`|^ *)ematrix ([a-z]+)((?: [^`\n]+)?)", re.MULTILINE)


def test_commands_exist_with_these_options():
    seen = set()
    for page, text in TEXTS.items():
        for name, words in CALL.findall(text):
            assert name in COMMANDS, f"{page}: ematrix {name}"
            command = COMMANDS[name]
            below = words.split()[0] if words.split() else ""
            if hasattr(command, "commands"):
                assert below in command.commands, f"{page}: ematrix {name} {below}"
                command = command.commands[below]
            assert set(OPTION.findall(words)) <= options(command), f"{page}: ematrix {name}{words}"
            seen.add(name)
    assert {"doctor", "flash", "monitor", "cards"} <= seen


def test_settings_that_are_set_exist():
    from firmware import settings

    for page, text in TEXTS.items():
        for name in re.findall(r"--set (\w+)=", text):
            assert name in settings.DEFAULTS, f"{page}: {name}"


def test_files_that_commands_take_exist():
    named = {
        path for text in TEXTS.values() for path in re.findall(r"(?:hardware|firmware)/[\w/]+\.(?:json|csv)", text)
    }
    assert len(named) >= 4 and not [path for path in named if not (ROOT / path).exists()]


def test_measurements_that_are_named_exist():
    for page, text in TEXTS.items():
        for kinds in re.findall(r"--bench-steps ([a-z,]+)", text):
            assert bench.chosen(kinds), f"{page}: {kinds}"
    rows = MAKERS["bench"]()
    for name in re.findall(r"`([^`]+)`", README.split("| measure |")[1].split("\n\n")[0]):
        assert re.search(rf"^\w+ +{re.escape(name)}\b", rows, re.MULTILINE), name


def test_every_stage_is_proved_by_what_the_table_of_stages_says():
    index = PAGES["README.md"]
    for page in STAGES:
        [row] = [line for line in index.splitlines() if f"]({page})" in line]
        for command in re.findall(r"`(ematrix [^`]+)`", row):
            assert command in PAGES[page].split("## Prove", 1)[1].split("## When")[0], (page, command)


@pytest.mark.parametrize("page", TEXTS)
def test_links_lead_somewhere(page):
    for link in LINK.findall(TEXTS[page]):
        assert "://" in link or ((ROOT / page).parent / link).exists(), link


# Numbers.

# Numbers with units that may stand in a table by themselves: nominal supplies, sizes of parts, constants checked here.
SLOWEST = 1_000_000  # firmware/drivers/reader_setup.py, compared below


def slower(hz):
    """The bus speeds that the firmware tries."""
    return [hz >> step for step in range(8) if hz >> step >= SLOWEST]


NOMINAL = {"0 V", "3.3 V", "5 V", "13.56 MHz", "25 mm", "19 mm"}
KNOWN = NOMINAL | {
    f"{bench_rows.GUARD_US // 1000} ms",
    f"{bench_rows.LIGHT_SETTLE_US} us",
    f"{bench_rows.READER_HZ // 1_000_000} MHz",
    *(f"{hz // 1000} kHz" for hz in slower(bench_rows.READER_HZ)),
    f"{SLOWEST // 1_000_000} MHz",
    f"{dict(GAINS_DB)[bench_rows.START_GAIN]} dB",
    "8.4 s",  # firmware/drivers/watchdog.py, compared below
}
NUMBER = re.compile(r"\b\d+(?:\.\d+)? (?:mV|V|mA|A|kOhm|Ohm|ms|us|s|kHz|MHz|mm|cm|dB)\b")


def typed_rows(text):
    """Rows of tables that were typed, not made; code left out."""
    text = assembly.BLOCK.sub("", text)
    return [line for line in text.splitlines() if line.lstrip().startswith("|") and not set(line) <= set("|- ")]


def unfounded(text):
    return [
        (number, row)
        for row in typed_rows(text)
        for number in NUMBER.findall(row)
        if number not in KNOWN and "est." not in row
    ]


@pytest.mark.parametrize("page", TEXTS)
def test_every_number_in_a_table_is_computed_or_an_estimate(page):
    assert unfounded(TEXTS[page]) == []


def test_an_unfounded_number_is_found():
    assert unfounded("| the wire | 47 mA |") == [("47 mA", "| the wire | 47 mA |")]
    assert unfounded("| the wire | 47 mA (est.) |\n| rail | 3.3 V |\n47 mA") == []


@pytest.mark.parametrize("name", measures.STAGES)
def test_every_measure_has_its_basis(name):
    for row in measures.STAGES[name]():
        assert row.basis.startswith((measures.COMPUTED, measures.ESTIMATE)), row
        assert len(row.basis) > 12 and all(row), row


def test_currents_of_the_stages_grow_to_the_budget():
    """The last stage is all that the budget has, LEDs and emitters aside."""
    from host_tools.hardware import budget

    stages = (
        measures.drawn(measures.PICO),
        measures.drawn(measures.PICO + measures.PANEL),
        measures.drawn(measures.PICO + measures.PANEL + measures.CHIPS + measures.READER, readers=1),
        measures.drawn(measures.PICO + measures.PANEL + measures.CHIPS + measures.READER),
    )
    assert list(stages) == sorted(stages)
    everything = (*measures.PICO, *measures.PANEL, *measures.CHIPS, *measures.READER, *measures.SHIFTER, *measures.LINK)
    typical, most = measures.drawn(everything)
    whole = budget.totals(NETLIST, cap_ma=0)["+5V"]["reading"]
    assert (round(typical, 6), round(most, 6)) == (round(whole[0], 6), round(whole[1], 6))


def test_constants_that_the_pages_name():
    assert re.search(r"LONGEST_MS = const\(8388\)", (ROOT / "firmware/drivers/watchdog.py").read_text(encoding="utf-8"))
    assert "SLOWEST = const(1_000_000)" in (ROOT / "firmware/drivers/reader_setup.py").read_text(encoding="utf-8")
    chapters = (ROOT / "firmware/self_test/chapters.py").read_text(encoding="utf-8")
    assert f"_COLOURS = (({measures.TEST_LIGHT}, 0, 0)" in chapters


# Faults and parts.

CODE = sources(
    "host_tools/doctor", "host_tools/flashing", "host_tools/transport", "host_tools/hardware/assembly_measures.py"
)
SAID = "\n".join([*CODE.values(), *words_en.WORDS.values(), MAKERS["bench"]()])


@pytest.mark.parametrize("page", STAGES)
def test_what_one_sees_is_said_somewhere(page):
    table = PAGES[page].split("## When it fails")[1]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 4
    for row in rows:
        for quoted in re.findall(r"`([^`]+)`", row.split("|")[1]):
            assert quoted in SAID, f"{page}: nobody says {quoted!r}"


def mentioned(text):
    """Designators in a text, R3 to R7 meaning all of them."""
    found = set(re.findall(r"\b[A-Z]{1,2}\d+\b", text))
    for letters, first, last in re.findall(r"\b([A-Z]{1,2})(\d+) to \1(\d+)\b", text):
        found |= {f"{letters}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_every_part_is_soldered_at_one_stage():
    stages = {page: mentioned(PAGES[page].split("## Steps")[1].split("\n## ")[0]) for page in STAGES[1:]}
    for name, part in NETLIST.parts.items():
        if part.place != "table" and name != "U1":
            assert len([page for page, names in stages.items() if name in names]) == 1, f"what stage solders {name}?"
    assert mentioned("R3 to R5, U2 (74HC138), JP1") == {"R3", "R4", "R5", "U2", "JP1"}


def test_every_diagram_of_the_table_is_shown_at_some_stage():
    shown = {link.split("/")[-1] for text in PAGES.values() for link in LINK.findall(text) if link.endswith(".svg")}
    for path in sorted((ROOT / "hardware/wiring").glob("*.yml")):
        if path.stem not in ("supply_of_chips", "overview"):
            assert f"{path.stem}.svg" in shown, path.name
