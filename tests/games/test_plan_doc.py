"""Room: the worked example of docs/best_plan.md: its numbers, and that the solver goes the way that is drawn there."""

from firmware.games.energy_matrix.matrix import machines, notation
from firmware.games.energy_matrix.plan import best
from firmware.games.energy_matrix.plan.converters import Converters
from firmware.games.energy_matrix.plan.firing import Firing
from firmware.games.energy_matrix.plan.problem import NEAR
from firmware.games.energy_matrix.plan.search import Search, Sets, Worth
from tests.games import listing

PAGE = __file__.rsplit("/", 1)[0] + "/../../docs/best_plan.md"
NODES = {"X": 0, "Y": 2, "Z": 6}


def page():
    with open(PAGE) as lines:
        return lines.read()


def board():
    return notation.parse(page().split("all through:\n\n`")[1].split("`")[0])


def rows():
    """[(nodes of a set, [a, b, c], value or None, what is said of it), ...] of the table."""
    found = []
    for line in page().split("\n"):
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 6 and cells[2][:1].isdigit():
            names = [] if cells[1] == "none" else cells[1].split()
            totals = [int(units[:-1]) for units in cells[2].split()]
            found.append(([NODES[name] for name in names], totals, int(cells[3]) if cells[3] else None, cells[4]))
    return found


def powered():
    gives, takes = [None] * 16, [None] * 16
    for cell, _, _, _, _, state, inputs, outputs in machines.survey(*board()):
        assert state == "ok"
        gives[cell], takes[cell] = outputs, inputs
    return gives, takes


def test_every_set_stands_in_the_table_with_its_totals_and_whether_it_can_fire():
    gives, takes = powered()
    can = listing.listed(gives, takes, NEAR)
    assert len(rows()) == 1 << len(NODES)
    for nodes, totals, value, words in rows():
        made = [sum([gives[node][kind] for node in range(16) if gives[node] and not takes[node]]) for kind in range(3)]
        net = [made[kind] + sum([gives[node][kind] - takes[node][kind] for node in nodes]) for kind in range(3)]
        assert net == totals
        assert value is None or value == sum([step * units for step, units in zip(listing.STEPS, totals)])
        assert words.startswith("can fire") == (sum([1 << node for node in nodes]) in can), nodes


def test_the_best_plan_and_the_next_ones_are_those_of_the_table():
    shown = sorted([(value, nodes, totals) for nodes, totals, value, words in rows() if words.startswith("can fire")])
    shown.reverse()
    asked = best.problem(*board())
    plans = [(plan["value"], plan["converters"], plan["net"]) for plan in best.plans(asked) if plan is not None]
    assert plans == shown and plans[0] == (162, [0], [6, 2, 0])


def run(steps):
    for last in steps:
        pass
    return last


def converters():
    found = Converters(best.problem(*board()))
    assert [found.nodes, found.values] == [[NODES["X"], NODES["Y"], NODES["Z"]], [72, 27, 18]]
    return found


def test_z_depends_on_y():
    found = converters()
    assert [found.dependent(bit) for bit in found.each] == [0b001, 0b110, 0b100]


def test_all_three_are_fed_but_for_a_cycle_and_x_and_y_are_to_blame():
    firing = Firing(converters())
    for _ in firing.prepare():
        pass
    assert run(firing.in_turn(0b111)) == 0b110 and firing.order == [NODES["Y"], NODES["Z"]]
    for _ in firing.attempt(0b111):
        pass
    assert firing.order is None and firing.conflict[:2] == (0b011, 0)


def test_the_sets_come_in_the_order_of_the_drawing():
    found = converters()
    worth = Worth(found.problem)
    sets = Sets(found, worth, [])
    assert sets._value == 207
    came = []
    for entry in sets.walk():
        if entry is not None:
            came.append((entry[3], entry[0] % worth.weight))
            if entry[3] == 0b111:
                sets.conflicts.append(0b011)
                sets.bar = (135, -1 << 20)
            elif entry[3] == 0b001:
                sets.bar = entry[:2]
    assert came == [(0b111, 207), (0b001, 162)]


class Watched(Search):
    """A search that tells the value of the best set each time it keeps one."""

    def _keep(self, entry):
        Search._keep(self, entry)
        self.seen.append(self.found[0][0] % self.worth.weight)


def test_there_is_something_to_show_before_the_best_is_found():
    search = Watched(converters())
    search.seen = []
    run(search.next(1))
    assert search.seen == [135, 162]
