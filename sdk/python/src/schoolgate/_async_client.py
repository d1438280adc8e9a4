"""The client for asyncio (and for trio, which httpx knows too)."""

from __future__ import annotations

import os
import ssl
from types import TracebackType
from typing import Any, Callable, Optional, Type, Union

import anyio
import httpx

from ._answer import MAX_BODY_BYTES, Answer, RateLimit
from ._client import _TIMED_OUT, _caused, _headers
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
from .generated.async_resources import AsyncResources


class AsyncSchoolgate(AsyncResources):
    """The API of a Schoolgate server, for programs with asyncio. Its arguments are those of `Schoolgate`.

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
        self._http: Optional[httpx.AsyncClient] = (
            None if pin else self._connect(context_of(self._core.trust, self._core.base_url))
        )
        self._closed = False
        super().__init__(self)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """What the last answer said of the rate limit; None before."""
        return self._core.rate_limit

    async def close(self) -> None:
        """Closes the connections. May be called twice."""
        self._closed = True
        if self._http is not None:
            await self._http.aclose()

    async def __aenter__(self) -> "AsyncSchoolgate":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncSchoolgate(base_url={self._core.base_url!r})"

    def __getstate__(self) -> Any:
        raise TypeError("a client cannot be pickled: it holds the key and connections")

    def _connect(self, context: ssl.SSLContext) -> httpx.AsyncClient:
        return httpx.AsyncClient(verify=context, proxy=self._core.trust.proxy, follow_redirects=False)

    async def _connected(self, timeout: float) -> httpx.AsyncClient:
        if self._closed:
            raise SchoolgateError("the client is closed")
        if self._http is None:
            core = self._core
            context = await anyio.to_thread.run_sync(find_pinned, core.trust, core.base_url, timeout)
            if self._http is None:
                self._http = self._connect(context)
        return self._http

    async def _call(self, call: Call) -> Any:
        return await self._run(self._core.call(call))

    async def _wait_for(self, call: Call, timeout: float, interval: float) -> Any:
        return await self._run(self._core.wait_for(call, timeout, interval))

    async def _sleep(self, seconds: float) -> None:
        if self._core.seams.sleep is not None:
            self._core.seams.sleep(seconds)
        else:
            await anyio.sleep(seconds)

    async def _run(self, course: Course) -> Any:
        outcome: Outcome = None
        try:
            step = next(course)
            while True:
                if isinstance(step, Pause):
                    await self._sleep(step.seconds)
                    outcome = None
                else:
                    outcome = await self._send(step)
                step = course.send(outcome)
        except StopIteration as end:
            return end.value

    async def _send(self, step: Send) -> Outcome:
        try:
            with anyio.fail_after(step.timeout):
                return await self._exchange(step)
        except (TimeoutError, httpx.TimeoutException) as error:
            return _caused(CallTimeoutError(_TIMED_OUT), error)
        except (httpx.HTTPError, httpx.StreamError) as error:
            text = f"no answer from {self._core.base_url}: {error}"
            return _caused(NetworkError(text), error)
        except NetworkError as error:
            return error

    async def _exchange(self, step: Send) -> Answer:
        request = step.request
        http = await self._connected(step.timeout)
        async with http.stream(
            request.method,
            request.url,
            headers=dict(request.headers),
            content=request.body,
            timeout=step.timeout,
        ) as response:
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > MAX_BODY_BYTES:
                    raise UnexpectedAnswerError("the answer is longer than 64 MB", response.status_code)
            return Answer(response.status_code, _headers(response), bytes(body))
