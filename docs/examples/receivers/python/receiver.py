"""A webhook receiver for Schoolgate, on nothing but Python (3.9 or later).

    WEBHOOK_SECRETS=whsec_… PORT=3000 python3 receiver.py

During a rotation give both secrets, with a comma between them. Put a reverse proxy with HTTPS in front.
"""

import base64
import hashlib
import hmac
import json
import os
import queue
import sys
import threading
import time
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRETS = [secret for secret in os.environ.get("WEBHOOK_SECRETS", "").split(",") if secret]
TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 1_000_000  # Schoolgate sends less than 20,000
REMEMBERED_IDS = 100_000
READ_TIMEOUT_SECONDS = 10


def verify(raw, headers, secrets, now=None):
    """Checks a request (Standard Webhooks 1.0.0). `raw` is the body as it came: parsing and writing it again would change it."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not message_id or not (timestamp.isascii() and timestamp.isdigit()):
        raise ValueError("headers are missing")
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("timestamp too far from now")
    sent = [part[3:].encode() for part in headers.get("webhook-signature", "").split(" ") if part.startswith("v1,")]
    content = f"{message_id}.{timestamp}.".encode() + raw
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
        if any(hmac.compare_digest(signature, expected) for signature in sent):
            return json.loads(raw)
    raise ValueError("no signature fits")


class Seen:
    """Ids that came already. In production keep them with your data, in the same transaction as the work."""

    def __init__(self):
        self.ids = OrderedDict()
        self.lock = threading.Lock()

    def is_new(self, message_id):
        with self.lock:
            if message_id in self.ids:
                return False
            self.ids[message_id] = None
            if len(self.ids) > REMEMBERED_IDS:
                self.ids.popitem(last=False)
            return True


def handle(event):
    """Your work goes here. Events come in no order: `sequence` has it."""
    print(event["sequence"], event["type"], event.get("device_id", ""), flush=True)


seen = Seen()
work = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = READ_TIMEOUT_SECONDS

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdigit() or int(length) > MAX_BODY_BYTES:
            return self.answer(413)
        try:
            event = verify(self.rfile.read(int(length)), self.headers, SECRETS)
        except ValueError as error:
            print(f"refused: {error}", file=sys.stderr, flush=True)
            return self.answer(401)
        # Answer first: after 15 seconds Schoolgate takes the attempt for failed and sends the event again.
        self.answer(204)
        if seen.is_new(event["id"]):
            work.put(event)

    def answer(self, status):
        if status >= 400:
            self.close_connection = True
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def run_work():
    while True:
        handle(work.get())


if __name__ == "__main__":
    if not SECRETS:
        sys.exit("set WEBHOOK_SECRETS to the secret that POST /v1/webhooks gave you")
    threading.Thread(target=run_work, daemon=True).start()
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
