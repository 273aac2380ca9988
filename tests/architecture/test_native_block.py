"""Room: the solver's machine code is spread over files that each write down where things lie in one block of memory
(firmware.games.energy_matrix.settle_tables): the same name means the same place in all of them."""

import re

from firmware.games.energy_matrix import settle_fast, settle_tables
from tests.architecture import house

_CONST = re.compile(r"^_(\w+) = const\(([^)]+)\)", re.MULTILINE)


def places():
    """{name: {value: files}} of the constants in the parts of the machine code."""
    found = {}
    for part in settle_fast.PARTS:
        text = (house.ROOT / "firmware/drivers" / (part + ".py")).read_text(encoding="utf-8")
        for name, value in _CONST.findall(text):
            found.setdefault(name, {}).setdefault(eval(value, {}), []).append(part)  # noqa: S307 (our own numbers)
    return found


def test_one_name_one_place():
    found = places()
    assert sum(len(files) for values in found.values() for files in values.values()) > len(found) > 40
    assert {name: values for name, values in found.items() if len(values) > 1} == {}


def test_they_lie_where_the_tables_put_them():
    found = places()
    for name in ("TAKERS", "NEW", "FIXED", "TOLD", "STATE", "MACHINE", "BIAS"):
        assert list(found[name]) == [getattr(settle_tables, name)], name
    # 80 words of figures before the places of ten words each, which end before what is told.
    (first,), (size,) = found["PLACES"], found["PLACE"]
    assert first == settle_tables.FIXED + 4 * 80
    assert first + size * settle_tables.PLACES <= settle_tables.TOLD
    (level,) = found["LAYERS"]
    assert settle_tables.STATE + 4 * (level + settle_tables.PLACES + 1) <= settle_tables.END
    (changes,), (change,) = found["CHANGES"], found["CHANGE"]
    assert changes == first + 4 * change
