"""Room: `machine.Pin` and `machine.ADC` on the simulated board; levels are 0 or 1, ADC readings 0..65535."""

from host_tools.simulator.chips.pins import PINS
from host_tools.simulator.chips.vclock import CLOCK

_LEVELS = PINS.levels
_WATCH = PINS.watch

ADC_US = 12  # one ADC.read_u16 from Python on the Pico: 2 us of conversion, the rest the call


class Pin:
    """One GPIO. An input reads what chips drive, or its pull."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    ALT = 3
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_RISING = 8
    IRQ_FALLING = 4

    def __init__(self, id, mode=-1, pull=-1, value=None, alt=-1):
        self._number = id
        self._handler = None
        self.init(mode, pull, value)

    def init(self, mode=-1, pull=-1, value=None, alt=-1):
        if mode == Pin.IN and pull == Pin.PULL_UP and not PINS.driven[self._number]:
            _LEVELS[self._number] = 1
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return _LEVELS[self._number]
        if level:
            self.on()
        else:
            self.off()

    __call__ = value

    def on(self):
        number = self._number
        if not _LEVELS[number]:
            _LEVELS[number] = 1
            watcher = _WATCH[number]
            if watcher is not None:
                watcher()

    def off(self):
        number = self._number
        if _LEVELS[number]:
            _LEVELS[number] = 0
            watcher = _WATCH[number]
            if watcher is not None:
                watcher()

    high = on
    low = off

    def irq(self, handler=None, trigger=12, hard=False):
        self._handler = handler
        self._trigger = trigger
        PINS.handlers[self._number] = self._changed if handler else None

    def _changed(self):
        edge = Pin.IRQ_RISING if _LEVELS[self._number] else Pin.IRQ_FALLING
        if self._trigger & edge:
            self._handler(self)


class ADC:
    """One analog input; takes a Pin or a GPIO number."""

    def __init__(self, pin):
        self._number = pin if isinstance(pin, int) else pin._number

    def read_u16(self):
        CLOCK.now_us += ADC_US
        source = PINS.analog[self._number]
        return 0 if source is None else source()
