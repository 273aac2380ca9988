"""Room: how much of a board's heap the firmware takes, and the largest free piece in it; bytes; the image of deploying/
inside bench/wasm.py.

Heap figures are what is left of the board's own total after MicroPython's own share; one that is open to argument is
taken at its worse value.
"""

import ast
import json
import re
import shutil
import tempfile
from pathlib import Path

from host_tools.bench import wasm
from host_tools.bench.heap_map import blocks, largest_free
from host_tools.bench.scene import scene
from host_tools.deploying import image
from host_tools.deploying.prepare import prepared
from host_tools.deploying.romfs import romfs
from host_tools.flashing.stored import sealed

# MicroPython 1.28: total of the heap, and what is in use at the prompt: of a Pico as measured on an emulated RP2040,
# of a Pico 2 calculated from the image's linker map (no chip has confirmed it).
HEAPS = {"pico": (245_888, 4_160), "pico2": (497_536, 4_160)}
# A file that stays open has a littlefs cache of its own: 4 * progsize 256 (extmod/vfs_lfsx.c), and its record.
OPEN_FILE_BYTES = 1_136
OPEN_FILES = 2  # glyphs and card database
# The Pico's asyncio lies in ROM; its dicts and function objects do not. As on desktop MicroPython, half (64 bits).
ASYNCIO_BYTES = 2_000
TURNS = (20, 100)
# Boards of the figures: heap, whether the code runs in place, role.
BOARDS = {
    "pico2": ("pico2", False, "primary"),
    "pico": ("pico", False, "primary"),
    "pico_satellite": ("pico", False, "satellite"),
    "pico_romfs": ("pico", True, "primary"),
}
_HEAP = "8M"
# Names are kept in pools, each twice as large as the one before (py/qstr.c); the rig's own are not there on a Pico.
_FIRST_POOL = 20
_PROMPT_STRINGS = 20
_PICO_ENTRY_BYTES = 6  # address, length, and a hash of one byte; two bytes in the MicroPython that measures
_POOL = re.compile(r"qstr pool: n_pool=\d+, n_qstr=(\d+), n_str_data_bytes=(\d+), n_total_bytes=(\d+)")
_RIG = Path(__file__).resolve().parent / "rig"
_PATH = 'import sys\nsys.path[:] = ["", "/rig"]\nimport probe\n'
_MOUNT = """
import vfs
with open("/rom.img", "rb") as file:
    image = file.read()
vfs.mount(vfs.VfsRom(memoryview(image)), "/rom")
sys.path.append("/rom")
"""
_START = """
import asyncio, device, duel
scene = probe.scene()
device.prepare()
probe.begin()
space = probe.main_py()
probe.load_quietly("%s")
app = device.start()
probe.tell("imports")
"""
_DUEL = """
probe.play(duel.online(app))
probe.tell("menu")
probe.play(duel.begin(app, scene))
probe.tell("build")
probe.play(duel.lay(app, scene))
probe.tell("boards_full")
probe.play_watched(duel.settle(app), "solving")
probe.tell("settle")
probe.play(duel.fire_nothing(app))
"""
_TURN = """
probe.play(duel.turns(app, scene, %d))
probe.tell("turn_%d")
"""
_LOOKING_ON = """
probe.play([6000])
probe.tell("menu")
probe.play(duel.lay(app, scene))
probe.tell("boards_full")
"""
# What is said at the prompt of the MicroPython that measures: the rig keeps these names.
_SAID = _PATH + _START % "" + _DUEL + _TURN % (1, 1) + 'probe.load("firmware")\n'
_PROGRAMS = {"moments.py": _SAID.encode()}


