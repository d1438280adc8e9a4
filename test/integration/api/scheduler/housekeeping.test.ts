import t, { type Test } from 'tap';
import {
  createAlertPurgeJob,
  createAuditPurgeJob,
  createEventPurgeJob,
  createIdempotencyPurgeJob,
} from '../../../../api/scheduler/housekeeping.ts';
import { silentLog } from '../../../../kit/log.ts';
import type { NewEvent, NewWebhook } from '../../../../store/ports/events.ts';
import type { Store } from '../../../../store/ports/store.ts';
import { createFakeClock, type FakeClock } from '../../../support/fake-clock.ts';
import { hasFields } from '../../../support/has-fields.ts';
import { purgeReceipts } from '../../../support/store-rows.ts';
import { createTestStore } from '../../../support/test-store.ts';

const DAY = 86_400_000;
const going = new AbortController().signal;

async function lab(t: Test): Promise<{ readonly clock: FakeClock; readonly store: Store }> {
  const clock = createFakeClock();
  return { clock, store: await createTestStore(t, { clock }) };
}

const event = (at: number): NewEvent => ({ type: 'command.failed', organisationId: 1, at, data: {} });

const webhook = (at: number): NewWebhook => ({
  id: 'whk_01h455vb4pex5vsknk084sn02q',
  organisationId: 1,
  url: 'https://sis.example/hooks',
  kind: 'standard',
  events: ['*'],
  description: null,
  enabled: true,
  disabledReason: null,
  signature: 'hmac',
  headers: {},
  createdAt: at,
  updatedAt: at,
});

t.test(
  'events go with their deliveries after thirty days, but for one that is still to be delivered',
  async (t) => {
    const { clock, store } = await lab(t);
    const quiet = await store.events.append(event(clock.now()));
    await store.webhooks.create({ ...webhook(clock.now()), sealedSecret: 'sealed' });
    const waiting = await store.events.append(event(clock.now()));
    clock.jump(2 * DAY);
    const young = await store.events.append(event(clock.now()));
    const job = createEventPurgeJob({ store, clock, log: silentLog });
    clock.jump(28 * DAY);
    await job.run(going);
    const kept = async () =>
      (
        await Promise.all([quiet, waiting, young].map(({ id }) => store.events.get(1, id as `evt_${string}`)))
      ).map((found) => found !== null);
    t.same(await kept(), [true, true, true], 'thirty days are not over');
    clock.jump(1);
    await job.run(going);
    t.same(await kept(), [false, true, true]);
    await store.webhooks.delete(1, 'whk_01h455vb4pex5vsknk084sn02q');
    clock.jump(3 * DAY);
    await job.run(going);
    t.same(await kept(), [false, false, false]);
  },
);

t.test('a purge of thousands goes step by step to its end, and stops when it is told to', async (t) => {
  const { clock, store } = await lab(t);
  await store.transaction(async (tx) => {
    for (let number = 0; number < 2_500; number++) await tx.events.append(event(clock.now()));
  });
  clock.jump(31 * DAY);
  const stopped = new AbortController();
  stopped.abort();
  const job = createEventPurgeJob({ store, clock, log: silentLog });
  const left = async () => (await store.events.purge({ before: clock.now(), limit: 1, after: null })).purged;
  await job.run(stopped.signal);
  t.equal(await left(), 1, 'nothing was taken but what is taken here');
  await job.run(going);
  t.equal(await left(), 0, 'nothing is left');
});

t.test('during a purge of thousands other work has its turn after each step', async (t) => {
  const { clock, store } = await lab(t);
  await store.transaction(async (tx) => {
    for (let number = 0; number < 4_500; number++) {
      await tx.events.append(event(clock.now()));
      await tx.audit.append({ organisationId: 1, at: clock.now(), actor: 'x', action: 'y', target: null });
      await tx.alerts.raise({ ...alert(clock.now()), sameAs: String(number) });
      const key = { caller: 'key_1', method: 'POST', path: '/', key: String(number) };
      await tx.idempotency.begin(key, 'f', { now: clock.now(), until: clock.now() + 1 });
    }
  });
  clock.jump(400 * DAY);
  const tools = { store, clock, log: silentLog };
  for (const [job, steps] of [
    [createEventPurgeJob(tools), 4],
    [createAlertPurgeJob(tools), 5],
    [createIdempotencyPurgeJob(tools), 5],
    [createAuditPurgeJob(tools), 2],
  ] as const)
    t.equal(await turnsDuring(() => job.run(going)), steps, job.name);
  t.equal((await store.audit.heads())[0]?.purgedSequence, 4_500);
});

/** How many turns of the event loop other work has while a piece of work goes on. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let over = false;
  const count = (): void => {
    if (over) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  over = true;
  return turns;
}

const alert = (at: number) =>
  ({
    organisationId: 1,
    type: 'game_detected',
    severity: 'low',
    title: 'x',
    deviceId: null,
    user: null,
    ouId: 'ou_00000000000000000000000001',
    policyId: null,
    details: {},
    count: 1,
    sameAs: 'x',
    joinsForMs: 1,
    at,
  }) as const;

t.test('alerts go after half a year and leave a receipt', async (t) => {
  const { clock, store } = await lab(t);
  await store.alerts.raise(alert(clock.now()));
  const job = createAlertPurgeJob({ store, clock, log: silentLog });
  clock.jump(180 * DAY);
  await job.run(going);
  t.same(purgeReceipts(store), []);
  clock.jump(1);
  await job.run(going);
  await job.run(going);
  const receipts = purgeReceipts(store);
  t.equal(receipts.length, 1);
  hasFields(t, receipts, [{ kind: 'alerts', organisationId: null, rows: 1, at: clock.now() }]);
});

t.test('each job comes again after itself', async (t) => {
  const { clock, store } = await lab(t);
  const tools = { store, clock, log: silentLog };
  for (const [job, next] of [
    [createIdempotencyPurgeJob(tools), '2026-11-20T11:00:00.000Z'],
    [createAlertPurgeJob(tools), '2026-11-21T03:10:00.000Z'],
    [createEventPurgeJob(tools), '2026-11-21T03:20:00.000Z'],
  ] as const)
    t.equal(new Date(await job.next(clock.now())).toISOString(), next, job.name);
});
