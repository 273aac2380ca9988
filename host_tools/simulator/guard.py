"""Room: lets only pages of this very server in: checks Host and Origin, so that no other web site can reach the table.

A foreign site can point its own name at 127.0.0.1 (DNS rebinding); then Host or Origin carries that name.
"""

HEADERS = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-cache"),
)
SENTENCE = b"This table answers only to its own page; open the address that ematrix sim printed.\n"


class LocalOnly:
    """ASGI middleware: 403 unless Host (and Origin, if there is one) is 127.0.0.1 or localhost at this port."""

    def __init__(self, app, port):
        self.app = app
        self.hosts = {f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost")}
        self.origins = {b"http://" + host for host in self.hosts}

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if not self._own(scope["headers"]):
            return await self._refuse(scope, receive, send)

        async def send_with_headers(message):
            if message["type"] == "http.response.start":
                message = dict(message, headers=[*message.get("headers", ()), *HEADERS])
            await send(message)

        return await self.app(scope, receive, send_with_headers)

    def _own(self, headers):
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        return len(hosts) == 1 and hosts[0] in self.hosts and all(origin in self.origins for origin in origins)

    async def _refuse(self, scope, receive, send):
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = [(b"content-type", b"text/plain; charset=utf-8")]
        await send({"type": "http.response.start", "status": 403, "headers": headers})
        await send({"type": "http.response.body", "body": SENTENCE})
