"""Room: measurements at a table that is being built, one at a time, at the host's request; records to the host.

    {"t":"bench","what":WHAT,...}  ->  {"t":"bench","what","state":"begun"}, then of its own accord
        {"t":"bench_result","what",...}   as many as there are; readers.py and light.py have their members
        {"t":"bench_end","what","ended","ms"}   ended: "done", "reader" (it does not work: the last result says how),
                                                "stopped", "late" (LONGEST_MS)
    {"t":"bench","what":"stop"}    ->  {"t":"bench","what":"stop","state":"stops" or "idle"}
WHAT is "reader", "access", "guard", "tags" or "light". Scanning waits meanwhile, in slices of at most 10 ms; in a game
it is refused. Loaded only when asked for: it takes heap. Before: drivers' bench(), handed in with the parts; the
scanner's jobs. After: app.py; at the other end host_tools/doctor/bench.py.
"""

from firmware.bench.light import light
from firmware.bench.readers import access, guard, reader, tags
from firmware.compat import const
from firmware.sensing.jobs import ExclusiveJob

LONGEST_MS = const(240_000)
_STEPS = {"reader": reader, "access": access, "guard": guard, "tags": tags, "light": light}
_SEND_TRIES = const(25)
_RETRY_MS = const(40)


class Bench:
    """`app` is the board's App."""

    def __init__(self, app):
        self._app = app
        self._job = None
        self._request = None
        self._stop = False

    def answer(self, request):
        """One request of the host; ValueError says why it cannot be."""
        what = request.get("what")
        busy = self._job is not None and not self._job.done
        if what == "stop":
            self._stop = busy
            return {"t": "bench", "what": "stop", "state": "stops" if busy else "idle"}
        begun = {"t": "bench", "what": what, "state": "begun"}
        if busy:
            if request == self._request:
                return begun  # the answer before was lost
            raise ValueError("a measurement is running: wait for its end, or stop it")
        if what not in _STEPS:
            raise ValueError("there is no measurement %s: choose one of %s" % (what, ", ".join(sorted(_STEPS))))
        if self._app.board.play is not None:
            raise ValueError("a game is on: end it first, scanning stops while something is measured")
        if not hasattr(self._app.parts.readers, "bench"):
            raise ValueError("this board has no readers and sensors of its own to measure")
        steps = _STEPS[what](self._app.parts, request)
        self._request = request
        self._stop = False
        self._job = ExclusiveJob(self._run(what, steps))
        self._app.scanner.send(self._job)
        return begun

    def _run(self, what, steps):
        """Generator: the job of the scanner."""
        clock = self._app.clock
        start = clock.ticks_ms()
        ended = "done"
        for result in steps:
            if result is not None:
                result["t"] = "bench_result"
                result["what"] = what
                yield from self._tell(result)
                if result.get("found", "ok") != "ok":
                    ended = "reader"
            if self._stop:
                ended = "stopped"
                break
            if clock.diff_ms(clock.ticks_ms(), start) > LONGEST_MS:
                ended = "late"
                break
            yield None
        steps.close()  # it puts back what it has changed
        took_ms = clock.diff_ms(clock.ticks_ms(), start)
        yield from self._tell({"t": "bench_end", "what": what, "ended": ended, "ms": took_ms})

    def _tell(self, record):
        """Send a record, waiting a second at most while the queue to the host is full."""
        clock = self._app.clock
        for _ in range(_SEND_TRIES):
            if self._app.host.send(record):
                return
            since = clock.ticks_ms()
            while clock.diff_ms(clock.ticks_ms(), since) < _RETRY_MS:
                clock.wait_us(1000)
                yield None
