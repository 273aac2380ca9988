"""Room: turns the router's steps into tracks and vias: long pieces, cut corners, wide supplies, stitches. In mm."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from host_tools.hardware import carrier_geometry as geometry
from host_tools.hardware import carrier_route as route
from host_tools.hardware.carrier_geometry import COPPER, Point, Track, Via

WIDEST = 1.5
_MARGIN = 0.25  # a widened track keeps a little more room than it must
_STITCH = 8  # grid steps between stitches of the ground planes


def copper(grid: route.Grid, nets: Sequence[route.Net]) -> tuple[list[Track], list[Via]]:
    """The tracks and vias of nets, without stitches."""
    tracks = [track for net in nets for track in tracks_of(grid, net)] + tails(grid, nets)
    vias = [via for net in nets for via in vias_of(grid, net)]
    return widened(grid, tracks, vias), vias


def tracks_of(grid: route.Grid, net: route.Net) -> list[Track]:
    """The tracks of a net. A corner without a branch is cut at the middles of its two steps."""
    width = route.POWER if net.name in grid.fat else route.SIGNAL
    ends = {node for pad in net.pads for node in pad}
    ends |= net.vias | {via + grid.plane for via in net.vias}
    pieces: list[tuple[str, Point, Point, bool]] = []
    near: dict[int, set[int]] = defaultdict(set)
    for a, b in net.steps:
        if a % grid.plane != b % grid.plane:
            near[a].add(b)
            near[b].add(a)
    for node, others in sorted(near.items()):
        here = grid.place(node)
        layer = COPPER[node // grid.plane]
        middles = [_middle(here, grid.place(other)) for other in sorted(others)]
        plain = len(middles) == 2 and node not in ends
        if plain:
            pieces.append((layer, middles[0], middles[1], False))
        else:
            pieces += [(layer, here, middle, True) for middle in middles]
    return [Track(net.name, layer, a, b, width) for layer, a, b in _joined(pieces)]


def _middle(a: Point, b: Point) -> Point:
    return round((a[0] + b[0]) / 2, 6), round((a[1] + b[1]) / 2, 6)


def _joined(pieces: Sequence[tuple[str, Point, Point, bool]]) -> list[tuple[str, Point, Point]]:
    """Pieces of one direction that follow each other made one; a piece stops where it was marked as an end."""
    stops = {(layer, a) for layer, a, _, stop in pieces if stop}
    done: list[tuple[str, Point, Point]] = [(layer, a, b) for layer, a, b, _ in pieces]
    while True:
        at: dict[tuple[str, Point], list[int]] = defaultdict(list)
        for index, (layer, a, b) in enumerate(done):
            at[layer, a].append(index)
            at[layer, b].append(index)
        gone: set[int] = set()
        fresh = []
        for (layer, point), both in at.items():
            if len(both) != 2 or (layer, point) in stops or gone & set(both):
                continue
            far = [done[i][2] if done[i][1] == point else done[i][1] for i in both]
            if abs(geometry.point_segment(point, far[0], far[1])) < 1e-6 and far[0] != far[1]:
                gone |= set(both)
                fresh.append((layer, far[0], far[1]))
        if not gone:
            return sorted(done)
        done = [piece for index, piece in enumerate(done) if index not in gone] + fresh


def tails(grid: route.Grid, nets: Iterable[route.Net]) -> list[Track]:
    """Short tracks from the middle of each pad to its place on the grid, where they differ."""
    used = {net.name: {node for step in net.steps for node in step} for net in nets}
    found = []
    for pad in grid.pads:
        for node in grid.inside(pad) if pad.net in used else ():
            place = grid.place(node)
            if node in used[pad.net] and geometry.point_segment(place, (pad.x, pad.y), (pad.x, pad.y)) > 1e-3:
                width = route.POWER if pad.net in grid.fat else route.SIGNAL
                found.append(Track(pad.net, COPPER[node // grid.plane], (pad.x, pad.y), place, width))
    return found


def vias_of(grid: route.Grid, net: route.Net) -> list[Via]:
    """The vias of a net; none within a pad that goes through the board anyway."""
    through = {node % grid.plane for pad in net.pads if len(pad) > 1 for node in pad}
    return [Via(net.name, grid.place(node), route.VIA, route.DRILL) for node in sorted(net.vias - through)]


def room(grid: route.Grid, track: Track, tracks: Sequence[Track], vias: Sequence[Via]) -> float:
    """The least distance from the middle line of a track to foreign copper, or to the rim less what it must keep."""
    rims = [min(x, y, grid.width - x, grid.height - y) for x, y in (track.start, track.end)]
    least = min(rims) - route.EDGE + route.CLEARANCE
    for pad in grid.pads:
        if pad.net != track.net and (track.layer in pad.layers or pad.hole):
            least = min(least, geometry.segment_pad(track.start, track.end, pad))
    for other in tracks:
        if other.net != track.net and other.layer == track.layer:
            apart = geometry.segments(track.start, track.end, other.start, other.end) - other.width / 2
            least = min(least, apart)
    for via in vias:
        if via.net != track.net:
            least = min(least, geometry.point_segment(via.at, track.start, track.end) - via.size / 2)
    return least


def widened(grid: route.Grid, tracks: Sequence[Track], vias: Sequence[Via]) -> list[Track]:
    """The tracks, those of the supplies as wide as their neighbours allow."""
    result = list(tracks)
    for index, track in enumerate(result):
        if track.net in grid.fat:
            most = 2 * (room(grid, track, result, vias) - _MARGIN)
            width = max(track.width, min(WIDEST, int(most * 20) / 20))
            result[index] = Track(track.net, track.layer, track.start, track.end, width)
    return result


def stitches(grid: route.Grid, ground: str, tracks: Sequence[Track], vias: Sequence[Via]) -> list[Via]:
    """Vias that join the ground planes of both sides wherever there is room."""
    found: list[Via] = []
    reach = route.VIA / 2 + route.CLEARANCE + 0.15
    for row in range(3, grid.rows - 3, _STITCH):
        for column in range(3, grid.columns - 3, _STITCH):
            node = row * grid.columns + column
            if grid.vias[node] or grid.vias[node + grid.plane]:
                continue
            at = grid.place(node)
            if any(geometry.point_segment(at, t.start, t.end) < reach + t.width / 2 for t in tracks):
                continue
            if any(geometry.point_segment(at, v.at, v.at) < 1.0 for v in vias):
                continue
            found.append(Via(ground, at, route.VIA, route.DRILL))
    return found
