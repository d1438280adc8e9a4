import type { AttemptOutcome, DeliveryRecord } from '../ports/events.ts';

/** The state of a delivery. Times are epoch milliseconds. */
export interface DeliveryState {
  readonly status: DeliveryRecord['status'];
  /** Time of the next attempt by the schedule; null when it is finished. */
  readonly nextAttemptAt: number | null;
  /** When a worker may take it: the next attempt, or the end of a claim. */
  readonly dueAt: number | null;
  /** Attempts of the present schedule. */
  readonly scheduledCount: number;
  /** When a person asked for an attempt that is still to be made, or runs; else null. */
  readonly manualAt: number | null;
}

/** A finished delivery. A late answer of a worker that was thought dead is recorded and changes nothing. */
function isSettled(status: DeliveryRecord['status']): boolean {
  return status === 'succeeded' || status === 'failed';
}

/** Whether an attempt by the schedule is under way: the claim has moved the time. */
function isClaimedBySchedule({ dueAt, nextAttemptAt, manualAt }: DeliveryState): boolean {
  return dueAt !== null && manualAt === null && dueAt !== nextAttemptAt;
}

/** The state of a delivery after an attempt. An attempt that a person asked for does not move the schedule, unless it succeeds. */
export function attemptedDelivery(
  known: DeliveryState,
  { trigger, step }: Pick<AttemptOutcome, 'trigger' | 'step'>,
): DeliveryState {
  if (trigger === 'manual') {
    if (step.kind === 'succeeded')
      return { ...known, status: 'succeeded', nextAttemptAt: null, dueAt: null, manualAt: null };
    return { ...known, dueAt: known.nextAttemptAt, manualAt: null };
  }
  if (isSettled(known.status)) return known;
  const nextAttemptAt = step.kind === 'retry' ? step.at : null;
  return {
    status: step.kind === 'retry' ? 'retrying' : step.kind,
    nextAttemptAt,
    // A person asked for an attempt while this one ran.
    dueAt: known.manualAt ?? nextAttemptAt,
    scheduledCount: known.scheduledCount + 1,
    manualAt: known.manualAt,
  };
}

/** The state of a delivery when a person asks for an attempt. */
export function askedDelivery(known: DeliveryState, now: number): DeliveryState {
  if (known.manualAt !== null) return known;
  if (isClaimedBySchedule(known)) return { ...known, manualAt: now };
  const isAboutToStart = known.status === 'pending' && known.dueAt !== null && known.dueAt <= now;
  return isAboutToStart ? known : { ...known, manualAt: now, dueAt: now };
}

/** The state of a delivery when its event is sent again: at the beginning of a new schedule, unless it has succeeded or an attempt runs. */
export function recoveredDelivery(known: DeliveryState, now: number): DeliveryState {
  if (known.status === 'succeeded' || isClaimedBySchedule(known)) return known;
  return {
    status: 'pending',
    nextAttemptAt: now,
    dueAt: known.manualAt === null ? now : known.dueAt,
    scheduledCount: 0,
    manualAt: known.manualAt,
  };
}
