"""Room: how much of each part a build needs, what to order and what it costs; after parts.py and bom_contents.py.

`need` is what is used, `packs` what must be ordered, with spares. bom_files.py writes it down.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

import yaml

from host_tools.hardware import parts
from host_tools.hardware.bom_contents import STRIP, Contents, contents, read_settings
from host_tools.hardware.parts import Catalogue, Choice, Entry, PartsError
from host_tools.hardware.wireviz_files import LOADER, ROOT
from host_tools.lab.rules import deck_kinds

FOLDER = ROOT / "hardware/builds"
MOST_DECIMALS = 3


@dataclass(frozen=True)
class Line:
    """One part of a build. `packs` of the `choice` cost `cost`; `designators` are those of the wiring, if it has it."""

    entry: Entry
    choice: Choice
    need: float
    packs: int
    designators: tuple[str, ...]

    @property
    def cost(self) -> float:
        return round(self.packs * (self.choice.price or 0), 2)


@dataclass
class Build:
    """`boards` {name of the settings file: settings}; `thrifty`: take the cheaper substitutes."""

    name: str
    title: str
    about: str
    thrifty: bool
    boards: dict[str, dict] = field(default_factory=dict)


def builds(folder=FOLDER):
    """All builds of hardware/builds/builds.yml by name; ValueError for settings that the firmware refuses."""
    found = {}
    for name, given in yaml.load((folder / "builds.yml").read_text(encoding="utf-8"), LOADER).items():
        build = Build(name, given["title"], " ".join(given["about"].split()), given["thrifty"])
        for board in given["boards"]:
            build.boards[board] = read_settings(folder / name / f"{board}.json")
        found[name] = build
    return found


def lines(build, catalogue=None, boards=None):
    """[Line] of a build, in the order of the catalogue; PartsError if the wiring has a part that it does not know.

    boards: Contents, None for those that the build's settings make.
    """
    catalogue = parts.load() if catalogue is None else catalogue
    boards = [contents(chosen) for chosen in build.boards.values()] if boards is None else boards
    covered(catalogue, boards)
    return _counted(catalogue.entries, boards, build.thrifty)


def without_cards(found):
    """The same lines without the tags of the deck: what a board costs beside the cards."""
    return [line for line in found if line.entry.quantity.kind != "cards"]


def total(found):
    """What these lines cost."""
    return round(sum(line.cost for line in found), 2)


def covered(catalogue: Catalogue, boards: list[Contents]):
    """PartsError, naming what is missing, unless every part, cable and LED of the boards is in the catalogue."""
    for board in boards:
        for (kind, subtype), designators in board.parts.items():
            if kind != STRIP and not any(matches(entry, kind, subtype) for entry in catalogue.entries):
                what = f"wiring: {kind}, value: {subtype}" if subtype else f"wiring: {kind}"
                raise PartsError(
                    f"{designators[0]} of {board.files[kind, subtype]} is in no part of hardware/parts.yml; "
                    f"add one with quantity {{{what}}}"
                )
        for cable in board.metres:
            if not any(cable in entry.quantity.of for entry in catalogue.entries if entry.quantity.kind == "cable"):
                raise PartsError(
                    f"{cable} is in no part of hardware/parts.yml; add one with quantity {{cable: {cable}}}"
                )
        for group in board.leds:
            sold = [entry.key for entry in catalogue.entries if _lights(entry, group)]
            if len(sold) != 1:
                raise PartsError(f"LEDs {group} belong to {len(sold)} parts of hardware/parts.yml; name them in one")


def _lights(entry, group):
    return entry.quantity.kind == "leds" and group in entry.quantity.of


def matches(entry, kind, subtype):
    """Whether that part of the catalogue counts parts of the wiring of that type and subtype."""
    quantity = entry.quantity
    return quantity.kind == "wiring" and kind in quantity.of and (not quantity.values or subtype in quantity.values)


def _counted(entries, boards, thrifty):
    found = []
    for entry in entries:
        need, designators = _need(entry, boards)
        if not need:
            continue
        choice = entry.choice(thrifty)
        packs = math.ceil(round(need * (1 + entry.spare / 100) / choice.pack, MOST_DECIMALS))
        found.append(Line(entry, choice, need, packs, designators))
    return found


def _need(entry, boards):
    """(how many or how much, designators)."""
    quantity = entry.quantity
    designators: list[str] = []
    if quantity.kind == "wiring":
        for board in boards:
            for (kind, subtype), names in board.parts.items():
                if matches(entry, kind, subtype):
                    designators += names
        need = len(designators) * quantity.times
    elif quantity.kind == "cable":
        need = sum(board.metres[cable] for board in boards for cable in quantity.of)
    elif quantity.kind == "leds":
        need = sum(count for board in boards for group, count in board.leds.items() if group in quantity.of)
    elif quantity.kind == "table_top":
        need = sum(board.table_top[quantity.of[0]] for board in boards)
    elif quantity.kind == "cards":
        need = _tags()[quantity.of[0]]
    elif quantity.kind == "satellite":
        need = quantity.times * sum(board.role == "satellite" for board in boards)
    else:
        need = quantity.times * (len(boards) if quantity.kind == "board" else 1)
    return round(need, MOST_DECIMALS), tuple(dict.fromkeys(designators))


def _tags():
    """{"round": tags of full cards, "small": tags of frames} of the deck."""
    counts: Counter[str] = Counter()
    for _, copies, is_frame in deck_kinds():
        counts["small" if is_frame else "round"] += copies
    return counts
