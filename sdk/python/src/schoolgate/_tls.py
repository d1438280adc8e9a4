"""Whom a client trusts: the system's authorities, given ones, or the one with a fingerprint."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import ssl
from dataclasses import dataclass
from typing import Any, Iterable, List, Optional, Union

import certifi
import httpx

from ._errors import NetworkError, SchoolgateError

_PARTIAL_CHAIN = 0x80000
"""`ssl.VERIFY_X509_PARTIAL_CHAIN`, which has a name since Python 3.10."""
_DER = 2
"""`_ssl.ENCODING_DER`."""
_CERTIFICATE = re.compile(
    "-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL
)


@dataclass(frozen=True)
class Trust:
    """What the caller said about it."""

    ca: Union[str, "os.PathLike[str]", None] = None
    """PEM text, or the path of a file of it: trusted instead of the system's authorities."""
    fingerprint: Optional[bytes] = None
    """SHA-256 of the authority's certificate, or of the server's own."""
    proxy: Optional[str] = None


def parse_fingerprint(text: str) -> bytes:
    """SHA-256 as hexadecimal digits, with colons or without, or as base64url.

    Raises ValueError for anything else.
    """
    digits = text.strip().replace(":", "")
    if re.fullmatch("[0-9A-Fa-f]{64}", digits):
        return bytes.fromhex(digits)
    if re.fullmatch("[A-Za-z0-9_-]{43}=?", digits):
        return base64.urlsafe_b64decode(digits.rstrip("=") + "=")
    raise ValueError("fingerprint must be a SHA-256, as 64 hexadecimal digits or as base64url")


def context_of(trust: Trust, base_url: str) -> ssl.SSLContext:
    """What httpx verifies with, where there is no fingerprint.

    Raises OSError for a file that is not there.
    """
    if not base_url.startswith("https:"):
        # Nobody is asked for a certificate. Reading the authorities would take 20 ms and more.
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if trust.ca is None:
        context = ssl.create_default_context()
        paths = ssl.get_default_verify_paths()
        if not (context.cert_store_stats()["x509_ca"] or paths.cafile or paths.capath):
            # Python finds no authorities of the system (python.org's on macOS): those of Mozilla.
            context.load_verify_locations(certifi.where())
        return context
    if isinstance(trust.ca, str) and "-----BEGIN" in trust.ca:
        return _lenient(ssl.create_default_context(cadata=trust.ca))
    return _lenient(ssl.create_default_context(cafile=os.fspath(trust.ca)))


def find_pinned(trust: Trust, base_url: str, timeout: float) -> ssl.SSLContext:
    """Asks the server for its certificates, without the key, and trusts the one that was named.

    The authority comes from `GET /agent/v1/ca`, as for laptops (its text is worth nothing before
    its fingerprint fits); else from the chain that the server sends.

    Raises SchoolgateError when none has the fingerprint, NetworkError without a connection.
    """
    unverified = ssl.create_default_context()
    unverified.check_hostname = False
    unverified.verify_mode = ssl.CERT_NONE
    offered: List[bytes] = []
    own = b""
    try:
        with httpx.Client(verify=unverified, proxy=trust.proxy, timeout=timeout) as client:
            with client.stream("GET", f"{base_url}/agent/v1/ca") as answer:
                connection = answer.extensions["network_stream"].get_extra_info("ssl_object")
                own = connection.getpeercert(True) or b""
                offered.extend(_sent_chain(connection))
                text = b""
                for chunk in answer.iter_bytes():
                    text += chunk
                    if len(text) > 100_000:
                        break
    except httpx.HTTPError as error:
        raise NetworkError(f"no connection to {base_url}: {error}") from error
    # The PEM stands in JSON, which writes the end of a line as two characters.
    offered.extend(_certificates(text.decode("ascii", "ignore").replace("\\n", "\n")))
    return pinned_context(trust.fingerprint or b"", own, offered)


def pinned_context(fingerprint: bytes, own: bytes, offered: Iterable[bytes]) -> ssl.SSLContext:
    """Trusts the certificate of this fingerprint alone.

    An authority vouches for names, which are checked. A server's own certificate that was named is
    the server, whatever name it is reached by.
    """
    if own and hashlib.sha256(own).digest() == fingerprint:
        context = _trusting(own)
        context.check_hostname = False
        return context
    for certificate in offered:
        if hashlib.sha256(certificate).digest() == fingerprint:
            return _trusting(certificate)
    raise SchoolgateError(
        "no certificate of the server has this fingerprint: either the fingerprint belongs to another "
        "server, or somebody stands between this program and the server"
    )


def _trusting(certificate: bytes) -> ssl.SSLContext:
    context = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(certificate))
    context.verify_flags |= ssl.VerifyFlags(_PARTIAL_CHAIN)
    return _lenient(context)


def _lenient(context: ssl.SSLContext) -> ssl.SSLContext:
    """Python 3.13 asks of an authority what an older one of a school need not have."""
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


def _certificates(text: str) -> List[bytes]:
    made = []
    for pem in _CERTIFICATE.findall(text):
        try:
            made.append(ssl.PEM_cert_to_DER_cert(pem))
        except ValueError:
            continue
    return made


def _sent_chain(connection: Any) -> List[bytes]:
    """The certificates that the server sent; only Python 3.13 and later tells them."""
    tell = getattr(connection, "get_unverified_chain", None)
    chain = [] if tell is None else tell()
    # Python 3.13.0 gives objects where later ones give the bytes.
    return [one if isinstance(one, bytes) else one.public_bytes(_DER) for one in chain]
