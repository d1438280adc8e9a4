import { ERRORS, type ErrorCode } from '../contracts/errors.ts';

/** Further facts for the caller; members of the problem document (RFC 9457 section 3.2). */
export interface FaultExtras {
  readonly errors?: readonly FieldError[];
  readonly requiredScopes?: readonly string[];
  readonly grantedScopes?: readonly string[];
  readonly existingId?: string;
  /** The first event that can still be pulled. */
  readonly oldestSequence?: number;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** Names of the rate limits that were exceeded; default: the caller's own. */
  readonly violatedPolicies?: readonly string[];
}

/** One field that does not fit. */
export interface FieldError {
  readonly in: 'body' | 'query' | 'path' | 'header';
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly detail: string;
}

/**
 * An error that a caller can meet. `detail` is public; `message` (of the error) may say more and goes to the log only.
 */
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

/** The message of anything thrown, for a log line or a terminal. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
