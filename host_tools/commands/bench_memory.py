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
    print("     used      free   strings")
    for name, title in _MOMENTS:
        strings = figures["string_bytes"].get(name, "")
        print(f"{figures['heap_used_bytes'][name]:9} {figures['heap_free_bytes'][name]:9} {strings:>9}  {title}")
    short = figures["budget_free_bytes"] - figures["at_rest_free_bytes"]
    verdict = f"{short} short" if short > 0 else "kept"
    print(f"at rest {figures['budget_free_bytes']} bytes should be free: {verdict}")
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
