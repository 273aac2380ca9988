"""Room: options of one board, validated, with units in their names; and the check of a number that somebody sent."""

# A board is told its role by its settings file only.
DEFAULTS = {
    "role": "primary",  # primary: runs the game, owns queue slot and rulers; satellite: senses and lights
    "address": 0,  # on the board-to-board pair; the primary is 0; also the player who sits there
    "boards": 2,  # how many boards the primary looks for, itself included
    "game": "energy_matrix",
    "language": "zh",
    "led_cap_ma": 1000,
    "reader_hz": 4_000_000,
    "readers": "all",  # all: cells, queue slot and tap pad; pads: only the last two, cells sense light
}
_CHOICES = {"role": ("primary", "satellite"), "language": ("zh", "en"), "readers": ("all", "pads")}
_RANGES = {"address": (0, 3), "boards": (1, 4), "led_cap_ma": (100, 4000), "reader_hz": (1_000_000, 10_000_000)}


def load(given):
    """A whole settings dict from a partial one; ValueError: which setting, what is wrong with it, what is allowed."""
    if not isinstance(given, dict):
        raise ValueError('settings are a JSON object, for example {"language": "en"}')
    settings = dict(DEFAULTS)
    for name, value in given.items():
        if name not in DEFAULTS:
            raise ValueError("there is no setting %r; known are %s" % (name, ", ".join(sorted(DEFAULTS))))
        if type(value) is not type(DEFAULTS[name]):
            raise ValueError("setting %s is %r; it must be like %r" % (name, value, DEFAULTS[name]))
        if name in _CHOICES and value not in _CHOICES[name]:
            raise ValueError("setting %s is %r; choose one of %s" % (name, value, ", ".join(_CHOICES[name])))
        if name in _RANGES:
            whole_number(given, name, _RANGES[name][0], _RANGES[name][1])
        settings[name] = value
    if (settings["role"] == "primary") != (settings["address"] == 0):
        raise ValueError("address 0 is the primary's, 1 to 3 are the satellites'; change role or address")
    return settings


def whole_number(given, name, least, most, default=None):
    """The whole number of that name in a dict, `default` where it is missing; ValueError with name and limits."""
    value = given.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise ValueError("%s is %s: it must be %d to %d" % (name, value, least, most))
    return value
