"""The client of Schoolgate's API."""

from ._answer import RateLimit
from ._async_client import AsyncSchoolgate
from ._client import Schoolgate
from ._core import RequestInfo, ResponseInfo, RetryInfo
from ._errors import (
    ApiError,
    AuthenticationError,
    BadRequestError,
    CallTimeoutError,
    ConflictError,
    EventsExpiredError,
    NetworkError,
    NotFoundError,
    PermissionDeniedError,
    PlanRequiredError,
    PreconditionFailedError,
    RateLimitedError,
    SchoolgateError,
    ServerError,
    UnexpectedAnswerError,
    UnprocessableError,
    WebhookVerificationError,
)
from ._model import UNSET, Model, Unset, etag_of
from ._pages import AsyncList, AsyncPage, Page
from .generated import models
from .generated.version import VERSION as __version__
from .webhooks import verify_webhook

__all__ = [
    "UNSET",
    "ApiError",
    "AsyncList",
    "AsyncPage",
    "AsyncSchoolgate",
    "AuthenticationError",
    "BadRequestError",
    "CallTimeoutError",
    "ConflictError",
    "EventsExpiredError",
    "Model",
    "NetworkError",
    "NotFoundError",
    "Page",
    "PermissionDeniedError",
    "PlanRequiredError",
    "PreconditionFailedError",
    "RateLimit",
    "RateLimitedError",
    "RequestInfo",
    "ResponseInfo",
    "RetryInfo",
    "Schoolgate",
    "SchoolgateError",
    "ServerError",
    "UnexpectedAnswerError",
    "Unset",
    "UnprocessableError",
    "WebhookVerificationError",
    "__version__",
    "etag_of",
    "models",
    "verify_webhook",
]
