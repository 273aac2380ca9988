"""Room: `ematrix bench WHAT`: prints the figures that the budgets speak of; the measuring is host_tools/bench's."""

import json
from typing import Annotated

import typer

from host_tools.bench import boot, memory, settle, soak, sweep
from host_tools.errors import HonestNo, UserError

Json = Annotated[bool, typer.Option("--json", help="One JSON object with every figure.")]
_MOMENTS = {
    "imports": "firmware loaded",
    "menu": "menu shown (at rest)",
    "build": "in a duel, nothing lies yet",
    "boards_full": "both boards full",
    "solving": "most while a plan is worked out",
    "settle": "plan shown",
    "turn_20": "the same duel in turn 20",
    "turn_100": "in turn 100",
}
_BOARD_TITLES = {
    "pico2": "Pico 2, MicroPython as published (heap calculated, no chip has confirmed it)",
    "pico": "Pico, MicroPython as published",
    "pico_satellite": "Pico as satellite, MicroPython as published",
    "pico_romfs": "Pico, code run in place (MicroPython with a ROMFS partition)",
}
_LARGEST = 12
_BOARDS = {
    "players": "as good players build them",
    "constructed": "full of converters, drawn",
    "hardest": "hardest found by search",
    "all": "all together",
}


def register(app):
    """Add the command to the typer application `app`."""
    benches = typer.Typer(no_args_is_help=True, help="Figures of time and memory.")
    benches.command("memory", help="The heap of a Pico with this firmware, on 32-bit MicroPython.")(bench_memory)
    benches.command("boot", help="From the first import to the menu, scaled to the Pico.")(bench_boot)
    benches.command("settle", help="Time of the best plan on MicroPython, and the integer program beside it.")(
        bench_settle
    )
    benches.command("sweep", help="A sweep of all readers beside the RF floor, and how soon LEDs follow.")(bench_sweep)
    benches.command("soak", help="Hours of movement with every fault at ten times its field rate.")(bench_soak)
    app.add_typer(benches, name="bench")


def _print(figures, as_json, lines):
    for line in [json.dumps(figures)] if as_json else lines(figures):
        print(line)


def bench_memory(
    as_json: Json = False,
    level: Annotated[
        int, typer.Option("--optimise", help="mpy-cross -O; 3 drops line numbers.", min=0, max=3)
    ] = memory.image.LEVEL,
):
    """Free heap and its largest piece on each kind of board, phase by phase, and code room by room; bytes."""
    figures = memory.measure(level)
    _print(memory.by_board(figures) if as_json else figures, as_json, _memory_lines)


def _memory_lines(figures):
    for board, moments in figures["boards"].items():
        heap = memory.BOARDS[board][0]
        total, own = figures["heap_total_bytes"][heap], figures["own_bytes"][heap]
        yield f"{_BOARD_TITLES[board]}: heap of {total} bytes, {own} of them MicroPython's own"
        yield "     used      free   largest free piece"
        for name, title in _MOMENTS.items():
            if name in moments:
                row = moments[name]
                yield f"{row['used']:9} {row['free']:9} {row.get('largest', ''):9}  {title}"
        short = -min(row["free"] for row in moments.values())
        if short > 0:
            yield f"  it does not fit: {short} bytes are missing"
    made = figures["versions"]
    flash = figures["romfs_bytes"]
    yield f"MicroPython {made['micropython']}, mpy-cross -O{made['optimisation']}; {flash} bytes of flash in place"
    yield from _module_lines(figures["module_bytes"])


def _module_lines(sizes):
    rooms = {}
    for name, size in sizes.items():
        parts = name.split(".")
        room = "/".join(parts[1:3]) if parts[1:2] == ["games"] and len(parts) > 2 else "/".join(parts[:-1][1:]) or "app"
        rooms[room] = rooms.get(room, 0) + size
    yield "code and tables by room, strings not counted:"
    for room, size in sorted(rooms.items(), key=lambda item: -item[1]):
        yield f"{size:9}  {room}"
    yield f"the {_LARGEST} largest modules:"
    for name, size in sorted(sizes.items(), key=lambda item: -item[1])[:_LARGEST]:
        yield f"{size:9}  {name}"


def bench_boot(as_json: Json = False):
    """From the first import to the menu on the display, scaled to the Pico; ms."""
    _print(boot.measure(), as_json, _boot_lines)


