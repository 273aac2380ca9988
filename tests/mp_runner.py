"""Room: runs the test functions of one file on MicroPython and prints one JSON line for each."""

import io
import json
import sys


def run(path, module_name):
    module = __import__(module_name, None, None, ("*",))
    for name in sorted(dir(module)):
        if not name.startswith("test_"):
            continue
        function = getattr(module, name)
        if not callable(function):
            continue
        error = None
        try:
            function()
        except Exception as problem:  # noqa: BLE001 (a test may raise anything; it is reported)
            text = io.StringIO()
            sys.print_exception(problem, text)
            error = text.getvalue()
        print("\x1e" + json.dumps({"test": name, "error": error}))


run(sys.argv[1], sys.argv[2])
