"""Room: chance for chip models: a small generator that gives the same numbers on every interpreter."""


class Noise:
    """Marsaglia's xorshift, 32 bits; the same seed gives the same sequence."""

    def __init__(self, seed=1):
        self.state = (seed * 2654435761 + 88172645) & 0xFFFFFFFF or 1

    def next(self):
        """An integer of 32 bits."""
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return x

    def below(self, limit):
        """An integer 0..limit - 1."""
        return self.next() % limit

    def chance(self, per_mille):
        """True `per_mille` times in a thousand; draws nothing when that is never."""
        return per_mille > 0 and self.next() % 1000 < per_mille
