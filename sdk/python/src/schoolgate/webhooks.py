"""Deliveries of webhooks: whether they are from the server (Standard Webhooks 1.0.0)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import List, Mapping, Optional, Sequence, Union

from ._errors import WebhookVerificationError
from .generated.models import Event


def verify_webhook(
    payload: Union[bytes, str],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> Event:
    """The event of a delivery, once its signature fits.

    payload: the body exactly as it was received.
    headers: those of the request; their names in any case.
    secrets: `whsec_…`; several while one is replaced by another.
    tolerance: seconds by which the delivery may be older or newer than now.
    now: seconds since 1970; the clock of this machine where it is left out.

    Raises WebhookVerificationError.
    """
    given = {str(name).lower(): value for name, value in headers.items()}
    id, timestamp, signature = (
        _header(given, f"webhook-{name}") for name in ("id", "timestamp", "signature")
    )
    if "." in id or "." in timestamp:
        raise WebhookVerificationError("webhook-id or webhook-timestamp has a full stop in it")
    _check_time(timestamp, tolerance, time.time() if now is None else now)
    raw = payload.encode() if isinstance(payload, str) else bytes(payload)
    keys = [_key(one) for one in ([secrets] if isinstance(secrets, str) else secrets)]
    if not keys:
        raise WebhookVerificationError("no secret was given")
    content = f"{id}.{timestamp}.".encode() + raw
    wanted = [hmac.new(key, content, hashlib.sha256).digest() for key in keys]
    if not _fits(_signatures(signature), wanted):
        raise WebhookVerificationError("no signature fits: another secret, or a changed body")
    return _event(raw)


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookVerificationError(f"the header {name} is missing")
    return value


def _check_time(timestamp: str, tolerance: float, now: float) -> None:
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookVerificationError("webhook-timestamp is not a number of seconds")
    if int(timestamp) < now - tolerance:
        raise WebhookVerificationError("the delivery is too old")
    if int(timestamp) > now + tolerance:
        raise WebhookVerificationError("the delivery is too new: is a clock wrong?")


def _key(secret: str) -> bytes:
    if not secret.startswith("whsec_"):
        raise WebhookVerificationError("a secret does not begin with whsec_")
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True)
    except ValueError:  # no base64, or no ASCII
        key = b""
    if not key:
        raise WebhookVerificationError("a secret is malformed")
    return key


def _signatures(header: str) -> List[bytes]:
    """Those of version v1; others (`v1a`, Ed25519) are left aside."""
    made = []
    for part in header.split(" "):
        version, _, text = part.partition(",")
        if version != "v1":
            continue
        try:
            made.append(base64.b64decode(text, validate=True))
        except ValueError:
            continue
    return made


def _fits(sent: Sequence[bytes], wanted: Sequence[bytes]) -> bool:
    found = False
    for one in sent:
        for other in wanted:
            found |= hmac.compare_digest(one, other)
    return found


def _event(raw: bytes) -> Event:
    try:
        data = json.loads(raw)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise WebhookVerificationError("the body is not an event")
    return Event.from_dict(data)
