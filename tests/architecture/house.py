"""Room: reads source files and says which rules of the house they break; used by the tests of this folder.

Every `*_faults` function takes the text of one file and returns a list of sentences, empty when all is well, so that
a test can feed it a bad text as well as the real files.
"""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The walk of the data. A room knows only rooms before it.
ORDER = (
    "drivers",
    "sensing",
    "board",
    "games",
    "cards",
    "lights",
    "panel",
    "link",
    "self_test",
    "bench",
    "report",
    "boards",
)
SIDE_BY_SIDE = ("panel", "link")
# All that stands at the top of firmware/ beside the rooms: what starts and composes, and what every room may use.
TOP = ("__init__", "app", "compat", "contracts", "settings", "start", "wiring")
# What every room may use: no behaviour that depends on the game or the hardware.
SHARED = ("compat", "contracts", "wiring", "settings")
# Standard library that MicroPython has on the Pico, frozen modules included.
MICROPYTHON = frozenset(
    "array asyncio binascii collections errno gc hashlib io json machine micropython os random re rp2 select struct"
    " sys time vfs".split()
)
HARDWARE = ("machine", "rp2", "neopixel")
PURE = ("array", "json", "struct", "binascii", "micropython")
MOST_LINES = 400
# Folders that git leaves out: packages of npm, and what the emulator's set-up writes.
NOT_OURS = {"node_modules", "generated"}


def sources(*folders, suffix=".py"):
    """{path in the repository: text} of the files with that suffix in these folders; a file stands for itself."""
    found = {}
    for name in folders:
        base = ROOT / name
        for path in [base] if base.is_file() else sorted(base.rglob("*" + suffix)):
            inside = path.relative_to(ROOT)
            if not NOT_OURS & set(inside.parts):
                found[inside.as_posix()] = path.read_text(encoding="utf-8")
    return found


def imports(text, path="firmware/x.py"):
    """Dotted names that a file imports, `from a import b` as a.b; relative imports are resolved from its path."""
    found = []
    package = path.split("/")[:-1]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            base = base + (node.module.split(".") if node.module else [])
            found += [".".join(base + [alias.name]) for alias in node.names]
    return found


def import_graph(files):
    """{module: the modules among `files` that it imports, at its top or later}; files: {path: text}."""
    names = {path[:-3].replace("/", ".").removesuffix(".__init__"): path for path in files}
    graph = {}
    for module, path in names.items():
        graph[module] = set()
        for dotted in imports(files[path], path):
            while dotted and dotted not in names:  # a name in a module, or nothing of ours
                dotted = dotted.rpartition(".")[0]
            graph[module] |= {dotted} - {"", module}
    return graph


def circles(graph):
    """The modules that need each other in a circle, or stand between two circles; [] when each can be read alone."""
    left = dict(graph)
    while left:
        needed = set().union(*left.values())
        ends = [module for module in left if module not in needed or not left[module] & left.keys()]
        if not ends:
            break
        for module in ends:
            del left[module]
    return sorted(left)


def room_of(path):
    """The room a firmware file belongs to; None for the files that stand at the top of firmware/."""
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else None


def import_faults(path, text):
    """Breaches of the import direction by one file of firmware/."""
    room = room_of(path)
    name = path.split("/")[-1][:-3]
    root = room is None and name not in SHARED
    faults = []
    for dotted in imports(text, path):
        parts = dotted.split(".")
        if parts[0] in ("host_tools", "tests"):
            faults.append(f"{path} imports {dotted}: the device has no such folder")
        elif parts[0] != "firmware":
            faults += _outside_faults(path, room, parts[0])
        elif len(parts) > 1 and not root and not _may_know(room, parts[1:]):
            faults.append(f"{path} imports {dotted}: {room or name} may not know it")
    return faults


