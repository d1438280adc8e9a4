import type { AttemptOutcome, NewWebhook, WebhookRecord, WebhookStore } from '../ports/events.ts';

/** A webhook at its beginning. */
export function newWebhook(input: NewWebhook): WebhookRecord {
  return { ...input, version: 1, lastSuccessAt: null, failuresInARow: 0, enabledAt: input.createdAt };
}

/** A webhook after a change that people asked for. One that is enabled again begins anew: no reason, no failures. */
export function changedWebhook(
  known: WebhookRecord,
  changes: Parameters<WebhookStore['update']>[2],
  now: number,
): WebhookRecord {
  const changed = { ...known, ...changes, updatedAt: now, version: known.version + 1 };
  if (!changed.enabled || known.enabled) return changed;
  return { ...changed, disabledReason: changes.disabledReason ?? null, failuresInARow: 0, enabledAt: now };
}

/** A webhook after an attempt: its successes and failures counted, disabled when the step says so. */
export function attemptedWebhook(
  known: WebhookRecord,
  { startedAt, durationMs, step }: AttemptOutcome,
): WebhookRecord {
  const endedAt = startedAt + durationMs;
  if (step.kind === 'succeeded')
    return { ...known, lastSuccessAt: Math.max(endedAt, known.lastSuccessAt ?? 0), failuresInARow: 0 };
  const failed = { ...known, failuresInARow: known.failuresInARow + 1 };
  if (step.kind === 'retry' || step.disable === null || !known.enabled) return failed;
  return {
    ...failed,
    enabled: false,
    disabledReason: step.disable,
    updatedAt: endedAt,
    version: known.version + 1,
  };
}
