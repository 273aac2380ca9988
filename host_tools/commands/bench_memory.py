"""Room: `ematrix bench memory`: the heap of a Pico with this firmware, moment by moment and room by room; bytes."""

import json

import typer

from host_tools.bench import memory

_MOMENTS = (
    ("imports", "firmware loaded"),
    ("menu", "menu shown (at rest)"),
    ("build", "in a duel, boards full"),
    ("solving", "most while a plan is worked out"),
    ("plan", "plan shown"),
    ("late", "the same duel 20 turns later"),
)
_LARGEST = 12
WAYS = {"stock": "MicroPython as published", "in_place": "MicroPython with a ROMFS partition"}


def register(app):
    """Add the bench to the typer application `app`."""
    app.command("memory", help="The heap of a Pico with this firmware, on 32-bit MicroPython.")(bench_memory)


def bench_memory(
    as_json: bool = typer.Option(False, "--json", help="One JSON object with every figure."),
    level: int = typer.Option(
        memory.image.LEVEL, "--optimise", help="mpy-cross -O; 3 drops line numbers.", min=0, max=3
    ),
):
    """Measure and print."""
    figures = memory.measure(level)
    if as_json:
        print(json.dumps(figures))
        return
    print(f"heap of a Pico: {figures['heap_total_bytes']} bytes, {figures['prompt_bytes']} of them MicroPython's own")
    print("  copied into the heap       run in place (ROMFS)")
    print("     used      free             used      free")
    for name, title in _MOMENTS:
        columns = [figures[way][kind][name] for way in WAYS for kind in ("heap_used_bytes", "heap_free_bytes")]
        print("{:9} {:9}        {:9} {:9}  {}".format(*columns, title))
    for way, title in WAYS.items():
        short = figures["budget_free_bytes"] - figures[way]["heap_free_bytes"]["menu"]
        verdict = f"{short} short" if short > 0 else "kept"
        print(f"{title}: {figures['budget_free_bytes']} bytes free at rest: {verdict}")
    _print_modules(figures["module_bytes"])


def _print_modules(sizes):
    rooms = {}
    for name, size in sizes.items():
        parts = name.split(".")
        room = "/".join(parts[1:3]) if parts[1:2] == ["games"] and len(parts) > 2 else "/".join(parts[:-1][1:]) or "app"
        rooms[room] = rooms.get(room, 0) + size
    print("code and tables by room, strings not counted:")
    for room, size in sorted(rooms.items(), key=lambda item: -item[1]):
        print(f"{size:9}  {room}")
    print(f"the {_LARGEST} largest modules:")
    for name, size in sorted(sizes.items(), key=lambda item: -item[1])[:_LARGEST]:
        print(f"{size:9}  {name}")
