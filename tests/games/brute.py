"""Room: the rules of settlement read a second time, as slowly and plainly as possible; tests compare the solver to it.

No flow, no order of firing is worked out: a position is which converters have fired and what every machine still has,
and every way to take a converter's input from its neighbours is played. Nothing here imports the game.
"""

MACHINES = {
    "A@1": (1, None, (1, 0, 0)), "2A@2": (2, None, (2, 0, 0)), "B@2": (2, None, (0, 1, 0)),
    "3A@3": (3, None, (3, 0, 0)), "2B@3": (3, None, (0, 2, 0)), "C@3": (3, None, (0, 0, 1)),
    "5A@4": (4, None, (5, 0, 0)), "2C@4": (4, None, (0, 0, 2)),
    "2A+2B>2C@1": (1, (2, 2, 0), (0, 0, 2)), "C>3B@1": (1, (0, 0, 1), (0, 3, 0)),
    "2A+B>2C@2": (2, (2, 1, 0), (0, 0, 2)), "4A>2C@2": (2, (4, 0, 0), (0, 0, 2)),
    "C>4A+2B@3": (3, (0, 0, 1), (4, 2, 0)), "A+B>2C@3": (3, (1, 1, 0), (0, 0, 2)),
}  # fmt: skip
WORTH = (18, 27, 54)


def read(text):
    """({(r, c): (code, frames)}, {(r, c): signs}, edge names, wormholes, event) of valid notation."""
    text, _, event = text.partition(" event=")
    text, _, edges = text.partition(" edge=")
    machines, batteries, holes = {}, {}, []
    for r, row in enumerate(text.split("/")):
        for c, word in enumerate(row.split()):
            if set(word) <= set("-|"):
                batteries[r, c] = word
            elif word == "*":
                holes.append((r, c))
            elif word != ".":
                code, _, frames = word.rstrip("]").partition("[")
                machines[r, c] = (code, frames.split(",") if frames else [])
    return machines, batteries, edges.split(",") if edges else [], holes, event.strip() or "none"


def volts(batteries, edges, event):
    """{(r, c): volts}."""
    field = {}
    for r in range(4):
        for c in range(4):
            here = 1 if event == "thunder" else 0
            for name, sign, same in (
                (f"r{r}", "-", lambda y, x, r=r: y == r),
                (f"c{c}", "|", lambda y, x, c=c: x == c),
            ):
                own = sum(signs.count(sign) for (y, x), signs in batteries.items() if same(y, x))
                here += own + (edges.count(name) if own else 0)
            field[r, c] = here
    return field


def powered(text, rule="exact"):
    """[(place, input or None, output)] of the powered machines, and the pairs of adjacent places."""
    machines, batteries, edges, holes, event = read(text)
    field = volts(batteries, edges, event)
    running = []
    for place, (code, frames) in sorted(machines.items()):
        rated, takes, gives = MACHINES[code]
        demand = max(0, rated + frames.count("oc") - frames.count("eco"))
        extra = frames.count("oc") + (frames.count(event + "+") if event in ("sun", "rain") else 0)
        if field[place] == demand or (rule == "at_least" and field[place] > demand):
            running.append((place, takes, tuple(g + extra if g else 0 for g in gives)))
    places = [place for place, _, _ in running]
    beside = {(a, b) for a in places for b in places if touching(a, b)}
    mouths = [p for p in places if any(touching(p, hole) for hole in holes)]
    beside |= {(a, b) for a in mouths for b in mouths if a != b}
    return running, beside


def touching(one, other):
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def shares(want, pots):
    """Every way to take `want` units from pots of these sizes."""
    if not pots:
        return [()] if want == 0 else []
    return [(n, *rest) for n in range(min(want, pots[0]) + 1) for rest in shares(want - n, pots[1:])]


def reachable(running, beside, free=()):
    """{(set of converters fired, totals)}: every outcome that some order of firing can end in."""
    names = [name for name, _, _ in running]
    start = (frozenset(), tuple(gives if takes is None else (0, 0, 0) for _, takes, gives in running))
    seen = {start}
    todo = [start]
    while todo:
        fired, stock = todo.pop()
        for at, (name, takes, gives) in enumerate(running):
            if takes is None or name in fired:
                continue
            beside_it = [i for i, other in enumerate(names) if (other, name) in beside]
            positions = [stock]
            for kind in range(3):
                positions = [
                    tuple(
                        tuple(
                            u - share[beside_it.index(i)] if k == kind and i in beside_it else u
                            for k, u in enumerate(pot)
                        )
                        for i, pot in enumerate(before)
                    )
                    for before in positions
                    for share in shares(takes[kind], [before[i][kind] for i in beside_it])
                ]
            for after in positions:
                new = (fired | {name}, after[:at] + (gives,) + after[at + 1 :])
                if new not in seen:
                    seen.add(new)
                    todo.append(new)
    own = [i for i, name in enumerate(names) if name not in free]
    return {(fired, tuple(sum(stock[i][kind] for i in own) for kind in range(3))) for fired, stock in seen}


def ranked(outcomes, rulers=(0, 0, 0), limits=(12, 8, 4), worth=WORTH):
    """The outcomes in rule order, each totals once: [(converters, totals, damage, value), ...]."""
    keyed = []
    for fired, totals in outcomes:
        moved = [max(0, min(totals[k], limits[k] - rulers[k])) for k in range(3)]
        damage = sum(rulers[k] + totals[k] >= limits[k] for k in range(3))
        value = sum(m * w for m, w in zip(moved, worth, strict=True))
        keyed.append(((-damage, -value, len(fired), sorted(fired)), totals))
    plans, told = [], set()
    for (damage, value, _, fired), totals in sorted(keyed):
        if totals not in told:
            told.add(totals)
            plans.append((fired, totals, -damage, -value))
    return plans


def plans_of(text, rulers=(0, 0, 0), limits=(12, 8, 4), rule="exact"):
    """All plans of a board in rule order, as `ranked`."""
    running, beside = powered(text, rule)
    return ranked(reachable(running, beside), rulers, limits)
