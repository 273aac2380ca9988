"""Room: the records of the solver's machine code: which position stands for which, that none is lost, and how many
positions a hard board takes. Where the port has no native emitter there is nothing to look at."""

import json
from array import array

from firmware.games.energy_matrix import notation, settle, settle_fast, settle_tables
from tests.games.native_desk import BOARDS, Desk, hunted, on_micropython, outcomes
from tests.games.test_settle_hard import HARDEST

USED, SPARE, GROWN = 7, 8, 9
LINK, SCORE, CAN, EVER, SLEEP, FIRED, HEAD = 0, 1, 2, 3, 4, 2, 3


def words(block, at, count):
    return array("i", block[at : at + 4 * count])


def listed(pool, here):
    """The half words of the records of a list, and the bytes of their stocks."""
    found = []
    while here:
        record = array("H", pool[4 * here : 4 * here + 10])
        found.append((record, bytes(pool[4 * here + 12 : 4 * here + 20])))
        here = record[LINK]
    return found


class Layer(Desk):
    """A layer that grows: stocks of eight supplies, all of one set."""

    def __init__(self):
        import uctypes

        Desk.__init__(self, *hunted(BOARDS[0]))
        self.record = settle_tables.record_of(self.moves)
        self.pool = bytearray(400 * self.record)
        self.pool_at = uctypes.addressof(self.pool)
        settle_tables.put(self.block, settle_tables.STATE + 4 * USED, array("i", [self.record]))

    def keep(self, fired, stock, score, able, ever, sleep):
        """Whether the set is to be judged."""
        settle_tables.put(self.block, settle_tables.NEW, bytes(stock) + bytes(len(self.moves.start) - 8))
        settle_tables.put(self.block, settle_tables.TOLD, array("i", [able, ever, 0, 3, 3, 3, 7]))
        return self.keep_native.keep(self.at, self.pool_at, fired, score, sleep)

    def sets(self):
        """{bits: [(score, able, ever, sleep, stock), ...]}"""
        here = words(self.block, settle_tables.STATE, 10)[GROWN]
        found = {}
        for record, _ in listed(self.pool, here):
            positions = listed(self.pool, record[HEAD])
            found[record[FIRED]] = sorted(
                [(one[SCORE], one[CAN], one[EVER], one[SLEEP], list(stock)) for one, stock in positions]
            )
        return found


@on_micropython
def test_the_position_with_more_stands_for_both():
    less, more = [1, 0, 2, 0, 3, 0, 0, 1], [1, 0, 2, 0, 3, 0, 1, 1]
    for first, second, able in ((less, more, 6), (more, less, 5)):
        layer = Layer()
        assert layer.keep(3, first, 40, 5, 0b1100, 0b0110)
        assert not layer.keep(3, second, 50, 6, 0b0101, 0b0011)
        # Able as the one that stays; the rest is what either may do.
        assert layer.sets() == {3: [(50, able, 0b1101, 0b0010, more)]}
        layer = Layer()
        layer.keep(3, first, 60, 5, 0b1100, 0b0110)
        layer.keep(3, second, 50, 6, 0b0101, 0b0011)
        assert layer.sets() == {3: [(60, able, 0b1101, 0b0010, more)]}


@on_micropython
def test_one_may_stand_for_several_and_others_stay():
    layer = Layer()
    several = [
        [5, 0, 0, 0, 0, 0, 0, 127],
        [0, 5, 0, 0, 0, 0, 0, 127],
        [0, 0, 0, 0, 0, 9, 0, 0],
        [0, 0, 5, 0, 0, 0, 0, 127],
    ]
    for at, stock in enumerate(several):
        layer.keep(1, stock, 10, 1, 1 << at, 0xFF)
        layer.keep(2, stock, 10, 1, 1 << at, 0xFF)
    assert [len(positions) for positions in layer.sets().values()] == [4, 4]
    layer.keep(1, [5, 5, 5, 0, 0, 0, 0, 127], 9, 2, 0, 0x0F)
    sets = layer.sets()
    assert sets[1] == [(10, 1, 4, 0xFF, several[2]), (10, 2, 0b1011, 0x0F, [5, 5, 5, 0, 0, 0, 0, 127])]
    assert len(sets[2]) == 4


class Watch:
    """Stands before the machine code: counts what it looks at and checks that no record is lost."""

    def __init__(self, native):
        self.native = native
        self.looks = 0
        self.records = 0

    def prime(self, *arguments):
        return self.native.prime(*arguments)

    def begin(self, *arguments):
        return self.native.begin(*arguments)

    def walk(self, tables, limit, *arguments):
        answer = self.native.walk(tables, limit, *arguments)
        block, pool = tables
        assert words(block, settle_tables.STATE, 10)[USED] <= limit <= len(pool) // 4
        if answer == settle_fast.MORE:
            self.looks += 1
        elif answer == settle_fast.DONE:
            state = words(block, settle_tables.STATE, 10)
            record = state[5]
            used = state[USED] // record - 1
            assert len(listed(pool, state[SPARE])) == used and not state[GROWN]
            self.records = max(self.records, used)
        return answer


def watched(ask):
    """(looks, records) of what `ask` solves."""
    outcomes(BOARDS[0], 1)  # the machine code is loaded
    kept = settle_fast.native, settle_fast.SLICE, settle_fast.RECORDS
    watch = Watch(settle_fast.native)
    settle_fast.native, settle_fast.SLICE, settle_fast.RECORDS = watch, 1, 3
    try:
        ask()
    finally:
        settle_fast.native, settle_fast.SLICE, settle_fast.RECORDS = kept
    return watch.looks, watch.records


@on_micropython
def test_no_record_is_lost_and_hard_boards_take_few():
    looks = []
    with open(HARDEST) as lines:
        for line in lines:
            case = json.loads(line)
            board, event = notation.parse(case["board"])
            told = watched(lambda: settle.best(board, event, case["rulers"]))  # noqa: B023 (called at once)
            looks.append(told[0])
            assert told[1] < 240
    assert 4000 < sum(looks) < 4700 and max(looks) < 720
