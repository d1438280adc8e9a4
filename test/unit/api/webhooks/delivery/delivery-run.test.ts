import t from 'tap';
import type { Dispatcher } from 'undici';
import {
  createDeliveryRun,
  DEFAULT_DELIVERY_LIMITS,
  type DeliveryLimits,
  type DeliveryTotals,
} from '../../../../../api/webhooks/delivery/delivery-run.ts';
import type { WebhookId } from '../../../../../contracts/ids.ts';
import { Fault } from '../../../../../kit/fault.ts';
import type { Log } from '../../../../../kit/log.ts';
import { silentLog } from '../../../../../kit/log.ts';
import type {
  AttemptOutcome,
  ClaimedDelivery,
  DeliveryStore,
  SettledAttempt,
  WebhookRecord,
} from '../../../../../store/ports/events.ts';
import type { Store, Transaction } from '../../../../../store/ports/store.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const ONE: WebhookId = 'whk_01kafw2n7qd5g8h1j3k6m9p2rs';
const OTHER: WebhookId = 'whk_01kafw2n7qd5g8h1j3k6m9p2rt';
const SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`;

type ClaimRequest = Parameters<DeliveryStore['claim']>[0];
type WakeUp = Parameters<Parameters<Store['bus']['subscribe']>[0]>[0];

function delivery(number: number, to: WebhookId = ONE, over: Partial<WebhookRecord> = {}): ClaimedDelivery {
  const id = `01kafw3v5xe8m9t2q4r6y8b${String(number).padStart(3, '0')}`;
  return {
    id: `dlv_${id}`,
    webhook: {
      id: to,
      organisationId: 1,
      url: `https://a.example/${number}`,
      kind: 'standard',
      events: ['*'],
      description: null,
      enabled: true,
      disabledReason: null,
      signature: 'hmac',
      headers: {},
      createdAt: 0,
      updatedAt: 0,
      version: 1,
      lastSuccessAt: null,
      failuresInARow: 0,
      enabledAt: 0,
      ...over,
    },
    secrets: [SECRET],
    body: { id: `evt_${id}`, event: 'a', type: 'a', timestamp: '', sequence: number, data: {} },
    trigger: 'scheduled',
    attempt: 1,
  };
}

