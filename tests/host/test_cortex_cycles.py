"""Room: counting cycles on the emulated processor (host_tools/bench/cortex_cycles.py): instructions and loops."""

import pytest

from host_tools.bench.cortex import Cortex
from host_tools.bench.cortex_cycles import Cycles, instruction
from host_tools.deploying import image

LOOP = """import micropython


@micropython.viper
def f(block: ptr8, more: int) -> int:
    i = 0
    while i < more:
        i += 1
    return i


@micropython.viper
def g(block: ptr8, more: int) -> int:
    i = 0
    while i < more:
        i += int(block[0])
    return i
"""


@pytest.mark.parametrize(
    ("word", "cycles"),
    [
        (0x1840, 1),  # adds r0, r0, r1
        (0x4348, 1),  # muls r0, r1
        (0x6808, 2),  # ldr r0, [r1]
        (0x7008, 2),  # strb r0, [r1]
        (0x5C88, 2),  # ldrb r0, [r1, r2]
        (0x4802, 2),  # ldr r0, [pc, #8]
        (0x9801, 2),  # ldr r0, [sp, #4]
        (0xB5F0, 6),  # push {r4-r7, lr}
        (0xBDF0, 8),  # pop {r4-r7, pc}
        (0xBC30, 3),  # pop {r4, r5}
        (0xC807, 4),  # ldm r0!, {r0-r2}
        (0xB082, 1),  # sub sp, #8
        (0xE7FE, 2),  # b .
        (0xD0FE, 1),  # beq, not taken
        (0x4770, 2),  # bx lr
    ],
)
def test_one_instruction(word, cycles):
    assert instruction(word) == cycles


def test_loops_take_what_each_round_takes(tmp_path):
    image._compile(LOOP.encode(), tmp_path / "x.mpy", "x", image.LEVEL, image.PICO)
    cortex = Cortex([(tmp_path / "x.mpy").read_bytes()])
    cycles = Cycles(cortex)
    block = cortex.buffer(4)
    cortex.write(block, b"\x01\0\0\0")
    rounds = {}
    for name in ("f", "g"):
        counts = []
        for more in (100, 200, 300):
            before = cycles.count
            assert cortex.call(name, [block], more) == more
            counts.append(cycles.count - before)
        # Every round takes as long as any other.
        assert counts[2] - counts[1] == counts[1] - counts[0]
        rounds[name] = (counts[1] - counts[0]) // 100
    # A load more: two cycles, and what leads to it.
    assert 5 <= rounds["f"] < rounds["g"] - 1 < 40
