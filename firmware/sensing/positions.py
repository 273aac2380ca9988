"""Room: what the wiring says of each position, as the scanner needs it: capabilities, and whose fields may overlap."""

from firmware import wiring


def distant_readers(readable):
    """Of every reader those of `readable` whose field may come on while it listens."""
    count = len(wiring.READERS)
    readers = [position for position in readable if position < count]
    return [tuple(other for other in readers if wiring.distant(one, other)) for one in range(count)]


def capabilities(role="primary", readers="all"):
    """Of every position of the wiring: (has a reader, has sensors). Arguments: the settings of these names."""
    return [
        (wiring.has_reader(position, role, readers), position < wiring.CELLS or position >= wiring.EDGE)
        for position in range(wiring.POSITIONS)
    ]
