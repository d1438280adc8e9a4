"""From an answer to a result or an error. Pure: nothing here touches the network."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional, Union

from ._errors import ApiError, UnexpectedAnswerError, kind_of
from ._model import decode
from ._request import Call, Operation

MAX_BODY_BYTES = 64 * 1024 * 1024
"""No answer of the API is nearly as long; what is longer would only fill the memory."""
MAX_RETRY_AFTER_SECONDS = 60.0
"""Who calls wants an answer, if only an error, rather than a call that hangs for an hour."""
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 8.0

_AGAIN = frozenset({408, 429, 500, 502, 503, 504})
_PATCH_AGAIN = frozenset({429, 503})
"""Only these say that nothing was changed."""


@dataclass(frozen=True)
class Answer:
    """What came over the wire. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def request_id(self) -> Optional[str]:
        return self.headers.get("x-request-id")


@dataclass(frozen=True)
class RateLimit:
    """How much of the rate limit is left."""

    limit: int
    remaining: int
    reset: datetime
    """When the count begins anew."""


def rate_limit_of(answer: Answer) -> Optional[RateLimit]:
    """None where the answer does not tell."""
    try:
        limit, remaining, reset = (
            int(answer.headers[f"x-ratelimit-{name}"]) for name in ("limit", "remaining", "reset")
        )
        return RateLimit(limit, remaining, datetime.fromtimestamp(reset, timezone.utc))
    except (KeyError, ValueError, OverflowError, OSError):
        return None


def result_of(call: Call, answer: Answer, now: float) -> Any:
    """The model, the envelope of a list as a dict, the text, or None.

    Raises ApiError for an error of the server, UnexpectedAnswerError for what the API never says.
    """
    if answer.status >= 400:
        raise error_of(answer, now)
    if not 200 <= answer.status < 300:
        raise UnexpectedAnswerError(
            f"the server answered {answer.status}, which is not followed, because the API key would "
            "go with it: is base_url the address of the Schoolgate server?",
            answer.status,
        )
    operation = call.operation
    if operation.text is not None:
        return _text_of(operation.text, answer)
    if not operation.result:
        _expect_nothing(answer)
        return None
    value = _json_of(answer)
    if operation.is_list:
        return _list_of(operation, value, answer)
    result = decode(operation.result, value)
    etag = answer.headers.get("etag")
    if etag is not None:
        result.__dict__["_etag"] = etag
    return result


def _media_type(answer: Answer) -> str:
    return answer.headers.get("content-type", "").split(";")[0].strip().lower()


def _text_of(media_type: str, answer: Answer) -> str:
    if _media_type(answer) != media_type:
        raise _not_the_api(answer)
    return answer.body.decode("utf-8", "replace")


def _expect_nothing(answer: Answer) -> None:
    if answer.body and _media_type(answer) not in ("application/json", ""):
        raise _not_the_api(answer)


def _json_of(answer: Answer) -> Dict[str, Any]:
    try:
        value = json.loads(answer.body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise _not_the_api(answer) from None
    if not isinstance(value, dict):
        raise _not_the_api(answer)
    return value


def _list_of(operation: Operation, value: Dict[str, Any], answer: Answer) -> Dict[str, Any]:
    if not isinstance(value.get("data"), list):
        raise _not_the_api(answer)
    return {**value, "data": decode(f"[{operation.result}]", value["data"])}


def _not_the_api(answer: Answer) -> UnexpectedAnswerError:
    return UnexpectedAnswerError(
        f"the answer ({answer.status}, {_media_type(answer) or 'without a type'}) is not what the "
        "Schoolgate API sends: is base_url the address of the server?",
        answer.status,
    )


def error_of(answer: Answer, now: float) -> ApiError:
    """The error that an answer from 400 stands for. `now` in seconds since 1970."""
    problem: Any = None
    try:
        problem = json.loads(answer.body.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        pass
    return kind_of(answer.status)(
        answer.status,
        problem if isinstance(problem, dict) else {},
        request_id=answer.request_id,
        retry_after=retry_after(answer.headers.get("retry-after"), now),
    )


def retry_after(text: Optional[str], now: float) -> Optional[float]:
    """`Retry-After` in seconds from now: a number, or an HTTP date. None for anything else."""
    if text is None:
        return None
    text = text.strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return max(0.0, moment.timestamp() - now)


def may_try_again(operation: Operation, failure: Union[ApiError, None]) -> bool:
    """Whether a call may be sent once more. `failure` is None for a broken connection."""
    if operation.method == "POST" and not operation.idempotency_key:
        return False
    if failure is None:
        return operation.method != "PATCH"
    if operation.method == "PATCH":
        return failure.status in _PATCH_AGAIN
    if failure.status == 409:
        return failure.code == "idempotency_in_progress"
    return failure.status in _AGAIN


def pause(failure: Union[ApiError, None], retries: int, chance: float) -> Optional[float]:
    """Seconds to wait before the next attempt; None for longer than a call should hang.

    `retries`: how many there were. `chance`: from 0 to 1, so that many clients do not come at once.
    """
    if failure is not None and failure.retry_after is not None:
        told = failure.retry_after
        return told if told <= MAX_RETRY_AFTER_SECONDS else None
    longest = min(FIRST_PAUSE_SECONDS * 2.0**retries, LONGEST_PAUSE_SECONDS)
    return longest * (0.75 + 0.25 * chance)
