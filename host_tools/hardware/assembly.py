"""Room: the assembly guide: writes what in its pages is made, not typed: outputs, wire lists, measures; and drawings.

A made part of a page stands between `<!-- made: NAME -->` and `<!-- end -->`; NAME is one of `makers()`.
Before: assembly_outputs.py, assembly_measures.py, bench_wires.py, bench_buy.py, bench_tags.py, assembly_chain.py.
After: hardware/assembly/, tests/hardware/test_assembly.py.
"""

import re
from collections.abc import Callable
from textwrap import dedent, indent

from host_tools.hardware import assembly_chain, assembly_measures, assembly_outputs, bench_buy, bench_tags, bench_wires
from host_tools.hardware.wireviz_files import ROOT

FOLDER = ROOT / "hardware/assembly"
BLOCK = re.compile(r"^( *)(<!-- made: ([\w-]+) -->\n)(.*?)^ *(<!-- end -->)", re.DOTALL | re.MULTILINE)


def makers() -> dict[str, Callable[[], str]]:
    """{name of a made part: function that returns its text}."""
    made = (assembly_outputs, assembly_measures, bench_wires, bench_buy, assembly_chain)
    return {name: maker for module in made for name, maker in module.MAKERS.items()}


def drawings() -> dict[str, str]:
    """{file in FOLDER: text} of the drawings that are made from the wiring."""
    return {"bench_first.svg": bench_wires.drawing(), "tags.svg": bench_tags.drawing()}


def pages() -> dict[str, str]:
    """{file name: text}."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}


def renewed(text: str, made: Callable[[str], str]) -> str:
    """The page with every made part as `made(name)` says now."""

    def again(found: re.Match) -> str:
        inside = indent(made(found[3]).rstrip("\n") + "\n", found[1])
        return found[1] + found[2] + inside + found[1] + found[5]

    return BLOCK.sub(again, text)


def kept(text: str) -> dict[str, str]:
    """{name: what stands in the page now} of its made parts."""
    return {found[3]: dedent(found[4]) for found in BLOCK.finditer(text)}


def write() -> str:
    """Make everything anew."""
    known = makers()
    count = 0

    def made(name: str) -> str:
        nonlocal count
        count += 1
        if name not in known:
            raise ValueError(f"a page of hardware/assembly wants {name!r}; there are {', '.join(sorted(known))}")
        return known[name]()

    for name, text in pages().items():
        (FOLDER / name).write_text(renewed(text, made), encoding="utf-8")
    drawn = drawings()
    for name, text in drawn.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return f"{count} parts of the assembly guide and {len(drawn)} drawings"
