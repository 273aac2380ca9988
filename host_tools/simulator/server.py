"""Room: serves the page and one WebSocket for each watching browser, on 127.0.0.1 only (live.py runs the table).

After connecting a page gets {"type": "snapshot", ...}, then {"type": "changes", ...} whenever something changed
(session.py says what they hold). It sends orders (orders.py). An order that makes no sense is answered with
{"error": sentence, "code": code} and changes nothing; one that has an answer with {"answer": {...}}.
"""

import asyncio
import contextlib
import json
import socket
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocketDisconnect

from host_tools.errors import UserError
from host_tools.simulator.guard import LocalOnly
from host_tools.simulator.live import Live

WEB = Path(__file__).with_name("web")
LONGEST_MESSAGE = 64 * 1024


def make_app(live, port, on_start=None, usb=()):
    """The Starlette application for one Live table; usb: listening sockets for the USB lines (usb_socket.py)."""

    async def page(websocket):
        await websocket.accept()
        queue = live.watch()
        sender = asyncio.create_task(_send_all(websocket, queue))
        try:
            await _serve_page(websocket, live, queue)
        except WebSocketDisconnect:
            pass
        finally:
            live.leave(queue)
            sender.cancel()

    @contextlib.asynccontextmanager
    async def lifespan(app):
        pacing = asyncio.create_task(live.run())
        lines = asyncio.create_task(live.usb.serve(usb)) if usb else None
        if on_start:
            on_start()
        yield
        if lines:
            lines.cancel()
        pacing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await pacing
        live.session.close()

    routes = [WebSocketRoute("/table", page), Mount("/", StaticFiles(directory=WEB, html=True))]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(LocalOnly, port=port)
    return app


async def _send_all(websocket, queue):
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await websocket.send_text(json.dumps(await queue.get(), ensure_ascii=False, separators=(",", ":")))


async def _serve_page(websocket, live, queue):
    """Take orders until the page leaves; a finger that is still on a button then is lifted."""
    held = set()
    try:
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            answer = await live.order(message.get("text") or "")
            if answer:
                queue.put_nowait(answer)
            _remember_fingers(held, message.get("text"), answer)
    finally:
        for player, button in held:
            live.session.finger(player, button, False)


def _remember_fingers(held, text, answer):
    order = {} if answer else json.loads(text)
    if order.get("do") == "finger":
        finger = (order["player"], order["button"])
        (held.add if order["down"] else held.discard)(finger)


def bind(port):
    """A listening socket on 127.0.0.1; UserError if the port is taken. Port 0 is any free one."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen()
    except OSError as problem:
        listener.close()
        raise UserError(
            f"port {port} of 127.0.0.1 cannot be used ({problem.strerror}); choose another --port, 0 is any free one"
        ) from None
    return listener


def serve(session, listener, on_start=None, usb=()):
    """Serve the page and the USB lines until Ctrl-C; ends the firmware processes whatever happens."""
    port = listener.getsockname()[1]

    async def main():
        app = make_app(Live(session), port, on_start, usb)
        config = uvicorn.Config(
            app, log_level="error", access_log=False, lifespan="on", timeout_graceful_shutdown=1,
            ws_max_size=LONGEST_MESSAGE,
        )  # fmt: skip
        await uvicorn.Server(config).serve(sockets=[listener])

    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        print(file=sys.stderr)
    finally:
        session.close()
