"""Room: measures one reflective sensor before a table is built: its light with the LED off and on, and how soon it
follows the LED's switch.

Loaded only when asked for (Reflectance.bench); it takes the address bus for itself. Light in ADC.read_u16 units, times
in microseconds. Before: reflectance.py. After: bench/light.py.
"""

from firmware.compat import const

_PAIRS = const(6)  # dark and lit readings in one slice: 7 ms at most
_ROUNDS = const(10)
_STEADY_US = const(500)  # several times what a sensor takes to follow
# When to look after the switch; the last ones tell where the light comes to rest.
_AT_US = (0, 10, 20, 30, 40, 50, 60, 80, 100, 120, 160, 200, 300, 400, 500)
_LOOKS = const(4)  # at each of them in one slice: 4 ms at most
_SLICES = const(3)


class LightBench:
    """`sensors` is the Reflectance of the board."""

    def __init__(self, sensors):
        self._sensors = sensors
        self._clock = sensors.clock

    def _turn_to(self, multiplexer, channel):
        self._sensors.bus.hold()
        self._sensors.bus.channel(channel)
        self._clock.wait_us(_STEADY_US)
        return self._sensors.adcs[multiplexer].read_u16

    def contrast(self, multiplexer, channel):
        """Generator: None while it works, then {"off", "on", "net"}, each [least, mean, most] light; net: on less off.

        Each lit reading follows its dark one at once, as in a sweep.
        """
        led = self._sensors.led
        wait_us = self._clock.wait_us
        off = []
        on = []
        read = self._turn_to(multiplexer, channel)
        for _ in range(_ROUNDS):
            for _ in range(_PAIRS):
                off.append(read())
                led.on()
                wait_us(_STEADY_US)
                on.append(read())
                led.off()
                wait_us(_STEADY_US)
            yield None
        net = [on[i] - off[i] for i in range(len(on))]
        yield {"off": _spread(off), "on": _spread(on), "net": _spread(net)}

    def settle(self, multiplexer, channel):
        """Generator: None while it works, then {"rise", "fall", "rise_us", "fall_us"}.

        rise, fall: [[microseconds after the LED was switched, light above the dark reading], ...]; rise_us, fall_us:
        from when on the light stays within a twentieth of where it comes to rest, -1 if it never does.
        """
        read = self._turn_to(multiplexer, channel)
        result = {}
        for name, switch in (("rise", True), ("fall", False)):
            trace = []
            for at_us in _AT_US:
                us = light = 0
                for _ in range(_SLICES):
                    for _ in range(_LOOKS):
                        took_us, seen = self._look(read, at_us, switch)
                        us += took_us
                        light += seen
                    yield None
                trace.append([us // (_SLICES * _LOOKS), light // (_SLICES * _LOOKS)])
            result[name] = trace
        most = max(abs(point[1]) for point in result["rise"])
        result["rise_us"] = settled_us(result["rise"], most)
        result["fall_us"] = settled_us(result["fall"], most)
        yield result

    def _look(self, read, at_us, rising):
        """(microseconds, light above dark) of one reading after the LED went on (or off again)."""
        led = self._sensors.led
        clock = self._clock
        dark = read()
        led.on()
        if not rising:
            clock.wait_us(_STEADY_US)
            led.off()
        start = clock.ticks_us()
        clock.wait_us(at_us)
        took_us = clock.diff_us(clock.ticks_us(), start)
        seen = read()
        led.off()
        clock.wait_us(_STEADY_US)
        return took_us, seen - dark


def settled_us(trace, most):
    """From when on all light of a trace lies within a twentieth of `most` of its end (mean of the last two); -1: never.

    A trace of nothing (`most` 0) has settled at once.
    """
    end = (trace[-1][1] + trace[-2][1]) // 2
    found = -1
    for us, light in reversed(trace):
        if abs(light - end) * 20 > most:
            break
        found = us
    return found


def _spread(values):
    return [min(values), sum(values) // len(values), max(values)]
