"""Deliveries: what is taken, and what is refused."""

import base64
import hashlib
import hmac
import unittest
from typing import Any, Dict

from schoolgate import WebhookVerificationError, models, verify_webhook

SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
OTHER = "whsec_" + base64.b64encode(b"another secret of some length").decode()
ID = "evt_01kafw3v5xe8m9t2q4r6y8b0cd"
NOW = 1795168800
BODY = (
    '{"id":"evt_01kafw3v5xe8m9t2q4r6y8b0cd","event":"device.offline","type":"device.offline",'
    '"timestamp":"2026-11-20T10:00:00.000Z","device_id":"dev_01kafw2n7qd5g8h1j3k6m9p2rs",'
    '"sequence":1234,"data":{"reason":"silence"}}'
)
SIGNATURE = "v1,24oJF9jmDOEo8BKjbY7RWNI8iwTcknx5tHxT64a2H8M="


def headers(**changed: str) -> Dict[str, str]:
    made = {"webhook-id": ID, "webhook-timestamp": str(NOW), "webhook-signature": SIGNATURE}
    return {**made, **{f"webhook-{name}": value for name, value in changed.items()}}


def signed(id: str, timestamp: str, body: bytes) -> str:
    key = base64.b64decode(SECRET[6:])
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


class Webhooks(unittest.TestCase):
    def refuses(self, why: str, given: Dict[str, str], **options: Any) -> None:
        arguments: Dict[str, Any] = {"payload": BODY, "secrets": SECRET, "now": NOW, **options}
        with self.assertRaisesRegex(WebhookVerificationError, why):
            verify_webhook(arguments.pop("payload"), given, arguments.pop("secrets"), **arguments)

    def test_vector(self) -> None:
        """takes the delivery of the specification, as a text and as bytes, with headers in any case"""
        upper = {name.title(): value for name, value in headers().items()}
        for payload in (BODY, BODY.encode()):
            for given in (headers(), upper):
                event = verify_webhook(payload, given, SECRET, now=NOW)
                self.assertEqual((ID, 1234), (event.id, event.sequence))
                self.assertIsInstance(event.data, models.DeviceOfflineData)

    def test_rotation(self) -> None:
        """takes either of two secrets, and any of several signatures"""
        verify_webhook(BODY, headers(), [OTHER, SECRET], now=NOW)
        many = headers(signature=f"v1a,AAAA v1,AAAA {SIGNATURE} v2,x")
        verify_webhook(BODY, many, SECRET, now=NOW)

    def test_time(self) -> None:
        """refuses what is too old or too new"""
        verify_webhook(BODY, headers(), SECRET, now=NOW + 300)
        self.refuses("too old", headers(), now=NOW + 301)
        self.refuses("too new", headers(), now=NOW - 301)
        verify_webhook(BODY, headers(), SECRET, now=NOW + 900, tolerance=1000)
        for bad in ("soon", "-1", "1e9", "9" * 13):
            self.refuses("not a number", headers(timestamp=bad))

    def test_signature(self) -> None:
        """refuses a changed body, another secret, and a signature of another kind"""
        self.refuses("no signature", headers(), payload=BODY + " ")
        self.refuses("no signature", headers(), secrets=OTHER)
        self.refuses("no signature", headers(signature=SIGNATURE.replace("v1,", "v1a,")))
        self.refuses("no signature", headers(signature="v1,%%% v1 nothing"))

    def test_headers(self) -> None:
        """names the header that is missing, and refuses a full stop in one"""
        for name in headers():
            given = headers()
            del given[name]
            self.refuses(f"{name} is missing", given)
        forged = signed("evt.1", str(NOW), BODY.encode())
        self.refuses("full stop", headers(id="evt.1", signature=forged))

    def test_secrets(self) -> None:
        """names what is wrong with a secret"""
        for bad in ("", "secret", "whsec_", "whsec_%%%", "whsec_ñ"):
            self.refuses("secret", headers(), secrets=bad)
        self.refuses("no secret", headers(), secrets=[])

    def test_body(self) -> None:
        """refuses a body that is signed, but no event"""
        for body in ("[]", "{", "5"):
            given = headers(signature=signed(ID, str(NOW), body.encode()))
            self.refuses("not an event", given, payload=body)
