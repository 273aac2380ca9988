"""Room: voltages (rules section 2): batteries in a row, in a column, stacked, at the edge, and thunder."""

from firmware.games.energy_matrix.matrix import notation, voltage


def rows(text):
    volts = voltage.voltages(*notation.parse(text))
    return " / ".join([" ".join([str(v) for v in volts[row : row + 4]]) for row in range(0, 16, 4)])


def test_batteries_of_row_and_column_add_up():
    assert rows("- . . . / . . | . / . . . . / . . . |") == "1 1 2 2 / 0 0 1 1 / 0 0 1 1 / 0 0 1 1"


def test_a_stack_counts_every_battery_with_its_own_axis():
    assert rows("-|| . . . / . . . . / . . . . / . . . .") == "3 1 1 1 / 2 0 0 0 / 2 0 0 0 / 2 0 0 0"


def test_machines_do_not_block_the_line():
    assert rows("- A@1 . . / . . . . / . . . . / . . . .") == "1 1 1 1 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"


def test_an_edge_battery_needs_a_battery_of_its_own_line():
    assert rows("- . . . / . . . . / . . . . / . . . . edge=r0,r0,r1,c0") == ("3 3 3 3 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0")
    board, _ = notation.parse("- . . . / . . . . / . . . | / . . . . edge=r0,c0,c3")
    assert [voltage.ext_works(board, edge) for edge in range(8)] == [True] + [False] * 6 + [True]


def test_a_battery_of_the_other_axis_does_not_start_it():
    assert rows("| . . . / . . . . / . . . . / . . . . edge=r0") == "1 0 0 0 / 1 0 0 0 / 1 0 0 0 / 1 0 0 0"


def test_thunder_lifts_every_cell_but_starts_no_edge_battery():
    assert rows(". . . . / . . . . / . . . . / - . . . edge=r0,r3 event=thunder") == (
        "1 1 1 1 / 1 1 1 1 / 1 1 1 1 / 3 3 3 3"
    )


def test_weather_changes_no_voltage():
    for event in ("sun", "rain"):
        assert rows("- . . . / . . . . / . . . . / . . . . event=" + event) == "1 1 1 1 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"
