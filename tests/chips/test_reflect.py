"""Room: reflectance sensors: margins to faces, ambient light, settling, and their driver."""

from tests.chips.sensing_desk import Desk  # noqa: I001 (first: it puts the desktop `machine` in front)

from firmware import wiring
from firmware.contracts import FACE_COL, FACE_NONE, FACE_ROW, FACE_UP
from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK

UID = "04a1b2c3d4e5f6"


def face_of(desk, position, face, rotation):
    desk.table.set_position(position, [[UID, face, rotation, 0, "card"]])
    desk.sensors.sweep()
    return desk.sensors.face(position)


def test_margins_tell_face_and_axis_on_every_cell():
    desk = Desk()
    for cell in range(wiring.CELLS):
        for rotation in (0, 90, 180, 270):
            assert face_of(desk, cell, "up", rotation) == FACE_UP
        for rotation, axis in ((0, FACE_ROW), (180, FACE_ROW), (90, FACE_COL), (270, FACE_COL)):
            assert face_of(desk, cell, "down", rotation) == axis
        assert face_of(desk, cell, "down", "skew") == FACE_NONE
        desk.table.set_position(cell, [])
        desk.sensors.sweep()
        assert desk.sensors.face(cell) == FACE_NONE


def test_only_the_lowest_card_of_a_stack_counts():
    desk = Desk()
    desk.table.set_position(3, [["", "down", 90, 0, "card"], [UID, "up", 0, 1, "card"]])
    desk.sensors.sweep()
    assert desk.sensors.face(3) == FACE_COL


def test_an_edge_socket_tells_covered_or_not_and_pads_have_no_sensors():
    desk = Desk()
    for position in range(wiring.EDGE, wiring.POSITIONS):
        assert face_of(desk, position, "down", 90) == FACE_UP
    for position in (wiring.QUEUE, wiring.TAP):
        assert face_of(desk, position, "up", 0) == FACE_NONE


def test_lamps_and_sun_cancel_out():
    for ambient, flicker in ((0, 0), (9000, 9000), (30000, 8000)):
        desk = Desk()
        desk.light.ambient, desk.light.flicker = ambient, flicker
        for phase in range(0, 10_000, 1700):
            CLOCK.advance(phase)
            assert face_of(desk, 0, "down", 0) == FACE_ROW
            assert face_of(desk, 15, "down", 90) == FACE_COL


def test_light_that_blinds_the_sensors_reads_as_uncovered_not_as_a_battery():
    desk = Desk()
    desk.light.ambient = 65535
    assert face_of(desk, 0, "up", 0) == FACE_NONE


def test_light_that_blinds_a_sensor_changes_nothing_of_what_it_said():
    """Sun or a flash leaves no room above it: a bright margin and a dark one read the same then."""
    desk = Desk()
    assert face_of(desk, 0, "up", 0) == FACE_UP
    assert face_of(desk, 1, "down", 90) == FACE_COL
    for ambient in (65535, 58000, 65535):
        desk.light.ambient = ambient
        for _ in range(3):
            desk.sensors.sweep()
            assert [desk.sensors.face(cell) for cell in range(3)] == [FACE_UP, FACE_COL, FACE_NONE]
    desk.table.set_position(0, [])
    desk.sensors.sweep()
    assert desk.sensors.face(0) == FACE_UP, "nobody can see that now"
    desk.light.ambient = 9000
    desk.sensors.sweep()
    assert [desk.sensors.face(cell) for cell in range(3)] == [FACE_NONE, FACE_COL, FACE_NONE]


def test_the_light_rises_and_falls_with_the_settling_time():
    desk = Desk()
    desk.light.ambient = desk.light.flicker = 0
    desk.table.set_position(0, [[UID, "up", 0, 0, "card"]])
    desk.bus.hold()
    desk.bus.channel(0)
    CLOCK.advance(100)
    dark = desk.light.read(0)
    desk.sensors.led.on()
    CLOCK.advance(20)
    rising = desk.light.read(0)
    CLOCK.advance(20)
    lit = desk.light.read(0)
    desk.sensors.led.off()
    CLOCK.advance(20)
    falling = desk.light.read(0)
    assert dark < 1000 < rising < lit
    assert dark < falling < lit


