"""Room: what a card list adds up to: counts per kind, and each machine's value against its rated voltage.

The designer's own reckoning: a step of A is worth 18, of B 27, of C 54, and so is each volt that a machine needs: 18.
A converter's input is taken off. Before: source.py. After: commands/cards.py.
"""

from typing import Any

from firmware.games.energy_matrix.cards import kinds
from firmware.games.energy_matrix.modes import STEPS
from firmware.panel.glyphs import Glyphs
from host_tools.cards.source import MACHINES, Source

VOLT = 18


def value(units: tuple) -> int:
    """Worth of an amount (A, B, C) in the designer's points."""
    return sum(count * step for count, step in zip(units, STEPS, strict=True))


def summary(list_of_rows: list) -> dict[str, Any]:
    """{"kinds": {kind: {"codes", "copies"}}, "codes", "copies", "machines": [...], "balance": points of all}."""
    by_kind = {kind: {"codes": 0, "copies": 0} for kind in kinds.KINDS}
    machines = []
    for row in list_of_rows:
        by_kind[row[kinds.KIND]]["codes"] += 1
        by_kind[row[kinds.KIND]]["copies"] += row[kinds.COPIES]
        if row[kinds.KIND] in MACHINES:
            gives = value(row[kinds.OUTPUTS]) - value(row[kinds.INPUTS])
            expected = row[kinds.RATED] * VOLT
            machine = {"code": row[kinds.CODE], "copies": row[kinds.COPIES], "volts": row[kinds.RATED]}
            machines.append(machine | {"value": gives, "expected": expected, "difference": gives - expected})
    return {
        "kinds": by_kind,
        "codes": sum(kind["codes"] for kind in by_kind.values()),
        "copies": sum(kind["copies"] for kind in by_kind.values()),
        "machines": machines,
        "balance": sum(machine["difference"] * machine["copies"] for machine in machines),
    }


def lines(found: dict[str, Any]) -> list[str]:
    """The summary for people."""
    text = [f"{'kind':10} {'kinds':>5} {'cards':>5}"]
    for kind, counts in found["kinds"].items():
        text.append(f"{kind:10} {counts['codes']:5} {counts['copies']:5}")
    text.append(f"{'all':10} {found['codes']:5} {found['copies']:5}")
    text += ["", f"{'machine':16} {'cards':>5} {'volts':>5} {'value':>6} {'expected':>8} {'difference':>10}"]
    for machine in found["machines"]:
        text.append(
            f"{machine['code']:16} {machine['copies']:5} {machine['volts']:5} {machine['value']:6}"
            f" {machine['expected']:8} {machine['difference']:+10}"
        )
    text.append(f"all machine cards together: {found['balance']:+} against {VOLT} a volt (A 18, B 27, C 54 a step)")
    return text


def remarks(source: Source) -> list[str]:
    """What is no fault but worth knowing: signs that the displays cannot show, kinds that players cannot tell apart."""
    found = []
    glyphs = Glyphs()
    names: dict[tuple, str] = {}
    for row in source.cards:
        code = row[kinds.CODE]
        for language, at in (("zh", kinds.NAME_ZH), ("en", kinds.NAME_EN)):
            missing = sorted({sign for sign in row[at] if not glyphs.has(sign)})
            place = f"row {source.where[code]}, column name {language}"
            if missing:
                found.append(f"{place}: the displays have no sign for {' '.join(missing)} and show a blank box")
            other = names.setdefault((language, row[at]), code)
            if other != code:
                found.append(f"{place}: '{row[at]}' is the name of {other} too")
    return found