def measure(level=image.LEVEL, turns=TURNS):
    """The figures as one dict, keys carry their units: "boards": {board: {moment: {"free", "largest", "used"}}} and
    what they are made of. turns: at which the duel is looked at once more."""
    wasm.need_engine()
    with tempfile.TemporaryDirectory(prefix="energy_matrix_") as folder:
        stage = Path(folder) / "image"
        lay_out(stage, level)
        own = ASYNCIO_BYTES + OPEN_FILES * OPEN_FILE_BYTES + _more_for_native(stage, level)
        sources = _sources(stage)
        order = load_order(sources)
        names = {role: _first_modules(sources, order, role) for role in ("primary", "satellite")}
        duel = _DUEL + "".join([_TURN % (turn, turn) for turn in turns])
        runs = {(False, "primary"): _run(stage, "", names["primary"], duel)}
        (stage / "save/settings.json").write_bytes(_settings(role="satellite", address=1))
        runs[False, "satellite"] = _run(stage, "", names["satellite"], _LOOKING_ON)
        (stage / "save/settings.json").unlink()
        modules = _modules(stage, order)
        size = _to_romfs(stage, level)
        runs[True, "primary"] = _run(stage, _MOUNT, names["primary"], duel)
    boards = {}
    for board, (heap, in_place, role) in BOARDS.items():
        boards[board] = _figures(runs[in_place, role], *HEAPS[heap], own)
    return {
        "boards": boards,
        "heap_total_bytes": {heap: total for heap, (total, _) in HEAPS.items()},
        "own_bytes": {heap: prompt + own for heap, (_, prompt) in HEAPS.items()},
        "romfs_bytes": size,
        "module_bytes": modules,
        "versions": {"micropython": "1.27 (wasm32)", "optimisation": level},
    }


def by_board(figures):
    """{board: {phase: {"free", "largest"}}}: what --json prints; "free" is negative where heap is missing."""
    phases = ("menu", "build", "boards_full", "settle", *[f"turn_{turn}" for turn in TURNS])
    return {
        board: {
            phase: {kind: moments[phase][kind] for kind in ("free", "largest")} for phase in phases if phase in moments
        }
        for board, moments in figures["boards"].items()
    }


def _settings(**given):
    """A settings file as the store keeps it."""
    return sealed(json.dumps(given).encode())


def _run(stage, mount, names, story):
    """(bytes of the rig, _entries) of a story told on a board that loads these modules first."""
    return _entries(wasm.run(stage, _PATH + mount + _START % " ".join(names) + story, _HEAP))


def _pool_bytes(strings):
    """What the pools of so many names take on a Pico."""
    size = _FIRST_POOL
    taken = 0
    while strings > 0:
        taken += 16 + _PICO_ENTRY_BYTES * size
        strings -= size
        size *= 2
    return taken


def _figures(told, total, prompt, own):
    """{moment: {"used", "free", "largest"}} on a board with such a heap, with the pools of names as on it."""
    base, moments = told
    first = moments[0][2]
    have = total - prompt - own
    found = {}
    for at, (name, counted, pool, heap) in enumerate(moments):
        pool = pool or moments[at + 1][2]
        pools = _pool_bytes(pool[0] - first[0] + _PROMPT_STRINGS) - _pool_bytes(_PROMPT_STRINGS)
        used = counted - (_index(pool) - _index(first)) + pools
        found[name] = {"used": used, "free": have - used}
        if heap:
            free = have - used
            found[name]["largest"] = min(largest_free(heap, base + have), max(0, free))
    return found


def _index(pool):
    """Bytes of the pools themselves, without the text of the names."""
    return pool[2] - pool[1]


def _to_romfs(stage, level):
    """Move firmware/ into a read-only file system; its size in bytes."""
    whole = stage.with_name("rom")
    image.build(whole, level, march=None, beside=image.read_tree(_RIG), place="/rom/", programs=_PROGRAMS)
    data = romfs({"firmware/" + path: data for path, data in image.read_tree(whole / "firmware").items()})
    (stage / "rom.img").write_bytes(data)
    shutil.rmtree(stage / "firmware")
    return len(data)


