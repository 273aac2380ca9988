"""Room: the rest of the Pico's `machine`: WDT, reset causes, registers; virtual time in us.

`POWER.cause` is what the next reset_cause() says, `POWER.watchdog` the running watchdog or None.
"""

from host_tools.simulator.chips.vclock import CLOCK

__all__ = ["PWRON_RESET", "Timer", "WDT", "WDT_RESET", "freq", "mem32", "reset", "reset_cause", "unique_id"]

PWRON_RESET = 1
WDT_RESET = 3
_WDT_LONGEST_MS = 8388
# RP2040 data sheet 4.7.6 WATCHDOG.CTRL and 2.1.2 atomic register access: alias that clears the bits written.
_WATCHDOG_CTRL_CLEAR = 0x40058000 + 0x3000
_WATCHDOG_ENABLE = 1 << 30


class Reset(BaseException):
    """The board resets now: machine.reset(), or a watchdog that was fed too late."""


class _Power:
    def __init__(self):
        self.power_on()

    def power_on(self):
        """Forget everything, as a power cut does."""
        self.cause = PWRON_RESET
        self.watchdog = None
        CLOCK.alarms.clear()


POWER = _Power()


def reset_cause():
    return POWER.cause


def reset():
    POWER.cause = WDT_RESET  # the port resets through the watchdog
    raise Reset("machine.reset()")


def unique_id():
    return b"\xe6\x60\x00\x00\x00\x00\x00\x01"


def freq():
    return 125_000_000


class WDT:
    """The watchdog; `feed` after the deadline finds the board already reset."""

    def __init__(self, id=0, timeout=5000):
        if not 0 < timeout <= _WDT_LONGEST_MS:
            raise ValueError("timeout exceeds %d" % _WDT_LONGEST_MS)
        self._timeout_us = timeout * 1000
        self._fed_us = CLOCK.now_us
        POWER.watchdog = self

    def feed(self):
        self.check()
        self._fed_us = CLOCK.now_us

    def check(self):
        """Raise Reset if the deadline has passed and the watchdog is still armed."""
        if POWER.watchdog is self and CLOCK.now_us - self._fed_us > self._timeout_us:
            POWER.cause = WDT_RESET
            raise Reset("the watchdog was not fed for %d ms" % ((CLOCK.now_us - self._fed_us) // 1000))


class Timer:
    """One of the port's software timers (rp2: hardware alarms). One shot only; its callback runs as an interrupt."""

    ONE_SHOT = 0

    def __init__(self, id=-1):
        if id != -1:
            raise ValueError("Timer doesn't exist")
        self._alarm = None

    def init(self, *, mode, freq, callback, hard=False):
        if mode != self.ONE_SHOT or not hard or freq <= 0:
            raise ValueError("only one shot in a hard interrupt is modelled")
        self.deinit()
        self._callback = callback
        self._alarm = [CLOCK.now_us + int(1_000_000 / freq), self._ring]
        CLOCK.alarms.append(self._alarm)

    def deinit(self):
        if self._alarm in CLOCK.alarms:
            CLOCK.alarms.remove(self._alarm)

    def _ring(self):
        self._alarm = None
        self._callback(self)


class _Registers:
    """mem32 with the one register that the firmware writes."""

    def __setitem__(self, address, value):
        if (address, value) != (_WATCHDOG_CTRL_CLEAR, _WATCHDOG_ENABLE):
            raise ValueError("write of 0x%08X to 0x%08X is not modelled" % (value, address))
        POWER.watchdog = None


mem32 = _Registers()
