"""Room: which files of a room a board loads by the same imports: they become one module; before bundle.py.

Load points are the start, each import inside a function, each module that a string names, and the MODULES of a game,
which are loaded together. Files right below firmware/, games/ and a game's folder stay as they are.
"""

from dataclasses import dataclass, field

from host_tools.deploying.scopes import Module

_TOP = "firmware"
_START = _TOP + ".start"
_KIT = "games/kit"  # what games are built on is a room like others
_ALONE = ("", "games")  # folders whose files stay; so do those of each game
_BESIDE = "../"  # files that are laid beside the firmware import from it, nobody from them


@dataclass
class Group:
    """Modules that become the module `name`."""

    name: str
    path: str
    members: list[Module]
    names: dict[tuple, str] = field(default_factory=dict)  # what is bound -> its name in the group


def spoken_name(module, said, modules):
    """The module that a string names: whole, or below the package whose file says it."""
    if said in modules and said != _TOP:
        return said
    below = module.name + "." + said
    return below if module.package and below in modules else None


def spoken(module, modules):
    """Modules that a file names in strings."""
    found = [spoken_name(module, said, modules) for said, _ in module.strings]
    return [name for name in found if name]


def grouped(modules, data_folders):
    """The _Groups: of one room, brought by the same imports."""
    brought = _brought(modules)
    rooms: dict[tuple, list[Module]] = {}
    for module in modules.values():
        room = module.path.rpartition("/")[0]
        if _stays(module, room):
            continue
        rooms.setdefault((room, brought[module.name]), []).append(module)
    found = []
    mains = {}  # room -> what brings its main group: the start, or what brings most
    for room, points in rooms:
        if _START in points or len(rooms[room, points]) > len(rooms.get((room, mains.get(room)), ())):
            if _START not in (mains.get(room) or ()):
                mains[room] = points
    for (room, points), members in rooms.items():
        ordered = _in_order(members)
        folder = room
        if mains[room] != points:
            folder = room + "_" + ordered[-1].name.rpartition(".")[2]
        name = _TOP + "." + folder.replace("/", ".")
        path = folder + "/__init__.py" if folder in data_folders else folder + ".py"
        found.append(Group(name, path, ordered))
    return found


def _stays(module, room):
    game = room.rpartition("/")[0] == "games" and room != _KIT
    return room in _ALONE or game or module.package or room.startswith(_BESIDE)


def _load_points(modules):
    """{point: modules that it loads together}: the start, an import in a function, a string, MODULES."""
    points = {_START: [_START]}
    for module in modules.values():
        for item in module.imports:
            for name, _ in item.names if not item.top else ():
                target = item.module + "." + name if item.module + "." + name in modules else item.module
                if target in modules:
                    points[target] = [target]
        together = [name for said, _ in module.listed if (name := spoken_name(module, said, modules))]
        if together:
            points[module.name + " lists"] = together
        points.update({name: [name] for name in spoken(module, modules) if name not in together})
    return points


def _brought(modules):
    """{module: frozenset of the load points that bring it}"""
    points = _load_points(modules)
    found = {name: set() for name in modules}
    for point, names in points.items():
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in found or point in found[name]:
                continue
            found[name].add(point)
            todo += _imported(modules[name], modules)
    askers = {point: _askers(names, modules) for point, names in points.items()}
    return {name: _reduced(by, askers, found) for name, by in found.items()}


def _askers(names, modules):
    """Modules that ask for these in a function or by their names."""
    return [
        module.name
        for module in modules.values()
        if set(spoken(module, modules)) & set(names)
        or any(
            {item.module, item.module + "." + name} & set(names)
            for item in module.imports
            if not item.top
            for name, _ in item.names
        )
    ]


def _reduced(points, askers, found):
    """Without the points that are only asked for where another one has brought the module already."""
    left = set(points)
    for point in sorted(points):
        others = left - {point}
        if askers[point] and any(all(other in found[asker] for asker in askers[point]) for other in others):
            left = others
    return frozenset(left)


def _imported(module, modules):
    """Modules that a file imports at its top level, packages around them included."""
    found = []
    for item in module.imports:
        if item.top:
            found += [item.module] + [item.module + "." + name for name, _ in item.names]
    return [name for name in found if name in modules]


def _in_order(members):
    """Members of a group, each after those that it imports; ValueError when they go in a circle."""
    left = {member.name: member for member in members}
    found = []
    while left:
        for name, member in left.items():
            if not [other for other in _imported(member, left) if other != name]:
                break
        else:
            raise ValueError("these files import each other in a circle: " + ", ".join(sorted(left)))
        found.append(left.pop(name))
    return found
