"""A server that expects certain requests and gives certain answers."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, Optional
from urllib.parse import parse_qsl, urlsplit

KEY = "sgk_test_000000000000000000000000000000000ivkVw"


class Stub:
    """Listens on 127.0.0.1. `faults` says in which ways the requests were not those of `exchanges`."""

    def __init__(self, exchanges: List[Dict[str, Any]]) -> None:
        self.exchanges = exchanges
        self.came = 0
        self.faults: List[str] = []
        self.ended = threading.Event()
        self.former: Dict[str, str] = {}
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def handle_any(self) -> None:
                stub.answer(self)

            do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = handle_any

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        # A connection that the client keeps open must not hold up the end of the stub.
        self.server.block_on_close = False
        self.base_url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> "Stub":
        self.thread.start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("content-length", 0))
        body = handler.rfile.read(length)
        if self.came >= len(self.exchanges):
            self.faults.append(f"a request too many: {handler.command} {handler.path}")
            return _send(handler, 599, {}, b"")
        exchange = self.exchanges[self.came]
        self.came += 1
        self.check(exchange["request"], handler, body)
        response = exchange["response"]
        if response == "silence":
            self.ended.wait()
            handler.close_connection = True
        elif response == "drop":
            handler.close_connection = True
        else:
            _respond(handler, response)
        return None

    def check(self, wanted: Dict[str, Any], handler: BaseHTTPRequestHandler, body: bytes) -> None:
        parts = urlsplit(handler.path)
        self.same("method", handler.command, wanted["method"])
        self.same("path", parts.path, wanted["path"])
        self.same("query", _by_name(parse_qsl(parts.query, True)), _wanted_query(wanted))
        sent = {name.lower(): value for name, value in handler.headers.items()}
        self.same("authorization", sent.get("authorization"), f"Bearer {KEY}")
        self.same("body", json.loads(body) if body else None, wanted.get("body"))
        if "body" in wanted:
            self.same("content-type", sent.get("content-type"), "application/json")
        for name, value in wanted.get("headers", {}).items():
            self.header(name, sent.get(name), value)
        self.former = sent

    def header(self, name: str, sent: Optional[str], wanted: Optional[str]) -> None:
        if wanted == "*":
            if not sent:
                self.faults.append(f"{name} is missing")
        elif wanted == "=":
            self.same(name, sent, self.former.get(name))
        else:
            self.same(name, sent, wanted)

    def same(self, what: str, sent: Any, wanted: Any) -> None:
        if not same_body(sent, wanted):
            self.faults.append(f"request {self.came}: {what} is {sent!r}, not {wanted!r}")


def same_body(sent: Any, wanted: Any) -> bool:
    """Equal, moments as moments."""
    from .compare import same_text

    if isinstance(sent, dict) and isinstance(wanted, dict):
        return sent.keys() == wanted.keys() and all(same_body(sent[n], wanted[n]) for n in sent)
    if isinstance(sent, list) and isinstance(wanted, list):
        return len(sent) == len(wanted) and all(map(same_body, sent, wanted))
    if isinstance(sent, str) and isinstance(wanted, str):
        return same_text(sent, wanted)
    return type(sent) is type(wanted) and bool(sent == wanted)


def _by_name(pairs: Any) -> Dict[str, List[str]]:
    made: Dict[str, List[str]] = {}
    for name, value in pairs:
        made.setdefault(name, []).append(value)
    return made


def _wanted_query(wanted: Dict[str, Any]) -> Dict[str, List[str]]:
    query = wanted.get("query", {})
    return {name: value if isinstance(value, list) else [value] for name, value in query.items()}


def _respond(handler: BaseHTTPRequestHandler, response: Dict[str, Any]) -> None:
    headers = dict(response.get("headers", {}))
    if "text" in response:
        body = response["text"].encode()
    elif "body" in response:
        body = json.dumps(response["body"]).encode()
        headers.setdefault("content-type", "application/json")
    else:
        body = b""
    _send(handler, response["status"], headers, body)


def _send(handler: BaseHTTPRequestHandler, status: int, headers: Dict[str, str], body: bytes) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    if status != 204:
        handler.send_header("content-length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
