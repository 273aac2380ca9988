"""Room: the virtual clock that all chip models and the firmware of one simulated board share; microseconds."""

_WRAP = (1 << 30) - 1


class _Time:
    """Virtual time since power on; only ever moves forward. `alarms`: [due in us, call] of timers that run; whoever
    could see what they do says `ring` first."""

    def __init__(self):
        self.now_us = 0
        self.alarms = []

    def advance(self, us):
        self.now_us += us

    def ring(self):
        """Let every timer that is due do its work, at its own time."""
        now = self.now_us
        while self.alarms:
            first = min(self.alarms, key=_due)
            if first[0] > now:
                break
            self.alarms.remove(first)
            self.now_us = first[0]
            first[1]()
        self.now_us = now


def _due(alarm):
    return alarm[0]


CLOCK = _Time()


class VirtualClock:
    """contracts.Clock on virtual time; ticks wrap at 30 bits as on the Pico."""

    def ticks_ms(self):
        return (CLOCK.now_us // 1000) & _WRAP

    def ticks_us(self):
        return CLOCK.now_us & _WRAP

    def diff_ms(self, later, earlier):
        return ((later - earlier + (1 << 29)) & _WRAP) - (1 << 29)

    diff_us = diff_ms

    def wait_us(self, us):
        CLOCK.now_us += us

    async def sleep_ms(self, ms):
        import asyncio

        await asyncio.sleep(ms / 1000)
