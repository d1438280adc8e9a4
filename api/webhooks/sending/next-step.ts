import type { AttemptOutcome, AttemptTrigger, WebhookRecord } from '../../../store/ports/events.ts';

/** The answer to one attempt. */
export type Answer =
  /** A whole response, or its kept beginning. */
  | { readonly kind: 'response'; readonly status: number; readonly retryAfter: string | null }
  /** No response, or no complete one, within the time-out. */
  | { readonly kind: 'timeout' }
  /** No connection, an untrusted certificate, or a response cut off. */
  | { readonly kind: 'unreachable' };

export type NextStep = AttemptOutcome['step'];

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The delay before each attempt after the first (Standard Webhooks 1.0.0, "Deliverability and reliability"): ten attempts in 75 h 35 min 5 s. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** ±20 %, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
/** The shortest pause for an overloaded receiver. */
const SLOW_DOWN_MS = MINUTE_MS;
const SLOW_DOWN_STATUSES: ReadonlySet<number> = new Set([429, 502, 504]);
/** A receiver that accepted nothing for this long, and failed a whole schedule, counts as gone. */
const DISABLE_AFTER_MS = 5 * DAY_MS;

/** Why an endpoint was disabled: `disabledReason` of the webhook. */
const DISABLE_REASONS = { gone: 'gone', noSuccess: 'no_success_for_5_days' } as const;

/** The input of a step. */
export interface AttemptFacts {
  readonly answer: Answer;
  readonly trigger: AttemptTrigger;
  /** The place in the schedule; 1 = its first attempt. */
  readonly attempt: number;
  readonly webhook: Pick<WebhookRecord, 'enabledAt' | 'lastSuccessAt'>;
  /** End of the attempt, epoch milliseconds. Delays count from here. */
  readonly now: number;
  /** In [0, 1): determines the jitter. */
  readonly fraction: number;
}

/** 2xx and nothing else. */
export function isSuccess(answer: Answer): boolean {
  return answer.kind === 'response' && answer.status >= 200 && answer.status < 300;
}

/**
 * Decides what follows an attempt: 2xx ends the delivery, 410 ends the delivery and disables the endpoint, and anything else is retried
 * until the schedule is exhausted. An attempt that somebody asked for is not retried.
 */
export function nextStep({ answer, trigger, attempt, webhook, now, fraction }: AttemptFacts): NextStep {
  if (isSuccess(answer)) return { kind: 'succeeded' };
  if (answer.kind === 'response' && answer.status === 410)
    return { kind: 'failed', disable: DISABLE_REASONS.gone };
  if (trigger === 'manual') return { kind: 'failed', disable: null };
  const delayMs = RETRY_DELAYS_MS[attempt - 1];
  if (delayMs === undefined) {
    return { kind: 'failed', disable: isDeserted(webhook, now) ? DISABLE_REASONS.noSuccess : null };
  }
  return { kind: 'retry', at: now + Math.round(waitMs(answer, delayMs, { now, fraction })) };
}

function isDeserted(webhook: AttemptFacts['webhook'], now: number): boolean {
  return now - Math.max(webhook.lastSuccessAt ?? 0, webhook.enabledAt) >= DISABLE_AFTER_MS;
}

function waitMs(
  answer: Answer,
  scheduledMs: number,
  { now, fraction }: { readonly now: number; readonly fraction: number },
): number {
  const jittered = (baseMs: number): number => baseMs * (1 - JITTER + 2 * JITTER * fraction);
  // Jitter only lengthens the shortest pause, to 60 to 72 s. It must not shorten it, and a cut at 60 s would undo the jitter.
  const restMs = SLOW_DOWN_MS * (1 + JITTER * fraction);
  const delayMs = asksForRest(answer) ? Math.max(jittered(scheduledMs), restMs) : jittered(scheduledMs);
  const askedMs = answer.kind === 'response' ? retryAfterMs(answer.retryAfter, now) : null;
  return askedMs === null ? delayMs : Math.min(Math.max(askedMs, delayMs), 2 * delayMs);
}

function asksForRest(answer: Answer): boolean {
  return answer.kind === 'timeout' || (answer.kind === 'response' && SLOW_DOWN_STATUSES.has(answer.status));
}

const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/** Reads `Retry-After` (RFC 9110 section 10.2.3): seconds, or an HTTP date. Null = it is absent or malformed. */
function retryAfterMs(text: string | null, now: number): number | null {
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  if (!HTTP_DATE.test(text)) return null;
  // The asctime form (RFC 9110 section 5.6.7) leaves the zone out; HTTP has only one.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
