"""Room: where cells, sensors, antennas and lights are, in mm from the south-west corner; after params.py.

One place for every position of firmware/wiring.py, in its order: the primary board has everything, the satellite no
queue slot, rulers and counts. Row 0 is north, column 0 west, as the player sits south of the board.
"""

from firmware import wiring

VARIANTS = ("primary", "satellite")
LIMITS = {"ruler_a": 12, "ruler_b": 8, "ruler_c": 4}  # the duel's thresholds, rules section 4
BUTTONS = {"left": (-1, 0), "ok": (0, 0), "right": (1, 0), "back": (-0.5, -1), "axis": (0.5, -1)}
LIVES_OF_ONE = 4


def origin(p):
    """Middle of cell (3, 0): x and y alike, since sockets of rows lie west and those of columns south."""
    return p.socket_depth + p.web + p.recess / 2


def at(p, row, column):
    """(x, y) of a place in cell pitches."""
    return origin(p) + column * p.pitch, origin(p) + (3 - row) * p.pitch


def size(p, variant):
    """(width, height) of the board; both kinds are alike, so that two of them face each other well."""
    last = max(column for _, column in wiring.PAD_PLACES)
    return at(p, 0, last)[0] + p.recess / 2 + p.border, at(p, 0, 0)[1] + p.recess / 2 + p.border


def readers(variant):
    """Positions (firmware/wiring.py) that have a reader: a satellite has no queue slot."""
    return [position for position in range(wiring.POSITIONS) if wiring.has_reader(position, variant, "all")]


def carrier(p, variant):
    """(x, y) of the carrier's middle; it lies upright, its length along y, below the rulers, free of readers' plugs."""
    return at(p, 0, 3)[0] + p.recess / 2 + 77.0, size(p, variant)[1] / 2


def carrier_holes(p, variant):
    """[(x, y)] of its four screws."""
    x, y = carrier(p, variant)
    across, along = p.carrier_width / 2 - p.carrier_inset, p.carrier_length / 2 - p.carrier_inset
    return [(x + i * across, y + j * along) for i in (-1, 1) for j in (-1, 1)]


def antennas(p, variant):
    """[(x, y)] of the antennas' middles, in the order of `readers`."""
    return [at(p, *wiring.reader_place(position)) for position in readers(variant)]


def sockets(p):
    """[(x, y, along)] of the eight edge sockets: the middle of the inner wall; along: "x" when cards go in along x."""
    rows = [(p.socket_depth, at(p, row, 0)[1], "x") for row in range(4)]
    return rows + [(at(p, 3, column)[0], p.socket_depth, "y") for column in range(4)]


def clips(p):
    """[(x, y, along)] of the middles of the clips over the sockets."""
    back = p.clip_from_wall + p.clip_depth / 2
    return [(x - back, y, along) if along == "x" else (x, y - back, along) for x, y, along in sockets(p)]


def sensors(p):
    """[(name, x, y)] of the infrared sensors: cells north and east, then sockets, as wiring.IR_CELLS and IR_EDGES."""
    reach = p.card / 2 - p.sensor_depth
    found = []
    for cell in range(len(wiring.IR_CELLS)):
        x, y = at(p, *divmod(cell, 4))
        found += [(f"cell {cell} north", x, y + reach), (f"cell {cell} east", x + reach, y)]
    back = p.play + p.sensor_depth
    for number, (x, y, along) in zip(range(len(wiring.IR_EDGES)), sockets(p)):
        found.append((f"edge {number}", x - back, y) if along == "x" else (f"edge {number}", x, y - back))
    return found


def _column(p, x, first, count, pitch):
    return [(x, first + index * pitch) for index in range(count)]


