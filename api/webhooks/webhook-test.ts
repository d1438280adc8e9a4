import type { SentEventType } from '../../contracts/events/catalogue.ts';
import type { WebhookTestResult } from '../../contracts/rest/webhooks.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/fault.ts';
import type { IdSource } from '../../kit/random.ts';
import type { WebhookRecord } from '../../store/ports/events.ts';
import type { SsrfGuard } from '../outbound/ssrf-guard.ts';
import { type ComposeTools, composeRequest } from './delivery/compose.ts';
import { DEFAULT_DELIVERY_LIMITS } from './delivery/delivery-run.ts';
import { toAttempt } from './delivery-view.ts';
import { sampleEvent } from './event-samples.ts';
import { attempt } from './sending/attempt.ts';
import { isSuccess } from './sending/next-step.ts';
import { unreadableSecret } from './webhook-secrets.ts';

export interface TestTools extends ComposeTools {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly webhookGuard: Pick<SsrfGuard, 'dispatcher'>;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
}

/**
 * Sends a sample of an event to an endpoint once and at once, also to a disabled endpoint. The sample has the sequence 0, is in no list,
 * and does not affect the endpoint's state.
 * @throws Fault conflict when it cannot be signed, unavailable when the server stops meanwhile
 */
export async function testWebhook(
  tools: TestTools,
  webhook: WebhookRecord,
  type: SentEventType,
): Promise<WebhookTestResult> {
  const { clock, ids, stopping } = tools;
  const startedAt = clock.now();
  const event = sampleEvent(type, { id: ids.next('evt'), at: startedAt });
  const composed = await composeRequest(tools, { webhook, event, startedAt });
  if (composed === null) throw unreadableSecret();
  const { request, shownHeaders } = composed;
  const dispatcher = tools.webhookGuard.dispatcher();
  const { timeoutMs } = DEFAULT_DELIVERY_LIMITS;
  try {
    const result = await attempt(request, { clock, dispatcher, timeoutMs, signal: stopping });
    const { answer, ...outcome } = result;
    return {
      eventId: event.id,
      eventType: event.type,
      succeeded: isSuccess(answer),
      requestBody: request.body,
      ...toAttempt({ number: 1, trigger: 'manual', startedAt, requestHeaders: shownHeaders, ...outcome }),
    };
  } catch (error) {
    throw stopping.aborted ? stopped(error) : error;
  } finally {
    await dispatcher.destroy();
  }
}

function stopped(cause: unknown): Fault {
  return new Fault('unavailable', 'The server is stopping.', { cause });
}
