"""Room: what the pictures show on surfaces: engraved wood, card faces, display, light; after marks.py, before stage.py.

Needs numpy and Pillow (they come with the extra `cad`), and typst for the cards.
"""

import io

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFont

from hardware.table_top import lettering

DOTS = 8  # dots a millimetre
BIRCH, GRAIN, BURNT = (226, 198, 156), (198, 164, 118), (70, 42, 20)


def wood(width, height, seed):
    """A board of birch plywood, grain along x, as an Image."""
    random = np.random.default_rng(seed)
    rows, columns = int(height * DOTS), int(width * DOTS)
    field = np.zeros((rows, columns), np.float32)
    for across, along, weight in ((40, 4, 0.5), (160, 3, 0.3), (700, 6, 0.2)):
        coarse = Image.fromarray(random.random((across, along * 4), np.float32))
        field += weight * np.asarray(coarse.resize((columns, rows), Image.Resampling.BICUBIC))
    field += 0.10 * (random.random((rows, 1), np.float32) - 0.5)
    field = np.clip((field - field.mean()) * 2.2 + 0.4, 0, 1)[..., None]
    return Image.fromarray((np.array(BIRCH) * (1 - field) + np.array(GRAIN) * field).astype(np.uint8))


def engraved(image, marks, height):
    """The Image of a sheet with its marks burnt in; y runs north in marks."""
    mask = Image.new("1", image.size)
    pen = ImageDraw.Draw(mask)
    for kind, points in marks:
        flat = [(x * DOTS, (height - y) * DOTS) for x, y in points]
        if kind == "line":
            pen.line(flat, fill=1, width=max(1, round(0.35 * DOTS)))
            continue
        left, top = int(min(x for x, _ in flat)) - 1, int(min(y for _, y in flat)) - 1
        right, low = int(max(x for x, _ in flat)) + 2, int(max(y for _, y in flat)) + 2
        part = Image.new("1", (right - left, low - top))
        ImageDraw.Draw(part).polygon([(x - left, y - top) for x, y in flat], fill=1)
        mask.paste(ImageChops.logical_xor(mask.crop((left, top, right, low)), part), (left, top))
    return Image.composite(Image.new("RGB", image.size, BURNT), image, mask.convert("L"))


def card(svg):
    """A card's face or back from its SVG document, as an Image."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(lettering.FONT.parent)])
    page = "#set page(width: 63mm, height: 63mm, margin: 0mm)\n"
    page += '#image(bytes(sys.inputs.svg), format: "svg", width: 63mm)'
    made = typst.compile(page.encode(), font_paths=fonts, sys_inputs={"svg": svg}, format="png", ppi=DOTS * 25.4)
    return Image.open(io.BytesIO(made)).convert("RGB")


def display(width, height, lines):
    """A display that says these lines."""
    image = Image.new("RGB", (int(width * 20), int(height * 20)), (8, 10, 14))
    pen, font = ImageDraw.Draw(image), ImageFont.truetype(str(lettering.FONT), int(height * 20 / (len(lines) + 1.9)))
    for number, line in enumerate(lines):
        at = image.width / 2, image.height * (number + 1) / (len(lines) + 1)
        pen.text(at, line, font=font, fill=(190, 235, 255), anchor="mm")
    return image


def shone(image, spots):
    """The Image with lights added; spots: [(x, y, half width, half height of the lamp in dots, colour)]."""
    field = np.asarray(image.convert("RGB")).astype(np.float32)
    for x, y, wide, high, colour in spots:
        reach_x, reach_y = int(wide * 6) + 1, int(high * 6) + 1
        left, top = max(0, int(x) - reach_x), max(0, int(y) - reach_y)
        part = field[top : int(y) + reach_y, left : int(x) + reach_x]
        rows, columns = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
        away = np.hypot((columns - x) / wide, (rows - y) / high)[..., None]
        lamp = np.clip((1.15 - away) * 4, 0, 1)
        heart = np.clip(1 - away, 0, 1) ** 0.8
        part *= 1 - lamp
        part += lamp * (np.array(colour) * (1 - 0.7 * heart) + 255 * 0.7 * heart)
        part += np.array(colour) * 0.55 * np.clip(1 - away / 6, 0, 1) ** 3 * (1 - lamp)
    return Image.fromarray(np.clip(field, 0, 255).astype(np.uint8))
