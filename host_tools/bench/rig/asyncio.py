"""Room: stands in for asyncio while memory is measured: tasks on virtual time; the Pico has the real one in ROM.

Times in ms. A task yields how long it sleeps.
"""

now = 0
_tasks = []  # [due, coroutine]


def create_task(coroutine):
    _tasks.append([now, coroutine])


run = create_task


def new_event_loop():
    pass


def sleep_ms(ms):
    yield ms


def run_for(ms):
    """Let that much time pass."""
    end = now + ms
    while now < end:
        _step(min(_tasks, key=_due), end)


def _due(task):
    return task[0]


def _step(task, end):
    global now
    if task[0] > end:
        now = end
        return
    now = max(now, task[0])
    # One switch takes 0.2 ms on the Pico: time goes on even if nobody sleeps.
    try:
        task[0] = now + max(1, next(task[1]) or 0)
    except StopIteration:
        _tasks.remove(task)
