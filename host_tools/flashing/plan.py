"""Room: what has to be done to a board so that it runs this firmware: pure, from a listing and a build to a Plan.

The firmware goes into the copy that is not in use; boot.py and main.py are replaced only if they differ. What is not
ours (saves, calibration, cards, logs, the user's files) is never touched.
Before: build.py, device.py. After: sync.py; `ematrix flash --dry-run` prints it.
"""

import hashlib
from dataclasses import dataclass, field

from host_tools.flashing.build import MANIFEST, Build
from host_tools.flashing.device import Listing

SPARE_BLOCKS = 4  # littlefs writes new folder blocks before it gives the old ones free
BEFORE = "/main_before.py"  # where a program that is not ours is kept
OUR_HEAD = '"""Room:'


@dataclass
class Plan:
    """Paths are absolute on the board. /fw.slot first says `reset_pointer` (unless None), at the end `pointer`."""

    slot: str
    pointer: str
    reset_pointer: str | None = None
    keep_main: bool = False
    delete: list[str] = field(default_factory=list)
    delete_folders: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    write: dict[str, bytes] = field(default_factory=dict)
    roots: dict[str, bytes] = field(default_factory=dict)
    same: int = 0
    kept: list[str] = field(default_factory=list)
    up_to_date: bool = False

    @property
    def bytes_to_write(self) -> int:
        return sum(map(len, self.write.values())) + sum(map(len, self.roots.values()))


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def make_plan(board: Listing, build: Build) -> Plan:
    """The fewest steps from what the board has to what it should have."""
    running, before = slots(board)
    good = before if before else running
    roots = {"/" + name: data for name, data in build.roots.items() if _differs(board, "/" + name, data)}
    if running and not before and not roots and _holds(board, running, build):
        plan = Plan(running, running, up_to_date=True)
    else:
        slot = "b" if good == "a" else "a"
        plan = Plan(slot, f"{slot}?{good}")
        _fill(plan, board, build)
        plan.roots = roots
        # Nothing may point to a copy that is being written.
        if running == slot:
            plan.reset_pointer = good
    plan.keep_main = "/main.py" in roots and bool(board.head) and not board.head.startswith(OUR_HEAD)
    plan.kept = list(board.others)
    return plan


def slots(board: Listing) -> tuple[str, str]:
    """(slot in use, slot to go back to while that one is on trial), each "a", "b" or ""."""
    running, _, before = board.pointer.partition("?")
    return (running if running in ("a", "b") else "", before if before in ("a", "b") else "")


def _differs(board: Listing, path: str, data: bytes) -> bool:
    return board.files.get(path, (0, ""))[1] != sha(data)


def _holds(board: Listing, slot: str, build: Build) -> bool:
    """Whether a slot has exactly these files."""
    prefix = f"/fw_{slot}/"
    there = {path.removeprefix(prefix): entry[1] for path, entry in board.files.items() if path.startswith(prefix)}
    return there == {path: sha(data) for path, data in build.slot.items()}


def _fill(plan: Plan, board: Listing, build: Build) -> None:
    prefix = f"/fw_{plan.slot}/"
    wanted = {prefix + path: data for path, data in build.slot.items()}
    folders = {prefix.rstrip("/")}
    for path in wanted:
        parts = path.split("/")[1:-1]
        folders.update("/" + "/".join(parts[: depth + 1]) for depth in range(len(parts)))
    plan.folders = sorted(folders - set(board.folders))
    plan.delete = sorted(path for path in board.files if path.startswith(prefix) and path not in wanted)
    plan.delete_folders = [folder for folder in board.folders if folder.startswith(prefix) and folder not in folders]
    for path in sorted(wanted, key=lambda path: (path.endswith("/" + MANIFEST), path)):  # the manifest last
        if _differs(board, path, wanted[path]):
            plan.write[path] = wanted[path]
        else:
            plan.same += 1
    if plan.write and prefix + MANIFEST in board.files:
        plan.delete.append(prefix + MANIFEST)  # a half written copy must not look whole
        plan.write[prefix + MANIFEST] = wanted[prefix + MANIFEST]


def blocks_needed(plan: Plan, board: Listing, block: int) -> int:
    """Flash blocks that the plan takes at most beyond what it gives free (files under 1/8 block take none)."""

    def blocks(size: int) -> int:
        return 0 if size <= block // 8 else -(-size // block)

    written = {**plan.write, **plan.roots}
    new = sum(blocks(len(data)) for data in written.values()) + 2 * len(plan.folders)
    gone = sum(blocks(board.files[path][0]) for path in plan.delete if path in board.files)
    old = sum(blocks(board.files[path][0]) for path in plan.write if path in board.files and path not in plan.delete)
    largest = max([blocks(len(data)) for data in written.values()], default=0)
    return new - gone - old + largest + SPARE_BLOCKS


def lines(plan: Plan, build: Build) -> list[str]:
    """The plan in words, one step a line."""
    kind = "bytecode" if build.bytecode else "source"
    if plan.up_to_date:
        told = [f"firmware {build.version} ({kind}) is on the board already, copy {plan.slot}: nothing to do"]
    else:
        told = [f"firmware {build.version} ({kind}) goes into copy {plan.slot}"]
        if plan.reset_pointer is not None:
            told.append(f"first: point back to copy {plan.reset_pointer or 'none'}")
        told += [f"delete {path}" for path in plan.delete]
        told += [f"write {path} ({len(data)} bytes)" for path, data in plan.write.items()]
        told.append(f"{plan.same} files are as they should be")
        if plan.keep_main:
            told.append(f"your own main.py is kept as {BEFORE}")
        told += [f"replace {path}" for path in plan.roots]
        told.append(f"start copy {plan.slot}" + ("; the other one comes back if it fails" if plan.pointer[2:] else ""))
    told += [f"keep {path}" for path in plan.kept]
    return told