def test_a_multiplexer_shows_the_old_channel_until_it_has_settled():
    desk = Desk()
    desk.light.ambient = desk.light.flicker = 0
    desk.table.set_position(1, [[UID, "up", 0, 0, "card"]])
    desk.bus.hold()
    desk.sensors.led.on()
    CLOCK.advance(100)
    assert desk.light.read(0) < 5000
    desk.bus.channel(1)
    assert desk.light.read(0) < 5000
    CLOCK.advance(15)
    assert desk.light.read(0) > 12000


def test_each_sensor_has_its_own_threshold():
    desk = Desk()
    assert face_of(desk, 0, "up", 0) == FACE_UP
    north, _ = wiring.IR_CELLS[0]
    desk.sensors.thresholds[north[0] * 16 + north[1]] = 60000
    assert desk.sensors.face(0) == FACE_COL


def test_a_stuck_sensor_reads_dark_since_the_dark_frame_is_the_same():
    desk = Desk()
    desk.light.stuck[wiring.IR_CELLS[2][1]] = 50000
    assert face_of(desk, 2, "up", 0) == FACE_ROW


def test_a_sweep_takes_less_than_five_milliseconds_and_leaves_the_light_off():
    desk = Desk()
    start = CLOCK.now_us
    desk.sensors.sweep()
    assert CLOCK.now_us - start < 5000
    assert PINS.levels[wiring.PIN_IR_LED] == 0


def test_a_sweep_in_which_everything_changes_still_holds_nobody_up_for_ten_milliseconds():
    desk = Desk()
    desk.sensors.sweep()
    for position in range(wiring.POSITIONS):
        desk.table.set_position(position, [[UID, "up", 0, 0, "card"]])
    start = CLOCK.now_us
    desk.sensors.sweep()
    assert CLOCK.now_us - start < 10_000
    assert [desk.sensors.face(cell) for cell in range(16)] == [FACE_UP] * 16


def test_one_disturbed_reading_while_the_sensors_are_blinded_changes_nothing():
    """It would stay until they see again."""
    desk = Desk()
    for cell in (1, 5, 9, 13):
        desk.table.set_position(cell, [[UID, "up", 0, 0, "card"]])
    desk.sensors.sweep()
    faces = [desk.sensors.face(position) for position in range(wiring.POSITIONS)]
    desk.light.ambient = 65535
    for multiplexer in range(3):
        read = PINS.analog[wiring.PIN_IR_ADC[multiplexer]]
        for number in range(64):
            for disturbed in (0, 20000, 50000):
                count = 0

                def spoiled():
                    nonlocal count
                    count += 1
                    return disturbed if count == number + 1 else read()

                PINS.analog[wiring.PIN_IR_ADC[multiplexer]] = spoiled
                desk.sensors.sweep()
                PINS.analog[wiring.PIN_IR_ADC[multiplexer]] = read
                assert [desk.sensors.face(position) for position in range(wiring.POSITIONS)] == faces


def test_one_disturbed_reading_changes_nothing():
    """Each reading of a sweep in turn is replaced by the worst: light where there is none, and none where there is."""
    for bright in (False, True):
        desk = Desk()
        if bright:
            desk.table.set_position(5, [[UID, "up", 0, 0, "card"]])
        desk.sensors.sweep()
        read = PINS.analog[wiring.PIN_IR_ADC[0]]
        for number in range(32):
            for disturbed in (0, 65535):
                count = 0

                def spoiled():
                    nonlocal count
                    count += 1
                    return disturbed if count == number + 1 else read()

                PINS.analog[wiring.PIN_IR_ADC[0]] = spoiled
                desk.sensors.sweep()
                PINS.analog[wiring.PIN_IR_ADC[0]] = read
                assert desk.sensors.face(5) == (FACE_UP if bright else FACE_NONE)
