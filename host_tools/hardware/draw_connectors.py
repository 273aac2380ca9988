"""Room: every connector of a board with its cable, for hardware/wiring/README.md: what to make, how long, where to.

Before: netlist.py. After: draw.py.
"""

from host_tools.hardware.netlist import diagrams, load

_NEXT = ("the link cable", "J4 or J5 of the next board", "link")
# What has no cable in the diagrams: (cable, other end, diagram).
_OTHERS = {"J1": ("two wires", "the jack of the supply, outside the table", "power"), "J4": _NEXT, "J5": _NEXT}


def connectors():
    """Lines of the table, in the order of their numbers."""
    netlist = load()
    lines = ["", "## Connectors", "", "| connector | kind | cable | leads to | diagram |", "|---|---|---|---|---|"]
    names = [name for name, part in netlist.parts.items() if name.startswith("J") and part.place == "carrier"]
    for name in sorted((one for one in names if one[1:].isdigit()), key=lambda one: int(one[1:])):
        cable, ends, where = _cable(name)
        lines.append(f"| {name} | {netlist.parts[name].type} | {cable} | {ends} | {where} |")
    return lines


def _cable(name):
    """(cable with its length, parts at its other end, link to the diagram) of a connector."""
    for file, diagram in diagrams().items():
        cables = {joint.cable for joint in diagram.joints if joint.part == name}
        for cable in sorted(one for one in cables if diagram.cables[one].board is None):
            if diagram.only == "satellite":
                continue
            given = diagram.cables[cable].attributes
            ends = list(dict.fromkeys(j.part for j in diagram.joints if j.cable == cable and j.part != name))
            said = ", ".join(ends) if len(ends) < 5 else f"{ends[0]} to {ends[-1]}"
            stem = file.removesuffix(".yml")
            return f"{cable}, {given['type']}, {given['length']}", said, f"[{stem}]({stem}.svg)"
    cable, said, stem = _OTHERS[name]
    return cable, said, f"[{stem}]({stem}.svg)"
