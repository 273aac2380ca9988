"""Room: serves a session in a thread of its own while a test talks to it."""

import asyncio
import threading
from contextlib import contextmanager

import uvicorn

from host_tools.simulator.live import Live
from host_tools.simulator.server import bind, make_app
from tests.patience import PATIENCE_S


@contextmanager
def served(session):
    """The port of a server for this session; it has ended when the block ends."""
    listener = bind(0)
    port = listener.getsockname()[1]
    ready = threading.Event()
    server = []

    async def main():
        config = uvicorn.Config(
            make_app(Live(session), port, ready.set), log_level="error", timeout_graceful_shutdown=1
        )
        server.append(uvicorn.Server(config))
        await server[0].serve(sockets=[listener])

    thread = threading.Thread(target=asyncio.run, args=(main(),))
    thread.start()
    try:
        assert ready.wait(PATIENCE_S)
        yield port
    finally:
        server[0].should_exit = True
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
