"""Room: the command `ematrix sim` as a process: its one line, wrong requests, Ctrl-C, a killed firmware."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from host_tools import cli
from host_tools.engines import micropython_path
from host_tools.simulator.session import open_session
from tests.conftest import ROOT
from tests.patience import PATIENCE_S

ENGINES = ["cpython", "micropython"] if micropython_path() else ["cpython"]
SIM = [sys.executable, "-m", "host_tools.cli", "sim"]


def run(*words):
    return subprocess.run([*SIM, *words], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE_S, check=False)


@pytest.mark.parametrize(
    "words, named",
    [
        (["--mode", "ffa"], "ffa"),
        (["--mode", "2v2", "--players", "4"], "2v2"),
        (["--players", "3"], "--players"),
        (["--port", "99999"], "--port"),
        (["--engine", "basic"], "basic"),
        (["--readers", "psychic"], "--readers"),
        (["--language", "fr"], "--language"),
        (["--headless"], "--script"),
        (["--script", "nowhere.txt"], "--headless"),
        (["--headless", "--script", "nowhere.txt"], "nowhere.txt"),
    ],
)
def test_a_wrong_request_is_one_sentence_and_status_2(words, named, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["sim", *words])
    out, err = capsys.readouterr()
    assert ended.value.code == 2
    assert out == ""
    assert err.count("\n") == 1 and named in err


def test_a_busy_port_is_one_sentence_and_status_2():
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        done = run("--port", port, "--no-open")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and port in done.stderr and "--port" in done.stderr


@pytest.mark.parametrize("engine", ENGINES)
def test_it_prints_its_address_and_control_c_ends_all_processes(engine):
    process = subprocess.Popen(
        [*SIM, "--port", "0", "--no-open", "--seed", "4", "--engine", engine],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True,
    )  # fmt: skip
    line = process.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert address and "seed 4" in line
    with urllib.request.urlopen(address[0], timeout=PATIENCE_S) as answer:
        assert answer.status == 200
    group = os.getpgid(process.pid)
    os.killpg(group, signal.SIGINT)  # as a terminal does it: every process of the group gets it
    # Not communicate(): it would miss what came together with the first line.
    rest, errors = process.stdout.read(), process.stderr.read()
    assert process.wait(timeout=PATIENCE_S) == 0
    lines = rest.splitlines()
    assert len(lines) == 2 and all("socket://127.0.0.1:" in line for line in lines), rest
    assert "Traceback" not in errors
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)


def test_a_killed_firmware_process_is_named_and_comes_back():
    session = open_session(seed=1, engine="cpython", language="en")
    try:
        session.run_ms(400)
        session.table._processes[1]._process.kill()
        session.run_ms(400)
        assert "board 1" in session.stopped
        session.command({"do": "restart"})
        session.run_ms(2000)
        assert session.stopped is None
        assert "New game" in session.texts[1]["en"][0]
    finally:
        session.close()
