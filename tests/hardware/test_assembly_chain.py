"""Room: the table of LED strips in the assembly guide: every group, the right strip, the right end first."""

from firmware.wiring import CHAIN_PRIMARY, CHAIN_SATELLITE
from hardware.table_top import params, places
from host_tools.hardware import assembly_chain

ROWS = [[cell.strip() for cell in row.strip("|").split("|")] for row in assembly_chain.chain().splitlines()[2:]]


def test_every_group_in_the_order_of_the_chain_with_its_strip_on_either_board():
    assert [(row[1].strip("`"), int(row[2])) for row in ROWS] == list(CHAIN_PRIMARY)
    assert [row[0] for row in ROWS] == [f"LS{number}" for number in range(len(CHAIN_PRIMARY))]
    own = {row[1].strip("`"): row[5] for row in ROWS if row[5] != "none"}
    assert own == {name: f"LS{number}" for number, (name, _) in enumerate(CHAIN_SATELLITE)}


def test_strips_have_the_pitch_of_the_table_top():
    p = params.load()
    cut = {row[1].strip("`"): int(row[3].split()[0]) for row in ROWS}
    for group, pitch in (("ruler_a", p.pitch_a), ("ruler_b", p.pitch_b), ("ruler_c", p.pitch_c)):
        assert round(1000 / pitch) == cut[group]
    assert round(1000 / p.pitch_queue) == cut["queue"]
    assert round(1000 / p.pitch_column) == cut["point"] == cut["life"]


def test_the_end_that_comes_first_is_where_the_table_top_has_it():
    assert assembly_chain.way("ruler_a", [(0, 0), (0, 9)]) == "slot A, from south to north"
    assert assembly_chain.way("ruler_a", [(0, 9), (0, 0)]) == "slot A, from north to south"
    assert assembly_chain.way("queue", [(9, 0), (0, 0)]) == "slot QUEUE, from east to west"
    spots = places.lights(params.load(), "primary")
    assert spots["queue"][0][0] > spots["queue"][-1][0] and "from east to west" in ROWS[6][4]


def test_more_light_or_longer_wires_lose_more():
    assert 0 < assembly_chain.drop_v(500) < assembly_chain.drop_v(1000)
    assert assembly_chain.wire_m() > 5
