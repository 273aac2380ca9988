"""Room: the solver against the slow second reading of the rules (brute.py), on random boards and graphs."""
# engine: cpython

from firmware.games.energy_matrix.matrix import notation
from firmware.games.energy_matrix.plan import best as solver
from tests.games import brute
from tests.properties import given, settings, st

CODES = sorted(brute.MACHINES)
CONVERTERS = [code for code in CODES if ">" in code]


@st.composite
def boards(draw):
    """Boards whose machines mostly run: `eco` and `oc` frames bring the demand to the voltage."""
    event = draw(st.sampled_from(["none", "sun", "rain", "thunder"]))
    words = []
    converters = 0
    for _ in range(16):
        what = draw(st.sampled_from("mmmmmmcc.*-|"))
        if what == "c" and converters < 6:
            code = draw(st.sampled_from(CONVERTERS))
            converters += 1
        else:
            code = draw(st.sampled_from([c for c in CODES if c not in CONVERTERS]))
        words.append(code if what in "mc" else what)
    signs = [words[cell] if words[cell] in ("-", "|") else "" for cell in range(16)]
    field = brute.volts({divmod(cell, 4): sign for cell, sign in enumerate(signs) if sign}, [], event)
    for cell, word in enumerate(words):
        if word in brute.MACHINES:
            over = brute.MACHINES[word][0] - field[divmod(cell, 4)]
            frames = ["eco"] * over if over > 0 else ["oc"] * -over
            frames += draw(st.lists(st.sampled_from(["sun+", "rain+", "eco", "oc"]), max_size=1))
            words[cell] = word + ("[" + ",".join(frames) + "]" if frames else "")
    text = " / ".join(" ".join(words[row : row + 4]) for row in range(0, 16, 4))
    return text + ("" if event == "none" else " event=" + event)


rulers = st.tuples(st.integers(-12, 11), st.integers(-8, 7), st.integers(-4, 3))


# How many plans are looked for at once after the first.
batches = st.sampled_from([1, 2, solver.BATCH])


def answers(asked, batch, memory=None):
    usual, solver.BATCH = solver.BATCH, batch
    try:
        return [plan for plan in solver.plans(asked, memory) if plan is not None]
    finally:
        solver.BATCH = usual


def told(plans):
    return [([divmod(c, 4) for c in p["converters"]], tuple(p["net"]), p["damage"], p["value"]) for p in plans]


def check_flows(running, near, plan, free=()):
    """Every flow runs between adjacent machines, forward in the order of firing, and adds up."""
    order = plan["order"]
    takes = {name: taken for name, taken, _ in running}
    gives = {name: given for name, _, given in running}
    got = {}
    sent = {}
    for giver, taker, kind, units in plan["flows"]:
        assert units > 0 and (giver, taker) in near
        assert giver in free or order.index(giver) < order.index(taker)
        got[taker, kind] = got.get((taker, kind), 0) + units
        sent[giver, kind] = sent.get((giver, kind), 0) + units
    for cell in plan["converters"]:
        for kind in range(3):
            assert got.pop((cell, kind), 0) == takes[cell][kind]
    assert not got
    for (giver, kind), units in sent.items():
        assert units <= gives[giver][kind]
    net = [sum(gives[c][k] - sent.get((c, k), 0) for c in order) for k in range(3)]
    assert net == plan["net"]


@settings(max_examples=300)
@given(boards(), rulers, st.sampled_from(["exact", "at_least"]), batches)
def test_every_plan_in_rule_order(text, at, rule, batch):
    board, event = notation.parse(text)
    asked = solver.problem(board, event, at, rule=rule)
    plans = answers(asked, batch)
    assert told(plans) == brute.plans_of(text, at, rule=rule)
    running, beside = brute.powered(text, rule)
    running = [(4 * r + c, taken, given) for (r, c), taken, given in running]
    near = {(4 * a + b, 4 * c + d) for (a, b), (c, d) in beside}
    for plan in plans:
        check_flows(running, near, plan)


@settings(max_examples=200)
@given(boards(), rulers, st.lists(st.tuples(st.integers(0, 15), st.booleans()), min_size=1, max_size=4), batches)
def test_a_card_moved_gives_what_a_fresh_solve_gives(text, at, moved, batch):
    board, event = notation.parse(text)
    memory = solver.Memory()
    lying = board["cells"]
    for cell, whole in [(None, True)] + moved:
        # A card is lifted, and with `whole` the one lifted before lies again.
        cells = list(lying if whole else board["cells"])
        if cell is not None:
            cells[cell] = None
        board = {"cells": cells, "edges": board["edges"]}
        asked = solver.problem(board, event, at)
        assert told(answers(asked, batch, memory)) == told(answers(asked, batch))


@st.composite
def graphs(draw):
    """Any graph: producers and converters with arbitrary inputs and outputs, some producers free."""
    small = st.integers(0, 2)
    amount = st.tuples(small, small, small)
    size = draw(st.integers(3, 8))
    gives = [draw(amount) for _ in range(size)]
    takes = [None] * size
    for node in range(draw(st.integers(1, 5))):
        takes[node % size] = draw(amount.filter(any))
    pairs = draw(st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=14))
    near = [[] for _ in range(size)]
    for one, other in sorted(pairs):
        if one != other and other not in near[one]:
            near[one].append(other)
            near[other].append(one)
    free = [node for node in range(size) if takes[node] is None and draw(st.booleans())]
    return gives, takes, near, free


def test_who_cannot_be_fed_leaves_the_free_units_to_the_others():
    gives = [(0, 0, 0), (0, 0, 0), (0, 1, 0), (2, 0, 0), (0, 0, 0), (0, 0, 0), (1, 1, 0), (0, 1, 0)]
    takes = [(0, 0, 1), (1, 2, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), None, None, None]
    near = [[], [2, 6], [1, 3, 6], [2, 7], [], [], [1, 2], [3]]
    plan = answers(solver.graph(gives, takes, near, (0, 0, 0), (1, 1, 1), free=[6]), 1)[0]
    assert (plan["converters"], plan["net"]) == ([2, 3], [2, 1, 0])


@settings(max_examples=400)
@given(graphs(), rulers, st.tuples(st.integers(1, 12), st.integers(1, 8), st.integers(1, 4)), batches)
def test_any_graph_with_free_suppliers(drawn, at, limits, batch):
    gives, takes, near, free = drawn
    at = tuple(min(a, limit) for a, limit in zip(at, limits, strict=True))
    asked = solver.graph(gives, takes, near, at, limits, free=free)
    running = [(node, takes[node], gives[node]) for node in range(len(gives))]
    beside = {(one, other) for one in range(len(near)) for other in near[one]}
    outcomes = brute.reachable(running, beside, free)
    best_flow = {}
    for fired, totals in outcomes:
        others = best_flow.setdefault(fired, [])
        others.append(totals)
    # Of the flows of one set the one that takes most free units counts; it is best in all three kinds at once.
    kept = set()
    for fired, totals in best_flow.items():
        best = tuple(max(t[kind] for t in totals) for kind in range(3))
        assert best in totals
        kept.add((fired, best))
    plans = answers(asked, batch)
    assert [(p["converters"], tuple(p["net"]), p["damage"], p["value"]) for p in plans] == brute.ranked(
        kept, at, limits
    )
    for plan in plans:
        check_flows(running, beside, plan, free)
