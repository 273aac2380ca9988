"""Room: what a board says of itself by example: heap and flash, readers in pieces, its own files."""

import os
from binascii import crc32

from firmware.contracts import FAULT, HIT
from firmware.link.host import MAX_DATA
from firmware.link.records import dumps
from firmware.report.board_report import MANIFEST, BoardReport
from firmware.self_test.calibration import FILE
from firmware.sensing.health import Health
from tests.chips.desk import scratch
from tests.helpers import raises


class Clock:
    def ticks_ms(self):
        return 1234


class Store:
    def read(self, name):
        return b"{}" if name == FILE else None


class Readers:
    def health(self, position):
        return [4000000 + position, 3999999, 1000000, 70000]


def report(folder="", readers=18):
    health = Health(Readers(), 26)
    for result in (FAULT, FAULT):
        health.note(2, result)
    health.note(3, HIT)
    return BoardReport(health, list(range(readers)), Clock(), Store(), folder).handlers()


def test_readers_come_in_pieces_that_fit_a_record():
    ask = report()["health"]
    first = ask({})
    assert first["readers"][2] == [2, 4000002, 3999999, 1000000, 70000, 0, 1]
    assert first["readers"][3][6] == 0
    assert len(dumps(first)) <= MAX_DATA
    second = ask({"from": first["next"]})
    assert [entry[0] for entry in first["readers"] + second["readers"]] == list(range(18))
    assert second["next"] is None


def test_a_board_tells_what_it_is():
    about = report()["about"]({})
    assert about["up_ms"] == 1234 and about["calibrated"] is True and about["flash"] >= about["flash_free"] > 0
    assert about["micropython"].count(".") == 2


def put(folder, name, data):
    with open(folder + "/" + name, "wb") as file:
        file.write(data)


def manifest(folder, files):
    lines = ["%s %08x %d %s\n" % ("0" * 64, crc32(data), len(data), name) for name, data in files]
    put(folder, MANIFEST, "".join(lines).encode())


def walk(folder):
    ask = report(folder)["files"]
    found = []
    at = 0
    while at is not None:
        answer = ask({"at": at})
        assert answer["at"] == at
        if answer["path"]:
            found.append([answer["path"], answer["bad"]])
        at = answer["next"]
    return found


def test_a_board_checks_its_own_files():
    with scratch() as folder:
        os.mkdir(folder + "/firmware")
        files = [("firmware/app.mpy", b"x" * 3000), ("firmware/with space.bin", b"abc"), ("firmware/gone.mpy", b"z")]
        manifest(folder, files)
        put(folder, files[0][0], files[0][1])
        put(folder, files[1][0], b"abd")
        assert walk(folder) == [
            ["firmware/app.mpy", None], ["firmware/with space.bin", "damaged"], ["firmware/gone.mpy", "missing"]
        ]  # fmt: skip


def test_without_a_manifest_the_answer_is_a_refusal():
    with scratch() as folder:
        with raises(ValueError):
            report(folder)["files"]({})
