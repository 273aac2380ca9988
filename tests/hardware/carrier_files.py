"""Room: the carrier's files as they are in the repository, read once; and copies with one thing wrong."""

from functools import cache

from host_tools.hardware import carrier_plan, carrier_read
from host_tools.hardware.carrier_library import FOLDER
from host_tools.hardware.carrier_sexpr import children, dump, parse


@cache
def plan():
    """The carrier as the wiring and carrier.yml have it."""
    return carrier_plan.load()


@cache
def text(name):
    """A file of hardware/carrier."""
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def board():
    """The board file, read."""
    return carrier_read.board(text("carrier.kicad_pcb"))


def spoiled(name, change):
    """The text of a file after `change` was applied to its expression."""
    tree = parse(text(name))
    change(tree)
    return dump(tree)


def inner(node, *names):
    """All expressions below a node that begin with the last name, within those that begin with the ones before."""
    found = [node]
    for name in names:
        found = [part for one in found for part in children(one, name)]
    return found
