import type { AttemptOutcome, NewWebhook, WebhookRecord, WebhookStore } from '../ports/events.ts';

/** A new webhook. */
export function newWebhook(input: NewWebhook): WebhookRecord {
  return { ...input, version: 1, lastSuccessAt: null, failuresInARow: 0, enabledAt: input.createdAt };
}

/** A webhook after a change by a person. When it is enabled again, its reason and failures are reset. */
export function changedWebhook(
  known: WebhookRecord,
  changes: Parameters<WebhookStore['update']>[2],
  now: number,
): WebhookRecord {
  const changed = { ...known, ...changes, updatedAt: now, version: known.version + 1 };
  if (!changed.enabled || known.enabled) return changed;
  return { ...changed, disabledReason: changes.disabledReason ?? null, failuresInARow: 0, enabledAt: now };
}

/** A webhook after an attempt: successes and failures are counted, and the next step may disable it. */
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
