"""Room: how much of the Pico's heap the firmware takes; bytes; the image of deploying/ inside bench/wasm.py.

Heap figures are what is left of the Pico's own total after MicroPython's own share; one that is open to argument is
taken at its worse value.
"""

import ast
import json
import re
import shutil
import tempfile
from pathlib import Path

from host_tools.bench import wasm
from host_tools.bench.scene import scene
from host_tools.deploying import image
from host_tools.deploying.prepare import prepared
from host_tools.deploying.romfs import romfs

# micropython.mem_info() at the prompt of a Pico: "GC: total: 233024, used: 7168" (MicroPython 1.2x, as published).
HEAP_TOTAL_BYTES = 233_024
PROMPT_BYTES = 7_168
# A file that stays open has a littlefs cache of its own: 4 * progsize 256 (extmod/vfs_lfsx.c), and its record.
OPEN_FILE_BYTES = 1_136
OPEN_FILES = 2  # glyphs and card database
# The Pico's asyncio lies in ROM; its dicts and function objects do not. As on desktop MicroPython, half (64 bits).
ASYNCIO_BYTES = 2_000
BUDGET_FREE_BYTES = 102_400  # to be left at rest
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
_MOMENTS = """
import asyncio, device, duel
scene = probe.scene()
probe.begin()
space = probe.main_py()
app = device.start()
probe.tell("imports")
probe.play(duel.online(app))
probe.tell("menu")
probe.play(duel.begin(app, scene))
probe.tell("build")
probe.play_watched(duel.settle(app), "solving")
probe.tell("plan")
probe.play(duel.fire_nothing(app))
probe.play(duel.turns(app, scene))
probe.tell("late")
"""
# What is said at the prompt of the MicroPython that measures: the rig keeps these names.
_PROGRAMS = {"moments.py": (_PATH + _MOMENTS + 'probe.load("firmware")\n').encode()}


def measure(level=image.LEVEL):
    """The figures as one dict, ready for JSON (keys carry their units)."""
    wasm.need_engine()
    with tempfile.TemporaryDirectory(prefix="energy_matrix_") as folder:
        stage = Path(folder) / "image"
        lay_out(stage, level)
        fixed = PROMPT_BYTES + ASYNCIO_BYTES + OPEN_FILES * OPEN_FILE_BYTES + _more_for_native(stage, level)
        stock = _figures(_entries(wasm.run(stage, _PATH + _MOMENTS)), fixed)
        modules = _modules(stage)
        size = _to_romfs(stage, level)
        in_place = _figures(_entries(wasm.run(stage, _PATH + _MOUNT + _MOMENTS)), fixed)
    return {
        "heap_total_bytes": HEAP_TOTAL_BYTES,
        "prompt_bytes": fixed,
        "budget_free_bytes": BUDGET_FREE_BYTES,
        "stock": stock,
        "in_place": in_place,
        "romfs_bytes": size,
        "module_bytes": modules,
        "versions": {"micropython": "1.27 (wasm32)", "optimisation": level},
    }


def _pool_bytes(strings):
    """What the pools of so many names take on a Pico."""
    size = _FIRST_POOL
    taken = 0
    while strings > 0:
        taken += 16 + _PICO_ENTRY_BYTES * size
        strings -= size
        size *= 2
    return taken


def _figures(moments, fixed):
    """Used and free at each moment, with the pools of names as on a Pico."""
    _, _, first = moments[0]
    used = {}
    for at, (name, counted, pool) in enumerate(moments):
        pool = pool or moments[at + 1][2]
        pools = _pool_bytes(pool[0] - first[0] + _PROMPT_STRINGS) - _pool_bytes(_PROMPT_STRINGS)
        used[name] = counted - (_index(pool) - _index(first)) + pools
    return {
        "heap_used_bytes": used,
        "heap_free_bytes": {name: HEAP_TOTAL_BYTES - fixed - value for name, value in used.items()},
        "strings": {name: pool[0] - first[0] for name, _, pool in moments if pool},
    }


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
    """Bytes by which native code is larger than the bytecode that stands in for it here. The solver's machine code has
    no stand-in and is loaded only when a board needs it."""
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
    """[[name, used, (strings, bytes of their text, bytes with pools) or None], ...] of what the probe printed."""
    found = []
    for line in text.splitlines():
        pool = _POOL.match(line)
        if line.startswith("{"):
            told = json.loads(line)
            found.append([told.get("at") or told["module"], told["used"], None])
        elif pool and found:
            found[-1][2] = tuple(int(number) for number in pool.groups())
    return found


def _modules(stage):
    """{module: bytes} of its code and tables, without its own imports and without strings (qstr).

    Each is loaded after all that it imports; the code of a package counts with the first of its modules.
    """
    sources = stage.with_name("sources") / "firmware"
    for path, data in prepared(image.read_tree(image.ROOT / "firmware")).items():
        (sources / path).parent.mkdir(parents=True, exist_ok=True)
        (sources / path).write_bytes(data)
    names = load_order(sources)
    code = _PATH + "probe.begin()\n" + "".join([f'probe.load("{name}")\n' for name in names])
    sizes = {}
    before = None
    for name, used, pool in _entries(wasm.run(stage, code)):
        if before is not None:
            sizes[name] = used - before[0] - (pool[2] - before[1])
        before = (used, pool[2])
    return sizes


def _gathers(name):
    """Whether a package imports modules of its own."""
    found = _top_imports(image.ROOT / name.replace(".", "/") / "__init__.py")
    return any(other.startswith(name + ".") for other in found)


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
