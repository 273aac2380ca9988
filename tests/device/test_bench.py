"""Room: the measurements before a table is built, asked of the firmware as it is flashed: compiled, shortened."""

import json

from typer.testing import CliRunner

from host_tools import cli


def test_a_flashed_board_measures_and_goes_on_with_its_table(table, tmp_path):
    out = tmp_path / "figures.json"
    words = ["doctor", "--board", table.pico.address, "--bench", str(out)]
    done = CliRunner().invoke(
        cli.app, [*words, "--bench-steps", "reader,access,light,guard,tags", "--polls", "2"], input="\n" * 9
    )
    saved = json.loads(out.read_text())
    steps = {step["step"]: step for step in saved["steps"]}
    assert {step["ended"] for step in saved["steps"]} == {"done"}, done.output
    assert steps["reader"]["records"][0]["found"] == "ok" and steps["reader"]["records"][-1]["loop_ns"] > 0
    assert [record["hz"] for record in steps["access"]["records"] if "hz" in record][-1] == 1_000_000
    assert {record["lost"] for record in steps["access"]["records"] if "hz" in record} == {0}
    assert steps["aligned 3"]["records"][-1]["none"] == 2  # nothing lies on this table
    assert steps["guard"]["records"][-1]["guard_us"] == -1
    rows = {row["name"]: row for row in saved["rows"]}
    assert rows["light, empty"]["state"] == "ok" and rows["light, gap"]["state"] == "FAIL"
    assert table.hello()["role"] == "primary" and table.pico.starts == 1
