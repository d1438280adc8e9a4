import type { AttemptOutcome, DeliveryRecord } from '../ports/events.ts';

/** A delivery that is over. A late answer of a worker that was thought dead is recorded, and changes nothing. */
export function isSettled(status: DeliveryRecord['status']): boolean {
  return status === 'succeeded' || status === 'failed';
}

/** Where a delivery stands after an attempt. */
export function attemptedDelivery(
  verdict: AttemptOutcome['verdict'],
): Pick<DeliveryRecord, 'status' | 'nextAttemptAt'> {
  switch (verdict.kind) {
    case 'succeeded':
      return { status: 'succeeded', nextAttemptAt: null };
    case 'retry':
      return { status: 'retrying', nextAttemptAt: verdict.at };
    case 'failed':
      return { status: 'failed', nextAttemptAt: null };
  }
}
