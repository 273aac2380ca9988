"""Room: what has to be done to a board so that it runs this firmware: pure, from a listing and a build to a Plan.

The firmware goes into the copy that is not in use; boot.py and main.py are replaced only if they differ. What is not
ours (saves, calibration, cards, logs, the user's files) is never touched. A board whose MicroPython has a ROMFS
partition has one copy there, "r", which runs in place; while that is written, a copy in the file system is the one that
starts, made of what the partition held if there is no other.
Before: build.py, device.py. After: sync.py; `ematrix flash --dry-run` prints it.
"""

import hashlib
from dataclasses import dataclass, field

from host_tools.flashing.build import MANIFEST, Build
from host_tools.flashing.device import ROM, Listing

SPARE_BLOCKS = 4  # littlefs writes new folder blocks before it gives the old ones free
BEFORE = "/main_before.py"  # where a program that is not ours is kept
OUR_HEAD = '"""Room:'
SLOTS = ("a", "b", "r")


@dataclass
class Keep:
    """The board copies /rom to the folder of a slot: files by their paths below it, the manifest last."""

    slot: str
    copy: list[str]
    size: int


@dataclass
class Plan:
    """Paths are absolute on the board. /fw.slot first says `reset_pointer` (unless None), at the end `pointer`.

    partition: what the ROMFS partition gets, b"" if nothing; keep: what is copied out of it before; leave: what runs
    lies in it, so the board starts from the file system first."""

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
    partition: bytes = b""
    keep: Keep | None = None
    leave: bool = False

    @property
    def bytes_to_write(self) -> int:
        return sum(map(len, self.write.values())) + sum(map(len, self.roots.values())) + len(self.partition)


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
    return _finished(plan, board)


def _finished(plan: Plan, board: Listing) -> Plan:
    """What every plan has."""
    roots = plan.roots
    plan.keep_main = "/main.py" in roots and bool(board.head) and not board.head.startswith(OUR_HEAD)
    plan.kept = list(board.others)
    return plan


def make_partition_plan(board: Listing, build: Build, content: bytes) -> Plan:
    """As make_plan, for a board that runs the firmware in place; content: the file system with the files of `build`."""
    running, before = slots(board)
    if not has_copy(board, running) and has_copy(board, "r") and "/firmware/" not in board.others:
        running, before = "r", ""  # put there by hand, or the copy that the pointer names is gone
    good = before if has_copy(board, before) else running if has_copy(board, running) else ""
    roots = {"/" + name: data for name, data in build.roots.items() if _differs(board, "/" + name, data)}
    if board.pointer == "r" and not roots and _holds(board, "r", build):
        plan = Plan("r", "r", up_to_date=True)
    else:
        plan = Plan("r", "r?", partition=content, roots=roots, leave=running == "r" and good != "")
        if good == "r":
            good = _keep(plan, board, running)
        plan.pointer += good
        if good and good != board.pointer:
            plan.reset_pointer = good
    return _finished(plan, board)


def _keep(plan: Plan, board: Listing, running: str) -> str:
    """Plan the copy of what the partition holds; its slot."""
    free = [slot for slot in ("a", "b") if slot != running]
    slot = next((slot for slot in free if has_copy(board, slot)), free[0])
    held = {path.removeprefix(ROM): entry for path, entry in board.files.items() if path.startswith(ROM + "/")}
    here = folder_of(slot)
    copy = [path for path, entry in held.items() if board.files.get(here + path, (0, ""))[1] != entry[1]]
    plan.keep = Keep(
        slot, sorted(copy, key=lambda path: (path == "/" + MANIFEST, path)), sum(held[path][0] for path in copy)
    )
    folders = {here, *(here + path.removeprefix(ROM) for path in board.folders if path.startswith(ROM + "/"))}
    plan.folders = sorted(folders - set(board.folders))
    there = [path for path in board.files if path.startswith(here + "/")]
    plan.delete = sorted(path for path in there if path.removeprefix(here) not in held)
    plan.delete_folders = [path for path in board.folders if path.startswith(here + "/") and path not in folders]
    if plan.keep.copy and here + "/" + MANIFEST in there:
        plan.delete.append(here + "/" + MANIFEST)
        if "/" + MANIFEST in held and "/" + MANIFEST not in plan.keep.copy:
            plan.keep.copy.append("/" + MANIFEST)
    return slot


def folder_of(slot: str) -> str:
    """Where a copy lies."""
    return ROM if slot == "r" else "/fw_" + slot


def has_copy(board: Listing, slot: str) -> bool:
    """Whether there is anything of a copy."""
    return bool(slot) and any(path.startswith(folder_of(slot) + "/firmware/") for path in board.files)


def slots(board: Listing) -> tuple[str, str]:
    """(slot in use, slot to go back to while that one is on trial), each "a", "b", "r" or ""."""
    running, _, before = board.pointer.partition("?")
    return (running if running in SLOTS else "", before if before in SLOTS else "")


def _differs(board: Listing, path: str, data: bytes) -> bool:
    return board.files.get(path, (0, ""))[1] != sha(data)


def _holds(board: Listing, slot: str, build: Build) -> bool:
    """Whether a slot has exactly these files."""
    prefix = folder_of(slot) + "/"
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
    if plan.keep:
        new += sum(blocks(board.files[ROM + path][0]) for path in plan.keep.copy)
    gone = sum(blocks(board.files[path][0]) for path in plan.delete if path in board.files)
    old = sum(blocks(board.files[path][0]) for path in plan.write if path in board.files and path not in plan.delete)
    largest = max([blocks(len(data)) for data in written.values()], default=0)
    return new - gone - old + largest + SPARE_BLOCKS


def lines(plan: Plan, build: Build) -> list[str]:
    """The plan in words, one step a line."""
    kind = "bytecode" if build.bytecode else "source"
    if plan.up_to_date:
        told = [f"firmware {build.version} ({kind}) is on the board already, {named(plan.slot)}: nothing to do"]
    else:
        told = [f"firmware {build.version} ({kind}) goes into {named(plan.slot)}"]
        if plan.keep:
            told.append(
                f"first: copy what the partition holds to {named(plan.keep.slot)} "
                f"({len(plan.keep.copy)} files, {plan.keep.size} bytes)"
            )
        if plan.reset_pointer is not None:
            told.append(f"first: point back to copy {plan.reset_pointer or 'none'}")
        if plan.leave:
            told.append("start from there, so that nothing of the partition is in use")
        told += [f"delete {path}" for path in plan.delete]
        told += [f"write {path} ({len(data)} bytes)" for path, data in plan.write.items()]
        if plan.partition:
            told.append(f"write the ROMFS partition ({len(plan.partition)} bytes)")
        else:
            told.append(f"{plan.same} files are as they should be")
        if plan.keep_main:
            told.append(f"your own main.py is kept as {BEFORE}")
        told += [f"replace {path}" for path in plan.roots]
        told.append(
            f"start {named(plan.slot)}" + ("; the other one comes back if it fails" if plan.pointer[2:] else "")
        )
    told += [f"keep {path}" for path in plan.kept]
    return told


def named(slot: str) -> str:
    """A copy in words."""
    return "the ROMFS partition" if slot == "r" else f"copy {slot}"
