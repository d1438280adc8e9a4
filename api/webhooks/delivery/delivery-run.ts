import type { Dispatcher } from 'undici';
import { isChatKind } from '../../../contracts/events/webhook-kinds.ts';
import type { DeliveryId } from '../../../contracts/ids.ts';
import { type Clock, delay } from '../../../kit/clock.ts';
import { messageOf } from '../../../kit/fault.ts';
import type { Log } from '../../../kit/log.ts';
import type { Random } from '../../../kit/random.ts';
import type { Sealer } from '../../../kit/sealing.ts';
import type { StorageReserve } from '../../../kit/storage-reserve.ts';
import type { ClaimedDelivery } from '../../../store/ports/events.ts';
import type { Store } from '../../../store/ports/store.ts';
import { isStoreFailure } from '../../../store/rules/store-failure.ts';
import type { SsrfGuard } from '../../outbound/ssrf-guard.ts';
import { createLookout } from '../../scheduler/lookout.ts';
import { CHAT_PACE } from '../chat/pace.ts';
import { type AttemptResult, attempt } from '../sending/attempt.ts';
import { type NextStep, isSuccess } from '../sending/next-step.ts';
import { createClaimKeys } from './claim-keys.ts';
import { composeRequest } from './compose.ts';
import { createPlaces } from './places.ts';
import { createSettlement } from './settlement.ts';

export interface DeliveryLimits {
  /** Requests in flight to one endpoint. */
  readonly perWebhook: number;
  /** Deliveries that are claimed ahead for an endpoint that answers at once. */
  readonly ahead: number;
  /** Requests in flight in all. It bounds sockets and memory and is far above what one school's endpoints use. */
  readonly inFlight: number;
  /** Limit of one attempt: connection, request and response. */
  readonly timeoutMs: number;
  /** How long a claim lasts. It is longer than `timeoutMs`, so that the attempt can be recorded. After it, the deliveries of a killed worker become free. */
  readonly claimMs: number;
  /** How often the store is read without a wake-up. */
  readonly pollMs: number;
  /** How long `stop` waits for requests in flight. */
  readonly stopMs: number;
}

export const DEFAULT_DELIVERY_LIMITS: DeliveryLimits = {
  perWebhook: 4,
  ahead: 28,
  inFlight: 512,
  timeoutMs: 15_000,
  claimMs: 30_000,
  pollMs: 3_000,
  stopMs: 5_000,
};

/** Totals of the attempts so far. */
export interface DeliveryTotals {
  /** The most requests ever in flight to one endpoint. */
  peakPerWebhook: number;
  succeeded: number;
  retried: number;
  failed: number;
  /** Attempts that were cut off or could not be recorded. They will be repeated. */
  unrecorded: number;
}

export interface WebhookDeliveryParts {
  readonly store: Pick<Store, 'bus' | 'deliveries' | 'transaction' | 'webhooks'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly guard: Pick<SsrfGuard, 'dispatcher'>;
  /** The reserve of the disk. Default: no reserve. */
  readonly reserve?: StorageReserve;
  /** Replaces the guard's dispatcher, for tests and benchmarks. It is not closed. */
  readonly dispatcher?: Dispatcher;
  readonly limits?: Partial<DeliveryLimits>;
}

/** The service between one start and the following stop. */
export interface DeliveryRun {
  begin(): void;
  /** Resolves when no request is in flight any more. */
  end(): Promise<void>;
  inFlight(): number;
}

/** Most rows of one claim. The transaction stays short, and the next claim follows at once. */
const CLAIM_BATCH = 128;
/** An endpoint is quick if it answers within this time (ms). Its `ahead` deliveries are then sent within two seconds, long before their claims end. */
const QUICK_MS = 250;
/** Events of a recovery that are queued in one transaction: some milliseconds. */
const RECOVERY_STEP = 200;

