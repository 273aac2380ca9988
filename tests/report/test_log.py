"""Room: the board's log by example: newest lines, pieces for the host, the last crash."""

from firmware.link.host import MAX_DATA
from firmware.link.records import dumps
from firmware.report.log import LINES, Log


class Clock:
    now = 0

    def ticks_ms(self):
        self.now += 5
        return self.now


class Store:
    def __init__(self, full=False):
        self.files = {}
        self.full = full

    def read(self, name):
        return self.files.get(name)

    def write(self, name, data):
        if self.full:
            raise OSError(28)
        self.files[name] = data


def test_lines_come_with_their_times():
    log = Log(Clock(), None)
    log.note("board 1 is up")
    log.note("reader 3 does not work")
    answer = log.answer({})
    assert answer == {
        "t": "log", "next": 2, "lost": 0, "crash": None,
        "lines": [[5, "board 1 is up"], [10, "reader 3 does not work"]],
    }  # fmt: skip
    assert log.answer({"from": 2})["lines"] == []


def test_old_lines_go_and_are_counted():
    log = Log(Clock(), None)
    for number in range(LINES + 3):
        log.note("line %d" % number)
    first = log.answer({"from": 0})
    assert first["lost"] == 3 and first["lines"][0][1] == "line 3"
    seen = [line[1] for line in first["lines"]]
    while True:
        more = log.answer({"from": first["next"]})
        if not more["lines"]:
            break
        assert more["lost"] == 0
        seen += [line[1] for line in more["lines"]]
        first = more
    assert seen == ["line %d" % number for number in range(3, LINES + 3)]


def test_the_longest_answer_fits_a_record():
    log = Log(Clock(), Store())
    for _ in range(LINES):
        log.note("x" * 500)
    assert len(dumps(log.answer({}))) <= MAX_DATA


def test_a_crash_survives_the_start_after_it():
    store = Store()
    try:
        raise ValueError("demand of 9")
    except ValueError as problem:
        Log(Clock(), store).crash("sensing", problem)
    crash = Log(Clock(), store).answer({})["crash"]
    assert crash.startswith("sensing\n") and "demand of 9" in crash
    assert "crash" not in Log(Clock(), store).answer({"from": 1}), "it is told with the first lines only"


def test_of_a_long_crash_the_end_is_kept_which_says_what_went_wrong():
    store = Store()
    Log(Clock(), store).crash("sensing", ValueError("x" * 1000 + " demand of 9"))
    crash = Log(Clock(), store).answer({})["crash"]
    assert len(crash) == 600 and "demand of 9" in crash


def test_a_full_flash_does_not_hide_the_crash_behind_another():
    Log(Clock(), Store(full=True)).crash("sensing", ValueError("x"))
