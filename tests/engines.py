"""Room: the engines on which whole games are played: the device's own in `make test`, the other too in `make test-all`.

    @pytest.mark.parametrize("engine", ENGINES)
`other_engine` is left out by tests/conftest.py unless it is asked for. Where there is no MicroPython, CPython plays.
"""

import pytest

from host_tools.engines import micropython_path

HAS_MICROPYTHON = micropython_path() is not None
ENGINE = "micropython" if HAS_MICROPYTHON else "cpython"
needs_micropython = pytest.mark.skipif(not HAS_MICROPYTHON, reason="no MicroPython for this platform")
# For what is played on CPython only because both engines must agree.
other_engine = pytest.mark.other_engine if HAS_MICROPYTHON else lambda test: test
ENGINES = [
    pytest.param("micropython", marks=needs_micropython),
    pytest.param("cpython", marks=[other_engine] if HAS_MICROPYTHON else []),
]
