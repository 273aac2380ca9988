"""Room: answers requests line by line, on CPython and MicroPython alike; before explain_core.py and judge_core.py.

The lines have been made safe by commands/lines.py: each is a text that both engines' json reads alike.
"""

import json


def reply(answer, line):
    """What `answer(line)` gives, or {"error": sentence} when it raises ValueError or breaks."""
    try:
        return answer(line)
    except ValueError as problem:
        return {"error": str(problem)}
    except Exception as problem:  # noqa: BLE001 (a fault of ours in one line must not take the others along)
        return {"error": "the computation broke (%s); please report this line" % type(problem).__name__}


def serve(answer, source, sink):
    """Answer every line of `source` (a JSON string each) with one JSON line of `sink`."""
    for line in source:
        sink.write(json.dumps(reply(answer, json.loads(line))) + "\n")
