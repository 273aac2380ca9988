"""Room: netlists with one thing wrong, for tests of rules that should find it."""

import dataclasses

from host_tools.hardware.netlist import Netlist, load

PRIMARY = load("primary")


def moved(*moves, of=PRIMARY):
    """A copy of a netlist in which pins lie elsewhere: ("U1 GP12", "LED_DATA") puts a pin on another net, None off."""
    nets = {}
    for end, net in moves:
        part, pin = end.split(" ", 1)
        nets[part, of.pin(part, pin)] = net
    joints = []
    for joint in of.joints:
        net = nets.get((joint.part, joint.pin), joint.net)
        if net is not None:
            joints.append(dataclasses.replace(joint, net=net))
    known = {(joint.part, joint.pin) for joint in of.joints}
    for (part, pin), net in nets.items():
        if (part, pin) not in known and net is not None:
            joints.append(dataclasses.replace(of.joints[0], net=net, part=part, pin=pin))
    return _rejoined(joints, of)


def _rejoined(joints, of):
    """A copy of a netlist with these joints instead of its own."""
    found = Netlist(dict(of.parts), {}, joints, of.cables, of.types)
    for joint in joints:
        nodes = found.nets.setdefault(joint.net, [])
        if (joint.part, joint.pin) not in nodes:
            nodes.append((joint.part, joint.pin))
        found.at.setdefault((joint.part, joint.pin), []).append(joint)
    return found


def changed(designator, of=PRIMARY, **values):
    """A copy of a netlist in which a part has another type, value or note."""
    found = moved(of=of)
    found.parts[designator] = dataclasses.replace(found.parts[designator], **values)
    return found


def unjoined(part, pin, of=PRIMARY):
    """A copy of a netlist in which a pin, by number, is joined to nothing."""
    return _rejoined([joint for joint in of.joints if (joint.part, joint.pin) != (part, pin)], of)


def without(designator, of=PRIMARY):
    """A copy of a netlist without one part."""
    found = moved(*[(f"{designator} {pin}", None) for pin in of.parts[designator].pins], of=of)
    del found.parts[designator]
    return found
