"""Room: what to buy for the bench first, with prices of the catalogue; whole packs, since all of it is used again.

Before: bench_wires.py (which parts), parts.py (what they are). After: assembly.py. Prices are estimates of parts.yml.
"""

import math
from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from host_tools.hardware import bom, parts
from host_tools.hardware.bench_wires import CHIPS, PICO, RESISTORS
from host_tools.hardware.netlist import load, subcircuits

NODE = "IR node"
# Besides what the wiring counts: a second reader of another seller, one sensor to spare, tags, capacitors.
MORE = {"reader": 1, "ir_sensor": 1, "nfc_round": 5, "nfc_small": 2, "c_100n": 3, "usb_cable": 1}
# Not in the catalogue, since no table needs it.
BENCH_ONLY = (("Breadboard with 830 holes", 1, 4.0), ("Jumper wires, a set", 1, 3.0))
BENCH_BASIS = "est.: as sold by hobby shops in 2025"


@lru_cache(maxsize=1)
def _catalogue() -> parts.Catalogue:
    return parts.load()


@lru_cache(maxsize=1)
def needs() -> Counter:
    """{key of the catalogue: how many}."""
    whole, inside = load(), subcircuits()[NODE]
    wanted = [whole.parts[name] for name in (PICO, *CHIPS, *RESISTORS)]
    wanted += [part for name, part in inside.parts.items() if name != "PORT"]
    found = Counter(MORE)
    for part in wanted:
        if part.type == NODE:
            continue
        keys = [entry.key for entry in _catalogue().entries if bom.matches(entry, part.type, part.subtype)]
        if not keys:
            raise ValueError(f"{part.designator}, a {part.type} {part.subtype}, is not in hardware/parts.yml")
        found[keys[0]] += 1
    return found


def rows() -> list[tuple[str, str, int, float, str]]:
    """(part, maker's number, how many at least, price of the packs, basis)."""
    catalogue = _catalogue()
    counted = needs()
    found = []
    for entry in catalogue.entries:
        if entry.key in counted:
            packs = math.ceil(counted[entry.key] / entry.first.pack)
            price = packs * (entry.first.price or 0)
            found.append(
                (entry.name, entry.mpn, counted[entry.key], price, f"est.: {catalogue.bases[entry.first.basis]}")
            )
    return found + [(name, "", count, price, BENCH_BASIS) for name, count, price in BENCH_ONLY]


def total() -> float:
    """What all of it costs."""
    return sum(row[3] for row in rows())


def table() -> str:
    """A table for people, with the sum."""
    lines = ["| part | number | at least | price, USD | basis |", "|---|---|---|---|---|"]
    for name, number, count, price, basis in rows():
        lines.append(f"| {name} | {number} | {count} | {price:.2f} | {basis} |")
    return "\n".join([*lines, f"| **together**, in whole packs |  |  | **{total():.2f}** | est.: the sum |"])


MAKERS: dict[str, Callable[[], str]] = {"bench-buy": table}
