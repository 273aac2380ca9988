"""Room: drives the passive buzzer by PWM; frequency in Hz; after lights (a short tone for a pushed card).

`start` and `stop` only: whoever plays a tune knows the time, a driver never waits.
"""

import machine

from firmware.compat import const

_HALF = const(32768)  # a square wave is loudest


class Buzzer:
    """A passive piezo on one pin."""

    def __init__(self, pin):
        self._pwm = machine.PWM(machine.Pin(pin), freq=1000, duty_u16=0)

    def start(self, frequency_hz):
        """Sound from now on until `stop`; 100 to 10_000 Hz can be heard."""
        self._pwm.freq(frequency_hz)
        self._pwm.duty_u16(_HALF)

    def stop(self):
        """Silence; the line rests low."""
        self._pwm.duty_u16(0)