def lights(p, variant):
    """{group: [(x, y)]} in the order of the chain; the sacrificial first LED has no place: it sits at the carrier."""
    chain = dict(wiring.CHAIN_PRIMARY if variant == "primary" else wiring.CHAIN_SATELLITE)
    chain.pop("first")
    off = p.recess / 2 + p.cell_light_gap + p.cell_window / 2
    found = {"cell": [(x - 20.0, y - off) for x, y in (at(p, *divmod(cell, 4)) for cell in range(chain["cell"]))]}
    out = p.cell_light_gap + p.cell_window / 2
    found["edge"] = [
        (x + out, y + 27.0) if along == "x" else (x + 20.0, y + out) for x, y, along in sockets(p)[: chain["edge"]]
    ]
    if variant == "satellite":
        return found
    middle = size(p, variant)[1] / 2
    for group, x in ruler_lines(p).items():
        pitch = getattr(p, "pitch_" + group[-1])
        found[group] = _column(p, x, middle - (chain[group] - 1) / 2 * pitch, chain[group], pitch)
    x, y = queue_row(p)
    # The head of the queue is nearest to the tray.
    found["queue"] = [(x + ((chain["queue"] - 1) / 2 - index) * p.pitch_queue, y) for index in range(chain["queue"])]
    x, step = counts_line(p), p.pitch_column
    found["point"] = _column(p, x, middle - (chain["point"] - 1) / 2 * step, chain["point"], step)
    # The first player's lives lie south, the second's north; between them and the points a gap of one step and a half.
    gap = (chain["point"] - 1) / 2 * step + 1.5 * step
    south = _column(p, x, middle - gap - (LIVES_OF_ONE - 1) * step, LIVES_OF_ONE, step)
    found["life"] = south + _column(p, x, middle + gap, chain["life"] - LIVES_OF_ONE, step)
    return {group: found[group] for group in chain}


def scale(p, group):
    """[(value, x, y)] of a ruler's LEDs: what is printed beside each, from the first player's end."""
    spots = lights(p, "primary")[group]
    return [(index - LIMITS[group], x, y) for index, (x, y) in enumerate(spots)]


def ruler_lines(p):
    """{ruler: x} of the three columns of LEDs, between the matrix and the pads."""
    start = at(p, 0, 3)[0] + p.recess / 2
    return {"ruler_a": start + 35.0, "ruler_b": start + 72.0, "ruler_c": start + 109.0}


def counts_line(p):
    """x of the column with lives and action points."""
    return at(p, 0, 3)[0] + p.recess / 2 + 140.0


def queue_row(p):
    """(x, y) of the middle of the queue's row of LEDs, south of the channel."""
    x, y = at(p, *wiring.PAD_PLACES[0])
    return x, y - p.recess / 2 - 13.0


def display(p):
    """(x, y) of the display's middle."""
    x, y = at(p, *wiring.PAD_PLACES[0])
    return x, y - p.recess / 2 - 61.0


def buttons(p):
    """{name: (x, y)} of the five buttons' middles."""
    x, y = display(p)
    return {name: (x + over * p.button_pitch, y - 38.0 + up * 28.0) for name, (over, up) in BUTTONS.items()}


def screws(p, variant):
    """[(x, y)] of the screws: they run through all sheets, with standoffs between bed and base."""
    width, height = size(p, variant)
    inset, grid = p.screw_inset, [origin(p) + (step + 0.5) * p.pitch for step in range(3)]
    first, middle, last = grid
    found = [(x, y) for x in (inset, width - inset) for y in (inset, height - inset)]
    found += [(18.0, first), (18.0, last), (first, 18.0), (last, 18.0), (middle, height - inset)]
    found += [(first, first), (first, last), (middle, middle), (last, first), (last, last)]
    beside = at(p, 0, 3)[0] + p.recess / 2 + 10.0
    near, far = beside + 7.0, counts_line(p) + 15.0
    found += [(near, inset), (near, height - inset), (near, middle), (far, inset), (far, height - inset)]
    return found + [(far, first + 12.0), (far, last - 20.0), (width - inset, middle)]


def positions(p, variant):
    """Everything above by name: what the model's stamp and the tests read."""
    found = {"size": size(p, variant), "antennas": antennas(p, variant), "sensors": sensors(p), "sockets": sockets(p)}
    found.update(lights=sorted(lights(p, variant).items()), carrier=carrier_holes(p, variant))
    found["screws"] = screws(p, variant)
    return found
