"""Room: what the host says when the other end of a line is silent, leaves, or is something else."""

import socket
import threading
from contextlib import contextmanager

import pytest

from firmware.link.records import Decoder, encode
from host_tools.errors import UserError
from host_tools.transport import ports
from host_tools.transport.board_line import BoardLine, Refused
from tests.patience import PATIENCE_S

HELLO = {"t": "hello", "role": "primary", "game": "energy_matrix"}


@contextmanager
def other_end(answer):
    """The address of a line whose other end sends `answer(request)`: a dict, bytes, or None to leave."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        line, _ = listener.accept()
        decoder = Decoder()
        with line:
            while data := line.recv(4096):
                for request in decoder.feed(data):
                    said = answer(request)
                    if said is None:
                        return
                    if isinstance(said, dict):
                        said = encode(dict(said, id=request["id"]))
                    line.sendall(said)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"socket://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        thread.join(PATIENCE_S)
        listener.close()


class Silences:
    """A clock that stands still while an answer is due, and jumps on when the other end has heard and says nothing."""

    def __init__(self):
        self.passed_s = 0

    def __call__(self):
        return self.passed_s

    def keep_silent(self):
        self.passed_s += 10
        return b""


def conversation(port, now=lambda: 0):
    """The open line; waits last as long as it takes, unless `now` says otherwise."""
    return BoardLine.open(port, now)


def test_a_conversation():
    with other_end(lambda request: dict(HELLO, t=request["t"])) as port, conversation(port) as line:
        assert line.hello["role"] == "primary"
        assert line.ask({"t": "cards_info"})["t"] == "cards_info"


def test_text_and_other_records_between_the_answers_do_no_harm():
    def answer(request):
        return b"MPY: boot\r\n" + encode({"t": "view"}) + encode(dict(HELLO, id=request["id"])) + b">>> "

    heard = []
    with other_end(answer) as port, conversation(port) as line:
        line.on_record = heard.append
        assert line.ask({"t": "cards_info"})["role"] == "primary"
    assert {"t": "view"} in heard


def test_a_question_that_got_lost_is_asked_again():
    asked, silences = [], Silences()

    def answer(request):
        asked.append(request["t"])
        return silences.keep_silent() if asked == ["hello", "cards_info"] else dict(HELLO, t=request["t"])

    with other_end(answer) as port, conversation(port, silences) as line:
        assert line.ask({"t": "cards_info"})["t"] == "cards_info"
    assert asked == ["hello", "cards_info", "cards_info"]


def test_silence_is_named_with_the_next_step():
    silences = Silences()
    with other_end(lambda request: silences.keep_silent() + b">>> ") as port:
        with pytest.raises(UserError, match="no table answers on .*docs/cards.md"):
            conversation(port, silences)


def test_silence_in_the_middle():
    silences = Silences()

    def answer(request):
        return HELLO if request["t"] == "hello" else silences.keep_silent()

    with other_end(answer) as port, conversation(port, silences) as line:
        with pytest.raises(UserError, match="does not answer"):
            line.ask({"t": "cards_info"})


def test_an_end_that_leaves():
    with other_end(lambda request: HELLO if request["t"] == "hello" else None) as port, conversation(port) as line:
        with pytest.raises(UserError, match="was closed .*plug it in"):
            line.ask({"t": "cards_info"})


@pytest.mark.parametrize(
    ("refusal", "role", "kind", "words"),
    [
        ({"why": "unknown_request"}, "satellite", UserError, "is a satellite"),
        ({"why": "unknown_request"}, "primary", UserError, "does not know cards_info"),
        ({"why": "the flash is full", "code": "flash"}, "primary", Refused, "the flash is full"),
    ],
)
def test_refusals(refusal, role, kind, words):
    def answer(request):
        return dict(HELLO, role=role) if request["t"] == "hello" else dict(refusal, t="refused")

    with other_end(answer) as port, conversation(port) as line:
        with pytest.raises(kind, match=words):
            line.ask({"t": "cards_info"})


class Port:
    def __init__(self, device, vid):
        self.device, self.vid, self.pid, self.serial_number = device, vid, 5, "x"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        ([], "no board is plugged in"),
        ([Port("COM1", 0x1234)], "no board is plugged in"),
        ([Port("COM1", 0x2E8A), Port("COM2", 0x2E8A)], "2 boards .*COM1.*COM2"),
    ],
)
def test_the_port_is_never_guessed(monkeypatch, found, words):
    monkeypatch.setattr(ports.list_ports, "comports", lambda: found)
    with pytest.raises(UserError, match=words):
        BoardLine.open(None)


def test_the_only_board_needs_no_name(monkeypatch):
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [Port("nowhere/ttyACM0", 0x2E8A)])
    with pytest.raises(UserError, match="there is no nowhere/ttyACM0"):
        BoardLine.open(None)


def test_a_board_without_firmware_is_sent_to_flash(tmp_path):
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    with pytest.raises(UserError, match="BOOTSEL mode.*ematrix flash"):
        BoardLine.open(str(tmp_path))
