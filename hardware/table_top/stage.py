"""Room: a plotter for the model's parts: solids, faces covered with images, lamps; after skins.py, before picture.py.

Needs PyVista and build123d (the extra `cad`).
"""

import numpy as np
import pyvista
from build123d import Location, Solid, Vector
from PIL import Image

from hardware.table_top import skins

SIZE = (2000, 1160)


class Stage:
    """A plotter to which the model's parts are added by millimetres."""

    def __init__(self, size=SIZE, ground="#d9d4cb", back="#f3f1ec"):
        self.plotter = pyvista.Plotter(off_screen=True, window_size=size, lighting="none")
        self.plotter.set_background(back)
        self.lamps = []
        for at, strength, shadow in (((-400, -500, 1300), 0.62, True), ((1200, -900, 900), 0.25, False)):
            light = pyvista.Light(position=at, focal_point=(300, 180, 0), intensity=strength)
            light.positional, light.cone_angle = shadow, 60
            self.plotter.add_light(light)
        self.plotter.add_light(pyvista.Light(light_type="headlight", intensity=0.18))
        if ground:
            self.solid(pyvista.Box((-900, 1700, -700, 1300, -2, 0)), ground)

    def seen_at(self, x, y, z):
        """Where a place of the model is in the picture, in dots from the upper left corner."""
        self.plotter.renderer.SetWorldPoint(x, y, z, 1.0)
        self.plotter.renderer.WorldToDisplay()
        across, up, _ = self.plotter.renderer.GetDisplayPoint()
        return across, self.plotter.window_size[1] - up

    def image(self):
        """The picture, with the lamps shining."""
        image = Image.fromarray(self.plotter.screenshot(None, return_img=True))
        spots = []
        for x, y, z, radius, colour in self.lamps:
            left, right = self.seen_at(x - radius, y, z), self.seen_at(x + radius, y, z)
            low, high = self.seen_at(x, y - radius, z), self.seen_at(x, y + radius, z)
            middle = self.seen_at(x, y, z)
            wide, tall = [abs(a - b) / 2 for a, b in ((left[0], right[0]), (low[1], high[1]))]
            spots.append((*middle, wide, tall, colour))
        return skins.shone(image, spots)

    def solid(self, mesh, colour, **more):
        self.plotter.add_mesh(mesh, color=colour, smooth_shading=False, ambient=0.25, diffuse=0.8, **more)

    def bright(self, mesh, colour):
        self.plotter.add_mesh(mesh, color=colour, lighting=False)

    def covered(self, mesh, image, width, height, left=0.0, low=0.0, turn=0, **more):
        """A flat mesh covered with an image of that size whose lower left corner lies at left, low."""
        points = mesh.points
        u, v = (points[:, 0] - left) / width - 0.5, (points[:, 1] - low) / height - 0.5
        for _ in range(turn):
            u, v = v, -u
        mesh.active_texture_coordinates = np.column_stack((u + 0.5, v + 0.5)).astype(np.float32)
        texture = pyvista.Texture(np.asarray(image))
        texture.InterpolateOn()
        texture.MipmapOn()
        self.plotter.add_mesh(mesh, texture=texture, smooth_shading=False, ambient=0.3, diffuse=0.8, **more)


def mesh(shape):
    """A build123d solid as a mesh."""
    points, faces = shape.tessellate(0.05, 0.2)
    spots = np.array([(v.X, v.Y, v.Z) for v in points], np.float32)
    return pyvista.PolyData(spots, np.hstack([[3, *face] for face in faces]))


def parted(made):
    """(what looks up, the rest) of a mesh."""
    normals = made.compute_normals(point_normals=False, split_vertices=False, auto_orient_normals=False)["Normals"]
    up = normals[:, 2] > 0.9
    return made.extract_cells(np.where(up)[0]).extract_surface(algorithm=None), made.extract_cells(
        np.where(~up)[0]
    ).extract_surface(algorithm=None)


def slab(face, z, thickness):
    return mesh(Solid.extrude(face, Vector(0, 0, thickness)).moved(Location((0, 0, z))))


def placed(shape, x, y, z, turn=0.0, flipped=False):
    """A printed part where it belongs; flipped: its print bed side up."""
    made = mesh(shape)
    if flipped:
        made = made.rotate_x(180)
        made = made.translate((0, 0, -made.bounds[4]))
    return made.rotate_z(turn).translate((x, y, z))