def _more_for_native(stage, level):
    """Bytes by which native code is larger than the bytecode that stands in for it here."""
    real = stage.with_name("native")
    image.build(real, level, programs=_PROGRAMS)
    pairs = [(path, stage / path.relative_to(real)) for path in real.rglob("*.mpy")]
    return sum(path.stat().st_size - other.stat().st_size for path, other in pairs if other.exists())


def lay_out(stage, level=image.LEVEL):
    image.build(stage, level, march=None, beside=image.read_tree(_RIG), programs=_PROGRAMS)
    made, database = scene()
    (stage / "rig/scene.json").write_text(json.dumps(made))
    for folder in ("data", "save"):
        (stage / folder).mkdir()
    (stage / "data/cards_a.bin").write_bytes(database)


def _entries(text):
    """(bytes of the rig, [[name, used, (strings, bytes of their text, bytes with pools) or None, heap map or ""], ...])
    of what the probe printed."""
    base = 0
    found = []
    lines = []
    for line in text.splitlines():
        pool = _POOL.match(line)
        if line.startswith("{"):
            told = json.loads(line)
            if found and lines:
                found[-1][3] = blocks(lines)
            lines = []
            if "base" in told:
                base = told["base"]
            else:
                found.append([told.get("at") or told["module"], told["used"], None, ""])
        elif pool and found:
            found[-1][2] = tuple(int(number) for number in pool.groups())
        else:
            lines.append(line)
    if found and lines:
        found[-1][3] = blocks(lines)
    return base, found


def _first_modules(sources, order, role):
    """Names of the modules that a board of that role loads by itself, each after what it imports."""
    first = ["firmware.start", "firmware.boards" if role == "primary" else "firmware.boards_satellite"]
    wanted, todo = set(), list(first)
    while todo:
        name = todo.pop()
        path = sources.parent / name.replace(".", "/")
        file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
        if name not in wanted and file.exists():
            wanted.add(name)
            todo += _top_imports(file)
    return [name for name in order if name in wanted]


def _sources(stage):
    """The folder with the firmware as it is before it is compiled."""
    sources = stage.with_name("sources") / "firmware"
    for path, data in prepared(image.read_tree(image.ROOT / "firmware")).items():
        (sources / path).parent.mkdir(parents=True, exist_ok=True)
        (sources / path).write_bytes(data)
    return sources


def _modules(stage, order):
    """{module: bytes} of its code and tables, without its own imports and without strings (qstr).

    Each is loaded after all that it imports; the code of a package counts with the first of its modules.
    """
    code = _PATH + "probe.begin()\n" + "".join([f'probe.load("{name}")\n' for name in order])
    sizes = {}
    before = None
    for name, used, pool, _ in _entries(wasm.run(stage, code))[1]:
        if before is not None:
            sizes[name] = used - before[0] - (pool[2] - before[1])
        before = (used, pool[2])
    return sizes


def load_order(folder):
    """Dotted names of all modules below firmware/, each after what it imports at its top level."""
    imports = {}
    for path in sorted(folder.rglob("*.py")):
        if path.stem.endswith("_native"):
            continue  # machine code, which this port cannot load
        parts = path.relative_to(folder.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        imports[name] = _top_imports(path)
    order = []
    under_way = set()

    def visit(name):
        if name in under_way or name not in imports:
            return
        under_way.add(name)
        for other in imports[name]:
            visit(other)
        order.append(name)

    for name in sorted(imports):
        visit(name)
    return order


def _top_imports(path):
    """Dotted names that a file imports when it is loaded, also those that it only tries."""
    found = []
    nodes = list(ast.parse(path.read_text(encoding="utf-8")).body)
    for node in nodes:
        if isinstance(node, ast.Try):
            nodes += node.body + [inner for handler in node.handlers for inner in handler.body]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append(node.module)
            found += [node.module + "." + alias.name for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found
