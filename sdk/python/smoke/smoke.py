"""Goes once through what integrators do, against a real server with a real laptop.

Prints one line of JSON. SCHOOLGATE_BASE_URL, SCHOOLGATE_API_KEY and SCHOOLGATE_SMOKE_DEVICE say where.
"""

import json
import os
import queue
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import islice
from threading import Thread
from typing import Any, Dict, Tuple

from schoolgate import Schoolgate, verify_webhook

MOST_LOGS = 200

deliveries: "queue.Queue[Tuple[bytes, Dict[str, str]]]" = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        deliveries.put((body, dict(self.headers.items())))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def receive(client: Schoolgate) -> str:
    """Registers a webhook, has the server send an event, and gives its type once it is verified."""
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    Thread(target=server.serve_forever, daemon=True).start()
    webhook = client.webhooks.create(url=f"http://127.0.0.1:{server.server_port}/")
    try:
        client.webhooks.test(webhook.id)
        body, headers = deliveries.get(timeout=60)
        return verify_webhook(body, headers, webhook.secret or "").type
    finally:
        client.webhooks.delete(webhook.id)
        server.shutdown()
        server.server_close()


def main() -> None:
    device = os.environ["SCHOOLGATE_SMOKE_DEVICE"]
    with Schoolgate(user_agent="smoke/1") as client:
        devices = [one.id for one in client.devices.list(limit=5)]
        assert device in devices, f"{device} is not among the devices"
        lock = client.devices.lock(device, message="See the office", wait=20)
        unlock = client.devices.command(device, type="unlock", wait=20)
        override = client.overrides.create(
            scope={"type": "device", "id": device}, site="wiki.example", ttl_minutes=5
        )
        client.overrides.delete(override.id)
        logs = sum(1 for _ in islice(client.logs.list(limit=2), MOST_LOGS))
        told = {
            "devices": len(devices),
            "lock": client.commands.wait_for(lock.id).status,
            "unlock": client.commands.wait_for(unlock.id).status,
            "override": override.id,
            "logs": logs,
            "event": receive(client),
        }
    print(json.dumps(told))


main()
