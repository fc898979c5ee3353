"""A server on loopback that speaks the Messages API as far as a test tells it to."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

Json = dict[str, Any]
QUICK = {"retry-after-ms": "1"}


@dataclass(frozen=True, slots=True)
class Says:
    """One answer of the server."""

    body: Json | str
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drop: bool = False


def message(text: str, stop: str = "end_turn") -> Says:
    usage = {
        "input_tokens": 100,
        "output_tokens": 20,
        "cache_creation_input_tokens": 1_000,
        "cache_read_input_tokens": 3_000,
    }
    content = [{"type": "text", "text": text}] if text else []
    return Says(
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-test",
            "content": content,
            "stop_reason": stop,
            "stop_sequence": None,
            "usage": usage,
        }
    )


def failure(status: int, kind: str = "api_error", **headers: str) -> Says:
    error = {"type": "error", "error": {"type": kind, "message": f"the service said {kind}"}}
    return Says(error, status, {**QUICK, **headers})


Script = Callable[[Json], Says]


@dataclass(slots=True)
class Server:
    """What was asked, and where to ask."""

    url: str
    requests: list[Json] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


@contextmanager
def serving(script: Script | list[Says]) -> Iterator[Server]:
    """Serve until the block ends; a list is said in order, its last entry for ever."""
    server = Server("")
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), _speaking(server, script))
    server.url = f"http://127.0.0.1:{httpd.server_address[1]}"
    thread = Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


def _speaking(server: Server, script: Script | list[Says]) -> type[BaseHTTPRequestHandler]:
    lock = Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with lock:
                server.requests.append(body)
                server.headers.append({k.lower(): v for k, v in self.headers.items()})
                says = script(body) if callable(script) else _next(script)
            time.sleep(says.delay)
            if says.drop:
                self.close_connection = True
                self.connection.close()
                return
            with suppress(BrokenPipeError, ConnectionResetError):
                _say(self, says)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    return Handler


def _say(handler: BaseHTTPRequestHandler, says: Says) -> None:
    text = says.body if isinstance(says.body, str) else json.dumps(says.body)
    raw = text.encode()
    handler.send_response(says.status)
    kind = "text/html" if text.startswith("<") else "application/json"
    for name, value in {"content-type": kind, **says.headers}.items():
        handler.send_header(name, value)
    handler.send_header("content-length", str(len(raw)))
    handler.end_headers()
    handler.wfile.write(raw)


def _next(script: list[Says]) -> Says:
    return script.pop(0) if len(script) > 1 else script[0]