def _outside_faults(path, room, module):
    if module not in MICROPYTHON:
        return [f"{path} imports {module}: MicroPython on the Pico has no such module"]
    if module in HARDWARE and room != "drivers":
        return [f"{path} imports {module}: only firmware/drivers touches the hardware"]
    if room == "games" and module not in PURE:
        return [f"{path} imports {module}: games know no time, no input and no output"]
    return []


def _may_know(room, parts):
    """Whether a file of `room` (None: a shared one) may import firmware.<parts>."""
    other = parts[0]
    if other in SHARED:
        return room != "games" or other == "compat"
    if other not in ORDER or room is None:
        return False
    if other == room:
        return True
    if room == "games" or other == "drivers":
        return False  # a game is pure; hardware is handed in, never fetched
    if room in SIDE_BY_SIDE and other in SIDE_BY_SIDE:
        return False
    if other == "games" and len(parts) > 1 and parts[1] == "energy_matrix":
        return False  # the contract and its vocabulary, never one particular game
    return ORDER.index(other) < ORDER.index(room)


def purity_faults(path, text):
    """What a game must not do: open files, print, ask, or compute with fractions."""
    faults = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("open", "print", "input", "exec", "eval", "float"):
                faults.append(f"{path}:{node.lineno} calls {node.func.id}()")
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
            faults.append(f"{path}:{node.lineno} divides with /: floats are single precision on the Pico, use //")
        elif isinstance(node, ast.Constant) and isinstance(node.value, float):
            faults.append(f"{path}:{node.lineno} has the fraction {node.value}: compute in integers")
        elif isinstance(node, (ast.AsyncFunctionDef, ast.Await)):
            faults.append(f"{path}:{node.lineno} waits: games know no asyncio")
    return faults


def native_faults(path, text):
    """Native code outside the drivers: the emitters of other ports refuse it as a syntax error."""
    faults = []
    for node in ast.walk(ast.parse(text)):
        for mark in getattr(node, "decorator_list", ()):
            if ast.unparse(mark).split(".")[-1].split("(")[0] in ("native", "viper", "asm_thumb"):
                faults.append(f"{path}:{node.lineno} uses {ast.unparse(mark)}: only firmware/drivers may")
    return faults


def sleep_faults(path, text):
    """Tests that wait for real time to pass."""
    faults = []
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in ("time.sleep", "time.sleep_ms", "time.sleep_us") or called.endswith("wait_for_timeout"):
                faults.append(f"{path}:{node.lineno} calls {called}: wait for what should happen, not for time")
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            faults += [
                f"{path}:{node.lineno} imports time.{alias.name}"
                for alias in node.names
                if alias.name.startswith("sleep")
            ]
    return faults


def hurry_faults(path, text):
    """Tests that give what must happen a number of seconds: on a busy machine it happens later."""
    faults = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            given = [word.value for word in node.keywords if word.arg == "timeout"]
            given += node.args[:1] if called in ("wait", "join") else []
            if any(isinstance(value, ast.Constant) and isinstance(value.value, (int, float)) for value in given):
                faults.append(f"{path}:{node.lineno} waits a fixed time: PATIENCE_S of tests/patience.py ends a wait")
        elif isinstance(node, (ast.Import, ast.ImportFrom)) and path != "tests/properties.py":
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            if "hypothesis" in names:
                faults.append(f"{path}:{node.lineno} imports hypothesis, which minds the time: use tests/properties.py")
    return faults


def opening_faults(path, text):
    """A file begins with a sentence that says what it is for."""
    first = text.split("\n", 1)[0]
    if path.endswith(".py") and not first.startswith('"""Room: '):
        return [f'{path} does not begin with """Room: and a sentence']
    if path.endswith((".js", ".mjs")) and not first.startswith("// ") or len(first) < 10:
        return [f"{path} does not begin with a comment that says what it is for"]
    return []


def length_faults(path, text):
    """A file that nobody reads to its end."""
    lines = text.count("\n")
    return [f"{path} has {lines} lines, more than {MOST_LINES}: split it by subject"] if lines > MOST_LINES else []
