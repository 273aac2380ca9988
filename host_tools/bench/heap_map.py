"""Room: reads what `micropython.mem_info(1)` prints: a map of the heap, one sign a block of 16 bytes; for memory.py."""

import re

BLOCK = 16
_LINE = re.compile(r"^[0-9a-f]{8}: (.+)$")
_FREE = re.compile(r"\((\d+) lines all free\)")
_PER_LINE = 64


def blocks(lines: list[str]) -> str:
    """The map of a heap: "." is a free block."""
    found = []
    for line in lines:
        used, free = _LINE.match(line), _FREE.search(line)
        if used:
            found.append(used[1])
        elif free:
            found.append("." * (_PER_LINE * int(free[1])))
    return "".join(found)


def largest_free(heap: str, size: int) -> int:
    """Bytes of the largest free piece in the first `size` bytes of a heap."""
    return BLOCK * max(len(run) for run in re.findall(r"\.*", heap[: max(0, size) // BLOCK]))
