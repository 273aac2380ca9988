"""Room: counts what the heap of 32-bit MicroPython holds, and prints it; started by host_tools/bench/memory.py.

Prints JSON lines, {"module": name, "used": bytes} and {"at": moment, "used": bytes}, each followed by what
micropython.qstr_info prints.

WebAssembly hides its local variables from the garbage collector, and a function with more than about ten variables
and temporaries keeps its frame on the heap, known to such a local alone. So the collector may only run while every
function under way is small; the heap is large enough never to ask for it by itself.
"""

import asyncio
import gc
import json
import sys

import clock
import machine  # noqa: F401 (these stand-ins are in memory before the count begins)
import micropython
import rp2  # noqa: F401
import table  # noqa: F401

sys.modules["time"] = clock
_PIECE_MS = 30
base = 0
most = 0


def used():
    _scrub(12)
    gc.collect()
    return gc.mem_alloc() - base


def _scrub(depth):
    """Write over what earlier calls left on the stack: the collector takes every old address there for alive."""
    a = b = c = d = depth
    if depth:
        return _scrub(depth - 1)
    return a + b + c + d


def begin():
    """Count from here on."""
    global base
    base = used()
    print(json.dumps({"base": base}))
    tell("start")


def load_quietly(names):
    """Import these, a text, one after the other, as a board does that collects often."""
    for name in names.split():
        __import__(name)
        gc.collect()


def load(name):
    """Import one module whose own imports are there already."""
    __import__(name)
    print(json.dumps({"module": name, "used": used()}))
    micropython.qstr_info()


def tell(moment):
    print(json.dumps({"at": moment, "used": used()}))
    micropython.qstr_info()
    micropython.mem_info(1)


def play(script):
    """Let time pass as a script of duel.py wants it."""
    for ms in script:
        _let(ms)


def _let(ms):
    """In pieces, with a collection after each: about as often as on a board."""
    while ms > 0:
        asyncio.run_for(min(ms, _PIECE_MS))
        ms -= _PIECE_MS
        gc.collect()


def play_watched(script, moment):
    """The same in small steps; tells the largest count between them."""
    global most
    most = 0
    for ms in script:
        _watch(ms)
    print(json.dumps({"at": moment, "used": most}))


def _watch(ms):
    global most
    while ms > 0:
        asyncio.run_for(min(ms, 20))
        ms -= 20
        most = max(most, used())


def scene():
    """What memory.py wrote for this run."""
    with open("/rig/scene.json") as file:
        return json.load(file)


def main_py():
    """What main.py leaves in memory; with a reason to escape it does not start by itself."""
    space = {"ESCAPE": "counting"}
    with open("/main.py") as file:
        exec(file.read(), space)
    return space
