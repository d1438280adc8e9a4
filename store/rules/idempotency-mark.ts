import { Fault } from '../../kit/fault.ts';
import type { IdempotencyState, StoredResponse } from '../ports/api-keys.ts';

/** What is remembered under an idempotency key: a running request, or its answer. */
export interface IdempotencyMark {
  readonly fingerprint: string;
  /** Null while the request runs. */
  readonly response: StoredResponse | null;
  /** End of the mark, or of the keeping of the answer. */
  readonly expiresAt: number;
}

/** What a repeat of a request meets. */
export function stateOfMark(
  mark: IdempotencyMark | null,
  fingerprint: string,
  now: number,
): IdempotencyState {
  if (mark === null || mark.expiresAt <= now) return { kind: 'new' };
  if (mark.fingerprint !== fingerprint) return { kind: 'other_request' };
  return mark.response === null ? { kind: 'running' } : { kind: 'done', response: mark.response };
}

/**
 * A request that took longer than its mark and was overtaken by its own repeat. Thrown inside the transaction of the effect, it undoes it: the
 * effect happens once.
 */
export function lostMark(): Fault {
  return new Fault(
    'idempotency_in_progress',
    'Another request with this idempotency key has overtaken this one; repeat it to get its answer.',
  );
}
