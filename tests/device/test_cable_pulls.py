"""Room: cable and power go in the middle of an update: the board still starts, and a second try ends the update.

The places are taken from an update that was not disturbed: after so many bytes each phase began. Between them lie
folders, files, hashes, start files and the pointer.
"""

import shutil

import pytest

from host_tools.errors import UserError
from tests.device.conftest import BLOCKS, OWN, Bench
from tests.device.standin import Pico
from tests.patience import PATIENCE_S

# Share of the bytes of the whole update that reach the board before the cable comes out.
PLACES = (2, 12, 30, 45, 60, 72, 82, 90, 94, 97, 99)


@pytest.fixture(scope="module")
def length(flashed_image, tmp_path_factory):
    """Bytes to the board in an update from 1.0 to 1.1 up to its restart."""
    folder = tmp_path_factory.mktemp("whole")
    shutil.copyfile(flashed_image, folder / "flash.bin")
    with Pico(folder, blocks=BLOCKS) as pico:
        bench = Bench(folder, pico)
        bench.flash(bench.repository("1.1"))
        began = next(sent for phase, _, sent in bench.said if phase == "prompt")
        return next(sent for phase, _, sent in bench.said if phase == "restart") - began


@pytest.mark.parametrize("share", PLACES)
def test_an_update_cut_off_leaves_a_board_that_plays_and_can_be_repeated(flashed, length, share):
    flashed.pico.pull_after(length * share // 100)
    with pytest.raises(UserError) as caught:
        flashed.flash(flashed.repository("1.1"))
    assert ": " in str(caught.value) and "; " in str(caught.value) and "Traceback" not in str(caught.value)
    assert flashed.pico.pulled.wait(PATIENCE_S)
    assert flashed.hello()["firmware"] in ("1.0", "1.1")
    assert flashed.flash(flashed.repository("1.1"))["hello"]["firmware"] == "1.1"
    assert flashed.at_prompt(lambda board: {path: board.read_file(path) for path in OWN}) == OWN


@pytest.mark.parametrize("share", [5, 40, 70])
def test_a_board_that_keeps_its_power_waits_at_the_prompt_for_the_second_try(flashed, length, share):
    flashed.pico.pull_after(length * share // 100, power=False)
    with pytest.raises(UserError):
        flashed.flash(flashed.repository("1.1"))
    assert flashed.pico.pulled.wait(PATIENCE_S) and flashed.pico.starts == 1
    assert flashed.flash(flashed.repository("1.1"))["hello"]["firmware"] == "1.1"


def test_a_first_flash_cut_off_goes_on_where_it_stopped(bench):
    root = bench.repository("1.0")
    bench.pico.pull_after(6000)
    with pytest.raises(UserError):
        bench.flash(root)
    assert bench.pico.pulled.wait(PATIENCE_S)
    result = bench.flash(root)
    assert result["hello"]["firmware"] == "1.0"
    assert not any(line.startswith("0 files are as they should be") for line in result["plan"])
