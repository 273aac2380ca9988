"""Room: boards and lines that make trouble: each is told by its phase with the next step, and never by a traceback."""

import fcntl
import os
import socket
import struct
import threading
import tty

import pytest

from host_tools.flashing import device
from host_tools.flashing.job import Options, flash
from host_tools.transport.board import Board
from host_tools.transport.phases import BoardError, NoBoard, phase
from host_tools.transport.ports import named

LOOPS = b"n = 0\nwhile True:\n    n += 1\n"
RAISES = b"raise ValueError('blink')\n"
EATS_INPUT = b"import sys\nwhile True:\n    sys.stdin.read(1)\n"
CATCHES_ONCE = b"""
for _ in range(2):
    try:
        while True:
            pass
    except KeyboardInterrupt:
        print('not yet')
"""
HOLDS_ON = b"""
import time
def inner():
    while True:
        try:
            while True:
                print('busy')
                time.sleep_ms(20)
        except KeyboardInterrupt:
            pass
while True:
    try:
        inner()
    except KeyboardInterrupt:
        pass
"""
FILL = """
for size in (65536, 4096):
    try:
        while True:
            with open('/films.bin', 'ab') as f:
                f.write(bytes(size))
    except OSError:
        pass
"""


def put_main(bench, text):
    """A program of somebody else's as /main.py; it runs when this returns."""
    bench.at_prompt(lambda board: board.write_file("/main.py", text))


@pytest.mark.parametrize(
    "text", [LOOPS, RAISES, EATS_INPUT, CATCHES_ONCE], ids=["loops", "raises", "eats_input", "catches_once"]
)
def test_a_program_on_the_board_is_interrupted_and_kept(bench, text):
    put_main(bench, text)
    result = bench.flash(bench.repository("1.0"))
    assert result["hello"]["firmware"] == "1.0"
    assert bench.at_prompt(lambda board: board.read_file("/main_before.py")) == text


@pytest.mark.parametrize("problem", [struct.error("unpack requires a buffer of 2 bytes"), IndexError("out of range")])
def test_a_prompt_whose_first_answer_stops_half_way_is_asked_again(bench, monkeypatch, problem):
    asked = []

    def run(board, code, seconds=10):
        asked.append(code)
        if len(asked) == 1:
            raise problem
        return real(board, code, seconds)

    real = Board.run
    monkeypatch.setattr(Board, "run", run)
    with Board(bench.place) as board:
        board.reach_prompt()
        assert board.value("", "1 + 1") == 2
    assert len(asked) == 3


def test_a_program_that_holds_the_prompt_is_told(bench, monkeypatch):
    put_main(bench, HOLDS_ON)
    monkeypatch.setattr("host_tools.transport.board.PROMPT_TRIES", 2)  # 5 s of Ctrl-C
    with pytest.raises(BoardError, match="holds the prompt.*OK button.*BOOTSEL") as caught:
        bench.flash(bench.repository("1.0"))
    assert caught.value.phase == "prompt"


def test_a_full_flash_is_told_before_anything_is_touched(flashed):
    def fill(board):
        board.run(FILL, 60)
        return device.listing(board).files

    before = flashed.at_prompt(fill)
    with pytest.raises(BoardError, match="flash is full.*films.bin") as caught:
        flashed.flash(flashed.repository("1.1"))
    assert caught.value.phase == "space"
    assert flashed.hello()["firmware"] == "1.0"
    after = flashed.at_prompt(lambda board: device.listing(board).files)
    before.pop("/boot_starts", None), after.pop("/boot_starts", None)
    assert after == before


def test_a_flash_that_fills_up_on_the_way_is_told(flashed):
    def fill(board):
        board.run(FILL, 60)

    flashed.at_prompt(fill)
    with pytest.raises(BoardError, match="flash is full while writing /big.bin"), Board(flashed.place) as board:
        board.reach_prompt()
        with phase("copy", "/big.bin"):
            board.write_file("/big.bin", bytes(200_000))


def test_another_board_is_left_alone_and_goes_on(flashed):
    with pytest.raises(BoardError, match="not a Raspberry Pi Pico") as caught:
        flash(flashed.place, Options())
    assert caught.value.phase == "board"
    assert flashed.hello()["firmware"] == "1.0"


def test_our_own_table_stays_off_while_ok_is_held(flashed):
    flashed.pico.ok_held = True
    with pytest.raises(BoardError, match="OK button is held"):
        flashed.flash(flashed.repository("1.1"))
    flashed.pico.ok_held = False
    assert flashed.flash(flashed.repository("1.1"))["hello"]["firmware"] == "1.1"


@pytest.fixture
def silent():
    """A serial line at whose end nobody is."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        kept = []
        threading.Thread(target=lambda: kept.append(listener.accept()), daemon=True).start()
        yield named(f"socket://127.0.0.1:{listener.getsockname()[1]}")
        for line, _ in kept:
            line.close()


def test_a_dead_line_is_told_with_the_way_to_bootsel(silent, monkeypatch):
    monkeypatch.setattr("host_tools.transport.board.PROMPT_TRIES", 1)
    with Board(silent) as board, pytest.raises(BoardError, match="says nothing at all.*BOOTSEL") as caught:
        board.reach_prompt()
    assert caught.value.phase == "prompt"


def test_a_port_that_another_program_holds_is_told():
    master, slave = os.openpty()
    tty.setraw(slave)
    fcntl.flock(slave, fcntl.LOCK_EX | fcntl.LOCK_NB)
    try:
        with pytest.raises(NoBoard, match="is in use.*close that program"):
            Board(named(os.ttyname(slave)))
    finally:
        os.close(master)
        os.close(slave)


def test_a_port_that_is_not_there_is_told(tmp_path):
    with pytest.raises(NoBoard, match="there is no .*plug the board in"):
        Board(named(str(tmp_path / "ttyACM9")))


def test_an_address_where_nobody_listens_is_told():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(NoBoard, match="nobody answers"):
        Board(named(f"socket://127.0.0.1:{port}"))