export function createDeliveryRun(
  parts: WebhookDeliveryParts,
  limits: DeliveryLimits,
  totals: DeliveryTotals,
): DeliveryRun {
  const { store, clock, log } = parts;
  const dispatcher = parts.dispatcher ?? parts.guard.dispatcher();
  const settlement = createSettlement(parts);
  const stopping = new AbortController();
  const inFlight = new Map<DeliveryId, Promise<void>>();
  const places = createPlaces({
    perWebhook: limits.perWebhook,
    ahead: limits.ahead,
    onRoom: () => lookout.wake(),
    onTaken: (count) => {
      totals.peakPerWebhook = Math.max(totals.peakPerWebhook, count);
    },
  });

  const send = async (delivery: ClaimedDelivery, { claimedUntil, keys }: Claim): Promise<void> => {
    const { kind, id } = delivery.webhook;
    const place = await places.take(id);
    try {
      // It waited behind slow ones, and becomes free when its claim ends.
      if (place.waited && clock.now() + limits.timeoutMs > claimedUntil) return;
      const startedAt = clock.now();
      const sent = await attemptDelivery(delivery, startedAt, keys);
      // The next delivery need not wait until this one is recorded. The pace of a chat, however, is computed from recorded deliveries.
      if (!isChatKind(kind)) place.leave(paceOf(sent.result));
      const endedAt = clock.now();
      const step = await settlement.settle({ delivery, startedAt, endedAt, ...sent, claimedUntil });
      count(totals, step);
      // The retry is due before the claim would have ended.
      if (step === 'retry') lookout.wake();
    } finally {
      place.leave();
    }
  };

  const attemptDelivery = async (
    delivery: ClaimedDelivery,
    startedAt: number,
    keys: Claim['keys'],
  ): Promise<Sent> => {
    const { webhook, body: event } = delivery;
    const composed = await composeRequest({ ...keys, log }, { webhook, event, startedAt, claim: delivery });
    if (composed === null) return { result: UNSIGNED, requestHeaders: {} };
    const tools = { clock, dispatcher, timeoutMs: limits.timeoutMs, signal: stopping.signal };
    return { result: await attempt(composed.request, tools), requestHeaders: composed.shownHeaders };
  };

  const launch = (delivery: ClaimedDelivery, claim: Claim): void => {
    const { id, webhook } = delivery;
    // The wall clock jumped past the end of a claim whose request is still in flight here; it must not be sent twice.
    if (inFlight.has(id)) return;
    const release = (): void => {
      const wasFull = inFlight.size - places.waiting() >= limits.inFlight;
      inFlight.delete(id);
      if (wasFull) lookout.wake();
    };
    const giveBack = (error: unknown): void => {
      totals.unrecorded += 1;
      const fields = { deliveryId: id, webhookId: webhook.id, error: messageOf(error) };
      if (stopping.signal.aborted)
        log.info(fields, 'a webhook delivery was cut off by the stop; it comes back');
      else log.error(fields, 'a webhook delivery could not be attempted; it comes back');
    };
    inFlight.set(id, send(delivery, claim).catch(giveBack).finally(release));
  };

  /** @returns whether there may be more to claim at once */
  const claim = async (): Promise<boolean> => {
    const now = clock.now();
    const recovering = await recoverSome(parts, now);
    const limit = Math.min(CLAIM_BATCH, limits.inFlight - inFlight.size + places.waiting());
    if (limit <= 0) return recovering;
    const claimedUntil = now + limits.claimMs;
    const room = { limit, perWebhook: limits.perWebhook, busy: places.claimed(), ahead: places.ahead() };
    const claimed = await store.deliveries.claim({ now, claimedUntil, ...room, chat: CHAT_PACE });
    const keys = createClaimKeys(parts, claimed);
    for (const delivery of claimed) launch(delivery, { claimedUntil, keys });
    return recovering || claimed.length >= limit;
  };

  const lookout = createLookout({
    clock,
    pollMs: limits.pollMs,
    look: claim,
    nextDueAt: () => store.deliveries.nextDueAt(),
    onError: (error) => log.error({ error: messageOf(error) }, 'could not look for due webhook deliveries'),
  });

  let unsubscribe = (): void => undefined;
  return {
    begin() {
      unsubscribe = store.bus.subscribe((wakeUp) => {
        if (wakeUp.kind === 'deliveries') lookout.wake();
      });
      lookout.wake();
    },
    async end() {
      unsubscribe();
      await lookout.close();
      await settleWithin(clock, limits.stopMs, inFlight);
      stopping.abort(new Error('the server stops'));
      settlement.close();
      await Promise.all(inFlight.values());
      if (parts.dispatcher === undefined) await dispatcher.destroy();
    },
    inFlight: () => inFlight.size,
  };
}

/**
 * Queues the next events of the recoveries. A recovery that fails stops neither deliveries nor other recoveries, and is tried again at a
 * later look.
 * @returns whether there was something.
 * @throws when the store fails
 */
async function recoverSome(
  { store: { deliveries }, log }: Pick<WebhookDeliveryParts, 'store' | 'log'>,
  now: number,
): Promise<boolean> {
  if (!(await deliveries.recovering())) return false;
  try {
    await deliveries.recoverSome(now, RECOVERY_STEP);
    return true;
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    log.error({ error: messageOf(error) }, 'could not go on with what is to be sent again');
    return false;
  }
}

function count(totals: DeliveryTotals, step: NextStep['kind'] | null): void {
  if (step === 'succeeded') totals.succeeded += 1;
  else if (step === 'retry') totals.retried += 1;
  else if (step === 'failed') totals.failed += 1;
  else totals.unrecorded += 1;
}

function paceOf({ answer, durationMs }: AttemptResult): 'quick' | 'slow' {
  return isSuccess(answer) && durationMs < QUICK_MS ? 'quick' : 'slow';
}

/** The shared parts of the deliveries of one claim. */
interface Claim {
  readonly claimedUntil: number;
  readonly keys: ReturnType<typeof createClaimKeys>;
}

/** A sent request and its result. */
interface Sent {
  readonly result: AttemptResult;
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/** The secrets cannot be opened (another master key) or are missing. It counts as a failure of the endpoint, with a log entry and its schedule. */
const UNSIGNED: AttemptResult = {
  answer: { kind: 'unreachable' },
  durationMs: 0,
  responseStatus: null,
  responseBody: null,
  error: 'secret_unreadable',
};

/** Waits for everything in flight, at most this many milliseconds. */
async function settleWithin(
  clock: Clock,
  limitMs: number,
  inFlight: ReadonlyMap<DeliveryId, Promise<void>>,
): Promise<void> {
  const done = new AbortController();
  const all = Promise.all(inFlight.values()).finally(() => done.abort());
  await Promise.race([all, delay(clock, limitMs, done.signal)]);
}
