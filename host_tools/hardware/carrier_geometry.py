"""Room: shapes of copper on the carrier and the distances between them, in millimetres; y runs down as in KiCad.

A pad is a box with rounded rim, a track a segment with rounded ends, so one distance serves clearance and contact.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[float, float]
COPPER = ("F.Cu", "B.Cu")  # the layers of copper


@dataclass(frozen=True)
class Pad:
    """A pad on the board: all points no further than `rim` from the box of half width `hx` and half height `hy`.

    `layers` are the copper layers it lies on, `hole` the drill's diameter (0: none), `net` "" if nothing is joined."""

    part: str
    number: str
    net: str
    x: float
    y: float
    hx: float
    hy: float
    rim: float
    layers: tuple[str, ...]
    hole: float = 0.0


@dataclass(frozen=True)
class Track:
    """A straight piece of copper of a net on a layer."""

    net: str
    layer: str
    start: Point
    end: Point
    width: float


@dataclass(frozen=True)
class Via:
    """A plated hole that joins both layers."""

    net: str
    at: Point
    size: float
    drill: float


def length(tracks: Sequence[Track]) -> float:
    """Of all tracks together."""
    return sum(math.dist(track.start, track.end) for track in tracks)


def point_box(point: Point, pad: Pad) -> float:
    """From a point to the box of a pad, its rim not counted."""
    dx = max(abs(point[0] - pad.x) - pad.hx, 0.0)
    dy = max(abs(point[1] - pad.y) - pad.hy, 0.0)
    return math.hypot(dx, dy)


def on_pad(point: Point, pad: Pad) -> bool:
    """Whether a point lies on the copper of a pad."""
    return point_box(point, pad) <= pad.rim


def point_segment(point: Point, start: Point, end: Point) -> float:
    """From a point to a segment."""
    vx, vy = end[0] - start[0], end[1] - start[1]
    length = vx * vx + vy * vy
    along = 0.0
    if length:
        along = min(1.0, max(0.0, ((point[0] - start[0]) * vx + (point[1] - start[1]) * vy) / length))
    return math.hypot(point[0] - start[0] - along * vx, point[1] - start[1] - along * vy)


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd cut through each other."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def segments(a: Point, b: Point, c: Point, d: Point) -> float:
    """Between the segments ab and cd; 0 where they cross."""
    if cross(a, b, c, d):
        return 0.0
    return min(point_segment(a, c, d), point_segment(b, c, d), point_segment(c, a, b), point_segment(d, a, b))


def segment_pad(start: Point, end: Point, pad: Pad) -> float:
    """From a segment to the copper of a pad; 0 or less where it touches."""
    if point_box(start, pad) == 0 or point_box(end, pad) == 0:
        return -pad.rim
    corners = [(pad.x + sx * pad.hx, pad.y + sy * pad.hy) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return min(segments(start, end, corners[i - 1], corners[i]) for i in range(4)) - pad.rim


def pads(one: Pad, other: Pad) -> float:
    """Between the copper of two pads; 0 or less where they touch."""
    dx = max(abs(one.x - other.x) - one.hx - other.hx, 0.0)
    dy = max(abs(one.y - other.y) - one.hy - other.hy, 0.0)
    return math.hypot(dx, dy) - one.rim - other.rim


def within(point: Point, corners: Sequence[Point]) -> bool:
    """Whether a point lies within a polygon."""
    inside = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]]):
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
