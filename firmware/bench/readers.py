"""Room: what is measured at one reader: does it work, register access, guard time, how many stacked tags it reads.

Each is a generator of results (dicts) and None, whenever others may be served. Requests have "pos", the reader's
position (0 unless said otherwise). Every one but `reader` looks first whether the reader works and ends there if not:
{"found": as of drivers' reader_probe, "version", "speed", "gain", "pos"}.
Before: drivers' ReaderGrid (self_test, bench, setup). After: requests.py.
"""

from firmware.compat import const
from firmware.contracts import CLEAN, FAULT, GARBLED, HIT
from firmware.settings import whole_number

# RxGain codes of the MFRC522 that differ; 0 and 1 are 2 and 3 again (datasheet section 9.3.3.6).
GAINS_DB = ((2, 18), (3, 23), (4, 33), (5, 38), (6, 43), (7, 48))
POLLS = const(50)
MOST_POLLS = const(200)
_MOST_TAGS = const(8)  # told by name in one result
_FAULTS = const(3)  # in a row: the reader has died meanwhile
GUARD_POLLS = const(100)
_GUARD_LOOKS = const(10)  # at each step of the search
_GUARD_STEP_US = const(250)


def _position(parts, request):
    return whole_number(request, "pos", 0, len(parts.readers.setup.gains) - 1, 0)


def _works(readers, position):
    """Generator: None while it looks, then how the reader is, told as a result; returns whether it works."""
    found = None
    for found in readers.self_test().probe(position):
        yield found
    return found["found"] == "ok"


def reader(parts, request):
    """{"found", "version", "speed", "gain", "pos"} and what the calibration loop takes here, {"loop_ns"}."""
    return _reader(parts.readers, _position(parts, request))


def _reader(readers, position):
    yield from _works(readers, position)
    yield {"loop_ns": readers.bench().loop_ns()}


def access(parts, request):
    """As of drivers' reader_bench `access`, one result for each speed."""
    return _access(parts.readers, _position(parts, request))


def _access(readers, position):
    works = yield from _works(readers, position)
    if works:
        yield from readers.bench().access(position)


def tags(parts, request):
    """How often each tag of a stack is seen at each gain, one result for each of GAINS_DB.

    Request: "polls" (POLLS), "cards" (how many lie there). Result: {"gain", "db", "polls", "cards", "all": polls that
    saw so many tags or more, "none", "garbled", "tags": [[uid, polls that saw it], ...] by UID, "other": tags not
    listed}. Gains are put back afterwards.
    """
    polls = whole_number(request, "polls", 1, MOST_POLLS, POLLS)
    cards = whole_number(request, "cards", 1, _MOST_TAGS, 1)
    return _tags(parts.readers, _position(parts, request), polls, cards)


def _tags(readers, position, polls, cards):
    works = yield from _works(readers, position)
    if not works:
        return
    gains = readers.setup.gains
    before = gains[position]
    try:
        for gain, decibels in GAINS_DB:
            gains[position] = gain
            result = {"gain": gain, "db": decibels, "polls": 0, "cards": cards, "all": 0, "none": 0, "garbled": 0}
            died = yield from _count(readers, position, polls, result)
            yield result
            if died:
                yield {"found": "died", "pos": position}
                return
    finally:
        gains[position] = before


def _count(readers, position, polls, result):
    """Generator: None while it polls and fills the result; returns whether the reader died."""
    seen = {}
    uids = []
    faults = 0
    for _ in range(polls):
        outcome = FAULT
        for outcome in readers.poll(position, uids):
            if outcome is None:
                yield None
        faults = faults + 1 if outcome == FAULT else 0
        if faults == _FAULTS:
            break
        result["polls"] += 1
        if outcome == GARBLED:
            result["garbled"] += 1
        elif outcome != HIT:
            result["none"] += 1
        if len(uids) >= result["cards"]:
            result["all"] += 1
        for uid in uids:
            seen[uid] = seen.get(uid, 0) + 1
        yield None
    told = [[uid.hex(), seen[uid]] for uid in sorted(seen)]
    result["tags"] = told[:_MOST_TAGS]
    result["other"] = len(told) - len(result["tags"])
    return faults == _FAULTS


def guard(parts, request):
    """The shortest wait after the field comes on with which the tag there answers every one of GUARD_POLLS polls.

    Results: {"us", "polls", "answered"} for each wait tried, then {"guard_us"}: the wait, -1: no tag answered at the
    longest one. A search by halves with few polls, then every poll counts; steps of 250 us. One card lies there.
    """
    return _guard(parts.readers, _position(parts, request))


def _guard(readers, position):
    works = yield from _works(readers, position)
    if not works:
        return
    bench = readers.bench()
    most = bench.longest_guard_us // _GUARD_STEP_US
    low = 0
    high = most
    result = None
    while low < high:  # the shortest wait that a few polls find good
        middle = (low + high) // 2
        for result in _answers(bench, position, middle * _GUARD_STEP_US, _GUARD_LOOKS):
            yield result
        if "found" in result:
            return
        if result["answered"] == _GUARD_LOOKS:
            high = middle
        else:
            low = middle + 1
    while high <= most:
        for result in _answers(bench, position, high * _GUARD_STEP_US, GUARD_POLLS):
            yield result
        if "found" in result:
            return
        if result["answered"] == GUARD_POLLS:
            yield {"guard_us": high * _GUARD_STEP_US}
            return
        high += 1
    yield {"guard_us": -1}


def _answers(bench, position, us, polls):
    """Generator: None while it works, last {"us", "polls", "answered"} or {"found": "died"}. Ends at the first miss."""
    answered = 0
    faults = 0
    done = 0
    while done < polls and faults < _FAULTS and answered == done:
        outcome = FAULT
        for outcome in bench.answer(position, us):
            if outcome is None:
                yield None
        if outcome == FAULT:
            faults += 1
        else:
            faults = 0
            done += 1
            if outcome != CLEAN:
                answered += 1
        yield None
    if faults == _FAULTS:
        yield {"found": "died", "pos": position}
    else:
        yield {"us": us, "polls": done, "answered": answered}
