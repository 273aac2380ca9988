"""Room: the pictures of the table top, rendered from the model: assembled with cards, and taken apart; last of all.

    python -m hardware.table_top.picture      # writes table_top.jpg and exploded.jpg; one to three minutes

Needs the extra `cad` (build123d for the shapes, PyVista to render them).
"""

import sys

import numpy as np
import pyvista
from build123d import Location, Solid, Vector
from PIL import Image, ImageChops, ImageDraw, ImageFont

from firmware import wiring
from hardware.table_top import layout, lettering, marks, params, places, printed, scene, sheets, skins
from hardware.table_top.stage import Stage, mesh, parted, placed, slab
from host_tools.cards.art.backs import back_svg
from host_tools.cards.art.faces import face_svg

EDGE, PAPER = "#5b3d22", "#f4f1ea"


def sheet(stage, p, variant, number, z):
    """One sheet at height z, with its marks."""
    made = layout.sheets(p, variant)[number]
    upper, rest = parted(slab(sheets.whole(made), z, made.thickness))
    if made.name == "floor":
        stage.solid(upper, PAPER)
        stage.solid(rest, PAPER)
        return
    image = skins.engraved(
        skins.wood(made.width, made.height, number), marks.of_sheet(p, variant, made.name), made.height
    )
    stage.covered(upper, image, made.width, made.height)
    stage.solid(rest, EDGE)


def clips(stage, p, z):
    """Clips over sockets and channel: their tongues hang into the top sheet."""
    part, drop = printed.socket_clip(p), p.top - p.socket_gap
    for x, y, along in places.clips(p):
        stage.solid(placed(part, x, y, z - drop, 90 if along == "x" else 0, True), "#2f3338")
    x, y = places.at(p, *wiring.PAD_PLACES[0])
    edge = places.size(p, "primary")[0] - (p.border - 4.0) / 2
    stage.solid(placed(printed.queue_guide(p), edge, y, z - drop, 90, True), "#2f3338")


def lit(stage, p, z, dark=()):
    """Lights of the primary: milky plugs in their windows, and lamps for those that shine; groups in `dark` do not."""
    for group, spots in places.lights(p, "primary").items():
        radius = (p.cell_window if group in ("cell", "edge") else p.ruler_window) / 2
        for (x, y), colour in zip(spots, scene.LIGHTS[group], strict=True):
            plug = pyvista.Disc(center=(x, y, z + 0.05), inner=0, outer=radius - p.fit, c_res=32)
            stage.solid(plug, "#cdc8be")
            if colour is not None and group not in dark:
                stage.lamps.append((x, y, z, radius, colour))


def cards(stage, p, z):
    """The cards of the scene on the floor."""
    for code, x, y, turn, level in scene.cards(p):
        svg = back_svg() if code == scene.BATTERY else face_svg(scene.row(code))
        shape = layout.box("card", x, y, p.card, p.card)
        face = sheets.shape(shape)
        if code in scene.FRAMES:
            face = sheets.only(face.cut(sheets.shape(layout.box("window", x, y, 45.0, 35.0, 4.0))))
        upper, rest = parted(slab(face, z + level * p.card_thickness, p.card_thickness - 0.02))
        stage.covered(upper, skins.card(svg), p.card, p.card, x - p.card / 2, y - p.card / 2, turn)
        stage.solid(rest, "#e8e5de")


def button(x, y, z, radius, height):
    middle = (x, y, z + height / 2)
    return pyvista.Cylinder(center=middle, direction=(0, 0, 1), radius=radius, height=height, resolution=48)


def panel(stage, p, z):
    """Display and buttons."""
    x, y = places.display(p)
    wide, high = p.display_width - 0.5, p.display_height - 0.5
    glass = pyvista.Plane(center=(x, y, z - 2.0), i_size=wide, j_size=high)
    texture = pyvista.Texture(np.asarray(skins.display(wide, high, scene.SAYS)))
    stage.plotter.add_mesh(glass, texture=texture, lighting=False)
    for name, (x, y) in places.buttons(p).items():
        stage.solid(button(x, y, z, 7.2, 2.0), "#2b2b2b", specular=0.4)
        stage.solid(button(x, y, z, 4.9, 5.0), scene.CAPS[name], specular=0.5)


def screws(stage, p, variant, z):
    for x, y in places.screws(p, variant):
        stage.solid(button(x, y, z - 0.2, 2.75, 0.5), "#8f9296", specular=0.6)


def walls(stage, p, variant, z):
    for (*_, x, y, along), face in zip(layout.wall_runs(p, variant), sheets.walls(p, variant)):
        lying = Solid.extrude(face, Vector(0, 0, p.base)).moved(Location((0, 0, -p.base / 2)))
        made = mesh(lying).rotate_x(90).rotate_z(0 if along == "x" else 90)
        stage.solid(made.translate((x, y, z + p.void / 2)), "#cfae80")


def assembled(p):
    """The primary board, ready to play."""
    stage = Stage()
    z = p.foot_height
    heights = {}
    for number, name in reversed(list(enumerate(layout.SHEETS[:5]))):
        heights[name] = z
        sheet(stage, p, "primary", number, z)
        z += getattr(p, name) + (p.void if name == "base" else 0.0)
    walls(stage, p, "primary", heights["base"] + p.base)
    clips(stage, p, z)
    x, y = places.at(p, *wiring.PAD_PLACES[0])
    stage.solid(placed(printed.queue_tray(p), places.size(p, "primary")[0] + 35.5, y, 0), "#3b4148")
    x, y = places.at(p, *wiring.PAD_PLACES[1])
    stage.solid(placed(printed.tap_frame(p), x, y, heights["top"], 0, True), "#3b4148")
    cards(stage, p, heights["top"])
    lit(stage, p, z)
    panel(stage, p, z)
    screws(stage, p, "primary", z)
    return stage


