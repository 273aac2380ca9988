"""Room: reads parameters.toml and says of each number what it is: millimetres by name; before places.py and everything.

A mistake in the file is a ParameterError: one sentence that names the entry.
"""

import hashlib
import tomllib
from pathlib import Path
from types import SimpleNamespace

HERE = Path(__file__).resolve().parent
FILE = HERE / "parameters.toml"
# What decides the exported shapes, besides the parameters. The pictures hang on none of it.
SOURCES = ("params.py", "places.py", "layout.py", "marks.py", "lettering.py", "sheets.py", "printed.py", "files.py")


class ParameterError(ValueError):
    """An entry of parameters.toml that cannot be used."""


def entries(text=None):
    """{name: (value, unit, basis)} of parameters.toml, or of `text` in its form."""
    try:
        sections = tomllib.loads(FILE.read_text(encoding="utf-8") if text is None else text)
    except tomllib.TOMLDecodeError as error:
        raise ParameterError(f"parameters.toml cannot be read: {error}.") from None
    found = {}
    for section, rows in sections.items():
        for name, row in rows.items():
            if not isinstance(row, dict) or set(row) != {"value", "unit", "basis"}:
                raise ParameterError(f"parameters.toml, {section}.{name}: write value, unit and basis.")
            if not isinstance(row["value"], float) or row["value"] <= 0:
                raise ParameterError(f"parameters.toml, {section}.{name}: the value must be a number above 0, as 3.0.")
            if name in found:
                raise ParameterError(f"parameters.toml, {section}.{name}: the name is used twice.")
            found[name] = (row["value"], row["unit"], row["basis"])
    return found


def load(text=None, **changes):
    """The parameters as attributes, with what follows from them: `recess`, `web`, `height_of` the floor's top.

    changes: values to use instead, by name: load(pitch=80.0).
    """
    values = {name: row[0] for name, row in entries(text).items()}
    unknown = set(changes) - set(values)
    if unknown:
        raise ParameterError(f"There is no parameter {sorted(unknown)[0]}; the names stand in parameters.toml.")
    values.update(changes)
    p = SimpleNamespace(**values)
    p.recess = p.card + 2 * p.play
    p.web = p.pitch - p.recess
    if p.web < 2 * p.least_web + p.cell_window:
        raise ParameterError("parameters.toml, board.pitch: too small for recess, light and webs.")
    return p


def stamp(p):
    """Sixteen digits that change with every parameter, every number of the wiring that counts, and the model itself."""
    from hardware.table_top.places import VARIANTS, positions

    digest = hashlib.sha256()
    digest.update(repr(sorted(vars(p).items())).encode())
    digest.update(repr([sorted(positions(p, variant).items()) for variant in VARIANTS]).encode())
    for name in SOURCES:
        digest.update((HERE / name).read_text(encoding="utf-8").encode())
    return digest.hexdigest()[:16]
