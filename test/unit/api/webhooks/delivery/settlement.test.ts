import t from 'tap';
import { createSettlement, type FinishedAttempt } from '../../../../../api/webhooks/delivery/settlement.ts';
import { type Log, silentLog } from '../../../../../kit/log.ts';
import type {
  AttemptOutcome,
  NewEvent,
  SettledAttempt,
  WebhookRecord,
} from '../../../../../store/ports/events.ts';
import type { Transaction } from '../../../../../store/ports/store.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { hasFields } from '../../../../support/has-fields.ts';

const DAY_MS = 86_400_000;

/** A store of one webhook whose transactions a test can refuse or hold. */
function createScene(options: { readonly lastSuccessAt?: number | null } = {}) {
  const clock = createFakeClock();
  const batches: string[][] = [];
  const outcomes = new Map<string, AttemptOutcome>();
  const warnings: string[] = [];
  const refusedIds = new Set<string>();
  const webhook: { -readonly [K in keyof WebhookRecord]: WebhookRecord[K] } = {
    id: 'whk_1',
    organisationId: 1,
    url: 'https://a.example/',
    kind: 'standard',
    events: ['*'],
    description: null,
    enabled: true,
    disabledReason: null,
    signature: 'hmac',
    headers: {},
    createdAt: clock.now() - 30 * DAY_MS,
    updatedAt: clock.now(),
    version: 1,
    lastSuccessAt: options.lastSuccessAt ?? null,
    failuresInARow: 0,
    enabledAt: clock.now() - 30 * DAY_MS,
  };
  const told: unknown[] = [];
  let gate = Promise.resolve();

  const settleRow = async (id: string, outcome: AttemptOutcome): Promise<void> => {
    if (refusedIds.has(id)) throw new Error(`no room for ${id}`);
    outcomes.set(id, outcome);
    batches.at(-1)?.push(id);
    if (outcome.step.kind === 'succeeded') {
      Object.assign(webhook, { failuresInARow: 0, lastSuccessAt: outcome.startedAt });
      return;
    }
    webhook.failuresInARow += 1;
    if (outcome.step.kind === 'failed' && outcome.step.disable !== null) {
      Object.assign(webhook, { enabled: false, disabledReason: outcome.step.disable });
    }
  };
  const tx = {
    deliveries: {
      settleMany: async (attempts: readonly SettledAttempt[]) => {
        for (const { id, outcome } of attempts) await settleRow(id, outcome);
      },
    },
    webhooks: { get: async () => ({ ...webhook }) },
    events: { append: async ({ type, data }: NewEvent) => void told.push({ type, data }) },
  } as unknown as Transaction;
  const log: Log = { ...silentLog, warn: (_fields, message) => warnings.push(message) };
  const settlement = createSettlement({
    clock,
    log,
    random: { bytes: () => new Uint8Array(0), fraction: () => 0.5 },
    store: {
      async transaction(work) {
        await gate;
        batches.push([]);
        return work(tx);
      },
    },
  });

  return {
    clock,
    settlement,
    batches,
    outcomes,
    warnings,
    webhook,
    told,
    refuse: (id: string) => refusedIds.add(id),
    accept: (id: string) => refusedIds.delete(id),
    /** Holds all transactions until the returned function is called. */
    hold(): () => void {
      let open = (): void => undefined;
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return open;
    },
    finished(id: string, status: number, attempt = 1): FinishedAttempt {
      const now = clock.now();
      return {
        delivery: {
          id: `dlv_${id}`,
          webhook: { ...webhook },
          body: { id: 'evt_1', event: 'a', type: 'a', timestamp: '', sequence: 1, data: {} },
          trigger: 'scheduled',
          attempt,
        },
        requestHeaders: {},
        startedAt: now,
        endedAt: now,
        claimedUntil: now + 30_000,
        result: {
          answer: { kind: 'response', status, retryAfter: null },
          durationMs: 5,
          responseStatus: status,
          responseBody: 'text',
          error: null,
        },
      };
    },
  };
}

t.test('attempts that end while a commit runs share the next one', async (t) => {
  const scene = createScene();
  const open = scene.hold();
  const first = scene.settlement.settle(scene.finished('1', 200));
  const rest = ['2', '3', '4'].map((id) => scene.settlement.settle(scene.finished(id, 500)));
  open();
  t.same(await Promise.all([first, ...rest]), ['succeeded', 'retry', 'retry', 'retry']);
  t.same(scene.batches, [['dlv_1'], ['dlv_2', 'dlv_3', 'dlv_4']]);
  hasFields(t, scene.outcomes.get('dlv_2'), {
    responseStatus: 500,
    responseBody: 'text',
    durationMs: 5,
    error: null,
  });
});

t.test('each gets its own step though successes are written first', async (t) => {
  const scene = createScene();
  const open = scene.hold();
  const all = [500, 200, 410, 204].map((status, at) =>
    scene.settlement.settle(scene.finished(String(at), status)),
  );
  open();
  t.same(await Promise.all(all), ['retry', 'succeeded', 'failed', 'succeeded']);
});

t.test('a success of the same moment keeps an endpoint from being disabled', async (t) => {
  const scene = createScene();
  const open = scene.hold();
  void scene.settlement.settle(scene.finished('0', 503));
  const all = [
    scene.settlement.settle(scene.finished('1', 500, 10)),
    scene.settlement.settle(scene.finished('2', 200)),
  ];
  open();
  await Promise.all(all);
  hasFields(t, scene.outcomes.get('dlv_1')?.step, { kind: 'failed', disable: null });
  t.equal(scene.webhook.enabled, true);
});

t.test('the log warns once, at the fourth failure in a row, and again after a recovery', async (t) => {
  const scene = createScene();
  const settle = async (statuses: readonly number[]) => {
    for (const [at, status] of statuses.entries())
      await scene.settlement.settle(scene.finished(String(at), status));
  };
  await settle([500, 500, 500]);
  t.same(scene.warnings, []);
  await settle([500, 500, 500]);
  t.equal(scene.warnings.length, 1);
  await settle([200, 500, 500, 500, 500]);
  t.equal(scene.warnings.length, 2);
});

t.test('a disabled endpoint is told to the operator', async (t) => {
  const scene = createScene();
  await scene.settlement.settle(scene.finished('1', 410));
  hasFields(t, scene.webhook, { enabled: false, disabledReason: 'gone' });
  hasFields(t, scene.warnings, [/was disabled/]);
  t.same(scene.told, [{ type: 'webhook.disabled', data: { webhookId: 'whk_1', reason: 'gone' } }]);
});

t.test('an attempt that the store refuses does not keep the others', async (t) => {
  const scene = createScene();
  scene.refuse('dlv_2');
  const open = scene.hold();
  void scene.settlement.settle(scene.finished('0', 200));
  const all = ['1', '2', '3'].map((id) => scene.settlement.settle(scene.finished(id, 200)));
  open();
  t.equal(await all[0], 'succeeded');
  t.equal(await all[2], 'succeeded');
  scene.accept('dlv_2');
  await scene.clock.advance(1_000);
  t.equal(await all[1], 'succeeded', 'and is written when the store can');
});

t.test('an attempt is given up when its claim ends, or at once when the service closes', async (t) => {
  const scene = createScene();
  scene.refuse('dlv_1');
  const first = scene.settlement.settle(scene.finished('1', 200));
  await scene.clock.advance(30_000);
  t.equal(await first, null);
  const second = scene.settlement.settle(scene.finished('1', 200));
  await scene.clock.advance(0);
  scene.settlement.close();
  t.equal(await second, null);
});
