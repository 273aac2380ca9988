"""Room: files survive a power cut at any step of a write; the folder is a real one on the desktop."""

import os

from firmware.drivers import flash
from firmware.drivers.flash import FolderStore
from tests.chips.desk import scratch
from tests.helpers import raises


class PowerCut(Exception):
    """The supply is gone; nothing after this happens."""


class Supply:
    """Counts steps of the flash and cuts the power at one of them."""

    def __init__(self, cut_at):
        self.left = cut_at

    def step(self):
        self.left -= 1
        if self.left == 0:
            raise PowerCut()


class CutFile:
    """A file whose writes stop half way when the power goes."""

    def __init__(self, file, supply):
        self._file = file
        self._supply = supply

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self._file.close()
        if kind is None:
            self._supply.step()

    def read(self):
        return self._file.read()

    def write(self, data):
        try:
            self._supply.step()
        except PowerCut:
            self._file.write(data[: len(data) // 2])
            raise
        return self._file.write(data)


class CutOs:
    """`os` as the store uses it, on the failing supply."""

    def __init__(self, supply):
        self._supply = supply

    def rename(self, old, new):
        self._supply.step()
        os.rename(old, new)
        self._supply.step()

    def mkdir(self, path):
        os.mkdir(path)

    def remove(self, path):
        os.remove(path)


def write_with_cut(store, name, data, cut_at):
    """True if the write came through before the supply gave way."""
    supply = Supply(cut_at)
    flash.os = CutOs(supply)
    flash.open = lambda path, mode: CutFile(open(path, mode), supply)
    try:
        store.write(name, data)
        return True
    except PowerCut:
        return False
    finally:
        flash.os = os
        del flash.open


def test_what_is_written_is_read_back():
    with scratch() as folder:
        store = FolderStore(folder + "/save")  # made by the first write
        store.write("game", b"turn 7")
        assert store.read("game") == b"turn 7"
        store.write("game", b"")
        assert store.read("game") == b""


def test_a_file_that_was_never_written_is_none():
    with scratch() as folder:
        assert FolderStore(folder).read("game") is None


def test_after_a_power_cut_at_any_step_the_file_is_the_old_or_the_new_one():
    outcomes = []
    for cut_at in range(1, 8):
        with scratch() as folder:
            store = FolderStore(folder)
            store.write("game", b"old" * 100)
            done = write_with_cut(store, "game", b"new" * 200, cut_at)
            kept = FolderStore(folder).read("game")
            assert kept in (b"old" * 100, b"new" * 200)
            assert not done or kept == b"new" * 200
            outcomes.append(kept[:3])
            store.write("game", b"next")
            assert store.read("game") == b"next"
    # Two writes, the close, the rename, then the supply goes right after it or never.
    assert outcomes == [b"old"] * 4 + [b"new"] * 3


def test_a_power_cut_at_the_very_first_write_leaves_no_file():
    with scratch() as folder:
        store = FolderStore(folder)
        assert not write_with_cut(store, "game", b"new", 1)
        assert store.read("game") is None


def test_a_damaged_file_is_none_not_nonsense():
    with scratch() as folder:
        store = FolderStore(folder)
        store.write("game", b"turn 7")
        path = folder + "/game"
        with open(path, "rb") as file:
            whole = file.read()
        for damaged in (whole[:-1], whole + b"x", b"", b"abc", bytes((whole[0] ^ 1,)) + whole[1:], whole[:-1] + b"8"):
            with open(path, "wb") as file:
                file.write(damaged)
            assert store.read("game") is None


def test_a_deleted_file_is_gone_and_deleting_nothing_is_quiet():
    with scratch() as folder:
        store = FolderStore(folder)
        store.write("game", b"x")
        store.delete("game")
        store.delete("game")
        assert store.read("game") is None


def test_a_store_that_cannot_write_says_so():
    with raises(OSError):
        FolderStore("/dev/null/nowhere").write("game", b"x")