def _boot_lines(figures):
    yield f"{figures['load_ms_modelled']:6} ms  loading {figures['files']} files ({figures['image_bytes']} bytes)"
    yield f"{figures['menu_ms_modelled']:6} ms  from there to the menu on the display"
    yield f"scaled from a calibration loop of {figures['loop_ns']} ns here, {boot.PICO_LOOP_NS} ns on the Pico"


def bench_settle(
    as_json: Json = False,
    boards: Annotated[int, typer.Option(help="Boards as good players build them.")] = 5000,
    constructed: Annotated[int, typer.Option(help="Boards full of converters.")] = 500,
    hardest: Annotated[int | None, typer.Option(help="Of the hardest boards known, only the first so many.")] = None,
    seed: Annotated[int, typer.Option(help="The boards follow from it.")] = 1,
    program: Annotated[bool, typer.Option(help="Compare every board with the integer program.")] = True,
):
    """How long the best plan takes, in loops of 7.4 us on the Pico, and how sure it is."""
    if boards < 1 or constructed < 0 or (hardest or 0) < 0:
        raise UserError("--boards takes 1 or more, --constructed and --hardest 0 or more")
    figures = settle.measure(boards, constructed, seed, program, hardest)
    _print(figures, as_json, _settle_lines)
    if program and figures["program_agreed"] != figures["program_boards"]:
        raise HonestNo("the solver and the integer program disagree on some boards")


def _settle_lines(figures):
    budgets = figures["budgets_loops"]
    yield f"calibration loop: {figures['loop_ns']} ns here, {settle.PICO_LOOP_US} us on the Pico"
    yield "loops (ms on the Pico)            p50              p99              max"
    for name, title in _BOARDS.items():
        if f"settle_{name}_boards" not in figures:
            continue
        yield f"{figures[f'settle_{name}_boards']} boards {title}:"
        for what, label in (
            ("settle", "to the plan"),
            ("moved", "after one card moved"),
            ("slice", "longest slice"),
        ):
            row = [
                f"{figures[f'{what}_{name}_loops_{mark}']:7} ({figures[f'{what}_{name}_pico_ms_{mark}']:6})"
                for mark in ("p50", "p99", "max")
            ]
            yield f"  {label:24}" + " ".join(row)
        if name in budgets:
            yield "  " + _standing(figures, name)
    limits = [f"{name} {mark} {limit:,}" for name in _BOARDS for mark, limit in (budgets.get(name) or {}).items()]
    yield f"budgets in loops: {', '.join(limits)}, slice {budgets['slice']:,}"
    yield (
        f"held between slices on 32-bit MicroPython: {figures['settle_peak_bytes_p50']} bytes as a rule, "
        f"{figures['settle_peak_bytes_max']} at most (budget {budgets['peak_bytes']}); allocated by one solve: "
        f"{figures['settle_allocated_bytes_p50']} as a rule, {figures['settle_allocated_bytes_max']} at most"
    )
    if "program_boards" in figures:
        yield (
            f"integer program (CP-SAT): agrees on {figures['program_agreed']} of {figures['program_boards']} boards; "
            f"{figures['program_cpu_ms_mean']} ms a board against {figures['settle_cpython_cpu_ms_mean']} ms, "
            f"both on CPython: {figures['program_speed_ratio']} times as long"
        )
    yield "versions: " + ", ".join(f"{name} {version}" for name, version in figures["versions"].items())


def _standing(figures, name):
    """How the figures of one set of boards stand beside their budgets."""
    budgets = figures["budgets_loops"]
    rows = [(mark, figures[f"settle_{name}_loops_{mark}"], limit) for mark, limit in budgets[name].items()]
    rows.append(("longest slice", figures[f"slice_{name}_loops_max"], budgets["slice"]))
    kept = all(found <= limit for _, found, limit in rows)
    words = ", ".join(f"{label} {found:,} of {limit:,}" for label, found, limit in rows)
    return f"budgets {'kept' if kept else 'exceeded'}: {words}"


def bench_sweep(
    as_json: Json = False,
    cards: Annotated[int, typer.Option(help="Cards put down and lifted for the latencies.", min=1)] = 200,
):
    """How long a sweep of the readers takes, beside the RF floor; milliseconds."""
    _print(sweep.measure(cards), as_json, sweep.lines)


def bench_soak(
    hours: Annotated[float, typer.Option(help="Virtual hours.", min=0.01)] = 1.0,
    seed: Annotated[int, typer.Option(help="Seed of movements and faults.")] = 1,
    as_json: Json = False,
):
    """Hours of play over misbehaving readers on the virtual clock; status 1 if a card was wrong, made up or lost."""
    soak.report(hours, seed, as_json)
