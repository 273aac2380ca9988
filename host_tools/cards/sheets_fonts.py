"""Room: fonts for the sheets: the card font of this project, and behind it one of the system for other characters.

Fonts of the system are only taken when the card font lacks a character, so that the same list makes the same file
everywhere as long as the card font has it all.
"""

from pathlib import Path

from host_tools.errors import UserError

FOLDER = Path(__file__).parent / "art" / "font"
OWN = FOLDER / "EnergyMatrixSans-Bold.otf"
# Where Chinese fonts usually are: Debian and Ubuntu, Fedora, Arch, macOS, Windows.
SYSTEM = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Bold.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
    "/System/Library/Fonts/PingFang.ttc",
    "/System/Library/Fonts/STHeiti Medium.ttc",
    "C:/Windows/Fonts/msyhbd.ttc",
    "C:/Windows/Fonts/simhei.ttf",
)


def fonts_for(texts, extra=None, system=SYSTEM):
    """Files that together have every character of `texts`: the card font, then `extra`, then one of the system's.

    texts: {where it stands: text}. UserError names a character without a glyph, and where it stands.
    """
    files = [OWN, *([Path(extra)] if extra else [])]
    known = set()
    for path in files:
        known |= characters(path)
    missing = _missing(texts, known)
    for path in (Path(name) for name in system):
        if missing and path.exists():
            more = characters(path)
            if any(ord(sign) in more for sign, _ in missing):
                files.append(path)
                missing = [(sign, where) for sign, where in missing if ord(sign) not in more]
    if missing:
        sign, where = missing[0]
        raise UserError(
            f"{where}: no font here has {sign!r} (U+{ord(sign):04X}); install Debian's package fonts-noto-cjk,"
            " or name a font file that has it with --font FILE"
        )
    return files


def _missing(texts, known):
    return [(sign, where) for where, text in texts.items() for sign in text if ord(sign) not in known]


def characters(path):
    """The code points that a font file (TrueType, OpenType or a collection of them) has glyphs for; UserError."""
    try:
        data = Path(path).read_bytes()
    except OSError:
        raise UserError(f"the font {path} cannot be read; name an .otf, .ttf or .ttc file") from None
    try:
        return _characters(data)
    except (IndexError, ValueError):
        raise UserError(f"{path} is no font; name an .otf, .ttf or .ttc file") from None


def _characters(data):
    """OpenType 1.9: file header and table directory, then cmap, of the first font of a collection."""
    start = _number(data, 12, 4) if data[:4] == b"ttcf" else 0
    if data[start : start + 4] not in (b"OTTO", b"\0\1\0\0", b"true"):
        raise ValueError
    for table in range(_number(data, start + 4, 2)):
        at = start + 12 + 16 * table
        if data[at : at + 4] == b"cmap":
            return _cmap(data, _number(data, at + 8, 4))
    raise ValueError


def _cmap(data, cmap):
    found = set()
    for record in range(_number(data, cmap + 2, 2)):
        at = cmap + _number(data, cmap + 4 + 8 * record + 4, 4)
        form = _number(data, at, 2)
        if form == 12:
            for group in range(_number(data, at + 12, 4)):
                first, last = (_number(data, at + 16 + 12 * group + part, 4) for part in (0, 4))
                found.update(range(first, min(last, 0x10FFFF) + 1))
        elif form == 4:
            found |= _segments(data, at)
    return found


def _segments(data, at):
    """The code points of a subtable of format 4; those that its indirections map to glyph 0 count as well."""
    found = set()
    size = _number(data, at + 6, 2)
    for segment in range(0, size, 2):
        last = _number(data, at + 14 + segment, 2)
        first = _number(data, at + 16 + size + segment, 2)
        if last != 0xFFFF:
            found.update(range(first, last + 1))
    return found


def _number(data, at, size):
    if at + size > len(data):
        raise IndexError
    return int.from_bytes(data[at : at + size], "big")
