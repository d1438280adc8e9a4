import type { Dispatcher } from 'undici';
import { requestBody } from '../../api/events/request-body.ts';
import { attempt } from '../../api/webhooks/sending/attempt.ts';
import { signWebhook } from '../../api/webhooks/sending/signature.ts';
import type { EventBody } from '../../contracts/events/catalogue.ts';
import type { Clock } from '../../kit/clock.ts';

export interface ForwardTarget {
  readonly url: URL;
  /** `whsec_…` */
  readonly secret: string;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The receiver's answer to one event. */
export interface Forwarded {
  readonly event: string;
  readonly id: string;
  readonly sequence: number;
  /** Null when there was no complete answer; `error` then has the reason. */
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** As a delivery has it. */
const TIMEOUT_MS = 15_000;

/** Sends an event once, with the body and the headers that a webhook would have. @throws when the signal aborts */
export async function forward(
  event: EventBody,
  { url, secret, dispatcher, clock, signal }: ForwardTarget,
): Promise<Forwarded> {
  const body = requestBody(event);
  const timestampSeconds = Math.floor(clock.now() / 1_000);
  const headers = {
    'user-agent': 'Schoolgate-Webhooks/1',
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signWebhook({ id: event.id, timestampSeconds, body, secrets: [secret] }),
  };
  const tools = { clock, dispatcher, timeoutMs: TIMEOUT_MS, signal };
  const { responseStatus, error, durationMs } = await attempt({ url: url.href, headers, body }, tools);
  return {
    event: event.type,
    id: event.id,
    sequence: event.sequence,
    status: responseStatus,
    error,
    durationMs,
  };
}
