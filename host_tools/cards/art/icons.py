"""Room: pictures on cards as SVG text, drawn here: energies, bolts, events; each centred at (x, y), sizes in mm.

Colours stand in `style` attributes, so that a page's style sheet does not change them.
"""

ENERGIES = "ABC"
COLOURS = {"A": "#e9a21b", "B": "#16907f", "C": "#7a4fc0"}
_LETTERS = {"A": "#402a00", "B": "#ffffff", "C": "#ffffff"}
INK = "#22313a"
SOFT = "#5c6d76"
BOLT = "#d38b00"
FIELD = "#24485c"  # of a card's back
_RAIN = "#3f7fb5"
_CLOUD = "#8fa6b4"
_SUN = "#f0a51f"
_SIGN = "#2d6b52"
# Advance widths of the card font, rounded up; what is not here is as wide as high, as Chinese characters are.
_WIDTHS = (
    ("|ijlI',.:; ", 0.33),
    ("!-ftr()[]{}/\\", 0.44),
    ('0123456789+-−=<>^~#$_*?"szcxyvJLYFEea', 0.6),
    ("gkZVSTXunhAobdpqCPBRK`–", 0.69),
    ("DG&UNHOQ", 0.77),
    ("MwW—", 0.92),
)
_SMALLEST = 0.5  # of the type that was asked for
FONT = "Energy Matrix Sans, Noto Sans CJK SC, Noto Sans SC, PingFang SC, Microsoft YaHei, sans-serif"


def number(value):
    """A measure as SVG text: three decimals at most, the same on every machine."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def escaped(words):
    """Text as it may stand in SVG."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def text(x, y, size, words, colour=INK, anchor="middle"):
    """One line of bold text; y is the base line, size in mm."""
    style = f"fill:{colour};font-family:{FONT};font-weight:700;text-anchor:{anchor}"
    return f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" style="{style}">{escaped(words)}</text>'


def breadth(words):
    """How wide a line is at most, in heights of its type; measured in the card font, good for others like it."""
    return sum(next((wide for signs, wide in _WIDTHS if sign in signs), 1.0) for sign in words)


def fitted(x, y, size, words, width, colour=INK):
    """A centred line of text in a smaller type when it would be wider than `width`; one far too long is two lines."""
    fits = width / max(breadth(words), 0.01)
    if fits >= _SMALLEST * size:
        return text(x, y, min(size, fits), words, colour)
    first, second = _halves(words)
    half = min(_SMALLEST * size, width / max(breadth(first), breadth(second), 0.01))
    return text(x, y - 0.42 * size, half, first, colour) + text(x, y + 0.1 * size, half, second, colour)


def _halves(words):
    """The text in two parts about as wide as each other, parted at a blank where one is near the middle."""
    whole = breadth(words)
    blanks = [at for at, sign in enumerate(words) if sign == " " and 0.3 < breadth(words[:at]) / whole < 0.7]
    choices = blanks or range(1, len(words))
    at = min(choices, key=lambda at: abs(breadth(words[:at]) - whole / 2), default=len(words))
    return words[:at].strip(), words[at:].strip()


def path(outline, colour, line=0.0, shift=""):
    """An outline, filled, or drawn as a line of that breadth."""
    paint = f"fill:none;stroke:{colour};stroke-width:{number(line)}" if line else f"fill:{colour}"
    move = f' transform="{shift}"' if shift else ""
    return f'<path d="{outline}" style="{paint};stroke-linecap:round;stroke-linejoin:round"{move}/>'


def energy(kind, x, y, r):
    """One unit of energy: A a disc, B a triangle, C a square; with its letter."""
    colour = COLOURS[kind]
    if kind == "A":
        shape = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" style="fill:{colour}"/>'
    elif kind == "B":
        corners = f"M{number(x)} {number(y - 1.22 * r)}l{number(1.18 * r)} {number(2.06 * r)}h{number(-2.36 * r)}z"
        edge = f"fill:{colour};stroke:{colour};stroke-width:{number(0.3 * r)};stroke-linejoin:round"
        shape = f'<path d="{corners}" style="{edge}"/>'
    else:
        side = f'width="{number(1.84 * r)}" height="{number(1.84 * r)}" rx="{number(0.16 * r)}"'
        shape = f'<rect x="{number(x - 0.92 * r)}" y="{number(y - 0.92 * r)}" {side} style="fill:{colour}"/>'
    size, drop = (1.05 * r, 0.26 * r) if kind == "B" else (1.3 * r, 0.02 * r)
    return shape + text(x, y + drop + 0.36 * size, size, kind, _LETTERS[kind])


