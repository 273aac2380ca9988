"""Room: the command line as a whole: what it prints, where, and the exit status; each command has tests of its own."""

import subprocess
import sys

import pytest

from host_tools import cli
from host_tools.commands import COMMANDS
from tests.patience import PATIENCE_S

PROBLEMS = ". . . . / . . . . / . . . . / . . . Z@9"


@pytest.fixture
def ematrix(capsys):
    """Run one command line in this process: (status, standard output, standard error)."""

    def run(*arguments):
        with pytest.raises(SystemExit) as end:
            cli.main(list(arguments))
        out, err = capsys.readouterr()
        return end.value.code, out, err

    return run


WRONG = [
    (["bogus"], "bogus"),
    (["sim", "--bogus"], "--bogus"),
    (["sim", "--port", "many"], "--port"),
    (["sim", "--port", "99999"], "--port 99999"),
    (["sim", "--players", "3"], "3"),
    (["sim", "--mode", "ffa"], "ffa"),
    (["sim", "--engine", "java", "--no-open"], "java"),
    (["sim", "--headless"], "--script"),
    (["sim", "--headless", "--script", "no/such/file"], "no/such/file"),
    (["autoplay", "--games"], "--games"),
    (["autoplay", "--games", "0"], "--games 0"),
    (["autoplay", "--readers", "magic"], "magic"),
    (["autoplay", "--engine", "java"], "java"),
    (["explain"], "--stdin"),
    (["explain", "--bogus"], "--bogus"),
    (["explain", PROBLEMS], "Z@9"),
    (["explain", "--engine", "java", PROBLEMS], "java"),
    (["judge"], "GAME"),
    (["judge", "chess", "--stdin"], "there is no game 'chess'; known are energy_matrix"),
    (["judge", "../games", "--stdin"], "there is no game '../games'"),
    (["judge", "energy_matrix"], "--stdin"),
    (["judge", "energy_matrix", "--stdin", "{}"], "--stdin"),
    (["judge", "energy_matrix", "--stdin", "--engine", "java"], "java"),
    (["judge", "energy_matrix", "--jsn"], "--jsn"),
    (["judge", "energy_matrix", "nothing"], "must be one JSON object"),
]


@pytest.mark.parametrize(("arguments", "named"), WRONG, ids=[" ".join(words)[:40] for words, _ in WRONG])
def test_a_wrong_request_is_one_sentence_that_names_the_place_and_status_2(ematrix, arguments, named):
    status, out, err = ematrix(*arguments)
    assert status == 2
    assert out == ""
    assert err.startswith("ematrix: ") and err.endswith("\n") and err.count("\n") == 1
    assert named in err


def test_no_command_at_all_shows_the_help_and_is_a_wrong_request(ematrix):
    status, out, err = ematrix()
    assert (status, err) == (2, "")
    assert "explain" in out and "sim" in out and "autoplay" in out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(ematrix, command):
    status, out, err = ematrix(command, "--help")
    assert (status, err) == (0, "")
    assert f"ematrix {command}" in out


def test_done_is_status_0(ematrix):
    status, out, err = ematrix("explain", "- . . . / . . . . / . . . . / . . . A@1")
    assert (status, err) == (0, "")
    assert out


def test_as_a_process_too_nothing_is_printed_but_the_sentence():
    done = subprocess.run(
        [sys.executable, "-m", "host_tools.cli", "sim", "--port", "99999"],
        capture_output=True, text=True, timeout=PATIENCE_S, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "ematrix: --port 99999 is no port; choose one from 1024 to 65535, or 0 for any free one"
    ]
