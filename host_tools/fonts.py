"""Room: builds firmware/panel/glyphs.bin: the characters that the display needs, from GNU Unifont; 16 px high.

    python -m host_tools.fonts [--check] [--source unifont.hex]

Scans every words_*.py and every card table under firmware/, so it is run again whenever a word was changed.
The file (read by firmware/panel/glyphs.py), all numbers little-endian, 16 bits: b"GLY1", number of narrow and of wide
glyphs, their code points in order, then the glyphs in the same order. A narrow glyph is 16 bytes, 8 columns of the
upper page and 8 of the lower one, a wide glyph 32; bit 0 of a column is its top pixel, as on the display.
"""

import argparse
import importlib
from pathlib import Path

from host_tools import errors
from host_tools.errors import HonestNo, UserError
from host_tools.icons import pictures

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "firmware/panel/glyphs.bin"
SOURCE = Path("/usr/share/unifont/unifont.hex")
# Characters that code puts into texts: numbers' minus, what a missing glyph shows, signs that words may want.
EXTRA = "−→←↑↓✓…·×\ufffd"


def texts():
    """Every text that the display may show: all words, all names of cards."""
    firmware = ROOT / "firmware"
    for path in sorted(firmware.rglob("words_*.py")):
        yield from _module(path).WORDS.values()
    for path in sorted((firmware / "games").glob("*/cards/default_deck.py")):
        for row in _module(path).CARDS:
            yield from (cell for cell in row if isinstance(cell, str))


def _module(path):
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def needed():
    """The characters of all texts, ASCII and EXTRA, in the order of their code points, without the pictures."""
    found = {chr(code) for code in range(32, 127)} | set(EXTRA)
    for text in texts():
        found.update(text)
    return sorted(found - set(pictures()) - {"\n"})


def read_source(path, wanted):
    """{character: 16 rows of dots} from a Unifont .hex file (one glyph a line: code point, colon, 16 rows in hex)."""
    try:
        lines = path.read_text(encoding="ascii").splitlines()
    except OSError:
        raise UserError(
            f"{path} cannot be read: install Debian's package unifont, or name its unifont.hex with --source"
        ) from None
    found = {}
    for line in lines:
        code, _, dots = line.partition(":")
        char = chr(int(code, 16))
        if char in wanted:
            width = len(dots) // 4
            bits = f"{int(dots, 16):0{len(dots) * 4}b}".replace("0", ".").replace("1", "#")
            found[char] = [bits[row * width : (row + 1) * width] for row in range(16)]
    missing = [f"U+{ord(char):04X}" for char in wanted if char not in found]
    if missing:
        raise UserError(f"{path} has no glyph for {', '.join(missing)}: use other characters in the words")
    return found


def columns(rows):
    """A glyph's rows of dots as bytes: the columns of the upper page, then those of the lower one."""
    return bytes(
        sum(1 << bit for bit in range(8) if rows[page * 8 + bit][column] == "#")
        for page in range(2)
        for column in range(len(rows[0]))
    )


def build(glyphs):
    """The bytes of glyphs.bin from {character: rows}."""
    chars = sorted(glyphs)
    narrow = [char for char in chars if len(glyphs[char][0]) == 8]
    wide = [char for char in chars if len(glyphs[char][0]) == 16]
    numbers = [len(narrow), len(wide)] + [ord(char) for char in narrow + wide]
    head = b"GLY1" + b"".join(number.to_bytes(2, "little") for number in numbers)
    return head + b"".join(columns(glyphs[char]) for char in narrow + wide)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m host_tools.fonts", description="Build the display's glyph file.")
    parser.add_argument("--source", type=Path, default=SOURCE, help="unifont.hex (default: %(default)s)")
    parser.add_argument("--check", action="store_true", help="only say whether the file is up to date")
    options = parser.parse_args(arguments)
    wanted = needed()
    data = build(read_source(options.source, set(wanted)) | pictures())
    place = TARGET.relative_to(ROOT)
    if options.check:
        if not TARGET.exists() or TARGET.read_bytes() != data:
            raise HonestNo(f"{place} does not fit the words: run python -m host_tools.fonts")
    else:
        TARGET.write_bytes(data)
    print(f"{place}: {len(wanted) + len(pictures())} glyphs, {len(data)} bytes")


if __name__ == "__main__":
    errors.run("fonts", main)