/** A worker over a store that gives what the test lays into it, and a connection that the test answers for. */
function scene(over: Partial<DeliveryLimits> = {}) {
  const clock = createFakeClock();
  const claims: ClaimRequest[] = [];
  const batches: ClaimedDelivery[][] = [];
  const outcomes = new Map<string, AttemptOutcome>();
  const logged: unknown[] = [];
  const recoveries: unknown[] = [];
  const unanswered = new Map<string, Dispatcher.DispatchHandler>();
  const sent: string[] = [];
  const listeners = new Set<(wakeUp: WakeUp) => void>();
  const state = {
    gate: Promise.resolve(),
    recovering: async (): Promise<boolean> => false,
    recoverSome: async (): Promise<void> => undefined,
    claim: async (): Promise<ClaimedDelivery[]> => batches.shift() ?? [],
    secrets: async (): Promise<readonly string[]> => [SECRET],
    open: (sealed: string): string => sealed,
    destroyed: 0,
  };
  const dispatcher = {
    dispatch({ path }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
      sent.push(path);
      unanswered.set(path, handler);
      return true;
    },
    destroy: async () => {
      state.destroyed += 1;
    },
  } as unknown as Dispatcher;
  const tx = {
    deliveries: {
      settleMany: async (attempts: readonly SettledAttempt[]) => {
        for (const { id, outcome } of attempts) outcomes.set(id, outcome);
      },
      holdChat: async () => undefined,
    },
    webhooks: { get: async () => null },
    events: { append: async () => undefined },
  } as unknown as Transaction;
  const store = {
    bus: {
      subscribe(handler: (wakeUp: WakeUp) => void) {
        listeners.add(handler);
        return () => void listeners.delete(handler);
      },
    },
    deliveries: {
      claim(request: ClaimRequest) {
        claims.push(request);
        return state.claim();
      },
      nextDueAt: async () => null,
      recovering: () => state.recovering(),
      recoverSome(now: number, events: number) {
        recoveries.push({ now, events });
        return state.recoverSome();
      },
    },
    webhooks: { secrets: () => state.secrets() },
    async transaction<Result>(work: (given: Transaction) => Promise<Result>): Promise<Result> {
      await state.gate;
      return work(tx);
    },
  } as unknown as Store;
  const log: Log = {
    ...silentLog,
    info: (fields, message) => void logged.push({ level: 'info', message, ...fields }),
    error: (fields, message) => void logged.push({ level: 'error', message, ...fields }),
  };
  const totals: DeliveryTotals = { peakPerWebhook: 0, succeeded: 0, retried: 0, failed: 0, unrecorded: 0 };
  const start = (given: { readonly dispatcher?: Dispatcher } = { dispatcher }) =>
    createDeliveryRun(
      {
        store,
        clock,
        log,
        random: { bytes: () => new Uint8Array(0), fraction: () => 0.5 },
        sealer: { seal: (text) => text, open: (sealed) => state.open(sealed) },
        guard: { dispatcher: () => dispatcher },
        ...given,
      },
      { ...DEFAULT_DELIVERY_LIMITS, ...over },
      totals,
    );
  return {
    clock,
    claims,
    batches,
    outcomes,
    logged,
    recoveries,
    sent,
    state,
    totals,
    start,
    wake: (kind: WakeUp['kind']) => {
      for (const listener of listeners) listener({ kind } as WakeUp);
    },
    listeners: () => listeners.size,
    answer(path: string, status: number) {
      const handler = unanswered.get(path);
      if (handler === undefined) throw new Error(`${path} was not asked`);
      const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;
      handler.onResponseStart?.(controller, status, {}, '');
      handler.onResponseEnd?.(controller, {});
      return clock.advance(0);
    },
  };
}

t.test('each outcome is written down and counted', async (t) => {
  const { start, clock, batches, answer, outcomes, totals } = scene();
  batches.push([delivery(1), delivery(2), delivery(3, OTHER)]);
  const run = start();
  run.begin();
  await clock.advance(0);
  t.equal(run.inFlight(), 3);
  await clock.advance(40);
  await answer('/1', 204);
  await answer('/2', 500);
  await answer('/3', 410);
  t.same(totals, { peakPerWebhook: 2, succeeded: 1, retried: 1, failed: 1, unrecorded: 0 });
  t.equal(run.inFlight(), 0);
  hasFields(t, outcomes.get(delivery(1).id), {
    startedAt: clock.now() - 40,
    durationMs: 40,
    responseStatus: 204,
    requestHeaders: { 'webhook-id': delivery(1).body.id },
    step: { kind: 'succeeded' },
  });
});

t.test('a wake-up for deliveries is a reason to look, any other is not', async (t) => {
  const { start, clock, claims, wake, listeners } = scene();
  const run = start();
  run.begin();
  await clock.advance(0);
  wake('policies' as WakeUp['kind']);
  await clock.advance(0);
  t.equal(claims.length, 1);
  wake('deliveries');
  await clock.advance(0);
  t.equal(claims.length, 2);
  await clock.advance(3_000);
  t.equal(claims.length, 3, 'without one it looks every few seconds');
  await run.end();
  t.equal(listeners(), 0);
  await clock.advance(30_000);
  t.equal(claims.length, 3, 'and after the end never');
});

