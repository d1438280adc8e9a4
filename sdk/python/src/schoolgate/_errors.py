"""What can go wrong, as exceptions."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Type


class SchoolgateError(Exception):
    """Every error of this client."""


class ApiError(SchoolgateError):
    """The server answered with an error (RFC 9457 problem details)."""

    status: int
    """HTTP status."""
    code: Optional[str]
    """Says what is wrong: `not_found`. None where something before the server answered."""
    title: Optional[str]
    detail: Optional[str]
    request_id: Optional[str]
    """What the operator of the server finds the request by."""
    errors: List[Dict[str, Any]]
    """One for each member or parameter that is wrong; empty for other errors."""
    problem: Dict[str, Any]
    """The whole body; empty where it is not JSON."""
    retry_after: Optional[float]
    """Seconds after which to try again, where the server says so."""

    def __init__(
        self,
        status: int,
        problem: Mapping[str, Any],
        *,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        self.status = status
        self.problem = dict(problem)
        self.code = _text(problem.get("code"))
        self.title = _text(problem.get("title"))
        self.detail = _text(problem.get("detail"))
        self.request_id = _text(problem.get("requestId")) or request_id
        errors = problem.get("errors")
        self.errors = [one for one in errors if isinstance(one, dict)] if isinstance(errors, list) else []
        self.retry_after = retry_after
        super().__init__(self._message())

    def _message(self) -> str:
        what = " ".join(str(part) for part in (self.status, self.code) if part is not None)
        told = self.detail or self.title or "the answer says no more"
        where = "" if self.request_id is None else f" (request {self.request_id})"
        return f"{what}: {told}{where}"

    def __reduce__(self) -> Any:
        return (_again, (type(self), self.status, self.problem, self.request_id, self.retry_after))


def _again(
    kind: Type[ApiError],
    status: int,
    problem: Mapping[str, Any],
    request_id: Optional[str],
    retry_after: Optional[float],
) -> ApiError:
    return kind(status, problem, request_id=request_id, retry_after=retry_after)


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) else None


class BadRequestError(ApiError):
    """400: the request is malformed or a value does not fit; `errors` says which."""


class AuthenticationError(ApiError):
    """401: the API key is missing, unknown, expired or revoked."""


class PlanRequiredError(ApiError):
    """402: the tier of the API key does not include this."""


class PermissionDeniedError(ApiError):
    """403: the API key lacks a scope, or the thing lies outside its organizational unit."""


class NotFoundError(ApiError):
    """404: there is no such thing."""


class ConflictError(ApiError):
    """409: the state of the thing does not allow it, or it exists already."""


class EventsExpiredError(ApiError):
    """410: the events asked for are kept no longer."""

    @property
    def oldest_sequence(self) -> Optional[int]:
        """The sequence of the oldest event that is still kept."""
        value = self.problem.get("oldestSequence")
        return value if isinstance(value, int) else None


class PreconditionFailedError(ApiError):
    """412: somebody has changed the thing since it was read. Read it again."""


class UnprocessableError(ApiError):
    """422: the request is understood, but a rule of the school forbids it."""


class RateLimitedError(ApiError):
    """429: too many requests; `retry_after` says how long to wait."""


class ServerError(ApiError):
    """5xx: the server failed."""


class UnexpectedAnswerError(SchoolgateError):
    """What answers is not the Schoolgate API: a redirect, a web page, half an answer."""

    status: Optional[int]

    def __init__(self, what: str, status: Optional[int] = None) -> None:
        self.status = status
        super().__init__(what)


class NetworkError(SchoolgateError):
    """No connection, or it broke. `__cause__` is the error of httpx."""


class CallTimeoutError(SchoolgateError):
    """The time for the call ended before its answer came."""


class WebhookVerificationError(SchoolgateError):
    """A delivery is not from the server, is too old, or is malformed."""


_KINDS: Mapping[int, Type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: PlanRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: EventsExpiredError,
    412: PreconditionFailedError,
    422: UnprocessableError,
    429: RateLimitedError,
}


def kind_of(status: int) -> Type[ApiError]:
    """The class of error for a status from 400."""
    return ServerError if status >= 500 else _KINDS.get(status, ApiError)