def electronics(stage, p, heights):
    """Readers, LED strips, sensor holders, standoffs and the carrier as plain bodies beside their sheets."""
    for x, y in places.antennas(p, "primary"):
        left, low, right, high = layout.module(p, x, y)
        stage.solid(
            pyvista.Box((left, right, low, high, heights["module"], heights["module"] + p.module_board)), "#2456a6"
        )
        coil = pyvista.Disc(center=(x, y, heights["module"] + p.module_board + 0.2), inner=14.0, outer=18.5, c_res=4)
        stage.bright(coil.rotate_z(45, point=(x, y, 0)), "#c9a24b")
    holder = printed.sensor_holder(p)
    for _, x, y in places.sensors(p):
        stage.solid(placed(holder, x, y, heights["module"] - 2.0), "#23262a")
    for _, left, low, right, high in layout.strips(p, "primary"):
        tape = pyvista.Box((left + 1.5, right - 1.5, low + 1.5, high - 1.5, heights["strip"], heights["strip"] + 0.4))
        stage.solid(tape, "#f4f4f0")
    for spots in places.lights(p, "primary").values():
        for x, y in spots:
            lamp = pyvista.Box((x - 2.5, x + 2.5, y - 2.5, y + 2.5, heights["strip"], heights["strip"] + 2.0))
            stage.solid(lamp, "#fff2b8")
    x, y = places.carrier(p, "primary")
    wide, long = p.carrier_width / 2, p.carrier_length / 2
    board = heights["base"] + p.base + p.carrier_spacer
    stage.solid(pyvista.Box((x - wide, x + wide, y - long, y + long, board, board + p.carrier_board)), "#1d6b3f")
    stage.solid(pyvista.Box((x - wide + 5, x - wide + 56, y + 45, y + 66, board + 9, board + 11)), "#0e8a4f")
    for x, y in places.screws(p, "primary"):
        post = pyvista.Cylinder(
            center=(x, y, heights["base"] + p.base + p.void / 2), direction=(0, 0, 1), radius=p.standoff / 2,
            height=p.void, resolution=6,
        )  # fmt: skip
        stage.solid(post, "#c8b06a")


WORDS = (
    ("top", "1  top, engraved"),
    ("floor", "2  floor: cards lie on it"),
    ("reader", "3  reader sheet: pockets, light channels"),
    ("module", "readers and sensor holders"),
    ("bed", "4  bed: carries readers"),
    ("strip", "LED strips, from below"),
    ("base", "5  base, 6  walls; carrier"),
)


def apart(p):
    """The primary board taken apart, and the height of each level."""
    stage = Stage((2500, 1900), ground=None)
    heights = {
        "base": 0.0,
        "strip": 105.0,
        "bed": 150.0,
        "module": 205.0,
        "reader": 250.0,
        "floor": 330.0,
        "top": 410.0,
    }
    for number, name in enumerate(layout.SHEETS[:5]):
        sheet(stage, p, "primary", number, heights[name])
    walls(stage, p, "primary", heights["base"] + p.base)
    electronics(stage, p, heights)
    clips(stage, p, heights["top"] + p.top + 28.0)
    lit(stage, p, heights["top"] + p.top, dark=("edge",))
    panel(stage, p, heights["top"] + p.top)
    x, y = places.at(p, *wiring.PAD_PLACES[0])
    stage.solid(placed(printed.queue_tray(p), places.size(p, "primary")[0] + 90.0, y, heights["base"]), "#3b4148")
    x, y = places.at(p, *wiring.PAD_PLACES[1])
    stage.solid(placed(printed.tap_frame(p), x, y, heights["top"] + 28.0, 0, True), "#3b4148")
    return stage, heights


def lettered(stage, p, heights):
    """The picture with a word beside each level."""
    image = stage.image()
    pen, font = ImageDraw.Draw(image), ImageFont.truetype(str(lettering.FONT), 34)
    for name, words in WORDS:
        x, y = stage.seen_at(places.size(p, "primary")[0] + 4.0, 0.0, heights[name] + 1.0)
        pen.line([(x + 6, y), (x + 60, y + 30), (x + 90, y + 30)], fill=(90, 80, 70), width=3)
        pen.text((x + 100, y + 30), words, font=font, fill=(50, 42, 36), anchor="lm")
    back = Image.new("RGB", image.size, image.getpixel((2, 2)))
    left, top, right, low = ImageChops.difference(image, back).point(lambda v: 255 * (v > 24)).getbbox()
    return image.crop((left - 40, top - 40, right + 40, low + 40))


def saved(image, name):
    """Written beside the model, 1500 dots across."""
    small = image.resize((1500, round(image.height * 1500 / image.width)), Image.Resampling.LANCZOS)
    small.save(params.HERE / name, quality=88, optimize=True)


def main():
    p = params.load()
    stage = assembled(p)
    stage.plotter.camera_position = [(300, -430, 640), (306, 160, 0), (0, 0, 1)]
    stage.plotter.camera.view_angle = 29.0
    stage.plotter.enable_anti_aliasing("ssaa")
    stage.plotter.enable_ssao(radius=12, bias=0.6, kernel_size=64)
    saved(stage.image().crop((40, 110, 1960, 1010)), "table_top.jpg")
    stage, heights = apart(p)
    stage.plotter.enable_parallel_projection()
    stage.plotter.camera_position = [(-460, -1500, 1150), (495, 180, 235), (0, 0, 1)]
    stage.plotter.camera.parallel_scale = 480
    stage.plotter.enable_anti_aliasing("ssaa")
    saved(lettered(stage, p, heights), "exploded.jpg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