def amounts(units, x, y, r, width):
    """A row of amounts such as 2A B, made smaller when it would be wider than `width`."""
    groups = [(kind, count) for kind, count in zip(ENERGIES, units, strict=True) if count]
    figures = [0.98 * len(str(count)) + (0.42 if kind == "B" else 0.22) if count > 1 else 0 for kind, count in groups]
    widths = [figure + 2.2 for figure in figures]
    gap = 0.7
    total = sum(widths) + gap * (len(groups) - 1)
    r = min(r, width / max(total, 1))
    left = x - total * r / 2
    drawn = []
    for (kind, count), wide in zip(groups, widths, strict=True):
        if count > 1:
            drawn.append(text(left, y + 0.62 * r, 1.75 * r, str(count), anchor="start"))
        drawn.append(energy(kind, left + (wide - 1.1) * r, y, r))
        left += (wide + gap) * r
    return "".join(drawn)


def bolt(x, y, height, colour=BOLT):
    """A bolt of lightning: the sign of a volt."""
    shift = f"translate({number(x)} {number(y)}) scale({number(height / 22)})"
    return path("M6-11-7 3H1L-4 11 8-3H0z", colour, shift=shift)


def product(x, y, r, colour=INK):
    """Any unit that a machine makes."""
    r = number(r)
    return path(f"M0-{r}l{r} {r}-{r} {r}-{r}-{r}z", colour, shift=f"translate({number(x)} {number(y)})")


def cell(x, y, height, colour="#2a4f63"):
    """A battery that lies."""
    shift = f"translate({number(x)} {number(y)}) scale({number(height / 30)})"
    body = "M-22-15h34a5 5 0 0 1 5 5v20a5 5 0 0 1-5 5h-34a5 5 0 0 1-5-5v-20a5 5 0 0 1 5-5z"
    return path(body + "M19-7h3a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-3z", colour, shift=shift)


def _cloud():
    return path("M-21 12a13 13 0 0 1 2-26 19 19 0 0 1 36-2 14 14 0 0 1 4 28z", _CLOUD)


def _rays():
    return "".join(path("M0-27v-7", _SUN, 5, f"rotate({45 * step})") for step in range(8))


def _sheet(x, y, turn):
    card = f'<rect x="-16" y="-16" width="32" height="32" rx="3" style="fill:#fff;stroke:{SOFT};stroke-width:2"/>'
    field = f'<rect x="-12" y="-12" width="24" height="24" rx="2" style="fill:{FIELD}"/>'
    return f'<g transform="translate({x} {y}) rotate({turn})">{card}{field}{bolt(0, 0, 15, "#f0b43c")}</g>'


_HAMMER = path("M-4-10h8v46a4 4 0 0 1-8 0zM-19-26h29l11 9-11 9h-29z", SOFT, shift="rotate(-38)") + path(
    "M19 13l7 7M26 3l9 3M9 22l2 9", _RAIN, 3.5
)
_RINGS = "".join(
    f'<ellipse rx="{r}" ry="{number(r * 0.72)}" transform="rotate(-24)" style="fill:none;stroke:{ink};stroke-width:4"/>'
    for r, ink in ((32, "#7a4fc0"), (23, "#4f6ac0"), (14, "#2f9ab0"))
)
_REACH = path("M-42 0h84M-34-7l-8 7 8 7M34-7l8 7-8 7", "#4f6ac0", 3)

# Pictures about 70 units wide and high, centred at 0, 0, by the name of the effect (words.py); {n}: its number.
_PICTURES = {
    "sun": f'<circle r="20" style="fill:{_SUN}"/>' + _rays(),
    "rain": f'<g transform="translate(0 -6)">{_cloud()}</g>' + path("M-14 13l-4 12M1 13l-4 12M16 13l-4 12", _RAIN, 4.5),
    "thunder": f'<g transform="translate(0 -8)">{_cloud()}</g>' + bolt(0, 15, 32),
    "dismantle": _HAMMER,
    "wormhole": _RINGS
    + path("M-42 0h84M-34-7l-8 7 8 7M34-7l8 7-8 7", "#4f6ac0", 3)
    + f'<circle r="6" style="fill:{INK}"/>',
}


def picture(name, x, y, size, count=0):
    """The picture of an effect, `size` mm for its 70 units; nothing when there is none of that name."""
    if name == "ap":
        drawn = f'<circle r="26" style="fill:{_SIGN}"/>' + text(-1, 12, 34, f"{count:+d}".replace("-", "−"), "#ffffff")
    elif name == "draw":
        drawn = "".join(_sheet(*place) for place in _spread(count))
    else:
        drawn = _PICTURES.get(name, "")
    shift = f"translate({number(x)} {number(y)}) scale({number(size / 70)})"
    return f'<g transform="{shift}">{drawn}</g>' if drawn else ""


def _spread(count):
    """(x, y, degrees) of each of `count` cards held as a fan."""
    half = (count - 1) / 2
    for turn in range(count):
        lean = (turn - half) / (half or 1)  # -1 left, 1 right
        yield number(lean * min(19 * half, 26)), number(lean * lean * 3 - 1), number(lean * min(22 * half, 30))
