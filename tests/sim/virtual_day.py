"""Room: a program for test_vtime: prints `name milliseconds` as three tasks wake on virtual time."""

from host_tools.simulator import vtime  # isort: skip (before asyncio)
import asyncio

from host_tools.simulator.chips.vclock import CLOCK


async def step(name, seconds, times):
    for _ in range(times):
        await asyncio.sleep(seconds)
        print(name, CLOCK.now_us // 100_000 * 100)


async def main():
    task = asyncio.create_task(step("a", 0.3, 2))
    try:
        await asyncio.wait_for(asyncio.create_task(step("never", 1, 1)), 0.5)
    except asyncio.TimeoutError:
        print("late", CLOCK.now_us // 100_000 * 100)
    await task
    await asyncio.create_task(step("b", 86_399.4, 1))


vtime.run(main())
