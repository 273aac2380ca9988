"""Room: what the wiring says of each position, as the scanner needs it: capabilities, and whose fields may overlap."""

from firmware import wiring


def distant_readers():
    """Of every reader those whose field may come on while it listens."""
    readers = range(len(wiring.READERS))
    return [tuple(other for other in readers if wiring.distant(one, other)) for one in readers]


def capabilities():
    """Of every position of the wiring: (has a reader, has sensors)."""
    return [
        (position < len(wiring.READERS), position < wiring.CELLS or position >= wiring.EDGE)
        for position in range(wiring.POSITIONS)
    ]
