import { type ChatKind, isChatKind } from '../../../contracts/events/webhook-kinds.ts';
import type { WebhookRecord } from '../../../store/ports/events.ts';
import { type NextStep, nextStep, type AttemptFacts } from '../sending/next-step.ts';
import { LONGEST_QUIET_MS } from './pace.ts';

/** What follows an attempt, for an endpoint of any kind. */
export interface EndpointStep {
  readonly step: NextStep;
  /** Nothing is sent to the endpoint until this moment, epoch milliseconds, after a chat answered 429; else null. */
  readonly quietUntil: number | null;
}

export interface EndpointFacts extends AttemptFacts {
  readonly webhook: Pick<WebhookRecord, 'kind' | 'enabledAt' | 'lastSuccessAt'>;
  /** The beginning of the body of the answer. */
  readonly responseBody: string | null;
}

/**
 * Answers that say that the address is dead. Slack: the app or channel is gone, archived, or may not be posted to (docs.slack.dev, "Handling
 * errors"). Discord: "If a webhook returns a 404 status you should not attempt to use it again".
 */
const DEAD_STATUSES: Readonly<Record<ChatKind, ReadonlySet<number>>> = {
  slack: new Set([403, 404, 410]),
  teams: new Set([410]),
  discord: new Set([404, 410]),
  google_chat: new Set([410]),
};
const DEAD_REASON = 'gone';

const SECOND_MS = 1_000;

/** The same as `nextStep`, with two rules for chats: after 429 the wait is exactly as long as the chat asked, and a dead address is disabled. */
export function nextEndpointStep(input: EndpointFacts): EndpointStep {
  const { answer, now, responseBody } = input;
  const { kind } = input.webhook;
  if (!isChatKind(kind)) return { step: nextStep(input), quietUntil: null };
  if (answer.kind === 'response' && DEAD_STATUSES[kind].has(answer.status))
    return { step: { kind: 'failed', disable: DEAD_REASON }, quietUntil: null };
  const step = nextStep(input);
  if (answer.kind !== 'response' || answer.status !== 429) return { step, quietUntil: null };
  const askedMs = secondsAsked(answer.retryAfter, responseBody) * SECOND_MS;
  if (Number.isNaN(askedMs)) return { step, quietUntil: step.kind === 'retry' ? step.at : null };
  const quietUntil = now + Math.min(Math.ceil(askedMs), LONGEST_QUIET_MS);
  return { step: step.kind === 'retry' ? { kind: 'retry', at: quietUntil } : step, quietUntil };
}

/** The longer of the header's and Discord's `retry_after`, in seconds with fractions; NaN when neither has a value. */
function secondsAsked(header: string | null, body: string | null): number {
  const asked = [header === null ? Number.NaN : seconds(header), retryAfterOf(body)];
  const said = asked.filter((each) => each >= 0 && Number.isFinite(each));
  return said.length === 0 ? Number.NaN : Math.max(...said);
}

function seconds(text: string): number {
  return /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}

function retryAfterOf(body: string | null): number {
  try {
    const value: unknown = JSON.parse(body ?? '');
    if (typeof value === 'object' && value !== null && 'retry_after' in value)
      return typeof value.retry_after === 'number' ? value.retry_after : Number.NaN;
    return Number.NaN;
  } catch {
    // Not JSON, so it has no `retry_after`.
    return Number.NaN;
  }
}
