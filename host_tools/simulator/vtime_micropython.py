"""Room: MicroPython's own asyncio on the virtual clock.

MicroPython's task queue is written in C and stamps tasks with the real time. Before asyncio is first imported, a
queue in Python that stamps with the virtual time takes its place; asyncio itself stays the real one.
"""

import sys

from host_tools.simulator.chips.vclock import CLOCK

_PERIOD = 1 << 30


def _now_ms():
    return (CLOCK.now_us // 1000) & (_PERIOD - 1)


def _diff(later, earlier):
    return ((later - earlier + _PERIOD // 2) & (_PERIOD - 1)) - _PERIOD // 2


class TaskQueue:
    """Tasks by due time; equal times keep their order."""

    def __init__(self):
        self.tasks = []

    def peek(self):
        return self.tasks[0] if self.tasks else None

    def push(self, task, due=None):
        task.data = None
        task.ph_key = _now_ms() if due is None else due
        tasks = self.tasks
        at = len(tasks)
        while at and _diff(tasks[at - 1].ph_key, task.ph_key) > 0:
            at -= 1
        tasks.insert(at, task)

    def pop(self):
        return self.tasks.pop(0)

    def remove(self, task):
        self.tasks.remove(task)


class Task:
    """What asyncio expects of a task: a coroutine, its state, and who waits for it.

    `state` is True while it runs and nobody waits, a TaskQueue of waiters, None when done unobserved, False when
    done and observed; then `data` holds what ended it.
    """

    def __init__(self, coro, globals=None):
        self.coro = coro
        self.data = None
        self.state = True
        self.ph_key = 0

    def __iter__(self):
        if not self.state:
            self.state = False
        elif self.state is True:
            self.state = TaskQueue()
        return self

    def __next__(self):
        if not self.state:
            raise self.data
        self.state.push(_core.cur_task)
        _core.cur_task.data = self

    def done(self):
        return not self.state

    def cancel(self):
        if not self.state:
            return False
        if _core.cur_task is self:
            raise RuntimeError("can't cancel self")
        target = self
        while isinstance(target.data, Task):
            target = target.data
        queue = target.data if hasattr(target.data, "remove") else _core._task_queue
        queue.remove(target)
        _core._task_queue.push(target)
        target.data = _core.CancelledError
        return True


class _Module:
    pass


_shim = _Module()
_shim.Task = Task
_shim.TaskQueue = TaskQueue
if "asyncio.core" in sys.modules:
    raise ImportError("import vtime before asyncio: its task queue must keep virtual time")
sys.modules["_asyncio"] = _shim

import asyncio  # noqa: E402
from asyncio import core as _core  # noqa: E402

_core.ticks = _now_ms


class _Waiter:
    """Stands in for asyncio's poll of sockets."""

    map = (1,)  # never "nothing left to wait for": an empty task queue is reported by _idle

    def __init__(self, pace, idle):
        self.pace = pace
        self.idle = idle

    def wait_io_event(self, delay_ms):
        if delay_ms < 0:
            self.idle(self.pace, None)
        elif delay_ms == 0:
            self.idle(self.pace, 0)
        else:
            # Timers are in whole milliseconds: wake at the start of the due one.
            self.idle(self.pace, (CLOCK.now_us // 1000 + delay_ms) * 1000 - CLOCK.now_us)


def run(coroutine, pace, idle):
    """Run a coroutine to its end on virtual time and return its value."""
    asyncio.new_event_loop()
    _core._io_queue = _Waiter(pace, idle)
    return asyncio.run(coroutine)
