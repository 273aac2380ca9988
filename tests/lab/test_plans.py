"""Room: which converters may fire together: the lab's enumeration against firing one machine after another."""

from host_tools.lab.notation import read_notation
from host_tools.lab.plans import Yield, all_plans, by_hand, next_by_hand
from host_tools.lab.rules import BESIDE, Layout
from tests.properties import given, settings, st

FED = ["A@1", "2A@2", "B@2", "C@3", "2B@3"]
EATERS = ["2A+2B>2C@1", "C>3B@1", "2A+B>2C@2", "4A>2C@2", "C>4A+2B@3", "A+B>2C@3"]


def fired_in_turn(powered):
    """All sets of converters that can be fired by literally moving units from neighbour to neighbour."""
    producers = {cell: gives for cell, gives in powered.gives.items() if cell not in powered.needs}
    found = set()
    seen = set()
    todo = [(frozenset(), tuple(sorted(producers.items())))]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        fired, stock = state
        found.add(tuple(sorted(fired)))
        for cell in powered.needs:
            if cell not in fired:
                for left in takings(dict(stock), cell, powered.needs[cell]):
                    todo.append((fired | {cell}, tuple(sorted({**left, cell: powered.gives[cell]}.items()))))
    return found


def takings(stock, cell, needs):
    """Every stock that is left after `cell` took its input from its neighbours."""
    lots = [stock]
    for kind in range(3):
        for _ in range(needs[kind]):
            lots = [less(lot, near, kind) for lot in lots for near in BESIDE[cell] if lot.get(near, (0,) * 3)[kind]]
            lots = [dict(key) for key in {tuple(sorted(lot.items())) for lot in lots}]
    return lots


def less(lot, cell, kind):
    units = list(lot[cell])
    units[kind] -= 1
    return {**lot, cell: tuple(units)}


@st.composite
def powered_boards(draw):
    """2 x 3 boards, frames as needed, where every machine has the volts it wants."""
    machines = {}
    for cell in (0, 1, 2, 4, 5, 6):
        code = draw(st.sampled_from([None, *FED, *EATERS, *EATERS]))
        if code:
            volts = int(code[-1])
            machines[cell] = (code, ("eco",) * volts)
    return Layout(machines)


@settings(max_examples=300)
@given(powered_boards())
def test_sets_that_can_fire_are_those_that_fire_one_after_another(layout):
    powered = Yield(layout)
    assert {plan.cells for plan in all_plans(layout)} == fired_in_turn(powered)


def test_two_converters_cannot_feed_each_other():
    layout, _ = read_notation("C>4A+2B@3[eco,eco,eco] 4A>2C@2[eco,eco] . . / . . . . / . . . . / . . . .")
    assert [plan.cells for plan in all_plans(layout)] == [()]


def test_one_start_is_enough_for_a_circle_to_open():
    layout, _ = read_notation(
        "C>4A+2B@3[eco,eco,eco] 4A>2C@2[eco,eco] . . / C@3[eco,eco,eco] . . . / . . . . / . . . ."
    )
    assert [(plan.cells, plan.net) for plan in all_plans(layout)] == [
        ((), (0, 0, 1)), ((0,), (4, 2, 0)), ((0, 1), (0, 2, 2))
    ]  # fmt: skip


def test_by_hand_a_converter_waits_for_its_feeders():
    layout, _ = read_notation("C@3[eco,eco,eco] C>3B@1[eco] . . / . . . . / . . . . / . . . .")
    powered = Yield(layout)
    assert next_by_hand(powered, []) == [0]
    assert next_by_hand(powered, [0]) == [1]
    assert by_hand(powered, [1]) is None
    assert by_hand(powered, [0, 1]).net == (0, 3, 0)
    assert by_hand(powered, [0]).net == (0, 0, 1)