t.test('a retry is looked for at once: it is due before its claim would have ended', async (t) => {
  for (const [status, looks] of [
    [500, 2],
    [410, 1],
  ] as const) {
    const { start, clock, batches, answer, claims, state } = scene();
    let open = (): void => undefined;
    batches.push([delivery(1)]);
    start().begin();
    await clock.advance(0);
    state.gate = new Promise((resolve) => {
      open = resolve;
    });
    await answer('/1', status);
    const before = claims.length;
    open();
    await clock.advance(0);
    t.equal(claims.length - before, looks - 1, String(status));
  }
});

t.test('a worker that is full has room again when an attempt is written down, not before', async (t) => {
  const { start, clock, batches, answer, claims, state } = scene({ inFlight: 1 });
  let open = (): void => undefined;
  batches.push([delivery(1)]);
  start().begin();
  await clock.advance(0);
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  await answer('/1', 204);
  t.equal(claims.length, 1);
  open();
  await clock.advance(0);
  t.equal(claims.length, 2);
});

t.test('what waits for a place at its endpoint takes no room from the others', async (t) => {
  const { start, clock, batches, claims, sent } = scene({ inFlight: 3, perWebhook: 1 });
  batches.push([delivery(1), delivery(2), delivery(3)], [delivery(4, OTHER)]);
  const run = start();
  run.begin();
  await clock.advance(0);
  t.same(sent, ['/1', '/4']);
  t.equal(claims[1]?.limit, 2);
  hasFields(t, claims[1], { busy: new Map([[ONE, 3]]) });
  t.equal(run.inFlight(), 4);
});

t.test('what had to wait is sent only if its claim lasts for an attempt', async (t) => {
  for (const [waitedMs, isSent] of [
    [15_000, true],
    [15_001, false],
  ] as const) {
    const { start, clock, batches, sent, answer, outcomes } = scene({ perWebhook: 1, timeoutMs: 15_000 });
    batches.push([delivery(1), delivery(2)]);
    const run = start();
    run.begin();
    await clock.advance(0);
    clock.jump(waitedMs);
    await answer('/1', 204);
    t.same(sent, isSent ? ['/1', '/2'] : ['/1']);
    t.equal(outcomes.has(delivery(2).id), false);
    t.equal(run.inFlight(), isSent ? 1 : 0);
  }
});

t.test('a delivery that is claimed again while it is under way is sent once', async (t) => {
  const { start, clock, batches, sent, wake, totals, answer } = scene();
  batches.push([delivery(1)], [delivery(1)]);
  start().begin();
  await clock.advance(0);
  wake('deliveries');
  await clock.advance(0);
  t.same(sent, ['/1']);
  await answer('/1', 204);
  t.equal(totals.succeeded, 1);
});

t.test('an endpoint that answers at once may have more claimed beforehand', async (t) => {
  for (const [status, afterMs, isQuick] of [
    [204, 249, true],
    [204, 250, false],
    [500, 10, false],
  ] as const) {
    const { start, clock, batches, answer, claims, wake } = scene();
    batches.push([delivery(1)]);
    start().begin();
    await clock.advance(afterMs);
    await answer('/1', status);
    wake('deliveries');
    await clock.advance(0);
    t.same(claims.at(-1)?.ahead, new Map(isQuick ? [[ONE, 28]] : []), `${status} after ${afterMs} ms`);
  }
});

t.test('a secret that cannot be opened is the endpoint’s failure', async (t) => {
  const { start, clock, batches, state, outcomes, totals, sent } = scene();
  state.open = () => {
    throw new Error('another master key');
  };
  batches.push([delivery(1)]);
  start().begin();
  await clock.advance(0);
  t.same(sent, []);
  hasFields(t, outcomes.get(delivery(1).id), {
    requestHeaders: {},
    durationMs: 0,
    responseStatus: null,
    responseBody: null,
    error: 'secret_unreadable',
    step: { kind: 'retry' },
  });
  t.equal(totals.retried, 1);
});

