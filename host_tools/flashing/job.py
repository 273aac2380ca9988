"""Room: the whole of `ematrix flash` for one board, phase by phase. Before: ports. After: the command.

A phase is told by `say(phase, sentence)` when it begins; errors are BoardError or UserError sentences.
"""

import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware import settings as board_settings
from host_tools.deploying.romfs import MOUNT, romfs
from host_tools.errors import UserError
from host_tools.flashing import device, plan, sync
from host_tools.flashing.build import ROOT, Build, build
from host_tools.flashing.stored import sealed, unsealed
from host_tools.transport.board import Board
from host_tools.transport.phases import phase
from host_tools.transport.ports import Place

SETTINGS = "/save/settings.json"
# Heap that a board needs in all for a duel whose code lies in it as well; tests/host/test_bench_memory.py holds it.
DUEL_HEAP = 300_000
SMALL = (
    "this board's memory has room for a satellite, measuring and the self test, but as primary it only shows the menu: "
    "take a Pico 2 for it, or the MicroPython of hardware/micropython"
)


@dataclass
class Options:
    """What the user asked for. expect: sys.platform of the board, "" for any; settings: firmware/settings.py names."""

    dry_run: bool = False
    source: bool = False
    wait: bool = True
    expect: str = "rp2"
    settings: dict = field(default_factory=dict)
    root: Path = ROOT


def flash(
    place: Place,
    options: Options,
    say: Callable[[str, str], None] = lambda phase, text: None,
    progress: sync.Progress = sync.quiet,
) -> dict[str, Any]:
    """Bring the board at `place` up to this firmware; {"board", "plan", "notes", "hello"}."""
    say("open", f"talking to {place.address}")
    with Board(place) as board:
        say("prompt", "asking the table to stop")
        board.reach_prompt()
        try:
            result, todo = _prepare(board, options, say, progress)
        except (UserError, KeyboardInterrupt):
            _leave(board)
            raise
        if options.dry_run:
            _leave(board)
            return result
        say("restart", f"starting {plan.named(todo.slot)}")
        result["hello"] = sync.start(board, todo, options.wait, progress)
    return result


def _leave(board: Board) -> None:
    """Start the table again with what the board has; its cable may be out by now."""
    with contextlib.suppress(UserError, OSError):
        board.restart()


def _prepare(
    board: Board, options: Options, say: Callable[[str, str], None], progress: sync.Progress
) -> tuple[dict[str, Any], plan.Plan]:
    """Everything at the prompt; nothing is written when only the plan is asked for."""
    about = device.about(board, options.expect)
    say("board", f"{about.name}, {about.flash_free // 1024} of {about.flash // 1024} KiB of flash free")
    say("build", "compiling the firmware")
    built, content = _built(about, options, say)
    say("list", "looking at the board's files")
    there = device.listing(board)
    todo = plan.make_partition_plan(there, built, content) if content else plan.make_plan(there, built)
    wanted = _settings(board, options.settings)
    notes = [] if content or about.heap >= DUEL_HEAP or _role(board, wanted) != "primary" else [SMALL]
    result: dict[str, Any] = {"board": about.name, "plan": plan.lines(todo, built), "notes": notes, "hello": None}
    if wanted is not None:
        result["plan"].append(f"write {SETTINGS}: {json.dumps(options.settings)}")
    if options.dry_run:
        return result, todo
    sync.check_space(todo, there, about)
    if todo.up_to_date:
        say("copy", f"firmware {built.version} is there already")
    elif todo.partition:
        say("copy", f"{len(todo.partition) // 1024} KiB into the ROMFS partition")
    else:
        say("copy", f"{len(todo.write)} files, {todo.bytes_to_write // 1024} KiB into copy {todo.slot}")
    sync.carry_out(board, todo, progress)
    if wanted is not None:
        with phase("settings"):
            device.make_folders(board, ["/save"])
            device.replace(board, SETTINGS, sealed(json.dumps(wanted).encode()))
    return result, todo


def _built(about: device.About, options: Options, say: Callable[[str, str], None]) -> tuple[Build, bytes]:
    """The firmware as this board runs it; the content of its partition, b"" where files are the way."""

    def warn(text: str) -> None:
        say("build", text)

    if about.partition and not options.source:
        built = build(about.mpy, root=options.root, place=MOUNT, warn=warn)
        content = romfs(built.slot)
        if built.bytecode and len(content) <= about.partition:
            return built, content
        if built.bytecode:
            warn(
                f"the firmware takes {len(content)} bytes and the ROMFS partition has {about.partition}; "
                "it goes on the board as files"
            )
    built = build(about.mpy, options.source, warn=warn, root=options.root)
    if not built.bytecode and about.heap < DUEL_HEAP:
        raise UserError(
            "build: as text the firmware does not fit this board's memory; leave --source away, `make setup` brings "
            "the compiler for MicroPython 1.24 and newer"
        )
    return built, b""


def _on_board(board: Board) -> dict:
    """The settings that the board has, {} if there are none that can be read."""
    with phase("settings"):
        try:
            found = json.loads(unsealed(board.read_file(SETTINGS)))
        except (OSError, ValueError):
            found = {}
    return found if isinstance(found, dict) else {}


def _role(board: Board, wanted: dict | None) -> str:
    """What the board is going to be."""
    return str((wanted or _on_board(board)).get("role", "primary"))


def _settings(board: Board, given: dict) -> dict | None:
    """The settings the board will have, None if nothing was asked or they are so already."""
    if not given:
        return None
    old = _on_board(board)
    new = {**old, **given}
    try:
        board_settings.load(new)
    except ValueError as problem:
        raise UserError(f"settings: {problem}") from None
    return None if new == old else new


def _read(file: Path) -> dict:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise UserError(
            f"--settings {file} cannot be read ({problem}); give a JSON file as in hardware/builds"
        ) from None
    if not isinstance(found, dict):
        raise UserError(f"--settings {file} holds no settings; give a JSON file as in hardware/builds")
    return found


def parse_settings(words: list[str], file: Path | None = None) -> dict:
    """{"address": 1, "role": "satellite"} from ["address=1"]: the address says the role; UserError for no setting.

    file: a settings file as in hardware/builds; the words are said after it."""
    found: dict = {} if file is None else _read(file)
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise UserError(f"--set takes NAME=VALUE, for example --set language=en, not {word!r}")
        found[name] = int(value) if value.lstrip("-").isdigit() else value
    if "address" in found:
        found.setdefault("role", "satellite" if found["address"] else "primary")
    try:
        board_settings.load({**({"address": 1} if found.get("role") == "satellite" else {}), **found})
    except ValueError as problem:
        raise UserError(f"settings: {problem}") from None
    return found
