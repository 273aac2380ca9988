"""Room: the solver's machine code as the Pico runs it: compiled for its processor, taken from the image of a board, and
executed by an emulator of that processor. What it may touch is watched access by access."""

# engine: cpython (the emulator is a host's tool)

import json
from pathlib import Path

import pytest

from firmware.games.energy_matrix import settle_fast
from host_tools.bench import cortex_solver
from host_tools.bench.cortex import Cortex, Fault
from host_tools.deploying import image
from tests.games.native_desk import BOARDS, outcomes
from tests.games.test_settle_hard import HARDEST, drawn

HARD = [json.loads(line) for line in Path(HARDEST).read_text(encoding="utf-8").splitlines()]


def both_ways(solver, text, rulers, most):
    """The first plans of a board, which must be the same on the emulated processor."""
    with cortex_solver.instead(None):
        plain = outcomes((text, rulers), most)
    with cortex_solver.instead(solver):
        assert outcomes((text, rulers), most) == plain, (text, rulers)
    return plain


def test_the_hardest_boards():
    solver = cortex_solver.Solver()
    for case in HARD:
        assert both_ways(solver, case["board"], case["rulers"], 1)
    assert solver.cortex.calls["call"] > 40_000


def test_drawn_boards_and_their_next_plans(monkeypatch):
    monkeypatch.setattr("firmware.games.energy_matrix.settle.TRIED", 0)  # all are hunted for
    solver = cortex_solver.Solver()
    many = sum(len(both_ways(solver, text, rulers, 12)) == 12 for text, rulers in drawn(150))
    assert many > 10


@pytest.mark.parametrize(("board", "records"), [(0, 64), (2, 3)])
def test_nothing_else_is_touched(monkeypatch, board, records):
    monkeypatch.setattr(settle_fast, "RECORDS", records)
    solver = cortex_solver.Solver(strict=True)
    assert both_ways(solver, *BOARDS[board], 1)
    assert solver.cortex.calls["call"] > 300


def compiled(tmp_path, text):
    """A .mpy file of a module in viper code, which begins as all of them do."""
    source = tmp_path / "x.py"
    source.write_text("import micropython\n\n\n" + text)
    image._compile(source.read_bytes(), tmp_path / "x.mpy", "x", image.LEVEL, image.PICO)
    return (tmp_path / "x.mpy").read_bytes()


def cortex_of(tmp_path, body, strict=True):
    head = "@micropython.viper\ndef f(block: ptr8, more: int) -> int:\n"
    return Cortex([compiled(tmp_path, head + "".join(f"    {line}\n" for line in body))], strict)


def test_the_processor_calculates_and_passes_on(tmp_path):
    text = """@micropython.viper
def twice(value: int) -> int:
    return 2 * value


@micropython.viper
def f(block: ptr8, more: int) -> int:
    block[1] = 7
    return int(twice(more)) - int(block[0])
"""
    cortex = Cortex([compiled(tmp_path, text)], strict=True)
    block = cortex.buffer(4)
    cortex.write(block, b"\x05\x06\x00\x00")
    assert cortex.call("f", [block], -20) == -45
    assert cortex.read(block, 4) == b"\x05\x07\x00\x00"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (["return int(ptr32(int(block) + 2)[0])"], "not aligned"),
        (["block[more] = 1", "return 0"], "lies at"),
        (["return int(block[more])"], "lies at"),
        (["return int(nobody(more))"], "load_global|no such name"),
        (["return more // 2"], "number"),
        (["return int(f(int(block), more << 26))"], "no small integer"),
    ],
)
def test_what_it_may_not_do_is_a_fault(tmp_path, body, said):
    cortex = cortex_of(tmp_path, body)
    block = cortex.buffer(16)
    with pytest.raises(Fault, match=said):
        cortex.call("f", [block], 16)


def test_only_machine_code_for_the_pico_is_taken(tmp_path):
    with pytest.raises(ValueError, match="ARMv6-M"):
        Cortex([b"M\x06\x00\x1f\0\0"])
    source = b"def f():\n    pass\n"
    image._compile(source, tmp_path / "x.mpy", "x", image.LEVEL, image.PICO)
    with pytest.raises(ValueError, match="viper|ARMv6-M"):
        Cortex([(tmp_path / "x.mpy").read_bytes()])
