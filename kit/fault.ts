import { ERRORS, type ErrorCode } from '../contracts/errors.ts';

/** Further facts for the caller; members of the problem document (RFC 9457 section 3.2). */
export interface FaultExtras {
  readonly errors?: readonly FieldError[];
  readonly requiredScopes?: readonly string[];
  readonly grantedScopes?: readonly string[];
  readonly existingId?: string;
  /** Sequence of the first event that can still be pulled. */
  readonly oldestSequence?: number;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** Names of the exceeded rate limits. Default: the caller's own limit. */
  readonly violatedPolicies?: readonly string[];
}

/** One invalid field of a request. */
export interface FieldError {
  readonly in: 'body' | 'query' | 'path' | 'header';
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly detail: string;
}

/** An error that a caller can meet. `detail` is public. `message` (of the error) may say more and goes to the log only. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly extras: FaultExtras;

  constructor(
    code: ErrorCode,
    detail: string,
    options: { readonly internal?: string; readonly cause?: unknown; readonly extras?: FaultExtras } = {},
  ) {
    super(options.internal ?? detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.detail = detail;
    this.extras = options.extras ?? {};
  }

  /** The HTTP status of its code. */
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** The message of any thrown value, for a log line or a terminal. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