t.test('a delivery that the store does not let be made comes back, and is told', async (t) => {
  const { start, clock, batches, state, totals, logged, claims } = scene({ inFlight: 1 });
  state.secrets = () => Promise.reject(new Error('the disk is gone'));
  const { secrets: _none, ...unread } = delivery(1);
  batches.push([unread]);
  const run = start();
  run.begin();
  await clock.advance(0);
  t.same([totals.unrecorded, run.inFlight()], [1, 0]);
  t.same(logged, [
    {
      level: 'error',
      message: 'a webhook delivery could not be attempted; it comes back',
      deliveryId: unread.id,
      webhookId: ONE,
      error: 'the disk is gone',
    },
  ]);
  hasFields(t, claims[1], { busy: new Map() }, 'its place is free again');
});

t.test('what is to be sent again goes on, step by step, and deliveries beside it', async (t) => {
  const { start, clock, state, recoveries, claims } = scene();
  let steps = 3;
  state.recovering = async () => steps-- > 0;
  start().begin();
  await clock.advance(0);
  t.same(recoveries, Array(3).fill({ now: clock.now(), events: 200 }));
  t.equal(claims.length, 4);
});

t.test(
  'what cannot be sent again is told and stops no delivery; a store that fails is another matter',
  async (t) => {
    const own = scene();
    own.state.recovering = async () => true;
    own.state.recoverSome = () => Promise.reject(new Error('odd event'));
    own.start().begin();
    await own.clock.advance(0);
    t.same(own.logged, [
      { level: 'error', message: 'could not go on with what is to be sent again', error: 'odd event' },
    ]);
    t.equal(own.claims.length, 1, 'and is tried again at a later look');
    await own.clock.advance(3_000);
    t.equal(own.logged.length, 2);
    const store = scene();
    store.state.recovering = async () => true;
    store.state.recoverSome = () => Promise.reject(new Fault('unavailable', 'The disk is full.'));
    store.start().begin();
    await store.clock.advance(0);
    hasFields(t, store.logged, [
      { level: 'error', message: 'could not look for due webhook deliveries', error: 'The disk is full.' },
    ]);
    t.equal(store.claims.length, 0);
  },
);

t.test('a stop lets what is under way finish and be written down', async (t) => {
  const { start, clock, batches, answer, totals, logged, state } = scene();
  batches.push([delivery(1)]);
  const run = start();
  run.begin();
  await clock.advance(0);
  let ended = false;
  const ending = run.end().then(() => {
    ended = true;
  });
  await clock.advance(4_999);
  t.equal(ended, false);
  await answer('/1', 204);
  await ending;
  t.same([totals.succeeded, totals.unrecorded, logged, clock.pending()], [1, 0, [], 0]);
  t.equal(state.destroyed, 0, 'a dispatcher that was given is not closed');
});

t.test('what takes longer is cut off, and comes back', async (t) => {
  const { start, clock, batches, totals, logged, state, outcomes } = scene();
  batches.push([delivery(1)]);
  const run = start({});
  run.begin();
  await clock.advance(0);
  const ending = run.end();
  await clock.advance(5_000);
  await ending;
  t.same([totals.unrecorded, run.inFlight(), outcomes.size], [1, 0, 0]);
  hasFields(t, logged, [
    {
      level: 'info',
      message: 'a webhook delivery was cut off by the stop; it comes back',
      deliveryId: delivery(1).id,
      error: 'the server stops',
    },
  ]);
  t.equal(state.destroyed, 1, 'its own connections are closed');
});

t.test('a stop does not wait for a store that writes nothing down', async (t) => {
  const { start, clock, batches, answer, state, totals } = scene({ stopMs: 100 });
  batches.push([delivery(1)]);
  const run = start();
  run.begin();
  await clock.advance(0);
  state.gate = Promise.reject(new Error('the disk is full'));
  state.gate.catch(() => undefined);
  await answer('/1', 204);
  const ending = run.end();
  await clock.advance(100);
  await ending;
  t.equal(totals.unrecorded, 1);
});
