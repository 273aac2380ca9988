"""Room: every connector of a board with its cable, for hardware/wiring/README.md: what to make, how long, where to.

Before: netlist.py. After: draw.py.
"""

from host_tools.hardware.netlist import load

_NEXT = ("the link cable", "J4 or J5 of the next board", "link")
# What has no cable in the diagrams: (cable, other end, diagram).
_OTHERS = {"J1": ("two wires", "the jack of the supply, outside the table", "power"), "J4": _NEXT, "J5": _NEXT}


def connectors():
    """Lines of the table, in the order of their numbers."""
    netlist = load()
    lines = ["", "## Connectors", "", "| connector | kind | cable | leads to | diagram |", "|---|---|---|---|---|"]
    names = [name for name, part in netlist.parts.items() if name.startswith("J") and part.place == "carrier"]
    for name in sorted((one for one in names if one[1:].isdigit()), key=lambda one: int(one[1:])):
        cable, ends, stem = _cable(netlist, name)
        lines.append(f"| {name} | {netlist.parts[name].type} | {cable} | {ends} | [{stem}]({stem}.svg) |")
    return lines


def _cable(netlist, name):
    """(cable with its length, parts at its other end, diagram) of a connector."""
    joint = next((one for one in netlist.joints if one.part == name and one.cable in netlist.cables), None)
    if joint is None:
        return _OTHERS[name]
    given = netlist.cables[joint.cable].attributes
    ends = list(dict.fromkeys(one.part for one in netlist.joints if one.cable == joint.cable and one.part != name))
    said = ", ".join(ends) if len(ends) < 5 else f"{ends[0]} to {ends[-1]}"
    return f"{joint.cable}, {given['type']}, {given['length']}", said, joint.where.removesuffix(".yml")
