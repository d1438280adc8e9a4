"""From a call to the request that is sent. Pure: nothing here touches the network."""

from __future__ import annotations

import json
import math
import platform
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Dict, FrozenSet, List, Mapping, Optional, Sequence, Tuple, Union
from urllib.parse import quote, urlencode, urlsplit

from ._model import UNSET, Model, encode
from .generated.version import VERSION

IfMatch = Union[str, Model]
"""An ETag, or an object that the client got before."""


@dataclass(frozen=True)
class Operation:
    """What an operation of the API takes and gives."""

    method: str
    path: str
    """`/v1/devices/{id}/lock`"""
    result: str = ""
    """The name of the model; empty for nothing and for text."""
    is_list: bool = False
    text: Optional[str] = None
    """The media type of a text."""
    fixed_query: Mapping[str, str] = field(default_factory=dict)
    has_body: bool = False
    body_required: bool = False
    is_patch: bool = False
    nullable: FrozenSet[str] = frozenset()
    """Members of the body that may be null, by their names in JSON."""
    idempotency_key: bool = False


@dataclass(frozen=True)
class Call:
    """One call of an operation, as the caller made it."""

    operation: Operation
    ids: Tuple[str, ...] = ()
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)
    wait: Optional[int] = None
    if_match: Optional[IfMatch] = None
    idempotency_key: Optional[str] = None
    timeout: Optional[float] = None


@dataclass(frozen=True)
class Request:
    """What goes over the wire. Its text says nothing of the headers, so never the key."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: Optional[bytes] = field(default=None, repr=False)


def check_base_url(text: str) -> str:
    """The address without a `/` at its end.

    Raises ValueError for what is no address of a server.
    """
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"base_url must look like https://school.example, not {text!r}")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("base_url must have no user name, no query and no fragment")
    return text.rstrip("/")


def user_agent(product: Optional[str]) -> str:
    """`sis-sync/1.2 schoolgate-python/0.2.0 python/3.13.0`"""
    own = f"schoolgate-python/{VERSION} python/{platform.python_version()}"
    return own if product is None else f"{product} {own}"


def build_request(call: Call, base_url: str, *, authorization: str, agent: str, key: str) -> Request:
    """Raises ValueError for an id that is empty, `.` or `..`, and for a naive datetime.

    `key` is the Idempotency-Key of an operation that takes one.
    """
    operation = call.operation
    headers = {
        "Authorization": authorization,
        "User-Agent": agent,
        "Accept": operation.text or "application/json",
    }
    body = body_of(call)
    if body is not None:
        headers["Content-Type"] = "application/json"
    if operation.idempotency_key:
        headers["Idempotency-Key"] = key
    if call.wait is not None:
        headers["Prefer"] = f"wait={math.ceil(call.wait)}"
    if call.if_match is not None:
        headers["If-Match"] = etag_text(call.if_match)
    query = query_of(call)
    search = "" if not query else f"?{urlencode(query, quote_via=quote, safe='')}"
    return Request(operation.method, base_url + path_of(call) + search, headers, body)


def path_of(call: Call) -> str:
    """The path with its ids, each escaped so that it stays one segment."""
    path = call.operation.path
    for value in call.ids:
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{value!r} is no id")
        start, end = path.index("{"), path.index("}")
        path = path[:start] + quote(value, safe="") + path[end + 1 :]
    return path


def query_of(call: Call) -> List[Tuple[str, str]]:
    """Name and value of each parameter; one with several values stands several times."""
    pairs = list(call.operation.fixed_query.items())
    for name, value in call.query.items():
        if value is None or value is UNSET:
            continue
        many = value if isinstance(value, (list, tuple, set, frozenset)) else [value]
        pairs.extend((name, _parameter(one)) for one in many)
    return pairs


def _parameter(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(encode(value)) if isinstance(value, date) else str(value)


def body_of(call: Call) -> Optional[bytes]:
    """The body as UTF-8 JSON; None for none."""
    operation = call.operation
    if not operation.has_body:
        return None
    members: Dict[str, Any] = {
        name: encode(value)
        for name, value in call.body.items()
        if value is not UNSET and (value is not None or operation.is_patch or name in operation.nullable)
    }
    if not members and not operation.body_required:
        return None
    return json.dumps(members, ensure_ascii=False, allow_nan=False).encode()


def etag_text(given: IfMatch) -> str:
    """Raises ValueError for an object that came without an ETag."""
    etag = given if isinstance(given, str) else given._etag
    if etag is None:
        raise ValueError("if_match: the server sent no ETag with this object")
    return etag


def without_page(call: Call, cursor: str) -> Call:
    """The call of the next page: the same filters, from the cursor on."""
    query = {name: value for name, value in call.query.items() if name != "page"}
    return Call(call.operation, call.ids, {**query, "cursor": cursor}, timeout=call.timeout)


def names(values: Sequence[str]) -> FrozenSet[str]:
    """For the generated operations."""
    return frozenset(values)
