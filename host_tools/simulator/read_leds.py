"""Room: reads a chain of LEDs as a player does: colours of one moment -> what the table says (referee and tests).

Hue alone tells the roles of one group apart, so that any phase of a pattern can be read. Levels 0..255.
Comes after firmware/lights, whose palette it inverts; needs no view and no firmware state.
"""

from firmware.games import ROLES
from firmware.lights import palette
from firmware.wiring import CHAIN_PRIMARY, chain_starts

CUE = "*"  # an animation covers the LED
UNREADABLE = "!"

_CUES = {palette.CUE_LAMP: CUE, palette.CUE_KIND: CUE, palette.CUE_KIND + 1: CUE, palette.CUE_KIND + 2: CUE}
_GROUPS = {
    "cell": dict(enumerate(ROLES)),
    "edge": dict(enumerate(ROLES)),
    "ruler": {
        palette.RULER_MARK: "mark",
        palette.RULER_ZERO: "zero",
        palette.RULER_WAY: "way",
        palette.RULER_TO: "to",
        palette.RULER_FLASH: "hit",
    },
    "point": {palette.POINT_LEFT: "left", palette.POINT_USED: "used", palette.POINT_OVER: "over"},
    "queue": {palette.QUEUE_ON: "card", palette.QUEUE_MORE: "two", palette.QUEUE_ASK: "ask"},
    "life": {palette.LIFE_LEFT: "left", palette.LIFE_LOST: "lost"},
}


def _hue(red, green, blue):
    """(red, green, blue) in halves of the brightest channel, each 0, 1 or 2; None for a dark LED."""
    top = max(red, green, blue)
    if top == 0:
        return None
    return tuple((4 * level + top) // (2 * top) for level in (red, green, blue))


def _hues(group):
    table = {None: "." if group in ("cell", "edge") else ""}
    for code, name in {**_GROUPS[group], **_CUES}.items():
        peak = palette.PEAKS[3 * code : 3 * code + 3]
        if any(peak):
            table[_hue(*peak)] = name
    return table


_HUES = {group: _hues(group) for group in _GROUPS}


def _names(colours, group):
    table = _HUES["ruler" if group.startswith("ruler") else group]
    return [table.get(_hue(*colour), UNREADABLE) for colour in colours]


def _ruler(names, limit):
    """{"at", "to", "hit", "clear"} of one ruler; values in steps of the limit ((count - 1) // 2 if None)."""
    middle = (len(names) - 1) // 2
    limit = middle if limit is None else limit

    def value(name):
        if name not in names:
            return None
        led = names.index(name) - middle
        return led if limit == middle else (abs(led) * limit + middle // 2) // middle * (1 if led > 0 else -1)

    at, to = value("mark"), value("to")
    return {"at": at, "to": at if to is None else to, "hit": "hit" in names, "clear": names.count("mark") == 1}


def read_leds(colours, chain=CHAIN_PRIMARY, limits=None, sides=2):
    """What a chain of (red, green, blue) says, by group.

    limits: of the rulers, default one LED a step; sides: how many players or teams share the life LEDs.
    Returns {"cells": 16 roles, "edges": 8 roles} and for a board that has them "rulers": [marker values],
    "to": [pending values], "hits": [bool], "queue": cards, "queue_ask": bool, "points": left, "points_of": total,
    "points_over": bool, "life": [left], "life_of": [of]. Roles are ROLES, CUE under an animation, UNREADABLE for a
    colour that no role has. A marker that an animation covers is None.
    """
    starts, total = chain_starts(chain)
    if len(colours) != total:
        raise ValueError(f"the chain has {total} LEDs, {len(colours)} colours were given")
    names = {
        group: _names(colours[starts[group] : starts[group] + count], group)
        for group, count in chain
        if group != "first"
    }
    said = {"cells": "".join(names["cell"]), "edges": "".join(names["edge"])}
    rulers = [names[group] for group, _ in chain if group.startswith("ruler")]
    if rulers:
        limits = limits or [None] * len(rulers)
        read = [_ruler(row, limit) for row, limit in zip(rulers, limits, strict=True)]
        said["rulers"] = [ruler["at"] for ruler in read]
        said["to"] = [ruler["to"] for ruler in read]
        said["hits"] = [ruler["hit"] for ruler in read]
    if "queue" in names:
        row = names["queue"]
        said["queue_ask"] = "ask" in row
        said["queue"] = row.count("card") + 2 * row.count("two")
        if "ask" in row and ("two" in row or "card" in row[row.index("ask") :]):
            said["queue"] += 1  # the LED that asks for a second card already stands for one
    if "point" in names:
        row = names["point"]
        said["points_over"] = "over" in row
        said["points"] = row.count("left")
        said["points_of"] = len([name for name in row if name])
    if "life" in names:
        row = names["life"]
        share = len(row) // sides
        groups = [row[side * share : (side + 1) * share] for side in range(sides)]
        said["life"] = [group.count("left") for group in groups]
        said["life_of"] = [group.count("left") + group.count("lost") for group in groups]
    return said
