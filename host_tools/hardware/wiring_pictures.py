"""Room: the wiring diagrams as SVG (WireViz, Graphviz), a long one folded into rows that a page can show.

After wireviz_files.py; wiring_page.py shows the pictures. A picture names the SHA-256 of the diagram it was drawn from,
so that a test without Graphviz knows whether it is the newest.

WireViz draws from left to right, so a chain of parts becomes a ribbon of a picture that nobody can read on a page.
Here it is drawn a few cables at a time, and the rows are put below each other. A part between two rows is in both.
"""

import hashlib
import re
import shutil
from copy import deepcopy

import yaml

from host_tools.hardware.wireviz_files import FOLDER, LOADER

WIDEST = 1250  # points, at which text is still read when a page shows the picture 900 pixels wide
_GAP = 14
_SIZE = re.compile(r'<svg width="([\d.]+)pt" height="([\d.]+)pt"')


def stamp(text):
    """The comment in a picture that names its diagram's text."""
    return f"<!-- drawn from sha256 {hashlib.sha256(text.encode()).hexdigest()} -->"


def stamped(svg):
    """The stamp that a picture carries, or None."""
    found = re.search(r"<!-- drawn from sha256 [0-9a-f]{64} -->", svg)
    return found and found[0]


def renew():
    """Draw the pictures that are older than their diagrams; how many."""
    fresh = 0
    for path in sorted(FOLDER.glob("*.yml")):
        target = path.with_suffix(".svg")
        known = stamped(target.read_text(encoding="utf-8")) if target.exists() else None
        if known != stamp(path.read_text(encoding="utf-8")):
            target.write_text(picture(path), encoding="utf-8")
            fresh += 1
    return fresh


def picture(path):
    """The SVG of the diagram in a file, with its stamp; OSError without Graphviz."""
    if shutil.which("dot") is None:
        raise OSError(f"{path.name} has changed, and Graphviz is missing to draw it: install the package graphviz")
    return drawn(path).rstrip("\n") + "\n" + stamp(path.read_text(encoding="utf-8")) + "\n"


def drawn(path):
    """The SVG of the diagram in a file as WireViz draws it, folded if it is too wide."""
    from wireviz import wireviz

    whole = wireviz.parse(path, return_types="svg", image_paths=[])
    if size(whole)[0] <= WIDEST:
        return whole
    data = yaml.load(path.read_text(encoding="utf-8"), LOADER)
    parts = [whole]  # a single cable has nothing to fold
    for most in range(len(data["cables"]) - 1, 0, -1):
        parts = [wireviz.parse(deepcopy(row), return_types="svg", image_paths=[]) for row in rows(data, most)]
        if max(size(svg)[0] for svg in parts) <= WIDEST:
            break
    return stacked(parts)


def size(svg):
    """(width, height) of a picture by Graphviz, in points."""
    found = _SIZE.search(svg)
    return float(found[1]), float(found[2])


def rows(data, most):
    """The diagram as several, each with `most` cables or fewer, in the order of the connections."""
    order = list(dict.fromkeys(name for one in data["connections"] for name in _names(one) if name in data["cables"]))
    parts = []
    for first in range(0, len(order), most):
        cables = order[first : first + most]
        joined = [one for one in data["connections"] if set(_names(one)) & set(cables)]
        used = {name for one in joined for name in _names(one)}
        here = {
            kind: {name: data[kind][name] for name in data[kind] if name in used} for kind in ("connectors", "cables")
        }
        parts.append({**data, **here, "connections": joined})
    return parts


def _names(joined):
    """Connectors and cables of one connection."""
    return [name for one in joined for name in one]


def stacked(drawn):
    """Pictures below each other as one."""
    width = max(size(svg)[0] for svg in drawn)
    inside = []
    top = 0.0
    for svg in drawn:
        body = svg[svg.index("<svg") :].rstrip()
        inside.append(body.replace("<svg ", f'<svg y="{top:g}" ', 1).replace('pt"', '"', 2))
        top += size(svg)[1] + _GAP
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
        f'<svg width="{width:g}pt" height="{top - _GAP:g}pt" viewBox="0 0 {width:g} {top - _GAP:g}" '
        'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">\n'
        + "\n".join(inside)
        + "\n</svg>"
    )
