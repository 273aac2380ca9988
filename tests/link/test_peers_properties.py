"""Room: the board-to-board link under any script of sends, restarts, pulled cables and faults, by property."""
# engine: cpython

from firmware.link.peers import PRIMARY
from tests.link.bus import Table, records
from tests.properties import given, settings, st

BOARD = st.sampled_from([PRIMARY, 1, 2])
STEP = st.one_of(
    st.tuples(st.just("press"), st.sampled_from([(PRIMARY, 1), (PRIMARY, 2), (1, PRIMARY), (2, PRIMARY)])),
    st.tuples(st.just("state"), st.sampled_from([(PRIMARY, 1), (PRIMARY, 2), (1, PRIMARY), (2, PRIMARY)])),
    st.tuples(st.just("start"), BOARD),
    st.tuples(st.just("cable"), st.sampled_from([1, 2])),
    st.tuples(st.just("sleep"), BOARD),
    st.tuples(st.just("noise"), BOARD),
    st.tuples(st.just("run"), st.integers(1, 400)),
)


class Scene:
    """A table with what was sent and what came; a method for each word of a script: (place in the script, how)."""

    def __init__(self, table):
        self.table = table
        self.sent, self.got = {}, {}
        self.lives = dict.fromkeys(table.ports, 0)

    def collect(self):
        for receiver in self.table.ports:
            for sender, record in self.table.got[receiver]:
                if "n" in record:
                    self.got.setdefault((sender, receiver), []).append((record["life"], record["n"]))
            self.table.got[receiver] = []
        return False

    def press(self, n, how):
        sender, receiver = how
        life = self.lives[sender]
        if self.table.boards[sender].send(receiver, {"n": n, "life": life}):
            self.sent.setdefault((sender, life, receiver), []).append(n)

    def state(self, n, how):
        sender, receiver = how
        self.table.boards[sender].send(receiver, {"state": n}, "state")

    def start(self, n, board):
        self.collect()
        self.lives[board] += 1
        self.table.start(board)

    def cable(self, n, board):
        self.table.ports[board].cut = not self.table.ports[board].cut

    def sleep(self, n, board):
        self.table.asleep[board] = 112

    def noise(self, n, board):
        self.table.ports[board].receive(bytes(self.table.dice.roll(256) for _ in range(50)))

    def run(self, n, ms):
        self.table.run(ms, self.collect)


def play(script, faults, seed):
    """Run a script of (what, how), then mend everything and let the boards finish; (table, sent, got).

    A press is numbered by its place in the script and carries the life of its sender (its starts so far).
    sent: (sender, life, receiver) -> numbers; got: (sender, receiver) -> (life, number), whatever the receiver's life.
    """
    scene = Scene(Table((1, 2), faults=faults, seed=seed))
    for n, (what, how) in enumerate(script):
        getattr(scene, what)(n, how)
    table = scene.table
    for port in table.ports.values():
        port.cut = False
    table.faults = 0
    table.run(3000, scene.collect)
    return table, scene.sent, scene.got


@settings(max_examples=40)
@given(st.lists(STEP, max_size=30), st.sampled_from([0, 30]), st.integers(1, 1000))
def test_presses_arrive_at_most_once_in_order_whatever_happens(script, faults, seed):
    table, sent, got = play(script, faults, seed)
    for (sender, receiver), pairs in got.items():
        assert len(set(pairs)) == len(pairs)
        assert pairs == sorted(pairs), "older lives and lower numbers first"
        for life, n in pairs:
            assert n in sent[sender, life, receiver]
    for address in (1, 2):
        assert table.boards[PRIMARY].alive(address) and table.boards[address].alive(PRIMARY)


@settings(max_examples=40)
@given(
    st.lists(STEP.filter(lambda step: step[0] != "start"), max_size=30), st.sampled_from([0, 30]), st.integers(1, 99)
)
def test_without_restarts_every_accepted_press_arrives(script, faults, seed):
    _, sent, got = play(script, faults, seed)
    for (sender, life, receiver), numbers in sent.items():
        assert got.get((sender, receiver)) == [(life, n) for n in numbers]


@settings(max_examples=40)
@given(st.lists(STEP, max_size=30), st.sampled_from([0, 30]), st.integers(1, 1000))
def test_the_newest_state_arrives_and_the_link_works_on(script, faults, seed):
    table, _, _ = play(script, faults, seed)
    for sender, receiver in ((PRIMARY, 1), (1, PRIMARY), (PRIMARY, 2), (2, PRIMARY)):
        table.boards[sender].send(receiver, {"state": -1}, "state")
        table.boards[sender].send(receiver, {"end": 1})
    table.run(1000)
    for sender, receiver in ((PRIMARY, 1), (1, PRIMARY), (PRIMARY, 2), (2, PRIMARY)):
        assert sorted(records(table.got[receiver], sender), key=str)[-2:] == [{"end": 1}, {"state": -1}]
