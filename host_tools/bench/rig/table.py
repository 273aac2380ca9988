"""Room: what the readers and sensors see while memory is measured; contracts.TagReader and contracts.Sensors.

The drivers are there too, and counted; only their answers come from here.
"""

_HIT, _CLEAN = 1, 2  # contracts.py; not imported, so that only the firmware's own imports are counted
lies = {}  # position -> (face as in contracts.py, [uid bytes])
aside = None  # (position, what lay there) while a card is lifted


class Readers:
    rest_ms = 0

    def __init__(self, driver):
        self.driver = driver

    def poll(self, position, found):
        found.clear()
        for uid in lies.get(position, (0, ()))[1]:
            found.append(bytes(bytearray(uid)))  # a reader makes a new one each time
        yield None
        yield _HIT if found else _CLEAN

    def ahead(self, position):
        pass

    def __getattr__(self, name):
        return getattr(self.driver, name)


class Sensors:
    def __init__(self, driver):
        self.driver = driver

    def sweep(self):
        pass

    def face(self, position):
        return lies.get(position, (0,))[0]
