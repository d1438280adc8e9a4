"""The client for programs without asyncio."""

from __future__ import annotations

import os
import ssl
import threading
import time
from types import TracebackType
from typing import Any, Callable, Optional, Type, TypeVar, Union

import httpx

from ._answer import MAX_BODY_BYTES, Answer, RateLimit
from ._core import (
    Course,
    Hooks,
    Outcome,
    Pause,
    RequestInfo,
    ResponseInfo,
    RetryInfo,
    Seams,
    Send,
    make_core,
)
from ._errors import CallTimeoutError, NetworkError, SchoolgateError, UnexpectedAnswerError
from ._request import Call
from ._tls import Trust, context_of, find_pinned, parse_fingerprint
from .generated.resources import Resources

_E = TypeVar("_E", bound=Exception)
_TIMED_OUT = "the time for the call ended before its answer came"


class Schoolgate(Resources):
    """The API of a Schoolgate server. May be used by several threads.

    api_key, base_url: where they are left out, SCHOOLGATE_API_KEY and SCHOOLGATE_BASE_URL.
    timeout: seconds for a whole call, with its retries and the pauses between them.
    max_retries: how often a call that failed is tried again, where that is safe.
    user_agent: the name and version of the program, put in front of the client's own.
    ca: the certificate authority (PEM, or the path of a file) that is trusted instead of the system's.
    fingerprint: SHA-256 of the server's authority or of its own certificate; nothing else is trusted.
    proxy: the address of a proxy; where it is left out, HTTPS_PROXY and NO_PROXY hold.
    on_request, on_response, on_retry: functions that are told what happens, never the key.

    Raises ValueError when the key or the address is missing or malformed.
    """

    def __init__(
        self,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 2,
        user_agent: Optional[str] = None,
        ca: Union[str, "os.PathLike[str]", None] = None,
        fingerprint: Optional[str] = None,
        proxy: Optional[str] = None,
        on_request: Optional[Callable[[RequestInfo], Any]] = None,
        on_response: Optional[Callable[[ResponseInfo], Any]] = None,
        on_retry: Optional[Callable[[RetryInfo], Any]] = None,
        _seams: Optional[Seams] = None,
    ) -> None:
        pin = None if fingerprint is None else parse_fingerprint(fingerprint)
        self._core = make_core(
            api_key,
            base_url,
            timeout=timeout,
            max_retries=max_retries,
            product=user_agent,
            hooks=Hooks(on_request, on_response, on_retry),
            trust=Trust(ca, pin, proxy),
            seams=_seams,
        )
        self._lock = threading.Lock()
        self._http: Optional[httpx.Client] = (
            None if pin else self._connect(context_of(self._core.trust, self._core.base_url))
        )
        self._closed = False
        super().__init__(self)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """What the last answer said of the rate limit; None before."""
        return self._core.rate_limit

    def close(self) -> None:
        """Closes the connections. May be called twice."""
        with self._lock:
            self._closed = True
            if self._http is not None:
                self._http.close()

    def __enter__(self) -> "Schoolgate":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Schoolgate(base_url={self._core.base_url!r})"

    def __getstate__(self) -> Any:
        raise TypeError("a client cannot be pickled: it holds the key and connections")

    def _connect(self, context: ssl.SSLContext) -> httpx.Client:
        return httpx.Client(verify=context, proxy=self._core.trust.proxy, follow_redirects=False)

    def _connected(self, timeout: float) -> httpx.Client:
        with self._lock:
            if self._closed:
                raise SchoolgateError("the client is closed")
            if self._http is None:
                core = self._core
                self._http = self._connect(find_pinned(core.trust, core.base_url, timeout))
            return self._http

    def _call(self, call: Call) -> Any:
        return self._run(self._core.call(call))

    def _wait_for(self, call: Call, timeout: float, interval: float) -> Any:
        return self._run(self._core.wait_for(call, timeout, interval))

    def _sleep(self, seconds: float) -> None:
        (self._core.seams.sleep or time.sleep)(seconds)

    def _run(self, course: Course) -> Any:
        outcome: Outcome = None
        try:
            step = next(course)
            while True:
                if isinstance(step, Pause):
                    self._sleep(step.seconds)
                    outcome = None
                else:
                    outcome = self._send(step)
                step = course.send(outcome)
        except StopIteration as end:
            return end.value

    def _send(self, step: Send) -> Outcome:
        ends = time.monotonic() + step.timeout
        request = step.request
        try:
            http = self._connected(step.timeout)
            with http.stream(
                request.method,
                request.url,
                headers=dict(request.headers),
                content=request.body,
                timeout=step.timeout,
            ) as response:
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if len(body) > MAX_BODY_BYTES:
                        raise UnexpectedAnswerError("the answer is longer than 64 MB", response.status_code)
                    if time.monotonic() > ends:
                        return CallTimeoutError(_TIMED_OUT)
                return Answer(response.status_code, _headers(response), bytes(body))
        except httpx.TimeoutException as error:
            return _caused(CallTimeoutError(_TIMED_OUT), error)
        except (httpx.HTTPError, httpx.StreamError) as error:
            return _caused(NetworkError(f"no answer from {self._core.base_url}: {error}"), error)
        except NetworkError as error:
            return error


def _headers(response: httpx.Response) -> "dict[str, str]":
    return {name.lower(): value for name, value in response.headers.items()}


def _caused(error: _E, cause: Exception) -> _E:
    error.__cause__ = cause
    return error
