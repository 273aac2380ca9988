"""Room: what dual-engine tests share; runs on CPython and MicroPython, so no pytest here."""


class raises:  # noqa: N801 (reads like pytest.raises)
    """Context that fails unless the given exception leaves it; keeps it in `.value`."""

    def __init__(self, kind):
        self.kind = kind
        self.value = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        assert kind is not None, "expected %s, nothing was raised" % self.kind.__name__
        if not issubclass(kind, self.kind):
            return False
        self.value = value
        return True
