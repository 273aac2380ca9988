"""Room: the commands against a simulator that runs: from an edited list to a card on the table, over the USB socket.

Real time passes here, as little as the table needs; every wait is for something that must happen.
"""

import json
import re
import socket
import subprocess
import sys
from contextlib import contextmanager

import pytest
from websockets.sync.client import connect

from firmware.games.energy_matrix.cards import kinds
from host_tools.cards import source
from host_tools.cards.source import DEFAULT
from tests.conftest import ROOT
from tests.engines import ENGINES
from tests.patience import PATIENCE_S

NEW = "6A@4,producer,4,,6A,,2,产出 6A,makes 6A,\n"


def ematrix(*words, status=0):
    """What a command printed: (standard output, standard error)."""
    done = subprocess.run(
        [sys.executable, "-m", "host_tools.cli", *map(str, words)],
        capture_output=True, encoding="utf-8", cwd=ROOT, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert done.returncode == status, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr


@contextmanager
def simulator(*options):
    """(page address, USB addresses) of `ematrix sim`, which is stopped at the end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "host_tools.cli", "sim", "--no-open", "--port", "0", "--seed", "3", *options],
        stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT,
    )  # fmt: skip
    try:
        page = re.search(r"http://(\S+)/", process.stdout.readline())[1]
        usb = [re.search(r"socket://\S+", process.stdout.readline())[0] for _ in range(2)]
        yield f"ws://{page}/table", usb
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


@pytest.fixture(scope="module", params=ENGINES)
def running(request):
    with simulator("--engine", request.param, "--readers", "ideal") as addresses:
        yield addresses


@pytest.fixture
def edited(tmp_path):
    """A list as Excel in Europe saves it, with a new card."""
    path = tmp_path / "my cards.csv"
    text = (DEFAULT.read_text(encoding="utf-8") + NEW).replace(",", ";").replace("\n", "\r\n")
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    return path


def until(page, wanted):
    """The first message of the page that `wanted` accepts."""
    while True:
        message = json.loads(page.recv(timeout=PATIENCE_S))
        if wanted(message):
            return message


def test_from_the_list_to_the_table(running, edited, tmp_path):
    address, (usb, satellite) = running
    database, fetched = tmp_path / "cards.bin", tmp_path / "table.bin"
    with connect(address) as page:
        snapshot = json.loads(page.recv(timeout=PATIENCE_S))
        assert len(snapshot["cards"]) == 115
        ematrix("cards", "check", edited)
        ematrix("cards", "build", edited, "-o", database)
        out, _ = ematrix("cards", "push", database, "--port", usb)
        assert "27 kinds, 0 tags" in out and "from now on" in out
        snapshot = until(page, lambda message: message["type"] == "snapshot")
        assert snapshot["cards"][115:] == [["6A@4", 1], ["6A@4", 2]]
        assert [card for card, face, _ in snapshot["places"]["floor"]] == [115, 116]
        assert snapshot["printed"][-1]["en"] == "makes 6A"
        page.send(json.dumps({"do": "move", "cards": [115], "to": "cell:1:3", "face": "up"}))
        until(page, lambda message: "cell:1:3" in message.get("places", ()))
    out, _ = ematrix("cards", "push", database, "--port", usb)
    assert "had it already" in out
    ematrix("cards", "pull", "-o", fetched, "--port", usb)
    assert fetched.read_bytes() == database.read_bytes()
    _, error = ematrix("cards", "push", database, "--port", satellite, status=2)
    assert "satellite" in error


def test_a_database_of_another_game_is_refused_by_the_table(running, tmp_path):
    from firmware.games.energy_matrix.cards import database_rows
    from host_tools.cards.database import build

    path = tmp_path / "other.bin"
    path.write_bytes(build([database_rows.fields_of(row) for row in kinds.CARDS], [], game="steam_works"))
    _, error = ematrix("cards", "push", path, "--port", running[1][0], status=1)
    assert error == "ematrix: the card database is for steam_works, this table plays energy_matrix\n"


def test_a_web_page_does_not_reach_the_usb_line(running):
    host, port = running[1][0].removeprefix("socket://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as line:
        line.sendall(b"POST / HTTP/1.1\r\nContent-Length: 40\r\n\r\n")
        assert line.recv(100) == b""


def test_one_line_at_a_time(running):
    host, port = running[1][0].removeprefix("socket://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as first:
        first.sendall(b"\x1e")
        with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as second:
            assert second.recv(100) == b""


def test_blank_cards_are_enrolled_with_the_command(tmp_path):
    """The person at the page moves cards to the tap pad as the command asks."""
    log = tmp_path / "tags.csv"
    with simulator("--engine", "cpython", "--readers", "ideal", "--blank-tags") as (address, (usb, _)):
        with connect(address) as page:
            snapshot = json.loads(page.recv(timeout=PATIENCE_S))
            eco = [number for number, (code, _) in enumerate(snapshot["cards"]) if code == "eco"]
            words = ["cards", "enroll", "--log", log, "--only", "eco", "--port", usb]
            command = subprocess.Popen(
                [sys.executable, "-m", "host_tools.cli", *words],
                stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT,
            )  # fmt: skip
            for line in command.stdout:
                if "hold eco" in line:
                    page.send(json.dumps({"do": "move", "cards": [eco.pop(0)], "to": "tap:0"}))
                elif "take the card away" in line:
                    tap = until(page, lambda message: message.get("places", {}).get("tap:0"))["places"]["tap:0"]
                    page.send(json.dumps({"do": "move", "cards": [card for card, _, _ in tap], "to": "floor"}))
            assert command.wait(PATIENCE_S) == 0
    rows = log.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "uid,code,copy,revision" and [row.split(",")[1:] for row in rows[1:]] == [
        ["eco", str(copy), "1"] for copy in range(1, 7)
    ]
    out, _ = ematrix("cards", "build", "--tags", log, "-o", tmp_path / "cards.bin")
    assert "6 tags" in out


def test_the_repository_list_is_without_fault():
    assert source.need().cards
