"""Room: what the scripts begin with: images, cards in a deck, a practice game up to its first build, a full board.

Before: make_image.py, emulated_table.py. After: the scripts. Time in ms of the table.
"""

import functools
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware.panel.words_en import WORDS
from host_tools.emulator.play.command import plain
from host_tools.emulator.play.emulated_table import EmulatedTable
from host_tools.emulator.play.make_image import deck, image_of
from host_tools.errors import UserError
from host_tools.simulator.script import Reader, Step
from host_tools.simulator.script_player import Player
from host_tools.simulator.world import World

ROOT = Path(__file__).resolve().parent.parent.parent.parent
PRACTICE = ROOT / "tests/playthroughs/practice.script"
FIRST_BUILD = "# Two batteries"  # where in that script the first build phase begins
POWER_ON_MS = 20_000
EDGE_CARD = "edge:0:1"


@functools.cache
def scratch() -> tempfile.TemporaryDirectory:
    """A folder for images, gone at the end."""
    return tempfile.TemporaryDirectory(prefix="energy_matrix_")


def images(words: list[str], world: World, boards: int, program: Path | None = None) -> list[Path]:
    """The images named on the command line, else fresh ones for `boards` boards; program: as of make_image.make."""
    named = [Path(word) for word in plain(words)]
    if named:
        return named[:boards]
    folder = Path(scratch().name)
    made = [image_of(folder / f"primary{boards}.bin", world, boards=boards, program=program)]
    if boards == 2:
        made.append(image_of(folder / "satellite.bin", world, satellite=True))
    return made


def read_script(path: Path, text: str | None = None) -> tuple[list[Step], int]:
    """(steps, seed) of a playthrough script."""
    script = Reader(deck(0), path.parent)
    try:
        script.read(path.read_text(encoding="utf-8") if text is None else text, path.name)
    except OSError as problem:
        raise UserError(f"{path} cannot be read ({problem.strerror}); name a playthrough script") from None
    return script.steps, script.seed or 1


def menu_title(page: int | None = None) -> str:
    """How the title of the new-game menu begins; of that page, of any without one."""
    return WORDS["menu"].partition("{n}")[0].rstrip() + ("" if page is None else f" {page}")


def boards_found(table: EmulatedTable) -> bool:
    """Whether the menu says that all boards are there."""
    record = table.board(0).latest.get(("screen", 0)) or {"screen": {"lines": []}}
    return ["boards", {"n": table.boards, "of": table.boards}] in record["screen"]["lines"]


def practice(words: list[str], tell: Callable[[dict], None] | None = None) -> tuple[EmulatedTable, Player, list[Step]]:
    """(table, player, steps): one board, and the practice playthrough up to its first build; the caller plays it."""
    steps, seed = read_script(PRACTICE, PRACTICE.read_text(encoding="utf-8").split(FIRST_BUILD)[0])
    world = deck(seed)
    table = EmulatedTable(world, images(words, world, 1))

    def say(event: dict) -> None:
        tell_step(table, event)
        if tell:
            tell(event)

    return table, Player(table, world, say), steps


def tell_step(table: EmulatedTable, event: dict) -> None:
    """A line for a step of a script: when on the table, and after how long here."""
    if "do" in event:
        print(f"[{event['ms']} ms, {time.time() - table.wall:.0f} s] {event['do']}", flush=True)


def fill_board(table: EmulatedTable) -> None:
    """Cards on all sixteen cells of the primary (batteries, machines, frames on every other one) and one on an edge."""
    world = table.world
    cards = [card for card in world.cards if card.place == "deck"]
    frames = [card for card in cards if card.size == "frame"]
    machines = [card for card in cards if "@" in card.code]
    rest = [card for card in cards if card not in frames and card not in machines]
    for cell in range(16):
        if cell % 4 == 0:
            world.move(rest.pop().id, f"cell:0:{cell}", "down", 90 * (cell // 4 % 2))
            continue
        world.move(machines.pop().id, f"cell:0:{cell}", "up", 0)
        if frames and cell % 2:
            world.move(frames.pop().id, f"cell:0:{cell}", "up", 0)
    world.move(rest.pop().id, EDGE_CARD, "up", 0)
    for _ in range(10):
        table.run_ms(1000)


def quantile(values: Sequence[float], part: float) -> float | None:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else None
