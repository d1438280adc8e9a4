"""The course of a call: attempts, pauses, and what the caller learns.

Written once, as a generator that says what to do next: `Send` or `Pause`. The client for threads
and the one for asyncio each do it in their way, and give back what came of it.
"""

from __future__ import annotations

import os
import random
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Callable, Generator, Optional, Union

from ._answer import Answer, RateLimit, error_of, may_try_again, pause, rate_limit_of, result_of
from ._errors import ApiError, CallTimeoutError, NetworkError, SchoolgateError
from ._request import Call, Operation, Request, build_request, check_base_url, user_agent
from ._tls import Trust

OPEN_COMMANDS = frozenset({"queued", "sent", "acknowledged"})
"""States of a command that has not ended."""


@dataclass(frozen=True)
class RequestInfo:
    """A request that is about to be sent."""

    method: str
    url: str
    attempt: int
    """From 1."""


@dataclass(frozen=True)
class ResponseInfo:
    """An answer that came."""

    method: str
    url: str
    attempt: int
    status: int
    request_id: Optional[str]
    duration_ms: float


@dataclass(frozen=True)
class RetryInfo:
    """An attempt that failed and is followed by another."""

    method: str
    url: str
    attempt: int
    wait_ms: float
    reason: str


@dataclass(frozen=True)
class Hooks:
    """What the caller wants to hear. An exception in a hook is ignored."""

    on_request: Optional[Callable[[RequestInfo], Any]] = None
    on_response: Optional[Callable[[ResponseInfo], Any]] = None
    on_retry: Optional[Callable[[RetryInfo], Any]] = None


@dataclass(frozen=True)
class Send:
    """Send this, and give back an `Answer`, a `NetworkError` or a `CallTimeoutError`."""

    request: Request
    timeout: float
    """Seconds until the call must have ended."""


@dataclass(frozen=True)
class Pause:
    """Do nothing for so long."""

    seconds: float


Step = Union[Send, Pause]
Outcome = Union[Answer, NetworkError, CallTimeoutError, None]
Course = Generator[Step, Outcome, Any]


@dataclass
class Seams:
    """What tests replace."""

    now: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    random: Callable[[], float] = random.random
    sleep: Optional[Callable[[float], Any]] = None


@dataclass
class Core:
    """A client without its connections."""

    base_url: str
    timeout: float
    max_retries: int
    agent: str
    hooks: Hooks
    trust: Trust
    seams: Seams
    authorization: str = field(repr=False, default="")
    rate_limit: Optional[RateLimit] = None

    def call(self, call: Call) -> Course:
        """Returns the result of the call."""
        seconds = self.timeout if call.timeout is None else call.timeout
        deadline = self.seams.monotonic() + seconds + (call.wait or 0)
        request = build_request(
            call,
            self.base_url,
            authorization=self.authorization,
            agent=self.agent,
            key=call.idempotency_key or str(uuid.uuid4()),
        )
        former: Optional[SchoolgateError] = None
        may_be_done = False
        attempt = 0
        while True:
            attempt += 1
            outcome = yield from self._attempt(request, attempt, deadline)
            if isinstance(outcome, CallTimeoutError):
                raise former if former is not None else outcome
            if isinstance(outcome, Answer):
                if outcome.status < 400:
                    return result_of(call, outcome, self.seams.now())
                failure: Optional[ApiError] = error_of(outcome, self.seams.now())
            else:
                failure = None
            error: Any = outcome if failure is None else failure
            if may_be_done and failure is not None and failure.status == 404:
                return None
            wait = self._wait(call.operation, failure, attempt, deadline)
            if wait is None:
                raise error
            is_delete = call.operation.method == "DELETE"
            may_be_done |= is_delete and (failure is None or failure.status >= 500)
            former = error
            info = RetryInfo(request.method, request.url, attempt, wait * 1000, str(error))
            _tell(self.hooks.on_retry, info)
            yield Pause(wait)

    def _attempt(
        self, request: Request, attempt: int, deadline: float
    ) -> Generator[Step, Outcome, Outcome]:
        begun = self.seams.monotonic()
        if deadline - begun <= 0:
            return CallTimeoutError("the time for the call ended before it was sent")
        _tell(self.hooks.on_request, RequestInfo(request.method, request.url, attempt))
        outcome = yield Send(request, deadline - begun)
        if isinstance(outcome, Answer):
            self.rate_limit = rate_limit_of(outcome) or self.rate_limit
            duration = (self.seams.monotonic() - begun) * 1000
            info = ResponseInfo(
                request.method, request.url, attempt, outcome.status, outcome.request_id, duration
            )
            _tell(self.hooks.on_response, info)
        return outcome

    def _wait(
        self, operation: Operation, failure: Optional[ApiError], attempt: int, deadline: float
    ) -> Optional[float]:
        """Seconds until the next attempt; None when there is none."""
        if attempt > self.max_retries or not may_try_again(operation, failure):
            return None
        wait = pause(failure, attempt - 1, self.seams.random())
        if wait is None or self.seams.monotonic() + wait >= deadline:
            return None
        return wait

    def wait_for(self, call: Call, timeout: float, interval: float) -> Course:
        """Asks until a command has ended. Raises CallTimeoutError when it has not in time."""
        deadline = self.seams.monotonic() + timeout
        while True:
            left = max(deadline - self.seams.monotonic(), 0.001)
            seconds = min(left, self.timeout)
            command = yield from self.call(Call(call.operation, call.ids, timeout=seconds))
            if command.status not in OPEN_COMMANDS:
                return command
            if self.seams.monotonic() + interval >= deadline:
                raise CallTimeoutError(
                    f"the command {call.ids[0]} is still {command.status} after {timeout:g} s"
                )
            yield Pause(interval)


def _tell(hook: Optional[Callable[[Any], Any]], info: Any) -> None:
    if hook is None:
        return
    try:
        hook(info)
    except Exception:
        # What a caller does to watch the client must not break a call that works.
        pass


def make_core(
    api_key: Optional[str],
    base_url: Optional[str],
    *,
    timeout: float,
    max_retries: int,
    product: Optional[str],
    hooks: Hooks,
    trust: Trust,
    seams: Optional[Seams],
) -> Core:
    """Raises ValueError when the key or the address is missing or malformed."""
    key = api_key or os.environ.get("SCHOOLGATE_API_KEY")
    address = base_url or os.environ.get("SCHOOLGATE_BASE_URL")
    if not key:
        raise ValueError("an API key is needed: give api_key, or set SCHOOLGATE_API_KEY")
    if not address:
        raise ValueError("the server's address is needed: give base_url, or set SCHOOLGATE_BASE_URL")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError("the API key has a character that no key has")
    checked = check_base_url(address)
    if trust.fingerprint is not None and trust.ca is not None:
        raise ValueError("ca and fingerprint exclude each other")
    if trust.fingerprint is not None and not checked.startswith("https:"):
        raise ValueError("fingerprint needs a base_url that begins with https:")
    return Core(
        base_url=checked,
        timeout=timeout,
        max_retries=max_retries,
        agent=user_agent(product),
        hooks=hooks,
        trust=trust,
        seams=seams or Seams(),
        authorization=f"Bearer {key}",
    )
