"""Room: a table's state on a terminal: matrices, rulers, queue, prompts, readers, log. Before: state.py."""

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from firmware import games
from firmware.wiring import CELLS, QUEUE, TAP
from host_tools.monitor.state import TableState

# What a role says (firmware/games ROLES), and its colour on a dark or light terminal.
ROLES = {
    games.DARK: ("", "dim"),
    games.BATTERY: ("battery", "blue"),
    games.OK: ("ok", "green"),
    games.UNDER: ("under", "yellow"),
    games.OVER: ("over", "red"),
    games.STARVED: ("starved", "magenta"),
    games.FIRES: ("fires", "bold green"),
    games.REFUSED: ("illegal", "bold red"),
    games.ASK: ("which?", "bold cyan"),
    games.TARGET: ("here", "cyan"),
    games.PUT_BACK: ("put back", "bold yellow"),
    games.TAKE_OFF: ("take off", "bold red"),
    games.TURN: ("turn", "bold yellow"),
    games.UNKNOWN: ("unknown", "bold magenta"),
    games.WORKS: ("works", "green"),
    games.DIM: ("idle", "dim"),
    games.CHOSEN: ("cursor", "reverse"),
}
LINES = ("r0", "r1", "r2", "r3", "c0", "c1", "c2", "c3")
KINDS = "ABC"


def render(state: TableState, status: str) -> RenderableType:
    """The whole picture."""
    parts: list[RenderableType] = [_head(state, status)]
    if state.view is not None:
        parts.append(_rulers(state.view))
        parts.append(Columns([_board(state, player) for player in range(len(state.view["players"]))]))
    parts.append(Columns([_screen(state, player) for player in sorted(state.screens)]))
    parts.append(_readers(state))
    parts.append(_lines("Lately", state.lately))
    parts.append(_lines("Log of the board", state.log))
    return Group(*parts)


def _head(state: TableState, status: str) -> Text:
    text = Text(status, style="bold")
    if state.hello:
        text.append(f"   firmware {state.hello.get('firmware')}, {state.hello.get('role')}", "not bold")
        if state.hello.get("slot"):
            text.append(f", copy {state.hello['slot']}", "not bold")
    if state.about:
        free = state.about.get("heap_free", 0) // 1024
        text.append(f"   MicroPython {state.about.get('micropython')}, {free} KiB of heap free", "not bold")
    if state.cards:
        text.append(f"   {state.cards.get('kinds')} kinds of card", "not bold")
    if state.lost:
        text.append(f"   {state.lost} records lost", "yellow")
    return text


def ruler(limit: int, at: int, to: int) -> str:
    """A marker on its way: `O` where it is, `>` or `<` where it would go."""
    places = ["."] * (2 * limit + 1)
    places[limit] = "|"
    step = 1 if to > at else -1
    for place in range(at + step, to + step, step) if to != at else ():
        if 0 <= place + limit < len(places):
            places[place + limit] = ">" if step > 0 else "<"
    places[max(0, min(2 * limit, at + limit))] = "O"
    return "".join(places)


def _rulers(view: dict) -> Table:
    table = Table.grid(padding=(0, 2))
    for kind, (limit, at, to, hit) in zip(KINDS, view.get("rulers", ())):
        table.add_row(kind, ruler(limit, at, to), f"{at:+d}", "hit" if hit else "")
    queue, points = view.get("queue", [0, 0]), view.get("points", [0, 0, 0])
    lives = "  ".join(f"{left}/{of}" for left, of in view.get("life", ()))
    table.add_row("", f"queue {queue[0]}   action points {points[0]} of {points[1]}   lives {lives or '-'}")
    return table


def words_of(notation: str) -> list[str]:
    """The 16 cells of a board's notation; empty ones are ""."""
    cells = [word for word in notation.replace("/", " ").split() if not word.startswith(("edge=", "event="))]
    return ["" if word == "." else word for word in cells[:CELLS]]


def _board(state: TableState, player: int) -> Panel:
    assert state.view is not None
    mine = state.view["players"][player]
    boards = (state.account or {}).get("boards", [])
    words = words_of(boards[player]) if player < len(boards) else []
    words += [""] * (CELLS - len(words))
    grid = Table(show_header=False, show_lines=True, padding=(0, 1))
    for row in range(4):
        cells = []
        for at in range(4 * row, 4 * row + 4):
            said, style = ROLES.get(mine["cells"][at], (mine["cells"][at], ""))
            volts = mine["volts"][at] if at < len(mine.get("volts", ())) else 0
            cells.append(Text(f"{words[at] or '·':<9}\n{said:<8}{volts:>3}", style=style))
        grid.add_row(*cells)
    edges = [f"{LINES[at]} {ROLES.get(role, (role, ''))[0]}" for at, role in enumerate(mine["edges"]) if role != "."]
    faults = [f"position {fault[0]}: {fault[1]}" for fault in state.faults.get(player, ())]
    below = Text("  ".join(edges + faults) or "no edge batteries, nothing to mend", style="yellow" if faults else "dim")
    title = f"Player {player + 1}" + (" (to move)" if mine.get("active") else "")
    return Panel(Group(grid, below), title=title, expand=False)


def _screen(state: TableState, player: int) -> Panel:
    return Panel("\n".join(state.screens[player]["text"]), title=f"Display {player + 1}", width=40)


def place_name(position: int) -> str:
    """A position as the table names it: A1 to D4, slot, tap."""
    if position < CELLS:
        return "ABCD"[position // 4] + str(position % 4 + 1)
    return {QUEUE: "slot", TAP: "tap"}.get(position, f"position {position}")


def _readers(state: TableState) -> Text:
    """One line when all work; the troubled ones by name."""
    if not state.readers:
        return Text("Readers: not told yet", style="dim")
    bad = [place_name(position) for position, counts in sorted(state.readers.items()) if counts[5]]
    lossy = [
        f"{place_name(position)} {100 * counts[2] // counts[0]} %"
        for position, counts in sorted(state.readers.items())
        if counts[0] >= 20 and counts[2] * 20 > counts[0]
    ]
    text = Text(f"Readers: {len(state.readers) - len(bad)} of {len(state.readers)} work")
    if bad:
        text.append("; broken: " + ", ".join(bad), "bold red")
    if lossy:
        text.append("; garbled answers: " + ", ".join(lossy), "yellow")
    return text


def _lines(title: str, lines: list[str]) -> RenderableType:
    return Panel("\n".join(lines) or "-", title=title) if lines else Text("")
