"""Room: tags of a distant reader power up while another one listens: time gained, nothing misheard."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.contracts import CLEAN, HIT
from firmware.drivers.reader_grid import sweep_order
from host_tools.simulator.chips.antenna import near
from host_tools.simulator.chips.tag import ACTIVE
from host_tools.simulator.chips.vclock import CLOCK


def uid(position):
    return f"04a1b2c3d4e5{position:02x}"


def sweep(desk, overlap):
    """{position: (result, uids)} of one sweep, and its microseconds."""
    order = sweep_order()
    start = CLOCK.now_us
    results = {}
    for at, position in enumerate(order):
        desk.readers.ahead(order[at + 1] if overlap and at + 1 < len(order) else -1)
        results[position] = desk.poll(position)
    return results, CLOCK.now_us - start


def test_the_wiring_never_calls_two_readers_distant_that_hear_each_other():
    count = len(wiring.READERS)
    for one in range(count):
        assert not wiring.distant(one, one)
        for other in range(count):
            assert wiring.distant(one, other) == wiring.distant(other, one)
            assert not (wiring.distant(one, other) and near(one, other))
    assert wiring.distant(0, 2) and not wiring.distant(0, 1) and not wiring.distant(0, 5)
    assert not wiring.distant(0, 10)  # far apart, but their rows cannot be awake together


def test_every_card_is_read_once_at_its_place_with_and_without_overlap():
    for overlap in (False, True):
        desk = Desk()
        for position in range(0, 18, 2):
            desk.lay(position, uid(position))
        for _ in range(3):
            results, _ = sweep(desk, overlap)
            for position in range(18):
                assert results[position] == ((CLEAN, []) if position % 2 else (HIT, [uid(position)]))


def test_overlap_saves_a_third_of_an_empty_sweep():
    spent = [sweep(Desk(), overlap)[1] for overlap in (False, True)]
    assert spent[1] * 3 < spent[0] * 2


def test_at_most_two_fields_are_on_and_never_two_near_ones():
    desk = Desk()
    seen = 0
    order = sweep_order()
    for at, position in enumerate(order[:-1]):
        desk.readers.ahead(order[at + 1])
        for _ in desk.readers.poll(position, []):
            on = [field.position for field in desk.grid.fields]
            seen = max(seen, len(on))
            assert len(on) <= 2
            assert len(on) < 2 or not near(on[0], on[1]), on
    assert seen == 2


def test_a_near_reader_or_one_of_another_row_is_not_powered_ahead():
    for other in (1, 4, 5, 8, 0, -1):
        desk = Desk()
        desk.readers.ahead(other)
        for _ in desk.readers.poll(0, []):
            assert [field.position for field in desk.grid.fields] in ([], [0])


def test_a_field_switched_on_ahead_goes_off_when_another_position_is_polled_instead():
    desk = Desk()
    desk.lay(3, uid(3))
    desk.readers.ahead(2)
    desk.poll(0)
    assert [field.position for field in desk.grid.fields] == [2]
    for _ in desk.readers.poll(3, []):  # beside 2
        assert [field.position for field in desk.grid.fields] in ([], [3])
    assert desk.grid.fields == []


def test_tags_powered_ahead_get_their_whole_five_milliseconds():
    desk = Desk()
    desk.lay(2, "04ffffffffffff")  # the slowest to power up
    desk.readers.ahead(2)
    desk.poll(0)
    assert desk.poll(2) == (HIT, ["04ffffffffffff"])


def test_sensors_between_two_polls_only_cost_the_time_gained():
    desk = Desk()
    desk.lay(2, uid(2))
    desk.readers.ahead(2)
    desk.poll(0)
    desk.sensors.sweep()
    assert desk.grid.fields == []
    assert desk.poll(2) == (HIT, [uid(2)])


def test_the_same_position_again_forgets_its_tags_first():
    """A tag left awake answers no request; without field for too short a time it would still be awake."""
    desk = Desk()
    desk.lay(0, uid(0))
    for other in (0, 2, 3):
        for _ in range(4):
            desk.readers.ahead(other)
            assert desk.poll(0) == (HIT, [uid(0)])
            tag = desk.grid.readers[0].field.tags[0]
            tag.held = ACTIVE
            if other:
                desk.readers.ahead(0)  # closed a moment ago when the other one is opened
                assert desk.poll(other) == (CLEAN, [])


def test_a_switch_off_that_got_lost_is_repeated():
    """A field left on would power a tag while its neighbour listens: a ghost with a good CRC."""
    desk = Desk()
    chip = desk.grid.readers[0]
    switch = chip.hooks[0x14]
    lost = []

    def lossy(value):
        if not value & 3 and len(lost) < 2:
            lost.append(value)
        else:
            switch(value)

    desk.poll(0)
    chip.hooks[0x14] = lossy
    desk.poll(0)
    assert len(lost) == 2
    assert desk.grid.fields == []
