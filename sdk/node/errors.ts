/** The base class of all errors that this package throws itself. */
export class SchoolgateError extends Error {
  override readonly name: string = 'SchoolgateError';
}

/** One problem of a request. */
export interface FieldError {
  readonly in: string;
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the body: `#/email` */
  readonly pointer?: string;
  /** Name of a parameter. */
  readonly parameter?: string;
}

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  /** The body, if it is a problem document (RFC 9457); else null. */
  readonly problem: Readonly<Record<string, unknown>> | null;
  /** Seconds to wait before a further attempt may succeed; null = the server did not say. */
  readonly retryAfter: number | null;
}

/** The server refused the call, or failed. `code` is for programs, `detail` for people. */
export class ApiError extends SchoolgateError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** `locked_by_policy`; null when the answer was no problem document, such as a proxy's error page. */
  readonly code: string | null;
  readonly title: string | null;
  readonly detail: string | null;
  /** The id of the request in the server's log. */
  readonly requestId: string | null;
  readonly errors: readonly FieldError[];
  /** Seconds to wait; null = the server did not say. */
  readonly retryAfter: number | null;
  /** The whole problem document, with members that only some problems have. */
  readonly problem: Readonly<Record<string, unknown>> | null;

  constructor({ status, headers, problem, retryAfter }: Refusal) {
    const code = textOf(problem?.code);
    const detail = textOf(problem?.detail);
    const told = detail ?? textOf(problem?.title);
    super([`${status}${code === null ? '' : ` ${code}`}`, ...(told === null ? [] : [told])].join(': '));
    this.status = status;
    this.code = code;
    this.title = textOf(problem?.title);
    this.detail = detail;
    this.requestId = textOf(problem?.requestId) ?? headers.get('x-request-id');
    this.errors = Array.isArray(problem?.errors) ? (problem.errors as FieldError[]) : [];
    this.retryAfter = retryAfter;
    this.problem = problem;
  }
}

/** 400: the API cannot accept the request; `errors` says where. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}
/** 401: no key, or a key that is not valid (any more). */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}
/** 402: the plan of the organisation does not include this. */
export class PlanRequiredError extends ApiError {
  override readonly name = 'PlanRequiredError';
}
/** 403: the key may not do this. */
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError';
}
/** 404: the resource does not exist, or not for this key. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 409: the call conflicts with the present state. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
/** 410: the requested events are no longer kept. */
export class EventsExpiredError extends ApiError {
  override readonly name = 'EventsExpiredError';
  /** The first event that is still kept. */
  get oldestSequence(): number | null {
    const oldest = this.problem?.oldestSequence;
    return typeof oldest === 'number' ? oldest : null;
  }
}
/** 412: the resource has changed since it was read. */
export class PreconditionFailedError extends ApiError {
  override readonly name = 'PreconditionFailedError';
}
/** 422: the request is well-formed but cannot be carried out. */
export class UnprocessableError extends ApiError {
  override readonly name = 'UnprocessableError';
}
/** 429: too many requests. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
}
/** 5xx: the server failed. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** The answer does not come from the API: a redirect, a foreign page, or half a document. Check the address. */
export class UnexpectedAnswerError extends SchoolgateError {
  override readonly name = 'UnexpectedAnswerError';
  /** 0 for a redirect in a browser. */
  readonly status: number;
  constructor(what: string, { status, cause }: { readonly status: number; readonly cause?: unknown }) {
    super(`${what} Is this the address of a Schoolgate server?`, { cause });
    this.status = status;
  }
}

/** The connection failed, or broke. */
export class NetworkError extends SchoolgateError {
  override readonly name = 'NetworkError';
}

/** The call took longer than its time-out. It is unknown whether the server has carried it out. */
export class CallTimeoutError extends SchoolgateError {
  override readonly name = 'CallTimeoutError';
}

/** The delivery is not from the server, is too old, or is damaged. */
export class WebhookVerificationError extends SchoolgateError {
  override readonly name = 'WebhookVerificationError';
}

const BY_STATUS: Readonly<Record<number, new (refusal: Refusal) => ApiError>> = {
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
};

/** The error of an answer of 400 and above. */
export function refusalError(refusal: Refusal): ApiError {
  const Kind = BY_STATUS[refusal.status] ?? (refusal.status >= 500 ? ServerError : ApiError);
  return new Kind(refusal);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
