"""Room: what host tools say at a board's prompt: programs that import from the firmware; their names stay for them.

Used by image.py, and by whoever says them.
"""

# The readers are asked one by one for what is wrong with them; takes a second. Nothing of the table is started.
SELF_TEST = """
from firmware.start import build_app
app, clock, dog = build_app()
dog.release()
found = []
for found in app.parts.readers.self_test().probe_all(app.scanner.readable):
    pass
app.parts.sensors.sweep()
light = list(app.parts.sensors.levels)
"""
PROGRAMS = {"self_test.py": SELF_TEST}
